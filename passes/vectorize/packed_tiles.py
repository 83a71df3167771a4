"""Tiles of a product of packed operands: their sums, and what becomes of these in the output."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from math import ceil

from ...dialect.mlir import ir
from ..dataflow import constant_of
from .arithmetic import TILE_STEPS
from .emitter import Emitter, Value, bit_width, like
from .matrix_unit import MatrixUnit
from .microkernel import Lines, Steps, Tile, sum_tile
from .packed import PackedProduct
from .packing import Buffer
from .product_body import Factors


@dataclass(frozen=True)
class Spot:
    """One tile of one task: its operands, so many steps of them, and where its sums go.

    ``later`` are lines of the next panel, which tiles bring into the second-level cache.
    ``skipped`` are the rows and columns that the tiles before it have, too;
    ``is_first`` tells whether nothing is in the output yet.
    """

    task: Value
    a: Steps
    b: Steps
    later: Lines | None
    steps: int
    c: Value
    is_first: Value | bool
    skipped: tuple[Value, Value]


def tiles_of(e: Emitter, product: PackedProduct, buffer: Buffer) -> VectorTiles:
    """Return what emits the tiles of a product, and emit what is to be done once before all.

    ``buffer`` makes memory.
    """
    kind = MatrixTiles if product.arithmetic.in_tiles else VectorTiles
    return kind(e, product, buffer)


class VectorTiles:
    """Tiles whose sums are vectors in registers."""

    def __init__(self, e: Emitter, product: PackedProduct, buffer: Buffer):
        self.e = e
        self.product = p = product
        self.c = c = p.nest.outputs[0]
        self.across = c.stride(p.rows)
        self.start = p.nest.start[0]
        self.add = Factors(p.nest).add.name
        self.tile = Tile(p.tile_rows, p.panel // p.register, p.register, p.steps_ahead)
        rows, columns = p.nest.sizes[p.rows], p.nest.sizes[p.columns]
        self.overlap = bool(rows % p.tile_rows or columns % p.panel)
        self.buffer = None
        if self._needs_buffer():
            self.buffer = buffer(p.tasks * p.tile_rows * p.panel, p.arithmetic.total)

    def _needs_buffer(self) -> bool:
        return self.overlap

    def open(self) -> AbstractContextManager[None]:
        """Emit into a task."""
        return nullcontext()

    def emit(self, spot: Spot) -> None:
        """Emit one tile.  Of one that overlaps others, what they have is left out."""
        p = self.product
        self._prefetch(spot.c, p.tile_rows)
        sums = sum_tile(self.e, p.arithmetic, self.tile, spot.steps, spot.a, spot.b, spot.later)

        def add_part(start: Value | None) -> None:
            for i, row in enumerate(sums):
                for j, value in enumerate(row):
                    self._store_to_buffer(spot, value, i, j)
            self._add_part(spot, start)

        self._add(spot, lambda start: self._add_whole(spot, sums, start), add_part)

    def _prefetch(self, c: Value, rows: int) -> None:
        """Bring so many rows of the place of a tile, from ``c`` on, near while it is summed."""
        for i in range(rows):
            for j in (0, self.product.panel - 1):
                self.e.prefetch(self.c.base, self._place(c, i, j), write=True)

    def _place(self, c: Value, row: int, column: int) -> Value:
        """Return where an element of a tile, which begins at ``c``, is in the output."""
        return self.e.index_sum(row * self.across + column, [(c, 1)])

    def _is_whole(self, spot: Spot) -> Value | bool:
        return not self.overlap or is_zero(self.e, self.e.same("arith.addi", *spot.skipped))

    def _add(self, spot: Spot, whole: Callable, part: Callable) -> None:
        """Add sums to what the product starts from, or else to what is there (None)."""

        def add_to(start: Value | None) -> None:
            self.e.either(self._is_whole(spot), lambda: whole(start), lambda: part(start))

        first = self.start is not None and spot.is_first
        self.e.either(first, lambda: add_to(self.start), lambda: add_to(None))

    def _add_whole(self, spot: Spot, sums: list[list[Value]], start: Value | None) -> None:
        lanes = self.tile.lanes
        for i, row in enumerate(sums):
            for j, value in enumerate(row):
                self._add_at(self._place(spot.c, i, j * lanes), value, start)

    def _add_at(self, index: Value, value: Value, start: Value | None) -> None:
        e, element = self.e, self.c.element
        if bit_width(element) < bit_width(self.product.arithmetic.total):
            value = e.op("arith.trunci", like(value.type, element), [value])
        lanes = value.type.shape[0] if isinstance(value.type, ir.VectorType) else None
        old = e.load(self.c.base, index, lanes) if start is None else start
        if lanes:
            old = e.vector(old, lanes)
        e.store(e.same(self.add, old, value), self.c.base, index)

    # --- parts, by way of a buffer ---------------------------------------------------

    def _buffer_start(self, spot: Spot) -> Value:
        return self.e.index_sum(0, [(spot.task, self.product.tile_rows * self.product.panel)])

    def _store_to_buffer(self, spot: Spot, value: Value, row: int, vector: int) -> None:
        constant = row * self.product.panel + vector * self.tile.lanes
        at = self.e.index_sum(constant, [(self._buffer_start(spot), 1)])
        self.e.store(value, self.buffer, at)

    def _add_part(self, spot: Spot, start: Value | None) -> None:
        self._each_of_part(spot, lambda to, value: self._add_at(to, value, start))

    def _each_of_part(self, spot: Spot, put: Callable[[Value, Value], None]) -> None:
        """Emit ``put`` for each element in the buffer that no other tile has, and its place."""
        e, p = self.e, self.product
        ends, one = (e.at_index(p.tile_rows), e.at_index(p.panel)), e.at_index(1)
        with e.open_loop([spot.skipped[0], ends[0], one]) as i:
            with e.open_loop([spot.skipped[1], ends[1], one]) as j:
                at = e.index_sum(0, [(self._buffer_start(spot), 1), (i, p.panel), (j, 1)])
                to = e.index_sum(0, [(spot.c, 1), (i, self.across), (j, 1)])
                put(to, e.load(self.buffer, at, None))


class MatrixTiles(VectorTiles):
    """Tiles whose sums are in the registers of a matrix unit.

    If sums are stored as they are, the unit starts from what is in the output.
    """

    def __init__(self, e: Emitter, product: PackedProduct, buffer: Buffer):
        start = product.nest.start[0]
        same = product.nest.outputs[0].element == product.arithmetic.total
        self.in_place = same and (start is None or _is_zero_constant(start))
        super().__init__(e, product, buffer)
        self.unit = MatrixUnit(e, product.arithmetic, self.tile, buffer)
        self.unit.prepare()

    def _needs_buffer(self) -> bool:
        return self.overlap or not self.in_place

    def open(self) -> AbstractContextManager[None]:
        """Emit into a task."""
        return self.unit.open()

    def emit(self, spot: Spot) -> None:
        """Emit one tile.  Of one that overlaps others, what they have is left out."""
        e, unit, panel = self.e, self.unit, self.product.panel
        if not self.in_place:
            unit.zero()
            self._add_products(spot)
            unit.store(self.buffer, self._buffer_start(spot), panel)
            self._add(
                spot,
                lambda start: self._add_rows(spot, start),
                lambda start: self._add_part(spot, start),
            )
            return
        first = self.start is not None and spot.is_first
        e.either(first, unit.zero, lambda: unit.load(self.c.base, spot.c, self.across))
        self._add_products(spot)

        def store_part() -> None:
            unit.store(self.buffer, self._buffer_start(spot), panel)
            self._each_of_part(spot, lambda to, value: e.store(value, self.c.base, to))

        e.either(
            self._is_whole(spot),
            lambda: unit.store(self.c.base, spot.c, self.across),
            store_part,
        )

    def _add_products(self, spot: Spot) -> None:
        """Add products to the sums; meanwhile, bring the tile's place, and ``later``, near."""
        e, p = self.e, self.product
        blocks = spot.steps // TILE_STEPS  # of which there are some: steps fill whole tiles
        rows = ceil(p.tile_rows / blocks)

        def bring_near(block: Value) -> None:
            self._prefetch(e.scaled_sum(spot.c, block, rows * self.across), rows)
            if spot.later:
                spot.later.prefetch(e, block)

        self.unit.add_products(spot.steps, spot.a, spot.b, bring_near)

    def _add_rows(self, spot: Spot, start: Value | None) -> None:
        """Add the sums in the buffer, row by row."""
        e, p, lanes = self.e, self.product, self.tile.lanes
        with e.open_loops([p.tile_rows]) as (i,):
            for j in range(self.tile.vectors):
                at = e.index_sum(j * lanes, [(self._buffer_start(spot), 1), (i, p.panel)])
                to = e.index_sum(j * lanes, [(spot.c, 1), (i, self.across)])
                self._add_at(to, e.load(self.buffer, at, lanes), start)


def is_zero(e: Emitter, index: Value) -> Value:
    """Emit whether an index is 0."""
    i1, i64 = (ir.IntegerType.get_signless(n) for n in (1, 64))
    equal = {"predicate": ir.IntegerAttr.get(i64, 0)}
    return e.op("arith.cmpi", i1, [index, e.at_index(0)], equal)


def _is_zero_constant(value: Value) -> bool:
    """Tell whether a scalar is known to be 0, which sums of tiles start from; -0 is not."""
    attribute = constant_of(value)
    if attribute is None:
        return False
    if isinstance(value.type, ir.FloatType):
        return repr(ir.FloatAttr(attribute).value) == "0.0"
    return ir.IntegerAttr(attribute).value == 0
