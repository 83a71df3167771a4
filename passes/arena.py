"""Packing buffers into one arena: buffers that live at the same time do not overlap.

Pure data in, pure data out; `passes.memory` finds the live intervals.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ALIGNMENT = 64
"""Every buffer starts at a multiple of this many bytes: a cache line, a vector register."""

MAX_BYTES = 1 << 47
"""No process can address more on the machines that this package runs on."""

MAX_PAIRS = 1_000_000
"""With more pairs of buffers that live together than this, packing is not refined (0.5 s)."""


@dataclass(frozen=True)
class Interval:
    """A buffer of ``size`` bytes that is in use from time ``start`` to ``end``, both included."""

    start: int
    end: int
    size: int


def pack(intervals: Sequence[Interval]) -> tuple[list[int], int]:
    """Return an offset for each interval and the size of the arena.

    Two ways are tried, because neither is always better: a scan over time,
    and, if that leaves gaps, the largest buffers first.
    """
    offsets, total = _pack_by_time(intervals)
    neighbours = _neighbours(intervals) if total > _most_at_once(intervals) else None
    if neighbours is not None:
        offsets, total = min(
            (offsets, total), _pack_by_size(intervals, neighbours), key=lambda packing: packing[1]
        )
    return offsets, total


def _pack_by_time(intervals: Sequence[Interval]) -> tuple[list[int], int]:
    """Scan over time with a list of free blocks, in O(n log n).

    Each buffer takes the smallest block that it fits in (best fit), or grows
    the arena; blocks that become free are merged with their neighbours.
    """
    offsets = [0] * len(intervals)
    free = _FreeBlocks()
    for i, ended in _scan(intervals):
        for j in ended:
            free.release(offsets[j], align(intervals[j].size))
        offsets[i] = free.take(align(intervals[i].size))
    return offsets, free.top


def _pack_by_size(
    intervals: Sequence[Interval], neighbours: Sequence[Sequence[int]]
) -> tuple[list[int], int]:
    """Place the largest buffers first, each at the lowest offset that its neighbours leave free."""
    offsets = [-1] * len(intervals)
    for i in sorted(range(len(intervals)), key=lambda i: (-intervals[i].size, intervals[i].start)):
        size = align(intervals[i].size)
        taken = sorted(
            (offsets[j], offsets[j] + align(intervals[j].size))
            for j in neighbours[i]
            if offsets[j] >= 0
        )
        offset = 0
        for start, end in taken:
            if start - offset >= size:
                break
            offset = max(offset, end)
        offsets[i] = offset
    total = max((o + align(i.size) for o, i in zip(offsets, intervals, strict=True)), default=0)
    return offsets, total


def _scan(intervals: Sequence[Interval]) -> Iterator[tuple[int, list[int]]]:
    """Yield the intervals that take memory as they start, with those that have ended since."""
    ending: list[tuple[int, int]] = []
    starting = [i for i, interval in enumerate(intervals) if interval.size]
    for i in sorted(starting, key=lambda i: (intervals[i].start, -intervals[i].size)):
        ended = []
        while ending and ending[0][0] < intervals[i].start:
            ended.append(heapq.heappop(ending)[1])
        yield i, ended
        heapq.heappush(ending, (intervals[i].end, i))


def _most_at_once(intervals: Sequence[Interval]) -> int:
    """Return the most bytes in use at one time: no arena is smaller."""
    most = now = 0
    for i, ended in _scan(intervals):
        now += align(intervals[i].size) - sum(align(intervals[j].size) for j in ended)
        most = max(most, now)
    return most


def _neighbours(intervals: Sequence[Interval]) -> list[list[int]] | None:
    """Return for each interval those that overlap it, or None if they are too many to look at."""
    found: list[list[int]] = [[] for _ in intervals]
    active: dict[int, None] = {}
    pairs = 0
    for i, ended in _scan(intervals):
        for j in ended:
            del active[j]
        pairs += len(active)
        if pairs > MAX_PAIRS:
            return None
        for j in active:
            found[i].append(j)
            found[j].append(i)
        active[i] = None
    return found


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
