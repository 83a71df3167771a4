"""Transposing a square of elements that lies in registers."""

from __future__ import annotations

from collections.abc import Sequence

from .emitter import Emitter, Value


def transposed(e: Emitter, rows: Sequence[Value]) -> list[Value]:
    """Return the columns of a square of vectors; their number is a power of two.

    Each of log2(n) steps interleaves row i with row i + n/2.
    """
    count = len(rows)
    rows = list(rows)
    half = count // 2
    low = [lane for i in range(half) for lane in (i, i + count)]
    high = [lane for i in range(half, count) for lane in (i, i + count)]
    steps = count.bit_length() - 1
    for _ in range(steps):
        rows = [
            e.shuffle(rows[i], rows[i + half], mask) for i in range(half) for mask in (low, high)
        ]
    return rows
