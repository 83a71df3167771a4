"""The packing of buffers into one arena, against what any packing must satisfy."""

from __future__ import annotations

import random

import pytest

from hlo_opt.passes.arena import ALIGNMENT, Interval, align, pack


def check(intervals: list[Interval]) -> int:
    """Check a packing pair by pair; return its size."""
    offsets, total = pack(intervals)
    assert len(offsets) == len(intervals)
    for i, (a, at) in enumerate(zip(intervals, offsets, strict=True)):
        assert at % ALIGNMENT == 0
        assert at + a.size <= total or a.size == 0
        for b, bt in zip(intervals[:i], offsets[:i], strict=True):
            together = a.start <= b.end and b.start <= a.end
            apart = at + a.size <= bt or bt + b.size <= at
            assert not together or apart or 0 in (a.size, b.size), (a, at, b, bt)
    return total


def lower_bound(intervals: list[Interval]) -> int:
    """Return the most bytes that live at one time: no arena is smaller."""
    return max(
        (sum(align(b.size) for b in intervals if b.start <= a.start <= b.end) for a in intervals),
        default=0,
    )


@pytest.mark.parametrize("seed", range(30))
def test_random_intervals(seed):
    rng = random.Random(seed)
    intervals = []
    for _ in range(rng.randint(0, 60)):
        start = rng.randrange(100)
        end = start + rng.randrange(1 + rng.choice([3, 30, 100]))
        intervals.append(Interval(start, end, rng.choice([0, 1, 64, 65, 1000, 4096])))
    total = check(intervals)
    assert lower_bound(intervals) <= total <= sum(align(i.size) for i in intervals)


def test_a_chain_needs_two_buffers():
    """Each step reads the buffer before its own: two are enough for any length."""
    chain = [Interval(2 * i, 2 * i + 3, 256) for i in range(100)]
    assert check(chain) == 2 * 256


def test_neighbours_are_merged():
    small = [Interval(0, 1, 64), Interval(0, 1, 64), Interval(0, 1, 64)]
    assert check([*small, Interval(2, 3, 192)]) == 192


def test_the_last_block_grows():
    assert check([Interval(0, 1, 64), Interval(2, 3, 640)]) == 640


def test_best_fit():
    """A small buffer takes the small gap, so that a large one fits in the large gap."""
    long = [Interval(0, 9, 64), Interval(0, 9, 64), Interval(0, 9, 64)]
    intervals = [Interval(0, 1, 640), long[0], Interval(0, 1, 64), long[1]]
    assert check([*intervals, Interval(3, 9, 64), Interval(4, 9, 640)]) == check(intervals)


def test_nothing():
    assert pack([]) == ([], 0)
    assert pack([Interval(0, 5, 0)]) == ([0], 0)


def test_thousands_of_buffers_are_fast():
    """(A quadratic packing takes minutes here.)"""
    rng = random.Random(0)
    intervals = []
    for i in range(100_000):
        intervals.append(Interval(i, i + rng.randrange(50), 64 * rng.randrange(1, 100)))
    _, total = pack(intervals)
    assert total < 64 * 100 * 100
