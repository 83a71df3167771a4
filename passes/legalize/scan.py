"""Running totals: windows that reach back to the start of a dimension.

JAX's ``cumsum`` and its like are a ``reduce_window`` whose window is as long as
the dimension.  Element after element, they take one step each.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...dialect.mlir import ir
from ..dataflow import constant_of
from .core import HloOp, Legalizer
from .loops import for_loop, for_nest

# Operations that give the same for any grouping, with the value that changes nothing.
_NEUTRAL = {
    "stablehlo.add": (0.0, -0.0),
    "stablehlo.multiply": (1.0,),
    "stablehlo.maximum": (float("-inf"),),
    "stablehlo.minimum": (float("inf"),),
}


def scanned_dimension(op: HloOp, initial: Sequence[ir.Value]) -> tuple[int, bool] | None:
    """Return the dimension that a ``reduce_window`` scans, and whether from its end; or None.

    Padding counts as elements, so the initial value must be one that changes nothing.
    """
    rank = op.operand(0).rank
    ones = [1] * rank
    if len(initial) != 1 or any(
        op.ints(name, ones) != ones
        for name in ("window_strides", "base_dilations", "window_dilations")
    ):
        return None
    name = combining_operation(op)
    if name is None or not _is_neutral(name, initial[0]):
        return None
    window, padding = op.ints("window_dimensions"), op.pairs("padding", rank)
    wide = [d for d in range(rank) if window[d] != 1 or padding[d] != (0, 0)]
    if len(wide) != 1:
        return None
    (dimension,) = wide
    extent = op.operand(0).shape[dimension]
    if window[dimension] != extent or extent < 2 or 0 in op.operand(0).shape:
        return None
    if padding[dimension] == (extent - 1, 0):
        return dimension, False
    return (dimension, True) if padding[dimension] == (0, extent - 1) else None


def combining_operation(op: HloOp) -> str | None:
    """Return the operation that a reduction's body is, of its two arguments; None if it is not."""
    body = op.regions[0].blocks[0]
    operations = [view.operation for view in body.operations]
    if len(operations) != 2 or set(operations[0].operands) != set(body.arguments):
        return None
    return operations[0].name


def _is_neutral(name: str, value: ir.Value) -> bool:
    attribute = constant_of(value)
    if attribute is None:
        return False
    if not isinstance(value.type, (ir.F32Type, ir.F64Type)):
        # Integers: sums and products only, which start from 0 and 1.
        start = {"stablehlo.add": 0, "stablehlo.multiply": 1}.get(name)
        is_integer = isinstance(value.type, ir.IntegerType) and value.type.width > 1
        return is_integer and start is not None and ir.IntegerAttr(attribute).value == start
    return ir.FloatAttr(attribute).value in _NEUTRAL.get(name, ())


def scan(
    b: Legalizer, op: HloOp, operand: ir.Value, initial: ir.Value, dimension: int, backwards: bool
) -> ir.Value:
    """Emit loops along ``dimension``, one running value in each, started from ``initial``."""
    info = op.result
    outer = [n for d, n in enumerate(info.shape) if d != dimension]
    extent = info.shape[dimension]
    last = b.const_index(extent - 1)

    def line(at: list[ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        def step(i: ir.Value, state: list[ir.Value]) -> list[ir.Value]:
            total, target = state
            i = b.arith("subi", last, i) if backwards else i
            place = [*at[:dimension], i, *at[dimension:]]
            (total,) = b.region(op.regions[0], [total, b.extract(operand, place)])
            return [total, b.insert(total, target, place)]

        zero, end = b.const_index(0), b.const_index(extent)
        return for_loop(b, zero, end, [initial, *carried], step)[1:]

    return for_nest(b, outer, [b.empty(info.type)], line)[0]
