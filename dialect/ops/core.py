"""Operations of the specification as classes: their members and numbered constraints.

A class is the specification of one operation::

    class Cholesky(Operation):
        a = Operand("tensor of floating-point or complex type or per-tensor quantized tensor")
        lower = Attribute("constant of type i1", default=False)
        result = Result("tensor of floating-point or complex type or …")
        constraints = (
            C("C1", "baseline_type(a) = baseline_type(result)", breaks={"result": "2x2xf64"}),
            …
        )
        example = {"a": "2x2xf32", "result": "2x2xf32"}

Verification, ``hlo-opt --explain``, result types, the builder and the tests of
every constraint read it; nothing else is written for an operation here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import inf

from ..notation import UNKNOWN, Formula, Interval, Undefined
from ..notation.algebra import List, multiply
from ..notation.functions import Constant
from ..notation.types import FunctionType
from .attributes import MISSING, Misfit
from .constraints import Constrained, Constraint, Lazy, Violation
from .members import Attribute, Function, Member, Operand, Result

OPERATIONS: dict[str, type[Operation]] = {}

DIALECT = "stablehlo"

C = Constraint

# Names that formulas may use beside members, definitions and functions.
_IMPLICIT = ("num_replicas", "num_partitions", "num_processes", "uses_quantized", "self")


_ANY_NUMBER = Interval(1, inf)


@dataclass(frozen=True)
class Grid:
    """What a module says about where it runs, and the functions that it defines."""

    num_replicas: int | Interval = _ANY_NUMBER
    num_partitions: int | Interval = _ANY_NUMBER
    functions: Mapping[str, FunctionType] = field(default_factory=dict)


@dataclass
class Facts:
    """What is known of an operation.

    ``results`` is None if the result types are to be inferred.  ``values`` are
    those of the operands, UNKNOWN if an operand is not constant.  ``regions``
    are function types, or a text that says what is wrong with the region.
    ``bodies`` are the operations of the regions, for the few constraints on them.
    """

    operands: tuple
    results: tuple | None
    attributes: Mapping[str, object]
    regions: tuple = ()
    values: tuple = ()
    grid: Grid = field(default_factory=Grid)
    bodies: tuple = ()


class Operation(Constrained):
    """An operation; subclasses are the specification's.  Members are attributes of instances."""

    op_name = ""
    example: Mapping[str, object] = {}
    # Formulas that follow from the constraints, or settle what they leave open: see `infer`.
    inferences: tuple[str, ...] = ()
    all_members: tuple[Member, ...] = ()
    input_members: tuple[Member, ...] = ()
    result_members: tuple[Result, ...] = ()
    # Whether the same types and attributes always give the same verdict.
    cacheable = True

    def __init_subclass__(cls, name: str = "", abstract: bool = False, first: tuple = ()):
        super().__init_subclass__()
        if abstract:
            return
        snake = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
        cls.op_name = f"{DIALECT}.{name or snake}"
        cls._collect_members(first)
        cls.compile_constraints(cls.op_name, (*(m.name for m in cls.all_members), *_IMPLICIT))
        OPERATIONS[cls.op_name] = cls

    @classmethod
    def _collect_members(cls, first: tuple[str, ...]) -> None:
        found: dict[str, Member] = dict.fromkeys(first)
        for base in reversed(cls.__mro__):
            for key, value in vars(base).items():
                if isinstance(value, Member):
                    found[key] = value
        members = tuple(found.values())
        cls.all_members = members
        cls.input_members = tuple(m for m in members if not isinstance(m, Result))
        cls.result_members = tuple(m for m in members if isinstance(m, Result))
        cls.operand_members = tuple(m for m in members if isinstance(m, Operand))
        cls.attribute_members = tuple(m for m in members if isinstance(m, Attribute))
        cls.attribute_names = frozenset(m.name for m in cls.attribute_members)
        cls.takes_constants = any(m.constant for m in cls.operand_members)
        cls.region_members = tuple(m for m in members if isinstance(m, Function))
        cls.input_labels = {m.name: f"I{i}" for i, m in enumerate(cls.input_members, 1)}
        for key, member in found.items():
            setattr(cls, key, Lazy(member.name, _reader(member)))

    def __init__(self, facts: Facts):
        self.facts = facts

    @property
    def num_replicas(self):
        """The number of replicas, as far as the module says."""
        return self.facts.grid.num_replicas

    @property
    def num_partitions(self):
        """The number of partitions, as far as the module says."""
        return self.facts.grid.num_partitions

    @property
    def num_processes(self):
        """The number of processes, as far as the module says."""
        return multiply(self.num_replicas, self.num_partitions)

    @property
    def uses_quantized(self) -> bool:
        """Whether any operand or result is quantized."""
        types = (*self.facts.operands, *(self.facts.results or ()))
        return any(getattr(t, "element", t).kind == "quantized" for t in types)

    def region_arguments(self, member: Function) -> tuple:
        """Return the types of a region's arguments; raises `Undefined` if they do not follow."""
        if not member.arguments:
            raise Undefined
        return Formula(member.arguments, self.scope).value(self)

    def violations(self) -> list[Violation]:
        """Return every violated constraint, those of the members' own types first."""
        return self._member_violations() + super().violations()

    def hints(self, c: Constraint) -> Iterable[str]:
        """Return what might have been meant where ``c`` is violated."""
        from .hints import hints  # it infers types, which is about this class

        return hints(self, c)

    def _member_violations(self) -> list[Violation]:
        found = []
        for member in self.input_members:
            if (problem := self._input_problem(member)) is not None:
                found.append(self._ill_typed(self.input_labels[member.name], member, problem))
        results = self.facts.results
        if results is not None:
            for member in self.result_members:
                problem = self._type_problem(member)
                if problem is not None:
                    found.append(self._ill_typed("Outputs", member, problem))
            found += self._count_violations("Outputs", "results", self.result_members, results)
        return found + self._count_violations(
            "Inputs", "operands", self.operand_members, self.facts.operands
        )

    def _count_violations(self, label: str, what: str, members: tuple, types: tuple) -> list:
        """Return a violation if there are more types than members to hold them."""
        if any(m.variadic for m in members) or len(types) <= len(members):
            return []
        note = f"there are {len(types)} {what}"
        return [self.violation(label, f"the number of {what} is {len(members)}", (note,))]

    def _ill_typed(self, label: str, member: Member, problem: str) -> Violation:
        return self.violation(label, f"{member.name} is {_article(member.phrase)}", (problem,))

    def _input_problem(self, member: Member) -> str | None:
        try:
            value = getattr(self, member.name)
        except Misfit:
            return f"{member.name} is {self.facts.attributes[member.storage.name]}"
        except Undefined:
            return f"{member.name} is missing"
        if isinstance(member, Operand):
            return self._type_problem(member)
        if isinstance(member, Function):
            parts = value if member.variadic else (value,)
            return next((part for part in parts if isinstance(part, str)), None)
        return None

    def _type_problem(self, member: Operand | Result) -> str | None:
        try:
            value = getattr(self, member.name)
        except Undefined:
            return f"{member.name} is missing"
        for i, found in enumerate(value if member.variadic else (value,)):
            found = found.type if isinstance(found, Constant) else found
            if member.kind.admits(found) is False:
                which = f"{member.name}[{i}]" if member.variadic else member.name
                return f"{which} is {found}"
        return None


def _article(phrase: str) -> str:
    if phrase.startswith("variadic") or phrase == "any value":
        return f"a {phrase}" if phrase.startswith("variadic") else phrase
    return (
        phrase if phrase.startswith("a ") else f"{'an' if phrase[0] in 'aeiou' else 'a'} {phrase}"
    )


def _reader(member: Member) -> Callable:
    if isinstance(member, Attribute):
        return lambda op: _present(member.read(op))
    if isinstance(member, Function):
        return lambda op: _region(op, member)
    if isinstance(member, Result):
        return lambda op: _pick(op.facts.results, op.result_members, member)
    return lambda op: _operand(op, member)


def _present(value):
    if value is MISSING:
        raise Undefined
    return value


def _region(op: Operation, member: Function):
    regions = op.facts.regions
    index = op.region_members.index(member)
    if member.variadic:
        return List(regions[index:])
    if index >= len(regions):
        raise Undefined
    return regions[index]


def _operand(op: Operation, member: Operand):
    found = _pick(op.facts.operands, op.operand_members, member)
    if member.constant and op.facts.values:
        value = _pick(op.facts.values, op.operand_members, member)
        if member.variadic:
            return List(
                t if v is UNKNOWN else Constant(t, v) for t, v in zip(found, value, strict=True)
            )
        return found if value is UNKNOWN else Constant(found, value)
    return found


def _pick(types: tuple | None, members: tuple, member: Member):
    """Return the part of ``types`` that belongs to ``member``; variadic members share evenly."""
    if types is None:
        raise Undefined
    index = members.index(member)
    variadic = sum(m.variadic for m in members)
    if not variadic:
        if index >= len(types):
            raise Undefined
        return types[index]
    free = len(types) - (len(members) - variadic)
    if free < 0:
        raise Undefined
    share, rest = divmod(free, variadic)
    start = 0
    for m in members:
        # What cannot be shared evenly goes to the first: constraints on the numbers say so.
        width = (share + rest if m is _first_variadic(members) else share) if m.variadic else 1
        if m is member:
            return List(types[start : start + width]) if m.variadic else types[start]
        start += width
    raise AssertionError(member.name)


def _first_variadic(members: tuple) -> Member:
    return next(m for m in members if m.variadic)
