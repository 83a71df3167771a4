"""Random StableHLO programs, one operation after another.

A `Program` grows by `emit`; values that exist so far are in its pool, from
which operands are picked.  Values are marked *exact* if every implementation
must compute the same bits; those that are not may only be moved about, so that
one tolerance covers a whole program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import data
import numpy as np
from data import Type


@dataclass(frozen=True)
class Value:
    """An SSA value: its name with the ``%``, its type, and whether it is exact."""

    name: str
    type: Type
    exact: bool = True


@dataclass
class Step:
    """An operation at the top level: its text, what it defines and what it uses."""

    text: str
    results: list[Value]
    uses: set[str]


@dataclass
class Program:
    """A program under construction; ``random`` decides everything.

    ``oracle`` names what will judge it: generators avoid its known defects.
    """

    random: np.random.Generator
    oracle: str = "interpreter"
    arguments: list[Value] = field(default_factory=list)
    inputs: list[np.ndarray] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    pool: list[Value] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)

    def __post_init__(self):
        self._count = 0
        self._blocks: list[list[str]] = []  # the lines of the regions that are open
        self._uses: set[str] = set()

    # --- choices ---------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """Return True with a probability."""
        return bool(self.random.random() < probability)

    def pick(self, options: Sequence):
        """Return one of several options."""
        return options[int(self.random.integers(len(options)))]

    def integer(self, low: int, high: int) -> int:
        """Return an integer of [low, high]."""
        return int(self.random.integers(low, high + 1))

    def order(self, count: int) -> list[int]:
        """Return 0 … count - 1 in any order."""
        return [int(i) for i in self.random.permutation(count)]

    # --- values ----------------------------------------------------------------

    @property
    def depth(self) -> int:
        """How many regions are open."""
        return len(self._blocks)

    def operand(self, accept: Callable[[Value], bool], make: Callable[[], Type]) -> Value:
        """Return a value of the pool that is accepted, or a new one of a type that ``make`` gives.

        A new value is an argument, or in a region a constant.
        """
        found = [v for v in self.pool if accept(v)]
        if found and self.chance(0.75):
            return self.pick(found)
        return self.fresh(make())

    def exact(self, kinds: str, make: Callable[[], Type] | None = None) -> Value:
        """Return an exact value whose element is of one of ``kinds`` (see `data.KINDS`)."""
        return self.operand(
            lambda v: v.exact and v.type.kind in kinds.split(),
            make or (lambda: data.random_type(self.random, kinds)),
        )

    def like(self, type: Type) -> Value:
        """Return an exact value of a type."""
        return self.operand(lambda v: v.exact and v.type == type, lambda: type)

    def fresh(self, type: Type, array: np.ndarray | None = None) -> Value:
        """Return a new argument, or in a region a constant, with the given or random elements."""
        array = data.random_array(self.random, type) if array is None else array
        if self.oracle == "xla":  # it reads subnormal numbers as zero
            array = data.without_subnormals(array, type)
        if self._blocks or self.chance(0.15):
            return self.constant(type, array)
        value = Value(f"%a{len(self.arguments)}", type)
        self.arguments.append(value)
        self.inputs.append(array)
        self.pool.append(value)
        return value

    def constant(self, type: Type, array: np.ndarray) -> Value:
        """Return a new constant."""
        return self.emit("constant", [], [type], f"value = {data.attribute(type, array)}")[0]

    # --- operations ------------------------------------------------------------

    def emit(
        self,
        name: str,
        operands: Sequence[Value],
        results: Sequence[Type],
        attributes: str = "",
        regions: Sequence[str] = (),
        exact: bool = True,
    ) -> list[Value]:
        """Add an operation; returns its results, which are exact if all operands are."""
        exact = exact and all(v.exact for v in operands)
        values = [Value(f"%{self._count + i}", t, exact) for i, t in enumerate(results)]
        self._count += max(1, len(values))
        full = name if "." in name else f"stablehlo.{name}"
        left = f"{', '.join(v.name for v in values)} = " if values else ""
        properties = f" <{{{attributes}}}>" if attributes else ""
        inside = f" ({', '.join(regions)})" if regions else ""
        text = (
            f'{left}"{full}"({", ".join(v.name for v in operands)}){properties}{inside}'
            f" : ({', '.join(v.type.text for v in operands)})"
            f" -> ({', '.join(t.text for t in results)})"
        )
        self._uses.update(v.name for v in operands)
        if self._blocks:
            self._blocks[-1].append(text)
        else:
            self.steps.append(Step(text, values, self._uses))
            self._uses = set()
        self.pool.extend(values)
        return values

    @contextmanager
    def region(self, types: Sequence[Type], isolated: bool = False) -> Iterator[Region]:
        """Open a region with parameters of ``types``; what it defines leaves the pool after it.

        In an ``isolated`` one only its own values are in the pool.
        """
        outer = self.pool
        parameters = [Value(f"%{self._count + i}", t) for i, t in enumerate(types)]
        self._count += len(types)
        self.pool = [*([] if isolated else outer), *parameters]
        self._blocks.append([])
        region = Region(parameters)
        yield region
        self._uses.update(v.name for v in region.results)
        lines = self._blocks.pop()
        self.pool = outer
        header = ", ".join(f"{v.name}: {v.type.text}" for v in parameters)
        names = ", ".join(v.name for v in region.results)
        kinds = ", ".join(v.type.text for v in region.results)
        lines.append(f'"stablehlo.return"({names}) : ({kinds}) -> ()')
        label = f"^bb0({header}):\n" if parameters else ""
        region.text = "{\n" + label + "\n".join(lines) + "\n}"

    # --- the whole -------------------------------------------------------------

    def text(self, results: Sequence[Value]) -> str:
        """Return the program as MLIR: only what ``results``, which it returns, depend on."""
        needed = {v.name for v in results}
        kept = []
        for step in reversed(self.steps):
            if any(v.name in needed for v in step.results):
                needed |= step.uses
                kept.append(step.text)
        parameters = ", ".join(f"{v.name}: {v.type.text}" for v in self.arguments)
        kinds = ", ".join(v.type.text for v in results)
        names = ", ".join(v.name for v in results)
        body = "\n".join([*reversed(kept), f'"func.return"({names}) : ({kinds}) -> ()'])
        functions = "".join(f"{function}\n" for function in self.functions)
        return f"func.func @main({parameters}) -> ({kinds}) {{\n{body}\n}}\n{functions}"


@dataclass
class Region:
    """A region: its parameters; the user sets ``results``; ``text`` is there after closing."""

    parameters: list[Value]
    results: list[Value] = field(default_factory=list)
    text: str = ""
