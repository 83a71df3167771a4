"""Random gathers and scatters."""

from __future__ import annotations

import data
from data import Type
from movement import any_value, indices, ints
from program import Program
from reduction import combiner
from registry import generates


class _Layout:
    """How the dimensions of an operand, of indices and of a result (or updates) correspond.

    With ``points``, windows have an extent of 1 along indexed dimensions:
    XLA drops windows that are outside in part.
    """

    def __init__(self, p: Program, shape: tuple[int, ...], points: bool = False):
        rank = len(shape)
        self.indexed = p.order(rank)[: p.integer(0, rank)]
        others = [d for d in p.order(rank) if d not in self.indexed]
        self.operand_batch = others[: p.integer(0, min(1, len(others)))] if p.chance(0.3) else []
        self.operand_batch = [d for d in self.operand_batch if shape[d]]
        batch_count = len(self.operand_batch) + p.integer(0, 2)
        self.batch_shape = [p.integer(0 if p.chance(0.05) else 1, 3) for _ in range(batch_count)]
        positions = p.order(batch_count)[: len(self.operand_batch)]
        for position, dimension in zip(positions, self.operand_batch, strict=True):
            self.batch_shape[position] = shape[dimension]
        # The index vector's dimension is among the batch dimensions, or past the last.
        self.vector_dim = p.integer(0, batch_count)
        self.indices_shape = list(self.batch_shape)
        if not (self.vector_dim == batch_count and len(self.indexed) == 1 and p.chance(0.5)):
            self.indices_shape.insert(self.vector_dim, len(self.indexed))
            positions = [i + (i >= self.vector_dim) for i in positions]
        self.indices_batch = positions
        free = [d for d in range(rank) if d not in self.operand_batch]
        self.sizes = [
            1
            if d in self.operand_batch or (points and n and d in self.indexed)
            else p.integer(0 if p.chance(0.05) else min(1, n), n)
            for d, n in enumerate(shape)
        ]
        self.dropped = sorted(d for d in free if self.sizes[d] == 1 and p.chance(0.5))
        self.window = [d for d in free if d not in self.dropped]
        rank = batch_count + len(self.window)
        self.window_dims = sorted(p.order(rank)[: len(self.window)])
        batch = iter(self.batch_shape)
        windows = iter(self.sizes[d] for d in self.window)
        self.result_shape = [
            next(windows) if d in self.window_dims else next(batch) for d in range(rank)
        ]


@generates(1.5)
def gather(p: Program) -> None:
    """Slices from any places, with batching dimensions."""
    operand = any_value(p)
    layout = _Layout(p, operand.type.shape)
    starts = indices(p, tuple(layout.indices_shape), max(operand.type.shape, default=1))
    numbers = (
        f"offset_dims = {layout.window_dims}, collapsed_slice_dims = {layout.dropped}, "
        f"operand_batching_dims = {layout.operand_batch}, "
        f"start_indices_batching_dims = {layout.indices_batch}, "
        f"start_index_map = {layout.indexed}, index_vector_dim = {layout.vector_dim}"
    )
    result = operand.type.shaped(*layout.result_shape)
    if result.size > 256:
        return
    attributes = (
        f"dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = {ints(layout.sizes)}"
    )
    p.emit("gather", [operand, starts], [result], attributes)


@generates(1.5)
def scatter(p: Program) -> None:
    """Updates at any places, combined in order."""
    operand = p.exact("bool int uint float")
    layout = _Layout(p, operand.type.shape, points=p.oracle == "xla")
    places = indices(p, tuple(layout.indices_shape), max(operand.type.shape, default=1))
    update_type = operand.type.shaped(*layout.result_shape)
    if update_type.size > 256:
        return
    updates = p.like(update_type)
    numbers = (
        f"update_window_dims = {layout.window_dims}, inserted_window_dims = {layout.dropped}, "
        f"input_batching_dims = {layout.operand_batch}, "
        f"scatter_indices_batching_dims = {layout.indices_batch}, "
        f"scatter_dims_to_operand_dims = {layout.indexed}, index_vector_dim = {layout.vector_dim}"
    )
    region = _update(p, operand.type.shaped())
    p.emit(
        "scatter",
        [operand, places, updates],
        [operand.type],
        f"scatter_dimension_numbers = #stablehlo.scatter<{numbers}>",
        [region],
    )


def _update(p: Program, scalar: Type) -> str:
    """Return a region that combines the old value and the update, or takes the update."""
    if p.chance(0.7):
        return combiner(p, scalar)[0]
    with p.region([scalar, scalar], isolated=True) as region:
        region.results = region.parameters[1:]
    return region.text


@generates(0.5)
def scatter_pair(p: Program) -> None:
    """Two tensors updated at the same places, elements of a vector."""
    first = p.like(data.random_type(p.random, "int uint float", 1))
    second = p.like(Type(first.type.shape, data.random_element(p.random, "int bool")))
    count = p.integer(0, 4)
    places = indices(p, (count, 1), first.type.shape[0])
    updates = [p.like(v.type.shaped(count)) for v in (first, second)]
    scalars = [v.type.shaped() for v in (first, second)]
    with p.region([*scalars, *scalars]) as region:
        a, b, c, d = region.parameters
        (one,) = p.emit("maximum", [a, c], [a.type])
        (two,) = p.emit("xor", [b, d], [b.type])
        region.results = [one, two]
    p.emit(
        "scatter",
        [first, second, places, *updates],
        [first.type, second.type],
        "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>",
        [region.text],
    )
