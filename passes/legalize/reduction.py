"""reduce, reduce_window and select_and_scatter."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialect.mlir import ir
from .core import HloOp, Legalizer, lowers
from .loops import for_nest
from .reshape import pad
from .scan import combining_operation, scan, scanned_dimension
from .windows import are_long, combine_windows


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
    running = _Running(b, op)
    outputs = running.start(operands[count:])
    maps = [b.identity_map(source.rank)] * count + [b.projection(source.rank, kept)] * count
    iterators = "".join("r" if d in dimensions else "p" for d in range(source.rank))

    def body(*scalars):
        return running.step(scalars[count:], running.load(scalars[:count]))

    results = running.end(b.generic(inputs, outputs, maps, iterators, body))
    return [b.extract(r) for r in results] if not kept else results


# What may be done in f32 and rounded once in the end, as dot_general does it.
_WIDE = {
    "stablehlo.add": "addf",
    "stablehlo.maximum": "maximumf",
    "stablehlo.minimum": "minimumf",
    "stablehlo.multiply": "mulf",
}


class _Running:
    """The running values of a reduction: those of narrow floats are in f32."""

    def __init__(self, b: Legalizer, op: HloOp):
        self.b = b
        self.op = op
        self.element = op.operand(0).element
        narrow = self.element.kind == "float" and self.element.width < 32
        self.wide = _WIDE.get(combining_operation(op)) if narrow else None

    def start(self, initial: Sequence[ir.Value]) -> list[ir.Value]:
        """Return tensors of initial values, to be reduced into."""
        b, initial = self.b, self.load(initial)
        types = [
            b.tensor_type(r.shape, i.type) for r, i in zip(self.op.results, initial, strict=True)
        ]
        return [b.fill(i, b.empty(type)) for i, type in zip(initial, types, strict=True)]

    def load(self, scalars: Sequence[ir.Value]) -> Sequence[ir.Value]:
        """Return elements in the type of running values."""
        return [self.b.load(scalars[0], self.element)] if self.wide else scalars

    def step(self, totals: Sequence[ir.Value], more: Sequence[ir.Value]) -> list[ir.Value]:
        """Combine running values with others, which come behind them."""
        if self.wide:
            return [self.b.arith(self.wide, totals[0], more[0])]
        return self.b.region(self.op.regions[0], [*totals, *more])

    def end(self, results: list[ir.Value]) -> list[ir.Value]:
        """Return the results in their own type."""
        if not self.wide:
            return results
        rounded = lambda x: self.b.store(x, self.element)  # noqa: E731
        return [self.b.map(results, self.op.result.type, rounded)]

    def windows(self, inputs, initial: Sequence[ir.Value], window: Sequence[int]) -> list[ir.Value]:
        """Combine the windows that begin at each place, initial values first."""
        b = self.b
        if self.wide:
            type = b.tensor_type(ir.RankedTensorType(inputs[0].type).shape, b.type("f32"))
            inputs = [b.map(inputs, type, lambda x: self.load([x])[0])]
        values = combine_windows(b, inputs, window, self.step)
        start, rank = self.load(initial), len(window)
        return b.generic(
            values,
            [b.empty(value.type) for value in values],
            [b.identity_map(rank)] * (2 * len(values)),
            "p" * rank,
            lambda *scalars: self.step(start, scalars[: len(values)]),
        )


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
    running = _Running(b, op)
    if are_long(op):
        return running.end(running.windows(inputs, initial, window))
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
    outputs = running.start(initial)

    def body(*scalars):
        return running.step(scalars[count + 1 :], running.load(scalars[:count]))

    iterators = "p" * rank + "r" * rank
    return running.end(b.generic([*inputs, extents], outputs, maps, iterators, body))


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
