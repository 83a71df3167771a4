"""Large matrix products: the second operand is packed into panels first.

A panel has the columns that a tile keeps in registers, row after row, so that
the innermost loop reads memory in order and a block of a panel stays in the
first-level cache while it meets all rows of a block of the first operand,
which stays in the second-level cache.  What the body does to an element before
it multiplies (a conversion, say) is done once, while packing.

Order of summation: blocks of the reducing loop after another, each product
added to the running value in turn, as in a plain loop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from ...dialect.mlir import ir
from ..target import Target
from .access import Access
from .emitter import Emitter, Value, bit_width
from .lanes import can_vectorize
from .nest import Nest
from .product_body import Bodies, Factors, is_product
from .strategy import choose_tiling, is_contraction
from .tile import Tiling, emit_nest

_BLOCK_ROWS, _BLOCK_DEPTH = 96, 256
_MIN_ROWS = 16
# Fewer tiles in a block read the packed operand too often.
_MIN_TILES = 8
# Few enough to read as streams, enough for each panel to get more than a cache line.
_ROWS_PACKED_AT_ONCE = 8


@dataclass(frozen=True)
class PackedProduct:
    """A product ``C[m, n] += A[m, k] B[k, n]`` of a nest, for each iteration of other loops.

    ``rows``, ``columns`` and ``depth`` are the loops m, n and k; ``row_loops``
    are further ones that only A and C have, ``outer`` the rest.
    """

    nest: Nest
    target: Target
    rows: int
    columns: int
    depth: int
    row_loops: tuple[int, ...]
    outer: tuple[int, ...]

    @property
    def register(self) -> int:
        """The elements in a register."""
        return self.target.lanes(bit_width(self.nest.outputs[0].element))

    @property
    def panel(self) -> int:
        """The columns of a panel, which are those of a tile."""
        return self.register * (4 if self.target.registers >= 32 else 2)

    @property
    def tile_rows(self) -> int:
        """The rows of a tile: as many as registers are left for."""
        used = self.panel // self.register
        return (self.target.registers - 2 * used) // used


def packed_product(nest: Nest, target: Target, outer: int = 0) -> PackedProduct | None:
    """Return the product that a nest is, if packing pays; its first ``outer`` loops are open."""
    if len(nest.outputs) != 1 or len(nest.inputs) != 2 or len(nest.reads) != 2:
        return None
    if not can_vectorize(nest) or not is_contraction(nest) or not is_product(nest):
        return None
    a, b = nest.reads
    (c,) = nest.outputs
    loops = [d for d in nest.loops if d >= outer]
    depth = [d for d in loops if nest.reduction[d]]
    columns = [d for d in loops if c.stride(d) == 1 and not nest.reduction[d]]
    if len(depth) != 1 or len(columns) != 1:
        return None
    if a.stride(columns[0]):
        a, b = b, a
    rows = [d for d in loops if a.stride(d) and not b.stride(d) and c.stride(d)]
    if a.stride(columns[0]) or not b.stride(columns[0]) or not b.stride(depth[0]) or not rows:
        return None
    if not a.stride(depth[0]):
        return None
    row = max(rows, key=lambda d: nest.sizes[d])
    more = tuple(d for d in rows if d != row)
    others = tuple(d for d in loops if d not in (*rows, columns[0], depth[0]))
    product = PackedProduct(nest, target, row, columns[0], depth[0], more, others)
    return product if _pays(product, b) else None


def _pays(product: PackedProduct, b: Access) -> bool:
    nest = product.nest
    rows, columns, depth = (nest.sizes[d] for d in (product.rows, product.columns, product.depth))
    if rows < _MIN_ROWS or columns < product.register or depth < product.register:
        return False
    if b.stride(product.columns) != 1:
        return rows >= 2 * _MIN_ROWS
    # What is read column by column does not stay in the first-level cache.
    size = columns * depth * bit_width(b.element) // 8
    return size > product.target.l2_bytes // 2 or bit_width(b.element) < 32


def emit_packed(e: Emitter, product: PackedProduct, entry: ir.InsertionPoint, outer) -> None:
    """Emit packing and multiplication; ``outer`` has the indices of the open loops."""
    loops = product.outer
    with e.open_loops([product.nest.sizes[d] for d in loops]) as indices:
        _Emission(e, product, entry, {**outer, **dict(zip(loops, indices, strict=True))}).run()


class _Emission:
    """Emits one product: all its operands are fixed in the outer loops."""

    def __init__(self, e: Emitter, product: PackedProduct, entry, indices: dict[int, Value]):
        self.e = e
        self.product = product
        self.entry = entry
        nest = product.nest
        self.rows, self.columns, self.depth = (
            nest.sizes[d] for d in (product.rows, product.columns, product.depth)
        )
        first = next(i for i, a in enumerate(nest.inputs) if not a.stride(product.columns))
        self.sides = (first, 1 - first)
        self.a, self.b = (_fixed(nest.inputs[i], indices) for i in self.sides)
        self.c = _fixed(nest.outputs[0], indices)
        self.bodies = Bodies()

    def run(self) -> None:
        """Emit everything."""
        body = Factors(self.product.nest)
        a = self.a
        if body.converts(self.sides[0]) and not self.product.row_loops:
            a = self._converted(body)
        packed = self._packed(body)
        blocks = self._depth_blocks()
        start = self.product.nest.start[0]
        if start is not None and len(blocks) + blocks[0][1] > 2:
            self._fill(start)
            start = None
        product = body.product(self.bodies, self.sides)
        for depth in blocks:
            for panel, columns in self._column_blocks():
                for rows in self._row_blocks():
                    self._multiply(product, a, packed, depth, panel, columns, rows, start)
        self.bodies.erase()

    # --- blocks: (first iteration, number of blocks, iterations in each) ----------

    def _depth_blocks(self) -> list[tuple[int, int, int]]:
        count = ceil(self.depth / _BLOCK_DEPTH)
        return _blocks(self.depth, ceil(self.depth / count))

    def _row_blocks(self) -> list[tuple[int, int, int]]:
        """Return blocks of whole tiles; several are as many as the cores can share evenly."""
        step, cores = self.product.tile_rows, self.product.target.cores
        count = ceil(self.rows / _BLOCK_ROWS)
        shared = ceil(count / cores) * cores
        tiles = self.rows // step // shared
        if count == 1 or tiles < _MIN_TILES:
            tiles = ceil(ceil(self.rows / count) / step)
        return _blocks(self.rows, tiles * step)

    def _column_blocks(self) -> list[tuple[int, tuple[int, int, int]]]:
        """Return where panels begin in the packed operand, and the columns.

        What fills no panel goes into panels of half the columns, a quarter, …
        """
        found, first, size = [], 0, self.product.panel
        while size:
            count = (self.columns - first) // size
            if count:
                found.append((first * self.depth, (first, count, size)))
            first, size = first + count * size, size // 2
        return found

    # --- packing -----------------------------------------------------------------

    def _buffer(self, size: int, element: ir.Type) -> Value:
        i64 = ir.IntegerType.get_signless(64)
        buffer = ir.Operation.create(
            "memref.alloc",
            [ir.MemRefType.get([size], element, loc=self.e.loc)],
            [],
            {"alignment": ir.IntegerAttr.get(i64, 64)},
            loc=self.e.loc,
            ip=self.entry,
        )
        return buffer.results[0]

    def _converted(self, body: Factors) -> Access:
        """Convert the first operand once, into rows."""
        p, side = self.product, self.sides[0]
        buffer = self._buffer(self.rows * self.depth, body.type(side))
        out = Access(buffer, {0: self.depth, 1: 1})
        terms = {0: self.a.stride(p.rows), 1: self.a.stride(p.depth)}
        source = replace(self.a, terms=_nonzero(terms))
        self._copy(body.factor(self.bodies, side), (self.rows, self.depth), source, out)
        return Access(buffer, {p.rows: self.depth, p.depth: 1})

    def _packed(self, body: Factors) -> Value:
        """Pack the second operand: panels one after another, each row by row."""
        p, side = self.product, self.sides[1]
        buffer = self._buffer(self.columns * self.depth, body.type(side))
        along, down = self.b.stride(p.columns), self.b.stride(p.depth)
        for begin, (first, count, size) in self._column_blocks():
            for start, blocks, rows in _blocks(self.depth, _ROWS_PACKED_AT_ONCE):
                # Loops: some rows, panel, row, column in the panel.
                source = {0: rows * down, 1: along * size, 2: down, 3: along}
                target = {0: rows * size, 1: self.depth * size, 2: size, 3: 1}
                at = self.b.offset + first * along + start * down
                self._copy(
                    body.factor(self.bodies, side),
                    (blocks, count, rows, size),
                    replace(self.b, terms=_nonzero(source), offset=at),
                    Access(buffer, target, begin + start * size),
                    in_order=along == 1,
                )
        return buffer

    def _copy(self, body: ir.Operation, sizes, source: Access, out: Access, *, in_order=False):
        """Emit a nest that computes each element of ``out`` from one of ``source``.

        With ``in_order``, the last of the loops, as they are given, is the vector.
        """
        loops = tuple(range(len(sizes)))
        nest = Nest(body, sizes, (False,) * len(sizes), (source,), (out,), {}, (None,))
        tiling = Tiling(loops, loops[-1], sizes[-1])
        if not in_order:
            tiling = choose_tiling(nest, self.product.target) or Tiling(loops)
        emit_nest(self.e, nest, tiling)

    def _fill(self, start: Value) -> None:
        p = self.product
        loops = (*p.row_loops, p.rows, p.columns)
        position = {d: i for i, d in enumerate(loops)}
        body = self.bodies.make([start.type, start.type], lambda value, _: value)
        nest = Nest(
            body,
            tuple(p.nest.sizes[d] for d in loops),
            (False,) * len(loops),
            (start,),
            (self.c.renumbered(position),),
            {},
            (None,),
        )
        emit_nest(self.e, nest, choose_tiling(nest, p.target))

    # --- multiplication ------------------------------------------------------------

    def _multiply(self, body, a: Access, packed: Value, depth, panel, columns, rows, start) -> None:
        """Emit loops over blocks of depth, other rows, blocks of rows, panels, and tiles."""
        p = self.product
        k0, depth_blocks, k = depth
        n0, panels, width = columns
        m0, row_blocks, m = rows
        others = len(p.row_loops)
        block_k, block_m, panel_n = 0, 1 + others, 2 + others
        row, column, inner = 3 + others, 4 + others, 5 + others
        am, ak = a.stride(p.rows), a.stride(p.depth)
        cm = self.c.stride(p.rows)
        other_a = {1 + i: a.stride(d) for i, d in enumerate(p.row_loops)}
        other_c = {1 + i: self.c.stride(d) for i, d in enumerate(p.row_loops)}
        a_terms = {block_k: k * ak, block_m: m * am, row: am, inner: ak, **other_a}
        c_terms = {block_m: m * cm, panel_n: width, row: cm, column: 1, **other_c}
        b_terms = {
            block_k: k * width,
            panel_n: self.depth * width,
            column: 1,
            inner: width,
        }
        nest = Nest(
            body,
            (
                depth_blocks,
                *(p.nest.sizes[d] for d in p.row_loops),
                row_blocks,
                panels,
                m,
                width,
                k,
            ),
            (False,) * (5 + others) + (True,),
            (
                replace(a, terms=_nonzero(a_terms), offset=a.offset + m0 * am + k0 * ak),
                Access(packed, _nonzero(b_terms), panel + k0 * width),
            ),
            (replace(self.c, terms=_nonzero(c_terms), offset=self.c.offset + m0 * cm + n0),),
            {},
            (start,),
        )
        unroll = {row: min(m, p.tile_rows)}
        emit_nest(self.e, nest, Tiling(tuple(nest.loops), column, width, unroll))


def _blocks(size: int, block: int) -> list[tuple[int, int, int]]:
    """Split iterations into blocks, and one more for what is left over."""
    count = size // block
    found = [(0, count, block)] if count else []
    return found + ([(count * block, 1, size % block)] if size % block else [])


def _nonzero(terms: dict[int, int]) -> dict[int, int]:
    return {d: stride for d, stride in terms.items() if stride}


def _fixed(access: Access, indices: dict[int, Value]) -> Access:
    """Return an access with the loops whose index is given turned into symbols."""
    symbols = [(index, access.stride(d)) for d, index in indices.items() if access.stride(d)]
    terms = {d: stride for d, stride in access.terms.items() if d not in indices}
    return replace(access, terms=terms, symbols=(*access.symbols, *symbols))
