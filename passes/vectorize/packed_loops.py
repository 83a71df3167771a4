"""The loops of a product of packed operands: blocks of the depth, tasks, panels, tiles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import prod

from .access import Access
from .emitter import Emitter, Value
from .groups import split_index
from .nest import Nest
from .packed import PackedProduct
from .packed_tiles import Spot, VectorTiles, is_zero, tiles_of
from .packing import Buffer, Packing, Symbols


def emit_packed(e: Emitter, product: PackedProduct, buffer: Buffer, outer) -> None:
    """Emit packing and multiplication; ``outer`` has the indices of the open loops."""
    loops = product.outer
    tiles = tiles_of(e, product, buffer)
    with e.open_loops([product.nest.sizes[d] for d in loops]) as indices:
        inside = {**outer, **dict(zip(loops, indices, strict=True))}
        PackedEmission(e, product, buffer, tiles, inside).run()


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
    first_tile: Value
    a: Symbols
    c: Symbols
    is_first: Value | bool


class PackedEmission:
    """Emits one product: all its operands are fixed in the outer loops, ``indices``.

    Panels that one task alone uses are packed by it, one after another, but not
    if there are ``other_rows`` to come.
    """

    def __init__(
        self,
        e: Emitter,
        product: PackedProduct,
        buffer: Buffer,
        tiles: VectorTiles,
        indices: dict[int, Value],
        *,
        other_rows: bool = False,
    ):
        self.e = e
        self.product = p = product
        a, b = (_fixed(p.nest.inputs[side], indices) for side in p.sides)
        self.c = _fixed(p.nest.outputs[0], indices)
        self.rows, self.columns = p.nest.sizes[p.rows], p.nest.sizes[p.columns]
        self.loops = [*(p.nest.sizes[d] for d in p.row_loops), p.row_blocks, p.column_blocks]
        alone = p.tasks == p.column_blocks and not other_rows
        self.packing = Packing(e, p, buffer, a, b, one_panel=alone)
        self.tiles = tiles

    def run(self) -> None:
        """Emit everything."""
        e = self.e
        for first, count, depth in self.product.depth_blocks:
            with e.open_loops([count] if count > 1 else []) as blocks:
                k0 = e.index_sum(first, [(block, depth) for block in blocks])
                is_first = is_zero(e, k0) if blocks and first == 0 else first == 0
                if not self.packing.one_panel:
                    self.packing.pack_panels(k0, depth)
                self._tasks(k0, depth, is_first)
        self.packing.bodies.erase()

    def pack(self) -> None:
        """Emit the packing of the second operand, whose depth is one block, for `multiply_rows`."""
        ((_, _, depth),) = self.product.depth_blocks
        self.packing.pack_panels(self.e.at_index(0), depth)

    def multiply_rows(self, nest: Nest, indices: dict[int, Value]) -> None:
        """Emit the product of the rows of the first operand that ``nest`` has."""
        ((_, _, depth),) = self.product.depth_blocks
        self.packing.a = _fixed(nest.inputs[self.product.sides[0]], indices)
        self.c = _fixed(nest.outputs[0], indices)
        self._tasks(self.e.at_index(0), depth, True)
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
            first = self.e.scaled_sum(None, block, p.block_tiles)
            task = _Task(index, k0, depth, row, first, a, c, is_first)
            if p.packs_rows:
                self.packing.pack_rows(index, k0, depth, a, row)
            with self.tiles.open():
                with self._open_part(part, -(-p.panels // p.column_blocks), p.panels) as panel:
                    if self.packing.one_panel:
                        column = self._clamped(panel, p.panel, self.columns)
                        self.packing.pack_panel(index, column, k0, depth)
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
            yield index, split_index(e, index, sizes)

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

    def _tile(self, task: _Task, panel: Value, tile: Value) -> None:
        """Emit one tile: the last ones of rows and of columns overlap those before them."""
        e, p = self.e, self.product
        row = self._clamped(tile, p.tile_rows, self.rows)
        column = self._clamped(panel, p.panel, self.columns)
        place = [*self.c.symbols, *task.c, (row, self.c.stride(p.rows)), (column, 1)]
        panel_steps = self.packing.panel_steps(task.index, panel, task.depth)
        in_block = e.same("arith.subi", tile, task.first_tile)
        spot = Spot(
            task.index,
            self.packing.row_steps(task.index, task.k0, task.a, task.first_row, row),
            panel_steps,
            self.packing.share_of_next_panel(panel_steps, in_block, task.depth),
            p.arithmetic.packed_steps(task.depth),
            e.index_sum(self.c.offset, place),
            task.is_first,
            (
                e.same("arith.subi", e.scaled_sum(None, tile, p.tile_rows), row),
                e.same("arith.subi", e.scaled_sum(None, panel, p.panel), column),
            ),
        )
        self.tiles.emit(spot)


def _fixed(access: Access, indices: dict[int, Value]) -> Access:
    """Return an access with the loops whose index is given turned into symbols."""
    symbols = [(index, access.stride(d)) for d, index in indices.items() if access.stride(d)]
    terms = {d: stride for d, stride in access.terms.items() if d not in indices}
    return replace(access, terms=terms, symbols=(*access.symbols, *symbols))
