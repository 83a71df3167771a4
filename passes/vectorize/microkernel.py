"""One tile of a matrix product, summed in registers.

Both operands come in steps of the depth: a step has an element of each row of
the first operand, which is spread over a vector, and a few vectors of columns of
the second (Goto and van de Geijn, "Anatomy of high-performance matrix
multiplication", 2008).  A tile has as many sums as registers hold beside those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .arithmetic import Arithmetic
from .emitter import Emitter, Value, vector_of


@dataclass(frozen=True)
class Steps:
    """Elements of a buffer at ``start + row * across + step * along``."""

    base: Value
    start: Value
    across: int
    along: int

    def load(self, e: Emitter, step: Value, row: int, ahead: int, lanes: int | None) -> Value:
        """Load from row ``row`` of the step ``ahead`` of ``step``."""
        constant = row * self.across + ahead * self.along
        index = e.index_sum(constant, [(self.start, 1), (step, self.along)])
        return e.load(self.base, index, lanes)

    def prefetch(
        self, e: Emitter, step: Value, row: int, ahead: int = 0, *, level: int = 1
    ) -> None:
        """Bring what `load` loads into the cache of a level."""
        constant = row * self.across + ahead * self.along
        index = e.index_sum(constant, [(self.start, 1), (step, self.along)])
        e.prefetch(self.base, index, level=level)


@dataclass(frozen=True)
class Tile:
    """``rows`` times ``vectors`` sums, each of ``lanes`` columns.

    Columns are brought into the cache ``steps_ahead`` of their use, if not 0;
    each time that steps are written out, so are ``lines_ahead`` lines of what comes later.
    """

    rows: int
    vectors: int
    lanes: int
    steps_ahead: int = 0
    lines_ahead: int = 0


def sum_tile(
    e: Emitter,
    arithmetic: Arithmetic,
    tile: Tile,
    depth: int,
    a: Steps,
    b: Steps,
    later: Steps | None = None,
) -> list[list[Value]]:
    """Emit the sums over ``depth`` steps; returns the vectors of each row.

    The lines of ``later`` are brought into the second-level cache.
    """
    zero = e.constant(vector_of(arithmetic.total, tile.lanes), arithmetic.neutral)

    many = arithmetic.steps_at_once

    def steps(first: Value, count: int, sums: Sequence[Value]) -> list[Value]:
        sums = list(sums)
        for line in range(tile.lines_ahead if later and count == many else 0):
            later.prefetch(e, first, line, level=2)
        for ahead in range(count):
            columns = [
                b.load(e, first, j * tile.lanes, ahead, tile.lanes) for j in range(tile.vectors)
            ]
            for j in range(tile.vectors if tile.steps_ahead else 0):
                b.prefetch(e, first, j * tile.lanes, ahead + tile.steps_ahead)
            for i in range(tile.rows):
                element = e.vector(a.load(e, first, i, ahead, None), tile.lanes)
                for j, column in enumerate(columns):
                    at = i * tile.vectors + j
                    sums[at] = arithmetic.multiply_add(e, element, column, sums[at])
        return sums

    sums = [zero] * (tile.rows * tile.vectors)
    whole = depth // many * many
    if whole:
        sums = e.loop(whole, many, sums, lambda k, sums: steps(k, many, sums))
    sums = steps(e.at_index(whole), depth - whole, sums)
    return [sums[i : i + tile.vectors] for i in range(0, len(sums), tile.vectors)]
