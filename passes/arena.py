"""Packing buffers into one arena: buffers that live at the same time do not overlap.

Pure data in, pure data out; `passes.memory` finds the live intervals.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass

ALIGNMENT = 64
"""Every buffer starts at a multiple of this many bytes: a cache line, a vector register."""

MAX_BYTES = 1 << 47
"""No process can address more on the machines that this package runs on."""


@dataclass(frozen=True)
class Interval:
    """A buffer of ``size`` bytes that is in use from time ``start`` to ``end``, both included."""

    start: int
    end: int
    size: int


def pack(intervals: Sequence[Interval]) -> tuple[list[int], int]:
    """Return an offset for each interval and the size of the arena.

    One scan over time with a list of free blocks: each buffer takes the
    smallest block that it fits in (best fit), or grows the arena; the blocks
    of buffers that have ended are merged with their neighbours.  The cost is
    O(n log n).
    """
    offsets = [0] * len(intervals)
    free = _FreeBlocks()
    ending: list[tuple[int, int]] = []
    for i in sorted(range(len(intervals)), key=lambda i: (intervals[i].start, -intervals[i].size)):
        interval = intervals[i]
        while ending and ending[0][0] < interval.start:
            j = heapq.heappop(ending)[1]
            free.release(offsets[j], align(intervals[j].size))
        if interval.size:
            offsets[i] = free.take(align(interval.size))
            heapq.heappush(ending, (interval.end, i))
    return offsets, free.top


def align(size: int) -> int:
    """Round a size up to a multiple of `ALIGNMENT`."""
    return -(-size // ALIGNMENT) * ALIGNMENT


class _FreeBlocks:
    """The free blocks below ``top``, found by size, by start and by end."""

    def __init__(self):
        self.top = 0
        self._by_size: list[tuple[int, int]] = []
        self._size_at: dict[int, int] = {}
        self._start_before: dict[int, int] = {}

    def take(self, size: int) -> int:
        """Return the offset of a block of ``size`` bytes that is now in use."""
        i = bisect_left(self._by_size, (size, 0))
        if i < len(self._by_size):
            have, offset = self._by_size[i]
            self._remove(offset)
            if have > size:
                self._add(offset + size, have - size)
            return offset
        # Nothing fits: grow the arena, from its last block on if that is free.
        offset = self._start_before.get(self.top, self.top)
        if offset < self.top:
            self._remove(offset)
        self.top = offset + size
        return offset

    def release(self, offset: int, size: int) -> None:
        """Give a block back, and merge it with the free blocks that touch it."""
        if (before := self._start_before.get(offset)) is not None:
            size += self._remove(before)
            offset = before
        if offset + size in self._size_at:
            size += self._remove(offset + size)
        self._add(offset, size)

    def _add(self, offset: int, size: int) -> None:
        insort(self._by_size, (size, offset))
        self._size_at[offset] = size
        self._start_before[offset + size] = offset

    def _remove(self, offset: int) -> int:
        size = self._size_at.pop(offset)
        del self._start_before[offset + size]
        del self._by_size[bisect_left(self._by_size, (size, offset))]
        return size
