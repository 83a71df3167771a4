"""Parts of loops behind their tiles: all iterations are there, in as few registers as hold them."""

from __future__ import annotations

import pytest

from hlo_opt.passes.vectorize.tiling import rest_of_carried


@pytest.mark.parametrize("register", [2, 4, 8, 16])
@pytest.mark.parametrize("again", [False, True])
def test_rest_of_carried(register, again):
    for lanes in (register, 2 * register, 4 * register):
        for size in range(lanes, 6 * lanes):
            full = size // lanes * lanes
            parts = list(rest_of_carried(full, size, register, again=again))
            covered = [i for start, width in parts for i in range(start, start + width)]
            assert set(range(full, size)) <= set(covered) <= set(range(size))
            assert all(width & (width - 1) == 0 for _, width in parts)
            if again:
                assert sum(-(-width // register) for _, width in parts) == -(
                    -(size - full) // register
                )
            else:
                assert covered == list(range(full, size))
