"""``scf.while`` in the form that bufferization can follow."""

from __future__ import annotations

from collections.abc import Sequence

from ..dialect.mlir import ir
from ..dialect.walk import upwards
from .dataflow import is_tensor, terminator


def align_while(loop: ir.Operation) -> ir.Operation:
    """Return ``loop``, rebuilt if need be so that it forwards what it carries, in the same order.

    Canonicalization drops, moves and reorders what goes from the condition to
    the body; bufferization wants each tensor at one position throughout.
    Scalars that the condition computes for the body follow at the end.
    """
    return loop if _is_aligned(loop) else _Alignment(loop).rebuild()


def _is_aligned(loop: ir.Operation) -> bool:
    before, after = (list(region.blocks[0].arguments) for region in loop.regions)
    forwarded = list(terminator(loop.regions[0].blocks[0]).operands)[1:]
    carried = {i: a for i, a in enumerate(before) if is_tensor(a)}
    passed = {i: v for i, v in enumerate(forwarded) if is_tensor(v)}
    return carried.keys() == passed.keys() and all(
        passed[i] == a and after[i].type == a.type for i, a in carried.items()
    )


class _Alignment:
    """Rebuilds one loop; see `align_while`."""

    def __init__(self, loop: ir.Operation):
        self.loop = loop
        self.before, self.after = (region.blocks[0] for region in loop.regions)
        self.condition, self.end = terminator(self.before), terminator(self.after)
        self.inits = list(loop.operands)
        self.carried = list(self.before.arguments)
        self.forwarded = list(self.carried)

    def rebuild(self) -> ir.Operation:
        places = self._places(list(self.condition.operands)[1:])
        loop = ir.Operation.create(
            "scf.while",
            [v.type for v in self.forwarded],
            self.inits,
            regions=2,
            loc=self.loop.location,
            ip=ir.InsertionPoint(self.loop),
        )
        old = list(self.after.arguments)
        new = [self.after.add_argument(v.type, self.loop.location) for v in self.forwarded]
        for place, argument, result in zip(places, old, self.loop.results, strict=True):
            known = isinstance(place, int)
            argument.replace_all_uses_with(new[place] if known else place)
            result.replace_all_uses_with(loop.results[place] if known else place)
        for _ in old:
            self.after.erase_argument(0)
        _replace_terminator(self.condition, [self.condition.operands[0], *self.forwarded])
        added = list(self.after.arguments)[len(self.end.operands) : len(self.carried)]
        _replace_terminator(self.end, [*self.end.operands, *added])
        for block, region in zip((self.before, self.after), loop.regions, strict=True):
            block.append_to(region)
        self.loop.erase()
        return loop

    def _places(self, values: list[ir.Value]) -> list[int | ir.Value]:
        """Return for each forwarded value its new position, or what it is if never computed."""
        places: list[int | ir.Value] = [0] * len(values)
        # Tensors first: scalars follow behind all that is carried.
        for i in sorted(range(len(values)), key=lambda i: not is_tensor(values[i])):
            value = values[i]
            if value in self.carried:
                places[i] = self.carried.index(value)
            elif is_tensor(value) and not self._is_inside(value):
                places[i] = value
            else:
                if is_tensor(value):
                    self._carry(value)
                places[i] = len(self.forwarded)
                self.forwarded.append(value)
        return places

    def _carry(self, value: ir.Value) -> None:
        """Make the loop carry a tensor that the condition computes; it starts as nothing."""
        empty = ir.Operation.create(
            "tensor.empty", [value.type], loc=self.loop.location, ip=ir.InsertionPoint(self.loop)
        )
        self.inits.append(empty.results[0])
        self.carried.append(self.before.add_argument(value.type, self.loop.location))

    def _is_inside(self, value: ir.Value) -> bool:
        op = value.owner.owner if isinstance(value, ir.BlockArgument) else value.owner
        return any(around == self.loop for around in upwards(op.operation))


def _replace_terminator(end: ir.Operation, operands: Sequence[ir.Value]) -> None:
    ir.Operation.create(
        end.name, operands=list(operands), loc=end.location, ip=ir.InsertionPoint(end)
    )
    end.erase()
