"""Where in an iteration space code is being emitted."""

from __future__ import annotations

from dataclasses import dataclass

from .access import Access
from .emitter import Value


@dataclass
class Place:
    """Where in the iteration space code is being emitted.

    ``sums`` are the indices of accesses, as far as loops are open, and
    ``offsets`` what is known of them; ``widths`` the extents of the tile;
    ``known`` the values of the body that are the same all over the tile.
    """

    sums: dict[Access, Value | None]
    offsets: dict[Access, int]
    indices: dict[int, Value | int]
    widths: dict[int, int]
    known: dict[Value, Value]

    def copy(self) -> Place:
        """Return a place of its own at the same spot."""
        return Place(
            dict(self.sums),
            dict(self.offsets),
            dict(self.indices),
            dict(self.widths),
            dict(self.known),
        )


def flat(groups: list[list[Value]]) -> list[Value]:
    """Return the values of all groups in one list."""
    return [value for group in groups for value in group]


def grouped(values: list[Value], like: list[list[Value]]) -> list[list[Value]]:
    """Return the values of one list in groups as large as those of ``like``."""
    values = iter(values)
    return [[next(values) for _ in group] for group in like]
