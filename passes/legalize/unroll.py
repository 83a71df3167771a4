"""Loops that run a few times and only compute elementwise: better no loops at all.

Iterations written one after another are fused, and what they carry stays in
registers instead of going through memory: the rounds of a random number
generator, say.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence

from ...dialect.mlir import ir
from ..dataflow import constant_of, producer, producer_name, terminator
from .core import HloOp, Legalizer
from .elementwise import ELEMENTWISE

_MOST_TRIPS, _MOST_OPERATIONS = 16, 512
_FREE = frozenset(
    f"stablehlo.{name}" for name in ("broadcast_in_dim", "constant", "reshape", "return", "slice")
)
# These become many instructions each.
_HEAVY = frozenset(
    f"stablehlo.{name}"
    for name in (
        *("atan2", "cbrt", "cosine", "divide", "exponential", "exponential_minus_one", "log"),
        *("log_plus_one", "logistic", "power", "remainder", "rsqrt", "sine", "sqrt", "tan"),
        "tanh",
    )
)
_HEAVY_COST = 16
_TESTS: dict[str, Callable[[int, int], bool]] = {
    "LT": operator.lt,
    "LE": operator.le,
    "GT": operator.gt,
    "GE": operator.ge,
    "NE": operator.ne,
}


def trips_to_unroll(b: Legalizer, op: HloOp, start: Sequence[ir.Value]) -> int | None:
    """Return how often a ``stablehlo.while`` runs if it is to be unrolled, else None.

    ``start`` has the lowered operands.  It is if it carries tensors and counts
    up or down between constants, and all its iterations together are short.
    """
    if all(info.rank == 0 for info in op.operands):
        return None
    trips = _trips(b, op, start)
    if trips is None:
        return None
    _, body = op.regions
    cost = _cost(b, body.blocks[0], _MOST_OPERATIONS)
    return trips if cost is not None and cost * trips <= _MOST_OPERATIONS else None


def _trips(b: Legalizer, op: HloOp, start: Sequence[ir.Value]) -> int | None:
    """Return the iterations of a loop over a counter, None if there is none or they are many."""
    condition, body = (region.blocks[0] for region in op.regions)
    test = producer(terminator(condition).operands[0])
    if test is None or test.name != "stablehlo.compare":
        return None
    counter, limit = test.operands[0], _integer(test.operands[1])
    direction = HloOp(b, test, list(test.operands)).enum("comparison_direction")
    if limit is None or not isinstance(counter.owner, ir.Block) or counter.owner != condition:
        return None
    number = ir.BlockArgument(counter).arg_number
    first, step = constant_of(start[number]), _step(body, number)
    if step is None or not isinstance(first, ir.IntegerAttr) or direction not in _TESTS:
        return None
    type = ir.IntegerType(ir.RankedTensorType(counter.type).element_type)
    values = range(1 << type.width) if type.is_unsigned else _signed(type.width)
    value, trips = ir.IntegerAttr(first).value, 0
    if type.is_unsigned:  # it is stored without a sign
        value %= 1 << type.width
    while _TESTS[direction](value, limit):
        value, trips = value + step, trips + 1
        if trips > _MOST_TRIPS or value not in values:
            return None
    return trips


def _signed(width: int) -> range:
    return range(-(1 << (width - 1)), 1 << (width - 1))


def _step(body: ir.Block, number: int) -> int | None:
    """Return what a loop's body adds to what it carries at a position."""
    add = producer(terminator(body).operands[number])
    if add is None or add.name != "stablehlo.add":
        return None
    sides = list(add.operands)
    if sides[0] != body.arguments[number]:
        sides.reverse()
    return _integer(sides[1]) if sides[0] == body.arguments[number] else None


def _integer(value: ir.Value) -> int | None:
    """Return the value of an integer constant of rank 0 that is small enough to count to."""
    if producer_name(value) != "stablehlo.constant":
        return None
    type = ir.RankedTensorType(value.type)
    if type.rank or not isinstance(type.element_type, ir.IntegerType):
        return None
    (number,) = ir.DenseIntElementsAttr(value.owner.attributes["value"])
    return int(number) if abs(number) < 1 << 16 else None


def _cost(b: Legalizer, block: ir.Block, left: int) -> int | None:
    """Return about how many instructions a block is; None if it does more than compute elementwise.

    Also if they are more than are ``left``, so that calls need not be followed to their end.
    """
    total = 0
    for view in block.operations:
        op = view.operation
        if op.name == "func.call":
            callee = b.functions.get(ir.FlatSymbolRefAttr(op.attributes["callee"]).value)
            blocks = list(callee.regions[0].blocks) if callee is not None else []
            cost = _cost(b, blocks[0], left - total - 1) if len(blocks) == 1 else None
        elif op.name in ELEMENTWISE:
            cost = _HEAVY_COST if op.name in _HEAVY else 1
        else:
            cost = 0 if op.name in _FREE or op.name == "func.return" else None
        if cost is None or total + cost > left:
            return None
        total += cost
    return total
