"""The loops of a product of packed operands: blocks of the depth, tasks, panels, tiles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import prod

from ...dialect.mlir import ir
from .access import Access
from .emitter import Emitter, Value, bit_width, like
from .microkernel import Tile, sum_tile
from .packed import PackedProduct
from .packing import Packing, Symbols


def emit_packed(e: Emitter, product: PackedProduct, entry: ir.InsertionPoint, outer) -> None:
    """Emit packing and multiplication; ``outer`` has the indices of the open loops."""
    loops = product.outer
    with e.open_loops([product.nest.sizes[d] for d in loops]) as indices:
        _Emission(e, product, entry, {**outer, **dict(zip(loops, indices, strict=True))}).run()


@dataclass(frozen=True)
class _Task:
    """A block of rows of some panels, for one block of the depth.

    ``a`` and ``c`` are what the indices of other loops add to accesses; ``is_first``
    tells whether nothing is in the output yet.
    """

    index: Value
    k0: Value
    depth: int
    first_row: Value
    a: Symbols
    c: Symbols
    is_first: Value | bool


class _Emission:
    """Emits one product: all its operands are fixed in the outer loops."""

    def __init__(self, e: Emitter, product: PackedProduct, entry, indices: dict[int, Value]):
        self.e = e
        self.product = p = product
        a, b = (_fixed(p.nest.inputs[side], indices) for side in p.sides)
        self.c = _fixed(p.nest.outputs[0], indices)
        self.start = p.nest.start[0]
        self.rows, self.columns = p.nest.sizes[p.rows], p.nest.sizes[p.columns]
        self.tile = Tile(p.tile_rows, p.panel // p.register, p.register)
        self.loops = [*(p.nest.sizes[d] for d in p.row_loops), p.row_blocks, p.column_blocks]
        tasks = prod(self.loops)
        self.packing = Packing(e, p, entry, a, b, tasks)
        self.edge = None
        if self.rows % p.tile_rows or self.columns % p.panel:
            self.edge = self.packing.buffer(tasks * p.tile_rows * p.panel, p.arithmetic.total)

    def run(self) -> None:
        """Emit everything."""
        e = self.e
        for first, count, depth in self.product.depth_blocks:
            with e.open_loops([count] if count > 1 else []) as blocks:
                k0 = e.index_sum(first, [(block, depth) for block in blocks])
                is_first = _is_zero(e, k0) if blocks and first == 0 else first == 0
                self.packing.pack_panels(k0, depth)
                self._tasks(k0, depth, is_first)
        self.packing.bodies.erase()

    # --- loops ---------------------------------------------------------------------

    def _tasks(self, k0: Value, depth: int, is_first: Value | bool) -> None:
        p = self.product
        with self._open_together(self.loops) as (index, [*others, block, part]):
            row = self._clamped(block, p.block_rows, self.rows)
            others = list(zip(p.row_loops, others, strict=True))
            a, c = (
                [(i, access.stride(d)) for d, i in others] for access in (self.packing.a, self.c)
            )
            task = _Task(index, k0, depth, row, a, c, is_first)
            if p.packs_rows:
                self.packing.pack_rows(index, k0, depth, a, row)
            with self._open_part(part, -(-p.panels // p.column_blocks), p.panels) as panel:
                with self._open_part(block, p.block_tiles, p.tiles) as tile:
                    self._tile(task, panel, tile)

    @contextmanager
    def _open_together(self, sizes: list[int]) -> Iterator[tuple[Value, list[Value]]]:
        """Open one loop, which threads may share, for all iterations of several.

        Gives its index, and those of the several.
        """
        e, total = self.e, prod(sizes)
        zero = e.at_index(0)
        if total == 1:
            yield zero, [zero] * len(sizes)
            return
        with e.open_loop([zero, e.at_index(total), e.at_index(1)], parallel=True) as index:
            indices, rest = [], index
            for size in reversed(sizes):
                indices.append(e.same("arith.remui", rest, e.at_index(size)))
                rest = e.same("arith.divui", rest, e.at_index(size))
            yield index, indices[::-1]

    @contextmanager
    def _open_part(self, part: Value, size: int, total: int) -> Iterator[Value]:
        """Open the loop over one part of ``total`` iterations, which has ``size`` of them."""
        e = self.e
        start = e.scaled_sum(None, part, size)
        end = e.same("arith.addi", start, e.at_index(size))
        if total % size:
            end = e.same("arith.minui", end, e.at_index(total))
        with e.open_loop([start, end, e.at_index(1)], trips=min(size, total)) as index:
            yield index

    def _clamped(self, index: Value, size: int, total: int) -> Value:
        """Return where one of the parts of ``total`` begins: the last may overlap others."""
        e = self.e
        start = e.scaled_sum(None, index, size)
        return e.same("arith.minui", start, e.at_index(total - size)) if total % size else start

    # --- tiles ---------------------------------------------------------------------

    def _tile(self, task: _Task, panel: Value, tile: Value) -> None:
        """Emit one tile.  Of one that overlaps others, what they have is left out."""
        e, p, packing = self.e, self.product, self.packing
        row = self._clamped(tile, p.tile_rows, self.rows)
        column = self._clamped(panel, p.panel, self.columns)
        place = [*self.c.symbols, *task.c, (row, self.c.stride(p.rows)), (column, 1)]
        c = e.index_sum(self.c.offset, place)
        self._prefetch(c)
        a = packing.row_steps(task.index, task.k0, task.a, task.first_row, row)
        b = packing.panel_steps(panel, task.depth)
        steps = -(-task.depth // p.arithmetic.group)
        sums = sum_tile(e, p.arithmetic, self.tile, steps, a, b)
        skipped = [
            e.same("arith.subi", e.scaled_sum(None, index, size), begin)
            for index, size, begin in ((tile, p.tile_rows, row), (panel, p.panel, column))
        ]

        def add_to(start: Value | None) -> None:
            whole = self.edge is None or _is_zero(e, e.same("arith.addi", *skipped))
            e.either(
                whole,
                lambda: self._add(sums, c, start),
                lambda: self._add_part(task.index, sums, c, start, skipped),
            )

        first = self.start is not None and task.is_first
        e.either(first, lambda: add_to(self.start), lambda: add_to(None))

    def _prefetch(self, c: Value) -> None:
        """Bring the place of a tile into the cache while the tile is summed."""
        e, p = self.e, self.product
        for i in range(p.tile_rows):
            for j in (0, p.panel - 1):
                e.prefetch(self.c.base, e.index_sum(i * self.c.stride(p.rows) + j, [(c, 1)]))

    def _add(self, sums: list[list[Value]], c: Value, start: Value | None) -> None:
        """Add the sums of a tile to ``start`` or to what is there."""
        stride, lanes = self.c.stride(self.product.rows), self.tile.lanes
        for i, row in enumerate(sums):
            for j, value in enumerate(row):
                self._add_at(
                    self.e.index_sum(i * stride + j * lanes, [(c, 1)]), value, start, lanes
                )

    def _add_at(self, index: Value, value: Value, start: Value | None, lanes: int | None) -> None:
        e, element = self.e, self.c.element
        if bit_width(element) < bit_width(self.product.arithmetic.total):
            value = e.op("arith.trunci", like(value.type, element), [value])
        old = e.load(self.c.base, index, lanes) if start is None else start
        if lanes:
            old = e.vector(old, lanes)
        e.store(e.same(self.packing.factors.add.name, old, value), self.c.base, index)

    def _add_part(self, task: Value, sums, c: Value, start: Value | None, skipped) -> None:
        """Add the sums of a tile but for its first rows and columns, by way of a buffer."""
        e, p, lanes = self.e, self.product, self.tile.lanes
        size = p.tile_rows * p.panel
        for i, row in enumerate(sums):
            for j, value in enumerate(row):
                at = e.index_sum(i * p.panel + j * lanes, [(task, size)])
                e.store(value, self.edge, at)
        ends, one = (e.at_index(p.tile_rows), e.at_index(p.panel)), e.at_index(1)
        with e.open_loop([skipped[0], ends[0], one]) as i:
            with e.open_loop([skipped[1], ends[1], one]) as j:
                at = e.index_sum(0, [(task, size), (i, p.panel), (j, 1)])
                to = e.index_sum(0, [(c, 1), (i, self.c.stride(p.rows)), (j, 1)])
                self._add_at(to, e.load(self.edge, at, None), start, None)


def _is_zero(e: Emitter, index: Value) -> Value:
    i1, i64 = (ir.IntegerType.get_signless(n) for n in (1, 64))
    equal = {"predicate": ir.IntegerAttr.get(i64, 0)}
    return e.op("arith.cmpi", i1, [index, e.at_index(0)], equal)


def _fixed(access: Access, indices: dict[int, Value]) -> Access:
    """Return an access with the loops whose index is given turned into symbols."""
    symbols = [(index, access.stride(d)) for d, index in indices.items() if access.stride(d)]
    terms = {d: stride for d, stride in access.terms.items() if d not in indices}
    return replace(access, terms=terms, symbols=(*access.symbols, *symbols))
