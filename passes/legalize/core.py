"""The engine of ``hlo-legalize-to-linalg``: finds and applies one lowering per operation.

A lowering is a function ``(b, op, *operands)`` registered for operation names
by `lowers`.  ``b`` is the `Legalizer` (a `Builder` that also lowers regions),
``op`` the original operation as an `HloOp`, ``operands`` its operands already
lowered.  It returns the lowered result, or a sequence of them.

The original program stays intact until the end: new functions are built
beside the old ones, so that lowerings see StableHLO's own types (signedness,
narrow floats), which storage types no longer tell.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from ...dialect.diagnostics import DiagnosedError, error
from ...dialect.mlir import ir
from ...dialect.types import ElementType
from . import narrow
from .builder import Builder, Splat, TensorInfo

Lowering = Callable[..., "ir.Value | Splat | Sequence[ir.Value | Splat]"]

_LOWERINGS: dict[str, Lowering] = {}


def lowers(*names: str) -> Callable[[Lowering], Lowering]:
    """Register the decorated function as the lowering of the named operations."""

    def register(function: Lowering) -> Lowering:
        for name in names:
            if name in _LOWERINGS:
                raise ValueError(f"operation '{name}' has a lowering already")
            _LOWERINGS[name] = function
        return function

    return register


def find_lowering(name: str) -> Lowering | None:
    """Return the lowering of an operation, or None if it has none."""
    return _LOWERINGS.get(name)


class HloOp:
    """An operation being lowered: cached access to its attributes and types."""

    __slots__ = ("_b", "_values", "attributes", "name", "op")

    def __init__(self, b: Builder, op: ir.Operation, values: Sequence[ir.Value]):
        self._b = b
        self._values = values
        self.op = op
        self.name = op.name
        self.attributes = op.attributes

    @property
    def result(self) -> TensorInfo:
        """The type of the first result."""
        return self._b.info(self.op.results[0].type, self.op)

    @property
    def results(self) -> list[TensorInfo]:
        """The types of all results."""
        return [self._b.info(r.type, self.op) for r in self.op.results]

    def operand(self, position: int) -> TensorInfo:
        """The original type of an operand."""
        return self._b.info(self._values[position].type, self.op)

    @property
    def operands(self) -> list[TensorInfo]:
        """The original types of all operands."""
        return [self._b.info(v.type, self.op) for v in self._values]

    @property
    def regions(self) -> list[ir.Region]:
        """The regions of the operation."""
        return list(self.op.regions)

    def ints(self, name: str, default: Sequence[int] | None = None) -> list[int]:
        """Return an array-of-integers attribute; ``default`` if it is absent."""
        return list(self.attributes[name]) if name in self.attributes else list(default)

    def int(self, name: str, default: int = 0) -> int:
        """Return an integer attribute; ``default`` if it is absent."""
        return self.attributes[name].value if name in self.attributes else default

    def flag(self, name: str) -> bool:
        """Return a boolean attribute; false if it is absent."""
        return name in self.attributes and self.attributes[name].value

    def pairs(self, name: str, count: int) -> list[tuple[int, int]]:
        """Return an N x 2 attribute such as ``padding``; zeros if it is absent."""
        if name not in self.attributes:
            return [(0, 0)] * count
        flat = list(self.attributes[name])
        return list(zip(flat[0::2], flat[1::2], strict=True))

    def enum(self, name: str, default: str = "") -> str:
        """Return the keyword of an enum attribute such as ``comparison_direction``."""
        if name not in self.attributes:
            return default
        # Printed as `#stablehlo<comparison_direction LT>`.
        return str(self.attributes[name]).rstrip(">").split()[-1]

    def fail(self, reason: str) -> DiagnosedError:
        """Return (to be raised) the error that this operation cannot be legalized."""
        return error(self.op, f"cannot legalize '{self.name}' to linalg: {reason}")


class Legalizer(Builder):
    """Builds the lowered form of one function; see the module's docstring."""

    def __init__(
        self,
        context: ir.Context,
        entry: ir.Block,
        functions: dict[str, ir.Operation],
        declarations: list[ir.Operation] | None = None,
    ):
        super().__init__(context, entry)
        self.functions = functions
        self.declarations = declarations if declarations is not None else []
        self._env: dict[ir.Value, ir.Value | Splat] = {}
        self._calls: list[str] = []
        self._numbers = itertools.count()

    def region(self, region: ir.Region, arguments: Sequence[ir.Value | Splat]) -> list:
        """Lower the single block of ``region`` at the insertion point.

        Returns what its terminator returns; rank-0 values are scalars.
        """
        (block,) = region.blocks
        for parameter, argument in zip(block.arguments, arguments, strict=True):
            self._env[parameter] = argument
        terminator = None
        for op in _operations(block):
            terminator = op
            if op.name not in _TERMINATORS:
                self._lower(op)
        return [self._env[v] for v in terminator.operands]

    def evaluate(
        self, region: ir.Region, arguments: Sequence[ir.Value | Splat], value: ir.Value
    ) -> ir.Value | Splat:
        """Lower ``region`` at the insertion point, and return a value that is computed in it."""
        self.region(region, arguments)
        return self._env[value]

    def enter(self, name: str, arguments: Sequence[ir.Value | Splat]) -> list:
        """Lower the body of the function that this legalizer builds; returns its results."""
        self._calls.append(name)
        return self.region(self.functions[name].regions[0], arguments)

    def call(self, op: HloOp, callee: str, arguments: Sequence[ir.Value | Splat]) -> list:
        """Lower the body of the function ``callee`` in place of a call."""
        if callee in self._calls:
            chain = " -> ".join(f"@{name}" for name in [*self._calls, callee])
            raise op.fail(f"the call is recursive ({chain})")
        if len(self._calls) >= _DEEPEST_CALL:
            raise op.fail(f"calls nest more than {_DEEPEST_CALL} deep")
        if callee not in self.functions:
            raise op.fail(f"there is no function @{callee}")
        function = self.functions[callee]
        blocks = len(list(function.regions[0].blocks)) if function.regions else 0
        if blocks != 1:
            raise op.fail(f"function @{callee} has {blocks} blocks, and exactly 1 is supported")
        self._calls.append(callee)
        results = self.region(function.regions[0], arguments)
        self._calls.pop()
        return results

    def declare(
        self, prefix: str, inputs: Sequence[ir.Type], results: Sequence[ir.Type], attributes: dict
    ) -> str:
        """Declare a function of its own for a call, with these attributes; returns its name."""
        name = f"{prefix}_{len(self.declarations)}"
        type = ir.FunctionType.get(list(inputs), list(results), self.context)
        attributes = {
            "sym_name": ir.StringAttr.get(name, self.context),
            "function_type": ir.TypeAttr.get(type),
            "sym_visibility": ir.StringAttr.get("private", self.context),
            **attributes,
        }
        declaration = ir.Operation.create(
            "func.func", attributes=attributes, regions=1, loc=self.loc, ip=False
        )
        self.declarations.append(declaration)
        return name

    def next_number(self) -> int:
        """Return 0, 1, 2, …: a number for each operation that asks."""
        return next(self._numbers)

    def _lower(self, op: ir.Operation) -> None:
        name = op.name
        lowering = find_lowering(name)
        if lowering is None:
            raise error(
                op,
                f"cannot legalize '{name}' to linalg: the operation is not supported "
                "(docs/operations.md lists those that are)",
            )
        loc, self.loc = self.loc, op.location
        values = list(op.operands)
        lowered = lowering(self, HloOp(self, op, values), *[self._env[v] for v in values])
        self.loc = loc
        if isinstance(lowered, _VALUE):
            self._env[op.results[0]] = lowered
        else:
            for result, value in zip(op.results, lowered, strict=True):
                self._env[result] = value

    # --- element types ---------------------------------------------------------

    def load(self, scalar: ir.Value, element: ElementType) -> ir.Value:
        """Convert a scalar from the storage type to the type that arithmetic uses."""
        return narrow.load(self, scalar, element)

    def store(self, scalar: ir.Value, element: ElementType) -> ir.Value:
        """Convert a scalar from the arithmetic type to the storage type, rounding to even."""
        return narrow.store(self, scalar, element)


_VALUE = (ir.Value, Splat)
# Calls are expanded recursively, at four Python frames each.
_DEEPEST_CALL = 100
_TERMINATORS = frozenset({"stablehlo.return", "func.return"})


def _operations(block: ir.Block) -> list[ir.Operation]:
    """Return the operations of a block, without making a view of each, as iteration does.

    A walk from the operation around the block costs a tenth of that.
    """
    parent = block.owner.operation
    found: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.block == block:
            found.append(op)
            return ir.WalkResult.SKIP
        return ir.WalkResult.ADVANCE if op == parent else ir.WalkResult.SKIP

    parent.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found
