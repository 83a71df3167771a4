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

    def prefetch(self, e: Emitter, step: Value, row: int, ahead: int) -> None:
        """Bring what `load` loads into the cache."""
        constant = row * self.across + ahead * self.along
        e.prefetch(self.base, e.index_sum(constant, [(self.start, 1), (step, self.along)]))


@dataclass(frozen=True)
class Lines:
    """``count`` lines of ``line`` elements for each group of steps, in a buffer from ``start`` on.

    They are wanted soon, and may lie behind the end of the buffer.
    """

    base: Value
    start: Value
    count: int
    line: int

    def prefetch(self, e: Emitter, step: Value, steps: int = 1) -> None:
        """Bring those for ``steps`` steps from ``step`` on into the second-level cache."""
        for i in range(self.count):
            terms = [(self.start, 1), (step, self.count * self.line // steps)]
            e.prefetch(self.base, e.index_sum(i * self.line, terms), level=2)


@dataclass(frozen=True)
class Tile:
    """``rows`` times ``vectors`` sums, each of ``lanes`` columns.

    Columns are brought into the cache ``steps_ahead`` of their use, if not 0.
    """

    rows: int
    vectors: int
    lanes: int
    steps_ahead: int = 0


def sum_tile(
    e: Emitter,
    arithmetic: Arithmetic,
    tile: Tile,
    depth: int,
    a: Steps,
    b: Steps,
    later: Lines | None,
) -> list[list[Value]]:
    """Emit the sums over ``depth`` steps; returns the vectors of each row.

    Meanwhile, the lines of ``later``, if any, are brought into the second-level cache.
    """
    zero = e.constant(vector_of(arithmetic.total, tile.lanes), arithmetic.neutral)
    many = arithmetic.steps_at_once

    def steps(first: Value, count: int, sums: Sequence[Value]) -> list[Value]:
        sums = list(sums)
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

    def whole_steps(first: Value, sums: Sequence[Value]) -> list[Value]:
        if later:
            later.prefetch(e, first, many)
        return steps(first, many, sums)

    sums = [zero] * (tile.rows * tile.vectors)
    whole = depth // many * many
    if whole:
        sums = e.loop(whole, many, sums, whole_steps)
    sums = steps(e.at_index(whole), depth - whole, sums)
    return [sums[i : i + tile.vectors] for i in range(0, len(sums), tile.vectors)]
