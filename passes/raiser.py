"""Replacement of values by StableHLO ones, for `raise_to_stablehlo`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from ..dialect.walk import matching


class Raiser:
    """Replaces the operations of one function by StableHLO, value by value."""

    def __init__(self, function: ir.Operation):
        self.function = function
        self.context = function.context
        self._known: dict[ir.Value, ir.Value] = {}
        self._dead: list[ir.Operation] = []

    def get(self, value: ir.Value) -> ir.Value:
        """Return the StableHLO value for a value of the program."""
        return self._known.get(value, value)

    def type(self, found: ir.Type) -> ir.Type:
        """Return the tensor type that stands for a type: rank 0 for a scalar."""
        if isinstance(found, ir.RankedTensorType):
            if not isinstance(found.element_type, ir.IndexType):
                return found
            return ir.RankedTensorType.get(found.shape, self._i64())
        if isinstance(found, (ir.IntegerType, ir.FloatType, ir.IndexType)):
            scalar = self._i64() if isinstance(found, ir.IndexType) else found
            return ir.RankedTensorType.get([], scalar, loc=ir.Location.unknown(self.context))
        return found

    def _i64(self) -> ir.Type:
        return ir.IntegerType.get_signless(64, self.context)

    def create(
        self,
        op: ir.Operation,
        name: str,
        results: Sequence[ir.Type],
        operands: Sequence[ir.Value],
        attributes: dict[str, ir.Attribute] | None = None,
        regions: int = 0,
        at: ir.Operation | ir.Block | None = None,
    ) -> ir.Operation:
        """Create an operation in front of ``op`` (or ``at``, or at the end of that block)."""
        return ir.Operation.create(
            name,
            results=list(results),
            operands=[self.get(v) for v in operands],
            attributes=attributes or {},
            regions=regions,
            loc=op.location,
            ip=ir.InsertionPoint(at or op),
        )

    def value(self, op: ir.Operation, name: str, result: ir.Type, *operands, **attributes):
        """Create a StableHLO operation with one result in front of ``op``; returns that."""
        parsed = {k: ir.Attribute.parse(v, self.context) for k, v in attributes.items()}
        return self.create(op, f"stablehlo.{name}", [result], operands, parsed).result

    def equals(self, op: ir.Operation, value: ir.Value, number: int, at) -> ir.Value:
        """Return whether an integer is ``number``, at a place."""
        kind = self.get(value).type
        literal = ir.Attribute.parse(f"dense<{number}> : {kind}", self.context)
        constant = self.create(op, "stablehlo.constant", [kind], [], {"value": literal}, at=at)
        direction = ir.Attribute.parse("#stablehlo<comparison_direction EQ>", self.context)
        return self.create(
            op,
            "stablehlo.compare",
            [self.like(kind, "i1")],
            [value, constant.result],
            {"comparison_direction": direction},
            at=at,
        ).result

    def like(self, tensor: ir.Type, element: str) -> ir.Type:
        """Return a tensor type with other elements."""
        shape = ir.RankedTensorType(tensor).shape
        return ir.RankedTensorType.get(
            shape, ir.Type.parse(element, self.context), loc=ir.Location.unknown(self.context)
        )

    def is_raised(self, values: Iterable[ir.Value]) -> bool:
        """Return whether no value is a scalar for which no tensor stands.

        The arguments of functions may be such.
        """
        return all(self.get(v).type == self.type(v.type) for v in values)

    def scalar(self, op: ir.Operation, raising: Callable[[Raiser, ir.Operation], ir.Value]) -> None:
        """Raise an operation by the function that does so, one of `raise_scalars.SCALARS`."""
        if not self.is_raised(op.operands):
            return
        if (value := raising(self, op)) is not None:
            self._known[op.result] = value
            if value.type == op.result.type:
                op.result.replace_all_uses_with(value)
            self._dead.append(op)

    def replace(self, op: ir.Operation, new: ir.Operation, values=None) -> None:
        """Let results of ``new`` stand for those of ``op``."""
        values = list(new.results) if values is None else values
        for old, value in zip(op.results, values, strict=True):
            self._known[old] = value
            if old.type == value.type:
                old.replace_all_uses_with(value)
        self._dead.append(op)

    def raise_arguments(self, block: ir.Block) -> None:
        """Give a block that is to be inlined an argument for each scalar one, of rank 0."""
        for argument in list(block.arguments):
            raised = block.add_argument(self.type(argument.type), argument.location)
            self._known[argument] = raised
            if raised.type == argument.type:
                argument.replace_all_uses_with(raised)

    def inline(self, block: ir.Block, arguments: list[ir.Value], at) -> list[ir.Value]:
        """Copy a block, whose arguments are raised, to a place; returns what it passes on."""
        raised = list(block.arguments)[len(arguments) :]
        known = dict(zip(raised, arguments, strict=True))
        operations = [op.operation for op in block.operations]
        for op in operations[:-1]:
            copy = op.clone(ir.InsertionPoint(at))
            _map_operands(copy, known)
            known.update(zip(op.results, copy.results, strict=True))
        return [known.get(v, v) for v in operations[-1].operands]

    def erase_dead(self, within: ir.Operation | None = None) -> None:
        """Erase what has been replaced (in an operation), users before what they use.

        Raises `DiagnosedError` if something that stays uses it.
        """
        inside = None if within is None else set(matching(within, lambda op: True))
        kept = []
        for op in reversed(self._dead):
            if inside is not None and op not in inside:
                kept.append(op)
                continue
            for result in op.results:
                _require_unused(result)
                # The next value may be at the same address.
                self._known.pop(result, None)
            op.erase()
        self._dead = kept[::-1]


def _require_unused(value: ir.Value) -> None:
    for use in value.uses:
        user = use.owner.operation

        raise error(
            user,
            f"'{user.name}' takes a scalar of type '{value.type}', which StableHLO does not have",
        )


def _map_operands(root: ir.Operation, known: dict[ir.Value, ir.Value]) -> None:
    """Let ``root``, and what is in it, use the values that stand for others."""

    def visit(op) -> ir.WalkResult:
        op = op.operation
        for i, operand in enumerate(op.operands):
            if operand in known:
                op.operands[i] = known[operand]
        return ir.WalkResult.ADVANCE

    root.walk(visit)
