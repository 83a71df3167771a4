"""How the loops of a nest are cut into tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Tiling:
    """How a nest is run.

    ``order`` lists the loops from the outside in.  ``vector`` is the loop that
    is run ``lanes`` iterations at a time, ``unroll`` has the loops of which
    several iterations are written out.  Loops that reduce come last, and their
    running values stay in registers; with ``in_memory`` they may come
    anywhere, and each tile adds to what the output holds.  So it does for
    ``outer_sums``, loops that reduce and come before others.  The vector loop may be
    made of ``parts``, each of which runs all other loops.  With ``aligned``, vectors
    start where so many elements divide the place in the output; before and behind are
    vectors that overlap them, or else single elements.
    A ``register`` has so many lanes.
    """

    order: tuple[int, ...]
    vector: int | None = None
    lanes: int = 1
    unroll: Mapping[int, int] = field(default_factory=dict)
    in_memory: bool = False
    outer_sums: frozenset[int] = frozenset()
    parts: int = 1
    aligned: int | None = None
    register: int = 1

    @property
    def adds_to_output(self) -> bool:
        """Whether tiles add to what the output holds, which must be set before."""
        return self.in_memory or bool(self.outer_sums)

    def step(self, loop: int) -> int:
        """Return how many iterations of a loop a tile covers."""
        return self.lanes if loop == self.vector else self.unroll.get(loop, 1)


def rest_of_carried(
    full: int, size: int, register: int, *, again: bool
) -> Iterator[tuple[int, int]]:
    """Yield where the vectors for the last of ``size`` iterations begin, and their lanes.

    Loops carry them, so they must have powers of two of lanes: code generation would
    carry others lane by lane.  The first ``full`` iterations are done; ``again``, some of
    these may be repeated, which takes no more registers of so many lanes.
    """
    while full < size:
        rest = size - full
        width = 1 << (rest.bit_length() - 1)
        room = -(-rest // register) * register  # lanes of the registers that the rest fills
        if again and width < rest and 2 * width <= min(room, size):
            yield size - 2 * width, 2 * width
            return
        yield full, width
        full += width
