"""Large matrix products: operands are packed in the order in which tiles read them.

A panel of the second operand has the columns that a tile keeps in registers, row
after row, so that the innermost loop reads memory in order and a block of a panel
stays in the first-level cache while it meets all rows of a block of the first
operand, which stays in the second-level cache.  Panels of many wide registers come
from the second level, too, brought in ahead; blocks of the depth are longer then.

All tiles have the same size: the last ones of rows and columns overlap those before
them, and only what those have not got is kept.

Order of summation: the steps of each block of the depth are added one after another,
by themselves; the sums of the blocks are added to the initial value in order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, prod

from ..target import CACHE_LINE, Target
from .access import Access
from .arithmetic import TILE_STEPS, Arithmetic, arithmetic_of
from .emitter import bit_width
from .lanes import can_vectorize
from .nest import Nest
from .product_body import Factors, is_product
from .strategy import is_contraction

# What a second-level cache keeps of the first operand, and a first-level one of a panel.
_BLOCK_ROWS, _BLOCK_DEPTH = 120, 256
# Panels that come from the second level anyway: sums are written to memory less often.
_LONG_DEPTH, _STEPS_AHEAD = 1024, 4
# More of them would take the place of what is being computed.
_MOST_LINES_AHEAD = 8
_TILE_STEPS_OF_BLOCK = 512
_MIN_ROWS = 16
# Rows that are read more often than that are worth a copy that fills whole pages.
_MANY_COLUMNS, _MANY_WIDE_COLUMNS = 768, 1536
# The time for a column by the registers in a row of a tile: with many or few, in a matrix unit;
# that of many from products of 100 to 255 columns with AVX-512.
_COST_OF_MANY = {4: 1.0, 3: 1.01, 2: 1.03, 1: 1.07}
_COST_OF_FEW = {2: 1.0, 1: 1.07}
_COST_IN_TILES = {2: 1.0, 1: 1.15}
# Rows of tiles a multiple of this apart fall into few sets of the first-level cache.
_FAR_BYTES = 1024


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

    @cached_property
    def sides(self) -> tuple[int, int]:
        """The positions of A and B among the inputs."""
        a = next(i for i, access in enumerate(self.nest.inputs) if not access.stride(self.columns))
        return a, 1 - a

    @cached_property
    def arithmetic(self) -> Arithmetic:
        """How factors are packed and multiplied, those of A first."""
        sizes = tuple(self._size(loop) for loop in (self.rows, self.columns, self.depth))
        return arithmetic_of(self.nest, self.target, self.sides, sizes)

    @property
    def adds_to_output(self) -> bool:
        """Whether the output must be set before (`tile.Tiling`): sums start by themselves."""
        return False

    @property
    def register(self) -> int:
        """The sums in a register; in a row of one of a matrix unit."""
        if self.arithmetic.in_tiles:
            return TILE_STEPS
        return self.target.lanes(bit_width(self.arithmetic.total))

    @cached_property
    def panel(self) -> int:
        """The columns of a panel, which are those of a tile: many, but not many of them twice."""
        columns = self._size(self.columns)
        if self.arithmetic.in_tiles:
            costs = _COST_IN_TILES
        else:
            costs = _COST_OF_MANY if self.target.registers >= 32 else _COST_OF_FEW
        sizes = {n * self.register: cost for n, cost in costs.items()}
        fitting = [size for size in sizes if size <= columns]
        return min(fitting, key=lambda size: ceil(columns / size) * size * sizes[size])

    @cached_property
    def tile_rows(self) -> int:
        """The rows of a tile: as many as registers are left for, and as fill tiles evenly."""
        used = self.panel // self.register
        most = (self.target.registers - 2 * used) // used
        if self.arithmetic.in_tiles:
            most = 2 * TILE_STEPS
        rows = self._size(self.rows)
        return ceil(rows / ceil(rows / most))

    def _size(self, loop: int) -> int:
        return self.nest.sizes[loop]

    @cached_property
    def streams(self) -> bool:
        """Whether panels are too large for the first-level cache, and come from the second."""
        width = bit_width(self.arithmetic.packed) // 8
        in_cache = self.panel * width * _BLOCK_DEPTH <= self.target.l1_bytes * 2 // 3
        return not in_cache and not self.arithmetic.in_tiles

    @property
    def steps_ahead(self) -> int:
        """How many steps ahead of their use columns are brought into the cache; 0 for none."""
        return _STEPS_AHEAD if self.streams else 0

    @cached_property
    def lines_ahead(self) -> int:
        """How many lines of the next panel each tile brings near with the steps written out.

        All tiles of a block bring the whole panel, if not all panels stay near anyway.
        """
        step = self.panel * bit_width(self.arithmetic.packed) // 8
        depth = max(self.arithmetic.packed_steps(block) for _, _, block in self.depth_blocks)
        if self.panels * step * depth < self.target.l2_bytes // 2 or self.panels == 1:
            return 0
        lines = ceil(step * self.arithmetic.steps_at_once / CACHE_LINE / self.block_tiles)
        return lines if lines <= _MOST_LINES_AHEAD else 0

    @property
    def tasks(self) -> int:
        """How many blocks of rows, with parts of the panels, there are to be computed."""
        return prod(map(self._size, self.row_loops)) * self.row_blocks * self.column_blocks

    # --- blocks --------------------------------------------------------------------

    @property
    def tiles(self) -> int:
        """The number of tiles on top of each other."""
        return ceil(self._size(self.rows) / self.tile_rows)

    @property
    def panels(self) -> int:
        """The number of panels."""
        return ceil(self._size(self.columns) / self.panel)

    @cached_property
    def block_tiles(self) -> int:
        """The tiles in a block of rows; several blocks are as many as the cores share evenly.

        There are several for few panels, too, that give each core something to do.
        """
        # Rows that are read where they are need not all stay in the cache.
        most = _BLOCK_ROWS * (2 if self.streams and not self.packs_rows else 1)
        blocks, cores = ceil(self._size(self.rows) / most), self.target.cores
        if blocks > 1:
            blocks = ceil(blocks / cores) * cores
        elif self.panels * prod(map(self._size, (*self.row_loops, *self.outer))) < cores:
            blocks = min(cores, self.tiles)
        return ceil(self.tiles / blocks)

    @property
    def block_rows(self) -> int:
        """The rows of a block."""
        return min(self.block_tiles * self.tile_rows, self._size(self.rows))

    @property
    def row_blocks(self) -> int:
        """The number of blocks of rows."""
        return ceil(self.tiles / self.block_tiles)

    @property
    def column_blocks(self) -> int:
        """Into how many parts panels are split, so that there is something for all cores."""
        cores = self.target.cores
        parts = 1 if self.row_blocks >= cores else min(self.panels, cores)
        return ceil(self.panels / ceil(self.panels / parts))  # all of which have some

    @property
    def is_one_block(self) -> bool:
        """Whether the depth is one block."""
        return sum(count for _, count, _ in self.depth_blocks) == 1

    @cached_property
    def depth_blocks(self) -> list[tuple[int, int, int]]:
        """The first step, the number of blocks and the steps of each: of even blocks, and a rest.

        There is no rest, and so less code, if the depth can be divided without one.
        """
        depth, unit = self._size(self.depth), self.arithmetic.unit
        count = ceil(depth / self._most_depth)
        even = [n for n in range(count, 2 * count) if depth % n == 0 and depth // n % unit == 0]
        block = depth // even[0] if even else min(ceil(depth / count / unit) * unit, depth)
        rest = depth % block
        return [(0, depth // block, block), *([(depth - rest, 1, rest)] if rest else [])]

    @property
    def _most_depth(self) -> int:
        if self.arithmetic.in_tiles:
            return _TILE_STEPS_OF_BLOCK * self.arithmetic.group
        if not self.streams:
            return _BLOCK_DEPTH
        width = bit_width(self.arithmetic.packed) // 8
        room = self.target.l2_bytes // 3 // (_BLOCK_ROWS * width)
        return min(max(room, _BLOCK_DEPTH), _LONG_DEPTH)

    @cached_property
    def reads_columns_in_place(self) -> bool:
        """Whether B is not copied, since it has the elements of the only panel, in their order."""
        b, factors = self.sides[1], Factors(self.nest)
        access, columns = self.nest.inputs[b], self._size(self.columns)
        in_order = access.stride(self.columns) == 1 and access.stride(self.depth) == columns
        as_is = self.arithmetic.group == 1 and not factors.converts(b)
        return self.panel == columns and in_order and as_is

    @cached_property
    def packs_rows(self) -> bool:
        """Whether blocks of A are copied, too, not read where they are."""
        a, factors, arithmetic = self.sides[0], Factors(self.nest), self.arithmetic
        access = self.nest.inputs[a]
        if arithmetic.in_tiles:
            whole = self._size(self.depth) % arithmetic.unit == 0
            apart = access.stride(self.rows) * bit_width(access.element) // 8
            same = access.element == arithmetic.factors[0]
            as_is = whole and same and apart % _FAR_BYTES
        else:
            as_is = arithmetic.group == 1 and not factors.converts(a)
        if not as_is or access.stride(self.depth) != 1:
            return True
        many = _MANY_WIDE_COLUMNS if self.streams else _MANY_COLUMNS
        return self._size(self.columns) > many


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
    return product if _pays(product, a, b) else None


def _pays(product: PackedProduct, a: Access, b: Access) -> bool:
    nest = product.nest
    rows, columns, depth = (nest.sizes[d] for d in (product.rows, product.columns, product.depth))
    if rows < _MIN_ROWS or columns < product.register:
        return False
    if product.arithmetic.in_tiles:
        return True
    if b.stride(product.columns) != 1:
        return rows >= 2 * _MIN_ROWS
    if depth < product.register:
        return False
    # Without a copy, long sums pay, and columns that other tiles, of powers of two, cut up.
    if product.reads_columns_in_place and (depth >= 2 * columns or columns & (columns - 1)):
        return True
    # What is read column by column does not stay in the first-level cache.
    if a.stride(product.depth) != 1:
        size = rows * depth * bit_width(a.element) // 8
        if size > 2 * product.target.l1_bytes:
            return True
    size = columns * depth * bit_width(b.element) // 8
    return size >= product.target.l2_bytes // 2 or bit_width(b.element) < 32
