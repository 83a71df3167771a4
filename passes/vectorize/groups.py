"""Groups of nests: the strategy of each, and loops over the rows that they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import prod

from ..target import Target
from .access import Access
from .chunks import ChunkedSum, chunked_sum
from .emitter import Emitter, Value
from .lanes import calls_for_each_lane
from .nest import Nest, is_fill
from .packed import PackedProduct, packed_product
from .strategy import choose_tiling
from .tiling import Tiling

# Rows that share buffers of one row each are split into chunks if there is much to do.
MOST_CHUNKS, _MUCH = 16, 1 << 17
_FEW_CALLS = 4
Strategy = Tiling | PackedProduct | ChunkedSum
Plan = list[tuple[Nest, Strategy]]


def choose_strategy(nest: Nest, target: Target, rows: int = 0) -> Strategy | None:
    """Return how to run a nest whose first ``rows`` loops are open, None if it stays as it is."""
    if rows == 0 and (chunked := chunked_sum(nest)):
        return chunked
    product = packed_product(nest, target, rows)
    if product is not None:
        return product
    tiling = choose_tiling(nest, target, rows)
    return None if tiling is None else _with_few_calls(nest, tiling)


def _with_few_calls(nest: Nest, tiling: Tiling) -> Tiling:
    """Return a tiling with short vectors where functions are called lane by lane.

    These take the time; to write out more of their calls only takes longer to compile.
    """
    vector = tiling.vector
    if vector is None or nest.reduction[vector] or tiling.unroll or tiling.lanes <= _FEW_CALLS:
        return tiling
    return replace(tiling, lanes=_FEW_CALLS) if calls_for_each_lane(nest) else tiling


def rows_are_independent(plan: Plan, buffers: set[Value]) -> bool:
    """Tell whether rows may run at once, if each that does has buffers of its own."""
    return all(
        isinstance(strategy, Tiling)  # packed operands would be shared
        and all(o.base in buffers or o.stride(0) for o in nest.outputs)
        for nest, strategy in plan
    )


def chunks_of(plan: Plan, size: int) -> int:
    """Return into how many chunks rows are split, which threads may run; 1 for little work."""
    work = sum(prod(nest.sizes) * len(list(nest.body.operations)) for nest, _ in plan)
    return min(MOST_CHUNKS, size) if work >= _MUCH else 1


def extent_in_row(base: Value, nests: list[Nest], rows: int) -> int:
    """Return the elements from the first to the last that nests use of a buffer, in one row."""
    return max(
        1 + a.offset + sum(a.stride(d) * (n.sizes[d] - 1) for d in n.loops if d >= rows)
        for n in nests
        for a in n.accesses
        if a.base == base
    )


def in_rows(
    nest: Nest, rebased: dict[Value, tuple[Value, int]], rows: int, chunk: Value | None
) -> Nest:
    """Return a nest that uses the buffers of one row in place of those of all."""
    if not rebased:
        return nest

    def moved(access: Access | Value):
        if not isinstance(access, Access) or access.base not in rebased:
            return access
        base, extent = rebased[access.base]
        terms = {d: s for d, s in access.terms.items() if d >= rows}
        symbols = access.symbols if chunk is None else (*access.symbols, (chunk, extent))
        return replace(access, base=base, terms=terms, symbols=symbols)

    return replace(
        nest, inputs=tuple(map(moved, nest.inputs)), outputs=tuple(map(moved, nest.outputs))
    )


@contextmanager
def open_chunks(e: Emitter, sizes: tuple[int, ...], chunks: int, parallel: bool):
    """Open loops over rows, the first in chunks; gives the chunk, if any, and the indices."""
    if chunks == 1:
        with e.open_loops(sizes, parallel=parallel) as indices:
            yield None, indices
        return
    with open_chunk(e, sizes[0], chunks) as (chunk, bounds):
        with e.open_loop(bounds, trips=-(-sizes[0] // chunks)) as row:
            with e.open_loops(sizes[1:]) as indices:
                yield chunk, [row, *indices]


@contextmanager
def open_chunk(e: Emitter, size: int, chunks: int):
    """Open a parallel loop over chunks; gives the chunk, and the bounds of its iterations."""
    length = -(-size // chunks)
    whole = [e.at_index(0), e.at_index(chunks), e.at_index(1)]
    with e.open_loop(whole, parallel=True) as chunk:
        start = e.scaled_sum(None, chunk, length)
        end = e.same("arith.addi", start, e.at_index(length))
        if length * chunks > size:
            end = e.same("arith.minui", end, e.at_index(size))
            start = e.same("arith.minui", start, e.at_index(size))
        yield chunk, [start, end, e.at_index(1)]


def split_index(e: Emitter, index: Value, sizes: Sequence[int]) -> list[Value]:
    """Return the indices of loops of these sizes of which ``index`` is the one of all together."""
    indices = []
    for size in reversed(sizes):
        indices.append(e.same("arith.remui", index, e.at_index(size)))
        index = e.same("arith.divui", index, e.at_index(size))
    return indices[::-1]


def plan_of(nests: list[Nest], rows: int, target: Target) -> Plan | None:
    """Return the nests of a group with their tilings, reductions starting from what fills set.

    None if there is a nest that no strategy takes.
    """
    plan: Plan = []
    for nest in nests:
        strategy = choose_strategy(nest, target, rows)
        if strategy is None:
            return None
        if nest.reducing and not strategy.adds_to_output:
            nest = _started(nest, plan)
        plan.append((nest, strategy))
    return plan


def _started(nest: Nest, plan: Plan) -> Nest:
    """Take out of ``plan`` the fills that only set what ``nest`` starts from."""
    starts = list(nest.start)
    for i, output in enumerate(nest.outputs):
        users = [p for p in plan if any(a.base == output.base for a in p[0].accesses)]
        if len(users) != 1 or not is_fill(users[0][0]):
            continue
        fill = users[0][0].outputs[0]
        if _same_elements(fill, users[0][0], output, nest):
            starts[i] = users[0][0].inputs[0]
            plan.remove(users[0])
    return replace(nest, start=tuple(starts))


def _same_elements(fill: Access, filling: Nest, output: Access, nest: Nest) -> bool:
    """Tell whether two accesses go through the same elements."""

    def extents(access: Access, of: Nest) -> list[tuple[int, int]]:
        return sorted((stride, of.sizes[d]) for d, stride in access.terms.items())

    return (
        fill.offset == output.offset
        and fill.symbols == output.symbols
        and prod(n for _, n in extents(fill, filling)) == prod(n for _, n in extents(output, nest))
        and _span(fill, filling) == _span(output, nest)
    )


def _span(access: Access, nest: Nest) -> int:
    return sum(stride * (nest.sizes[d] - 1) for d, stride in access.terms.items())
