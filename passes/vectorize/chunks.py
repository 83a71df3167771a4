"""Loops made two, so that threads can share nests that have no parallel loop around the others.

Order of summation: what sums everything up, and is long, makes `CHUNKS` sums of parts of
one loop, as long as each other; they are added to the initial value in order, and
then what is left over.  However many threads there are, the sums are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from ...dialect.mlir import ir
from ..target import Target
from .access import Access
from .emitter import Emitter, Value
from .lanes import can_vectorize, combiner
from .nest import Nest, in_parts_of, part_of, used_indices
from .packing import buffers_at
from .product_body import Bodies
from .strategy import choose_tiling
from .tile import emit_nest
from .tiling import Tiling

CHUNKS = 16
_ENOUGH = 1 << 17


@dataclass(frozen=True)
class ChunkedSum:
    """A nest that sums up everything, in parts of one of its loops."""

    loop: int

    @property
    def adds_to_output(self) -> bool:
        """Whether the output must be set before (`tile.Tiling`): sums start by themselves."""
        return False


def chunked_sum(nest: Nest) -> ChunkedSum | None:
    """Return how to sum in chunks, if a nest has enough to sum up, and no parallel loop."""
    if nest.parallel or not nest.reads or prod(nest.sizes) < _ENOUGH or not can_vectorize(nest):
        return None
    if not all(combiner(nest, i) for i in range(len(nest.outputs))):
        return None
    used = {nest.loop_of.get(index) for index in used_indices(nest)}
    loops = [d for d in nest.loops if d not in used and nest.sizes[d] >= 4 * CHUNKS]
    if not loops:
        return None
    return ChunkedSum(max(loops, key=lambda d: sum(abs(a.stride(d)) for a in nest.reads)))


def emit_chunked(e: Emitter, nest: Nest, how: ChunkedSum, target: Target, entry) -> None:
    """Emit the sums of chunks, their sum, and the rest; buffers are made at ``entry``."""
    size = nest.sizes[how.loop]
    combiners = [combiner(nest, i) for i in range(len(nest.outputs))]
    sums = [buffers_at(e, entry)(CHUNKS, output.element) for output in nest.outputs]
    whole = part_of(nest, how.loop, 0, size // CHUNKS * CHUNKS)
    whole = in_parts_of(whole, how.loop, CHUNKS)
    chunk = len(whole.sizes) - 1
    whole = replace(
        whole,
        outputs=tuple(Access(buffer, {chunk: 1}) for buffer in sums),
        start=tuple(
            e.constant(output.element, neutral)
            for output, (_, neutral) in zip(nest.outputs, combiners, strict=True)
        ),
    )
    emit_nest(e, whole, choose_tiling(whole, target))
    _add_up(e, nest, sums, [name for name, _ in combiners])
    if rest := size % CHUNKS:
        left = part_of(nest, how.loop, size - rest, rest)
        left = replace(left, start=(None,) * len(nest.outputs))
        emit_nest(e, left, choose_tiling(left, target))


def _add_up(e: Emitter, nest: Nest, sums: list[Value], names: list[str]) -> None:
    """Add the sums of chunks to what the nest starts from."""
    bodies = Bodies()
    types = [output.element for output in nest.outputs]

    def emit(*values: Value) -> list[Value]:
        parts, running = values[: len(names)], values[len(names) :]
        return [
            ir.Operation.create(name, [total.type], [total, part]).result
            for name, part, total in zip(names, parts, running, strict=True)
        ]

    total = Nest(
        bodies.make([*types, *types], emit),
        (CHUNKS,),
        (True,),
        tuple(Access(buffer, {0: 1}) for buffer in sums),
        nest.outputs,
        {},
        nest.start,
    )
    emit_nest(e, total, Tiling((0,)))
    bodies.erase()
