"""reduce, reduce_window and select_and_scatter."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialect.mlir import ir
from .core import HloOp, Legalizer, lowers
from .loops import for_nest
from .reshape import pad
from .scan import scan, scanned_dimension


@lowers("stablehlo.reduce")
def _reduce(b: Legalizer, op: HloOp, *operands):
    """The body gets the running value first, then the element."""
    count = len(operands) // 2
    dimensions = op.ints("dimensions")
    source = op.operand(0)
    inputs = [b.tensor(v) for v in operands[:count]]
    if source.rank == 0:  # nothing to reduce over: one element
        return b.region(op.regions[0], [*operands[count:], *operands[:count]])
    kept = [d for d in range(source.rank) if d not in dimensions]
    outputs = [
        b.fill(initial, b.empty(info.type))
        for initial, info in zip(operands[count:], op.results, strict=True)
    ]
    maps = [b.identity_map(source.rank)] * count + [b.projection(source.rank, kept)] * count
    iterators = "".join("r" if d in dimensions else "p" for d in range(source.rank))

    def body(*scalars):
        return b.region(op.regions[0], [*scalars[count:], *scalars[:count]])

    results = b.generic(inputs, outputs, maps, iterators, body)
    return [b.extract(r) for r in results] if not kept else results


@lowers("stablehlo.reduce_window")
def _reduce_window(b: Legalizer, op: HloOp, *operands):
    """Padding (with the initial values) is made explicit, then windows are loops."""
    count = len(operands) // 2
    initial = operands[count:]
    rank = op.operand(0).rank
    if rank == 0:
        return b.region(op.regions[0], [*initial, *operands[:count]])
    window = op.ints("window_dimensions")
    scanned = scanned_dimension(op, initial)
    if scanned is not None:
        return scan(b, op, b.tensor(operands[0]), initial[0], *scanned)
    ones = [1] * rank
    strides, dilation = op.ints("window_strides", ones), op.ints("window_dilations", ones)
    inputs = [
        _pad_window(b, op, b.tensor(v), scalar)
        for v, scalar in zip(operands, initial, strict=False)
    ]
    loops = 2 * rank
    position = [
        b.dim_expr(d) * strides[d] + b.dim_expr(rank + d) * dilation[d] for d in range(rank)
    ]
    # An operand that is never read gives the extents of the window's loops.
    extents = b.empty(b.tensor_type(window, b.type("i1")))
    maps = [
        *[b.affine_map(loops, position)] * count,
        b.projection(loops, range(rank, loops)),
        *[b.projection(loops, range(rank))] * count,
    ]
    outputs = [
        b.fill(scalar, b.empty(info.type)) for scalar, info in zip(initial, op.results, strict=True)
    ]

    def body(*scalars):
        return b.region(op.regions[0], [*scalars[count + 1 :], *scalars[:count]])

    return b.generic([*inputs, extents], outputs, maps, "p" * rank + "r" * rank, body)


def _pad_window(b: Legalizer, op: HloOp, value: ir.Value, scalar: ir.Value) -> ir.Value:
    rank = ir.RankedTensorType(value.type).rank
    padding = op.pairs("padding", rank)
    interior = [step - 1 for step in op.ints("base_dilations", [1] * rank)]
    if not any(interior) and not any(low or high for low, high in padding):
        return value
    return pad(b, value, scalar, [p[0] for p in padding], [p[1] for p in padding], interior)


@lowers("stablehlo.select_and_scatter")
def _select_and_scatter(b: Legalizer, op: HloOp, operand, source, initial):
    """For each source element, find the selected position of its window and scatter there.

    Windows may overlap, so source elements are visited one after another.
    Positions in the padding are never selected.
    """
    info = op.result
    rank = info.rank
    operand, source = b.tensor(operand), b.tensor(source)
    ones = [1] * rank
    window = op.ints("window_dimensions", ones)
    strides = op.ints("window_strides", ones)
    low = [pair[0] for pair in op.pairs("padding", rank)]
    select, scatter = op.regions
    result = b.fill(initial, b.empty(info.type))
    zero = b.const_index(0)
    no = b.constant(b.type("i1"), False)

    def visit(at: Sequence[ir.Value], carried):
        (target,) = carried
        corner = [
            b.arith("subi", b.arith("muli", i, b.const_index(s)), b.const_index(p))
            for i, s, p in zip(at, strides, low, strict=True)
        ]

        def consider(offset: Sequence[ir.Value], state):
            found, best, *where = state
            place = [b.arith("addi", c, o) for c, o in zip(corner, offset, strict=True)]
            inside = in_bounds(b, place, info.shape)
            safe = [b.select(inside, p, zero) for p in place]
            value = b.extract(operand, safe)
            (keep,) = b.region(select, [best, value])
            take = b.arith("xori", b.arith("andi", found, keep), b.constant(b.type("i1"), True))
            take = b.arith("andi", inside, take)
            chosen = [b.select(take, new, old) for new, old in zip(safe, where, strict=True)]
            return [b.arith("ori", found, inside), b.select(take, value, best), *chosen]

        start = [no, initial, *[zero] * rank]
        found, _, *where = for_nest(b, window, start, consider)
        added = b.extract(source, at)
        old = b.extract(target, where)
        (new,) = b.region(scatter, [old, added])
        # A window that lies in the padding alone selects nothing.
        return [b.insert(b.select(found, new, old), target, where)]

    (result,) = for_nest(b, op.operand(1).shape, [result], visit)
    return result if rank else b.extract(result)


def in_bounds(b: Legalizer, place: Sequence[ir.Value], shape: Sequence[int]) -> ir.Value:
    """Return whether an index is inside a shape; negative indices are not."""
    inside = b.constant(b.type("i1"), True)
    for index, extent in zip(place, shape, strict=True):
        # As unsigned numbers, negative indices are large.
        inside = b.arith("andi", inside, b.cmpi("ult", index, b.const_index(extent)))
    return inside
