"""Transposing elements that lie in registers."""

from __future__ import annotations

from collections.abc import Sequence

from .emitter import Emitter, Value, bit_width, element_of

# x86 shuffles 128 bits of a register at a time, or moves those as a whole.
_PART_BITS = 128


def columns(e: Emitter, rows: Sequence[Value], width: int) -> list[Value]:
    """Return the columns of vectors of ``width`` elements, a power of two, in squares."""
    squares = [transposed(e, rows[i : i + width]) for i in range(0, len(rows), width)]
    return [_concatenated(e, parts) for parts in zip(*squares, strict=True)]


def _concatenated(e: Emitter, parts: Sequence[Value]) -> Value:
    """Return vectors of one length behind each other."""
    parts, length = list(parts), parts[0].type.shape[0]
    total = length * len(parts)
    while len(parts) > 1:
        pairs = zip(parts[0::2], [*parts[1::2], parts[-1]], strict=False)
        length *= 2
        parts = [e.shuffle(a, b, range(length)) for a, b in pairs]
    whole = parts[0]
    return whole if length == total else e.shuffle(whole, whole, range(total))


def transposed(e: Emitter, rows: Sequence[Value]) -> list[Value]:
    """Return the columns of a square of vectors; their number is a power of two.

    Blocks as large as a part of a register are exchanged across the diagonal, from
    halves on down; then each part is transposed on its own: each of log2(n) steps
    interleaves row i with row i + n/2.
    """
    count = len(rows)
    part = min(count, max(_PART_BITS // bit_width(element_of(rows[0].type)), 1))
    rows, size = list(rows), count // 2
    while size >= part:
        masks = _masks(count, 2 * size, range(size), range(size, 2 * size))
        for i in (i for i in range(count) if not i & size):
            rows[i], rows[i + size] = (e.shuffle(rows[i], rows[i + size], m) for m in masks)
        size //= 2
    half = part // 2
    masks = [[lane for i in low for lane in (i, i + count)] for low in _halves(count, part)]
    columns = []
    for first in range(0, count, part):
        group = rows[first : first + part]
        for _ in range(part.bit_length() - 1):
            group = [e.shuffle(group[i], group[i + half], m) for i in range(half) for m in masks]
        columns += group
    return columns


def _masks(count: int, block: int, *kept: range) -> list[list[int]]:
    """Return, for each range kept of a block, the lanes of two vectors of these blocks."""
    return [
        [
            side + first + i
            for first in range(0, count, block)
            for side in (0, count)
            for i in range_
        ]
        for range_ in kept
    ]


def _halves(count: int, part: int) -> list[list[int]]:
    """Return the lanes in the lower halves of all parts, and those in the upper halves."""
    half = part // 2
    return [
        [first + i for first in range(0, count, part) for i in range(start, start + half)]
        for start in (0, half)
    ]
