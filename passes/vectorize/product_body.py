"""The body of a product, taken apart: what happens to each factor, and their product."""

from __future__ import annotations

from collections.abc import Callable

from ...dialect.mlir import ir
from ..dataflow import constant_of, producer_name
from .emitter import Value
from .nest import Nest


class Factors:
    """The body of a product taken apart: what happens to each factor, and the product."""

    def __init__(self, nest: Nest):
        self.nest = nest
        self.arguments = list(nest.body.arguments)
        self.add = nest.yielded[0].owner.operation
        total = self.arguments[2]
        (product,) = [v for v in self.add.operands if v != total]
        self.multiply = product.owner.operation
        operands = list(self.multiply.operands)
        self.values = operands if self.uses(operands[0]) <= {0} else operands[::-1]

    def uses(self, value: Value) -> set[int]:
        """Return the inputs that a value in the body depends on."""
        if isinstance(value.owner, ir.Block):
            return {self.arguments.index(value)} if value in self.arguments else set()
        op = value.owner.operation
        if op.block != self.nest.body:
            return set()
        return set().union(*(self.uses(v) for v in op.operands))

    def converts(self, side: int) -> bool:
        """Tell whether an element is not multiplied as it is."""
        return self.values[side] != self.arguments[side]

    def type(self, side: int) -> ir.Type:
        """Return the type of a factor."""
        return self.values[side].type

    def extension(self, side: int) -> str | None:
        """Return the operation that makes a number of more bits of a factor of 8 bits or fewer.

        None if there are more bits, or if more happens to an element.
        """
        element, value = self.arguments[side], self.values[side]
        if not isinstance(element.type, ir.IntegerType) or element.type.width > 8:
            return None
        if value == element:
            return "arith.extsi"
        op = value.owner.operation
        extends = op.name in ("arith.extsi", "arith.extui") and op.operands[0] == element
        return op.name if extends else None

    def is_widened_bf16(self, side: int) -> bool:
        """Tell whether a factor is the f32 of which an element, of 16 bits, has the upper half."""
        element, value = self.arguments[side], self.values[side]
        for name in ("arith.bitcast", "arith.shli", "arith.extui"):
            if producer_name(value) != name:
                return False
            operands = value.owner.operation.operands
            if name == "arith.shli" and not _is_sixteen(operands[1]):
                return False
            value = operands[0]
        is_half = isinstance(value.type, ir.IntegerType) and value.type.width == 16
        return value == element and is_half and isinstance(self.type(side), ir.F32Type)

    def factor(self, bodies: Bodies, side: int) -> ir.Operation:
        """Return a body that computes a factor from an element."""

        def emit(element: Value, _: Value) -> Value:
            known = {self.arguments[side]: element}
            for op in self.nest.body.operations:
                op = op.operation
                if op.results and self.uses(op.results[0]) == {side}:
                    copy = op.clone()
                    for i, operand in enumerate(copy.operands):
                        copy.operands[i] = known.get(operand, operand)
                    known[op.results[0]] = copy.results[0]
            return known.get(self.values[side], self.values[side])

        return bodies.make([self.arguments[side].type, self.type(side)], emit)


def _is_sixteen(value: Value) -> bool:
    attribute = constant_of(value)
    return attribute is not None and ir.IntegerAttr(attribute).value == 16


class Bodies:
    """Bodies outside of the program, which may use its values: they must go before it does."""

    def __init__(self):
        self._made: list[ir.Operation] = []

    def make(self, types: list[ir.Type], emit: Callable[..., Value | list]) -> ir.Operation:
        """Return an operation whose region computes what ``emit`` makes of its arguments.

        That is a value, or a list of them.
        """
        loc = ir.Location.unknown()
        holder = ir.Operation.create("scf.execute_region", regions=1, loc=loc, ip=False)
        self._made.append(holder)
        block = holder.regions[0].blocks.append(*types, arg_locs=[loc] * len(types))
        with ir.InsertionPoint(block), loc:
            made = emit(*block.arguments)
            operands = made if isinstance(made, list) else [made]
            ir.Operation.create("linalg.yield", operands=operands)
        return holder

    def erase(self) -> None:
        """Erase all of them."""
        for holder in self._made:
            holder.erase()
        self._made.clear()


def is_product(nest: Nest) -> bool:
    """Tell whether a body adds a product of one factor per input to the running value."""
    arguments = list(nest.body.arguments)
    value = nest.yielded[0]
    if isinstance(value.owner, ir.Block) or value.owner.operation.block != nest.body:
        return False
    add = value.owner.operation
    if add.name not in ("arith.addf", "arith.addi") or arguments[2] not in add.operands:
        return False
    others = [v for v in add.operands if v != arguments[2]]
    if len(others) != 1 or isinstance(others[0].owner, ir.Block):
        return False
    multiply = others[0].owner.operation
    if multiply.name not in ("arith.mulf", "arith.muli") or len(list(arguments[2].uses)) != 1:
        return False
    factors = Factors(nest)
    if not all(factors.uses(r) for op in nest.body.operations for r in op.results):
        return False  # what depends on no element cannot be taken out of the body
    uses = [factors.uses(v) for v in factors.values]
    return uses == [{0}, {1}]
