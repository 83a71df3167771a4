"""sort: a bottom-up merge sort of every line along the sort dimension.

It is stable for any comparator, whatever ``is_stable`` asks.  A line of each
operand is copied into a buffer, merged in runs of doubling width between that
buffer and a second one, and written back: O(n log n) comparisons.  Long lines
in an order of numbers are sorted digit by digit instead (`radix_sort`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...dialect.mlir import ir
from .core import HloOp, Legalizer, lowers
from .loops import for_loop, for_nest, while_loop
from .radix_sort import RadixSort, sort_key


@lowers("stablehlo.sort")
def _sort(b: Legalizer, op: HloOp, *operands):
    info = op.operand(0)
    if info.rank == 0:
        return list(operands)
    dimension = op.int("dimension", -1) % info.rank
    extent = info.shape[dimension]
    inputs = [b.tensor(v) for v in operands]
    if extent < 2 or 0 in info.shape:
        return inputs
    first = _needed(op, dimension)
    if first * _PARTIAL <= extent:
        return _first_of_order(b, op, inputs, dimension, first)
    types = [b.tensor_type([extent], i.scalar) for i in op.operands]
    lines, spare = ([b.buffer(t) for t in types] for _ in range(2))
    outer = [n for d, n in enumerate(info.shape) if d != dimension]
    count = len(inputs)
    key = sort_key(b, op, extent)
    radix = key and RadixSort(b, op, key, extent)
    own = radix.buffers() if radix else []

    def sort_line(at: list[ir.Value], carried: list[ir.Value]):
        results, buffers = carried[:count], carried[count : 2 * count]
        spare, own = carried[2 * count : 3 * count], carried[3 * count :]

        def place(i: ir.Value) -> list[ir.Value]:
            return [*at[:dimension], i, *at[dimension:]]

        def load(i, state):
            return [
                b.insert(b.extract(r, place(i)), s, [i])
                for r, s in zip(results, state, strict=True)
            ]

        zero, end = b.const_index(0), b.const_index(extent)
        buffers = for_loop(b, zero, end, buffers, load)
        if radix:
            buffers, spare, own = radix.sort(buffers, spare, own)
        else:
            buffers, spare = _merge_passes(b, op, extent, buffers, spare)

        def store(i, state):
            return [
                b.insert(b.extract(s, [i]), r, place(i))
                for r, s in zip(state, buffers, strict=True)
            ]

        results = for_loop(b, zero, end, results, store)
        return [*results, *buffers, *spare, *own]

    return for_nest(b, outer, [*inputs, *lines, *spare, *own], sort_line)[:count]


_PARTIAL = 16
"""Of lines that are this many times as long as what is needed of them, only that is sorted."""


_AT_ONCE = 16
"""Elements that are compared with the last one found before any of them is moved."""


def _needed(op: HloOp, dimension: int) -> int:
    """Return how many elements at the start of lines are used: of a top-k, only slices are."""
    needed = 1
    for result in op.op.results:
        for use in result.uses:
            user = use.owner.operation
            if user.name != "stablehlo.slice" or list(user.attributes["strides"])[dimension] != 1:
                return op.operand(0).shape[dimension]
            needed = max(needed, list(user.attributes["limit_indices"])[dimension])
    return needed


def _first_of_order(b: Legalizer, op: HloOp, inputs, dimension: int, first: int) -> list[ir.Value]:
    """Find the first elements of each line, sorted; the rest of the results is left undefined.

    Each element moves forward from behind the last one found so far to its place.  Most
    do not: a few at once are compared with that one.
    """
    info = op.operand(0)
    outer = [n for d, n in enumerate(info.shape) if d != dimension]
    extent = info.shape[dimension]
    zero, one, chunk = (b.const_index(n) for n in (0, 1, _AT_ONCE))
    last, begin, end = (b.const_index(n) for n in (first - 1, first, extent))
    end_of_chunks = b.const_index(extent - (extent - first) % _AT_ONCE)

    def line(at: list[ir.Value], results: list[ir.Value]) -> list[ir.Value]:
        def place(i: ir.Value) -> list[ir.Value]:
            return [*at[:dimension], i, *at[dimension:]]

        def comes_before(elements, results, i) -> ir.Value:
            pairs = []
            for element, result in zip(elements, results, strict=True):
                pairs += [element, b.extract(result, place(i))]
            return b.region(op.regions[0], pairs)[0]

        def visit(i: ir.Value, results: list[ir.Value]) -> list[ir.Value]:
            elements = [b.extract(v, place(i)) for v in inputs]

            def more(state):
                position, *moved = state
                behind = b.arith("subi", b.arith("maxsi", position, one), one)
                shift = comes_before(elements, moved, behind)
                return b.arith("andi", b.cmpi("sgt", position, zero), shift)

            def move(state):
                position, *moved = state
                behind = b.arith("subi", position, one)
                moved = [b.insert(b.extract(v, place(behind)), v, place(position)) for v in moved]
                return [behind, *moved]

            start = b.arith("minsi", i, begin)
            position, *moved = while_loop(b, [start, *results], more, move)
            return [b.insert(x, v, place(position)) for x, v in zip(elements, moved, strict=True)]

        def visit_chunk(start: ir.Value, results: list[ir.Value]) -> list[ir.Value]:
            def precedes(j: ir.Value, found: list[ir.Value]) -> list[ir.Value]:
                elements = [b.extract(v, place(b.arith("addi", start, j))) for v in inputs]
                return [b.arith("ori", found[0], comes_before(elements, results, last))]

            (found,) = for_loop(b, zero, chunk, [b.constant(b.type("i1"), False)], precedes)
            count = b.select(found, chunk, zero)
            return for_loop(b, start, b.arith("addi", start, count), results, visit)

        results = for_loop(b, zero, begin, results, visit)
        results = for_loop(b, begin, end_of_chunks, results, visit_chunk, step=chunk)
        return for_loop(b, end_of_chunks, end, results, visit)

    targets = [b.empty(i.type) for i in op.results]
    return for_nest(b, outer, targets, line)


def _merge_passes(b: Legalizer, op: HloOp, extent: int, buffers, spare):
    """Emit merge passes of widths 1, 2, 4, …; returns both sets of buffers, sorted first.

    Passes come in pairs, there and back, so that the carried buffers keep
    their identity; a pass whose width is the extent or more copies.
    """
    passes = (extent - 1).bit_length()
    one, four = b.const_index(1), b.const_index(4)

    def pair(_, state):
        count = (len(state) - 1) // 2
        width, here, there = state[0], state[1 : 1 + count], state[1 + count :]
        there = _merge_pass(b, op, extent, width, here, there)
        here = _merge_pass(b, op, extent, b.arith("muli", width, b.const_index(2)), there, here)
        return [b.arith("muli", width, four), *here, *there]

    rounds = b.const_index((passes + 1) // 2)
    state = for_loop(b, b.const_index(0), rounds, [one, *buffers, *spare], pair)
    count = len(buffers)
    return state[1 : 1 + count], state[1 + count :]


def _merge_pass(b: Legalizer, op: HloOp, extent: int, width, source, target) -> list[ir.Value]:
    """Merge neighbouring sorted runs of ``width`` elements from ``source`` into ``target``."""
    end = b.const_index(extent)
    double = b.arith("muli", width, b.const_index(2))

    def merge_runs(start: ir.Value, state: Sequence[ir.Value]):
        middle = b.arith("minsi", b.arith("addi", start, width), end)
        stop = b.arith("minsi", b.arith("addi", start, double), end)

        def step(k, inner):
            left, right, *outputs = inner
            take_right = _right_is_next(b, op, source, left, right, middle, stop)
            chosen = b.select(take_right, right, left)
            outputs = [
                b.insert(b.extract(s, [chosen]), t, [k])
                for s, t in zip(source, outputs, strict=True)
            ]
            one, zero = b.const_index(1), b.const_index(0)
            left = b.arith("addi", left, b.select(take_right, zero, one))
            right = b.arith("addi", right, b.select(take_right, one, zero))
            return [left, right, *outputs]

        return for_loop(b, start, stop, [start, middle, *state], step)[2:]

    return for_loop(b, b.const_index(0), end, target, merge_runs, step=double)


def _right_is_next(b: Legalizer, op: HloOp, source, left, right, middle, stop) -> ir.Value:
    """Tell whether the merge takes from the right run.

    It does when the left run is used up, or when the right element comes
    strictly before the left one.
    """
    left_done = b.cmpi("sge", left, middle)
    right_done = b.cmpi("sge", right, stop)
    # Positions past a run's end are not compared, but must be readable.
    last = b.const_index(ir.RankedTensorType(source[0].type).shape[0] - 1)
    left, right = b.arith("minsi", left, last), b.arith("minsi", right, last)
    pairs = []
    for line in source:
        pairs += [b.extract(line, [right]), b.extract(line, [left])]
    (before,) = b.region(op.regions[0], pairs)
    true = b.constant(b.type("i1"), True)
    takes = b.arith("ori", left_done, before)
    return b.arith("andi", takes, b.arith("xori", right_done, true))
