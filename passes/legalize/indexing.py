"""Operations that compute where to read and write: dynamic slices, gather, scatter."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialect.mlir import ir, stablehlo
from ...dialect.types import ElementType
from .builder import Splat
from .core import HloOp, Legalizer, lowers
from .loops import for_nest, if_else
from .reduction import in_bounds
from .reshape import extract_slice, insert_slice


def to_index(b: Legalizer, scalar: ir.Value, element: ElementType) -> ir.Value:
    """Convert an integer scalar of storage type to index.

    Unsigned numbers stay so; those beyond the range of index become its largest.
    """
    value = b.load(scalar, element)
    if element.name == "ui64":
        value = b.arith("minui", value, b.constant(value.type, (1 << 63) - 1))
    return b.cast("index_castui" if element.kind == "uint" else "index_cast", value, b.index)


def clamp_index(b: Legalizer, index: ir.Value, limit: int) -> ir.Value:
    """Return ``clamp(0, index, limit)``, a signed comparison."""
    index = b.arith("maxsi", index, b.const_index(0))
    return b.arith("minsi", index, b.const_index(limit))


def _starts(b: Legalizer, op: HloOp, scalars, first: int, limits: Sequence[int]) -> list[ir.Value]:
    return [
        clamp_index(b, to_index(b, s, op.operand(first + i).element), limit)
        for i, (s, limit) in enumerate(zip(scalars, limits, strict=True))
    ]


@lowers("stablehlo.dynamic_slice")
def _dynamic_slice(b: Legalizer, op: HloOp, operand, *starts):
    info, source = op.result, op.operand(0)
    if isinstance(operand, Splat):
        return Splat(operand.scalar, info)
    if info.rank == 0:
        return operand
    limits = [n - size for n, size in zip(source.shape, info.shape, strict=True)]
    return extract_slice(b, operand, _starts(b, op, starts, 1, limits), info.shape)


@lowers("stablehlo.dynamic_update_slice")
def _dynamic_update_slice(b: Legalizer, op: HloOp, operand, update, *starts):
    info, patch = op.result, op.operand(1)
    if info.rank == 0:
        return update
    limits = [n - size for n, size in zip(info.shape, patch.shape, strict=True)]
    return insert_slice(b, b.tensor(update), b.tensor(operand), _starts(b, op, starts, 2, limits))


@lowers("stablehlo.gather")
def _gather(b: Legalizer, op: HloOp, operand, indices):
    """Each result element is read from a computed, clamped position of the operand."""
    numbers = stablehlo.GatherDimensionNumbers(op.attributes["dimension_numbers"])
    source, info = op.operand(0), op.result
    if isinstance(operand, Splat):
        return Splat(operand.scalar, info) if info.rank else operand.scalar
    operand = b.tensor(operand)
    sizes = op.ints("slice_sizes")
    offset_dims = list(numbers.offset_dims)
    dropped = [*numbers.collapsed_slice_dims, *numbers.operand_batching_dims]
    sliced = [d for d in range(source.rank) if d not in dropped]
    reader = _IndexReader(
        op,
        b.tensor(indices),
        1,
        numbers.index_vector_dim,
        list(numbers.start_index_map),
        dict(zip(numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True)),
    )

    def element(at: Sequence[ir.Value]) -> ir.Value:
        batch = [i for d, i in enumerate(at) if d not in offset_dims]
        place = [b.const_index(0)] * source.rank
        for dimension, start in reader.starts(b, batch).items():
            place[dimension] = clamp_index(b, start, source.shape[dimension] - sizes[dimension])
        place = [reader.batched(b, batch, d, p) for d, p in enumerate(place)]
        for dimension, offset in zip(sliced, offset_dims, strict=True):
            place[dimension] = b.arith("addi", place[dimension], at[offset])
        return b.extract(operand, place)

    if info.rank == 0:
        return element([])
    return b.map([], info.type, lambda: element([b.loop_index(d) for d in range(info.rank)]))


@lowers("stablehlo.torch_index_select")
def _torch_index_select(b: Legalizer, op: HloOp, operand, index):
    """Take whole slices of dimension ``dim``; the first ``batch_dims`` go together."""
    source, where, info = op.operand(0), op.operand(1), op.result
    dim, batch_dims = op.int("dim"), op.int("batch_dims")
    operand, index = b.tensor(operand), b.tensor(index)

    def element() -> ir.Value:
        at = [b.loop_index(d) for d in range(info.rank)]
        stop = dim + where.rank - batch_dims
        chosen = b.extract(index, [*at[:batch_dims], *at[dim:stop]])
        place = clamp_index(b, to_index(b, chosen, where.element), source.shape[dim] - 1)
        return b.extract(operand, [*at[:dim], place, *at[stop:]])

    return b.map([], info.type, element)


class _IndexReader:
    """Reads index vectors, for gather and scatter alike.

    ``batched_dims`` maps operand batching dimensions to dimensions of the
    index tensor.
    """

    def __init__(self, op: HloOp, indices, position, vector_dim, index_map, batched_dims):
        self.indices = indices
        self.info = op.operand(position)
        self.vector_dim = vector_dim
        self.index_map = index_map
        self.batched_dims = batched_dims

    def starts(self, b: Legalizer, batch: Sequence[ir.Value]) -> dict[int, ir.Value]:
        """Return operand dimension -> start index, for a position in the batch dimensions."""
        starts = {}
        for component, dimension in enumerate(self.index_map):
            place = list(batch)
            if self.vector_dim < self.info.rank:
                place.insert(self.vector_dim, b.const_index(component))
            scalar = b.extract(self.indices, place)
            starts[dimension] = to_index(b, scalar, self.info.element)
        return starts

    def batched(self, b: Legalizer, batch: Sequence[ir.Value], dimension: int, start: ir.Value):
        """Return the batch index if ``dimension`` is an operand batching dimension, else start."""
        if dimension not in self.batched_dims:
            return start
        position = self.batched_dims[dimension]
        return batch[position - (self.vector_dim < position)]


@lowers("stablehlo.scatter")
def _scatter(b: Legalizer, op: HloOp, *operands):
    """Apply updates one after another, in row-major order; skip those out of bounds."""
    numbers = stablehlo.ScatterDimensionNumbers(op.attributes["scatter_dimension_numbers"])
    count = (len(operands) - 1) // 2
    inputs = [b.tensor(v) for v in operands[:count]]
    updates = [b.tensor(v) for v in operands[count + 1 :]]
    target, update = op.operand(0), op.operand(count + 1)
    window_dims = list(numbers.update_window_dims)
    dropped = [*numbers.inserted_window_dims, *numbers.input_batching_dims]
    windowed = [d for d in range(target.rank) if d not in dropped]
    reader = _IndexReader(
        op,
        b.tensor(operands[count]),
        count,
        numbers.index_vector_dim,
        list(numbers.scattered_dims_to_operand_dims),
        dict(zip(numbers.input_batching_dims, numbers.scatter_indices_batching_dims, strict=True)),
    )

    def visit(at, carried):
        batch = [i for d, i in enumerate(at) if d not in window_dims]
        starts = reader.starts(b, batch)
        place = [
            reader.batched(b, batch, d, starts.get(d, b.const_index(0))) for d in range(target.rank)
        ]
        for dimension, window in zip(windowed, window_dims, strict=True):
            place[dimension] = b.arith("addi", place[dimension], at[window])

        def apply():
            old = [b.extract(c, place) for c in carried]
            added = [b.extract(u, at) for u in updates]
            new = b.region(op.regions[0], [*old, *added])
            return [b.insert(n, c, place) for n, c in zip(new, carried, strict=True)]

        inside = in_bounds(b, place, target.shape)
        return if_else(b, inside, [c.type for c in carried], apply, lambda: carried)

    results = for_nest(b, update.shape, inputs, visit)
    return [b.extract(r) for r in results] if target.rank == 0 else results
