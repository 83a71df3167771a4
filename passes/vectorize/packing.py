"""Copies of the operands of a product in the order in which tiles read them.

The second operand goes into panels: the columns of a tile, step after step.  The
first one stays in rows, which a copy brings close together.  What the body does to
an element before it multiplies is done once, here.  Where a packed element has
several steps (`Arithmetic.group`), zeros fill up the last one, in the second operand
only if they are integers: then, anything may be in the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...dialect.mlir import ir
from ..target import CACHE_LINE
from .access import Access
from .emitter import Emitter, Value, bit_width
from .microkernel import Lines, Steps
from .nest import Nest
from .packed import PackedProduct
from .packed_constants import packed_constant, panels_start
from .product_body import Bodies, Factors
from .strategy import choose_tiling
from .tile import emit_nest
from .tiling import Tiling

Symbols = Sequence[tuple[Value, int]]
"""Index values, each with its stride."""

# Few enough to read as streams, enough for each panel to get more than a cache line.
_STEPS_PACKED_AT_ONCE = 8

Buffer = Callable[[int, ir.Type], Value]
"""Makes memory for so many elements of a type, for as long as a product takes."""


def buffers_at(e: Emitter, entry: ir.InsertionPoint) -> Buffer:
    """Return what allocates memory for the whole call, at ``entry``."""

    def buffer(size: int, element: ir.Type) -> Value:
        attributes = {"alignment": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), CACHE_LINE)}
        type = ir.MemRefType.get([size], element, loc=e.loc)
        return ir.Operation.create(
            "memref.alloc", [type], [], attributes, loc=e.loc, ip=entry
        ).result

    return buffer


class Packing:
    """Emits the copies of one product; ``a`` and ``b`` are its operands.

    With ``one_panel``, each task packs one panel after another, and uses it at once.
    """

    def __init__(
        self,
        e: Emitter,
        product: PackedProduct,
        buffer: Buffer,
        a: Access,
        b: Access,
        *,
        one_panel: bool = False,
    ):
        self.e = e
        self.product = p = product
        self.buffer = buffer
        self.a, self.b = a, b
        self.factors = Factors(p.nest)
        self.bodies = Bodies()
        self.group = p.arithmetic.group
        depth = max(p.arithmetic.packed_steps(k) for _, _, k in p.depth_blocks) * self.group
        # Rows a line more apart than they are long do not all go into the same sets of a cache.
        self.row = depth + CACHE_LINE * 8 // bit_width(p.arithmetic.factors[0])
        self.block = p.block_rows * self.row
        if p.packs_rows:
            self._rows, self._row_steps = self._buffers(p.tasks * self.block, 0)
        self.constant = None if p.reads_columns_in_place else packed_constant(e, p, b)
        self._panel_steps = b.base if p.reads_columns_in_place else self.constant
        self.one_panel = one_panel and self._panel_steps is None
        if self._panel_steps is None:
            panels = p.tasks if self.one_panel else p.panels
            _, self._panel_steps = self._buffers(panels * p.panel * depth, 1)
        self._first = e.at_index(0)
        self._panel_size = p.panel * depth // self.group

    def _buffers(self, size: int, position: int) -> tuple[Value, Value]:
        """Return a buffer of factors, as it is filled and as it is read: one by one, in groups."""
        e, arithmetic = self.e, self.product.arithmetic
        factor = arithmetic.factors[position]
        if self.group == 1:
            buffer = self.buffer(size, factor)
            return buffer, buffer
        memory = self.buffer(size * bit_width(factor) // 8, ir.IntegerType.get_signless(8))
        zero = e.at_index(0)
        types = [(factor, size), (arithmetic.packed, size // self.group)]
        factors, steps = (
            e.op("memref.view", ir.MemRefType.get([n], type, loc=e.loc), [memory, zero])
            for type, n in types
        )
        return factors, steps

    # --- the second operand --------------------------------------------------------

    def pack_panels(self, k0: Value, depth: int) -> None:
        """Pack ``depth`` steps from ``k0`` on.  The last panel may overlap the one before it."""
        p = self.product
        if p.reads_columns_in_place:
            symbols = [*self.b.symbols, (k0, self.b.stride(p.depth))]
            self._first = self.e.index_sum(self.b.offset, symbols)
            return
        if self.constant is not None:
            self._first = panels_start(self.e, p, k0, depth)
            return
        along = self.b.stride(p.columns)
        size, steps = p.panel, p.arithmetic.packed_steps(depth)
        columns = p.nest.sizes[p.columns]
        whole, rest = divmod(columns, size)
        places = [(0, whole, 0), *([(columns - size, 1, whole)] if rest else [])]
        for column, panels, panel in places:
            self._pack(k0, depth, column * along, (), panels, panel * steps * size, ())

    def pack_panel(self, task: Value, column: Value, k0: Value, depth: int) -> None:
        """Pack the panel whose first column is ``column``, for one of the tasks."""
        along = self.b.stride(self.product.columns)
        self._pack(k0, depth, 0, ((column, along),), 1, 0, ((task, self._panel_size),))

    def _pack(self, k0: Value, depth: int, at: int, symbols, panels: int, to: int, task) -> None:
        """Pack panels from ``at`` and ``symbols`` on, in the operand, to ``to`` and ``task``."""
        p, group = self.product, self.group
        along, down = self.b.stride(p.columns), self.b.stride(p.depth)
        size, steps = p.panel, p.arithmetic.packed_steps(depth)
        for start, blocks, rows, parts in self._step_blocks(depth):
            # Loops: blocks of steps, panels, steps, columns of a panel.
            source = {0: rows * group * down, 1: along * size, 2: group * down, 3: along}
            target = {0: rows * size, 1: steps * size, 2: size, 3: 1}
            first = self.b.offset + at + start * group * down
            sources = [
                replace(
                    self.b,
                    terms=source,
                    offset=first + part * down,
                    symbols=(*self.b.symbols, (k0, down), *symbols),
                )
                for part in range(parts)
            ]
            out = Access(self._panel_steps, target, to + start * size, task)
            body = self._step_body(parts)
            self._copy(body, (blocks, panels, rows, size), sources, out, in_order=along == 1)

    def panel_steps(self, task: Value, panel: Value, depth: int) -> Steps:
        """Return where the steps of a panel are."""
        e, size = self.e, self.product.panel
        if self.one_panel:
            return Steps(self._panel_steps, e.scaled_sum(None, task, self._panel_size), 1, size)
        each = self.product.arithmetic.packed_steps(depth) * size
        return Steps(self._panel_steps, e.scaled_sum(self._first, panel, each), 1, size)

    def share_of_next_panel(self, panel: Steps, tile: Value, depth: int) -> Lines | None:
        """Return the lines of the panel after ``panel`` that tile number ``tile`` brings near.

        None if tiles do not do that, or the next panel is not packed yet.
        """
        e, p = self.e, self.product
        if self.one_panel or not p.lines_ahead:
            return None
        line = CACHE_LINE * 8 // bit_width(p.arithmetic.packed)
        steps = p.arithmetic.packed_steps(depth)
        share = p.lines_ahead * line * steps // p.arithmetic.steps_at_once
        start = e.index_sum(p.panel * steps, [(panel.start, 1), (tile, share)])
        return Lines(panel.base, start, p.lines_ahead, line)

    def _step_blocks(self, depth: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield blocks of steps: the first step, how many blocks, of how many steps, and parts.

        Parts are the elements that there are for a packed one.
        """
        whole, more = divmod(depth, self.group)
        total, start = self.product.arithmetic.packed_steps(depth), whole + (more > 0)
        # What is contiguous along the depth is read so, panel by panel.
        most = whole if self.b.stride(self.product.columns) != 1 else _STEPS_PACKED_AT_ONCE
        blocks, rest = divmod(whole, max(most, 1))
        parts = [
            (0, blocks, most, self.group),
            (whole - rest, 1, rest, self.group),
            (whole, 1, min(more, 1), more),
            (start, 1, total - start, 0),
        ]
        yield from (part for part in parts if part[1] and part[2])

    def _step_body(self, parts: int) -> ir.Operation:
        """Return a body that makes an element of a panel of the ``parts`` of a step."""
        side, arithmetic = self.product.sides[1], self.product.arithmetic
        if self.group == 1:
            return self.factors.factor(self.bodies, side)
        element, packed = self.factors.arguments[side].type, arithmetic.packed
        width = packed.width // self.group

        def bits(value: Value, last: bool) -> Value:
            """Return an element in the low bits of a packed one; the last has no next one."""
            extended = _op(self.factors.extension(side) or "arith.extui", packed, value)
            mask = _constant(packed, (1 << width) - 1)
            return extended if last else _op("arith.andi", packed, extended, mask)

        def emit(*values: Value) -> Value:
            total = None
            for i, value in enumerate(values[:-1]):
                part = bits(value, i == self.group - 1)
                if i:
                    part = _op("arith.shli", packed, part, _constant(packed, i * width))
                total = part if total is None else _op("arith.ori", packed, total, part)
            return _constant(packed, 0) if total is None else total

        return self.bodies.make([*[element] * parts, packed], emit)

    # --- the first operand ---------------------------------------------------------

    def pack_rows(self, task: Value, k0: Value, depth: int, at: Symbols, row: Value) -> None:
        """Copy the block of rows from ``row`` on, for one of the tasks."""
        p, side = self.product, self.product.sides[0]
        across, along = self.a.stride(p.rows), self.a.stride(p.depth)
        symbols = (*self.a.symbols, *at, (row, across), (k0, along))
        source = replace(self.a, terms={0: across, 1: along}, symbols=symbols)
        out = Access(self._rows, {0: self.row, 1: 1}, 0, ((task, self.block),))
        if self.group == 1:
            body = self.factors.factor(self.bodies, side)
        else:
            extension, factor = self.factors.extension(side), p.arithmetic.factors[0]
            element = self.factors.arguments[side].type
            body = self.bodies.make(
                [element, factor],
                lambda x, _: x if element == factor else _op(extension, factor, x),
            )
        self._copy(body, (p.block_rows, depth), [source], out)
        missing = p.arithmetic.packed_steps(depth) * self.group - depth
        if missing and isinstance(p.arithmetic.total, ir.FloatType):
            zero = self.bodies.make([p.arithmetic.factors[0]], lambda x: _constant(x.type, 0))
            self._copy(zero, (p.block_rows, missing), [], replace(out, offset=depth))

    def row_steps(self, task: Value, k0: Value, at: Symbols, first: Value, row: Value) -> Steps:
        """Return where the steps of rows from ``row`` on are, in the block from ``first`` on."""
        e, p = self.e, self.product
        if not p.packs_rows:
            across, along = self.a.stride(p.rows), self.a.stride(p.depth)
            symbols = (*self.a.symbols, *at, (row, across), (k0, along))
            return Steps(self.a.base, e.index_sum(self.a.offset, symbols), across, along)
        length, start = self.row // self.group, self.block // self.group
        symbols = [(task, start), (e.same("arith.subi", row, first), length)]
        return Steps(self._row_steps, e.index_sum(0, symbols), length, 1)

    def _copy(self, body: ir.Operation, sizes, sources, out: Access, *, in_order=False) -> None:
        """Emit a nest that computes each element of ``out`` from one of each of ``sources``.

        With ``in_order``, the last of the loops, as they are given, is the vector.
        """
        loops = tuple(range(len(sizes)))
        nest = Nest(body, sizes, (False,) * len(sizes), tuple(sources), (out,), {}, (None,))
        tiling = Tiling(loops, loops[-1], sizes[-1])
        if not in_order:
            tiling = choose_tiling(nest, self.product.target) or Tiling(loops)
        emit_nest(self.e, nest, tiling)


def _op(name: str, type: ir.Type, *operands: Value) -> Value:
    return ir.Operation.create(name, [type], list(operands)).results[0]


def _constant(type: ir.Type, value: int) -> Value:
    attributes = {"value": ir.IntegerAttr.get(type, value)}
    return ir.Operation.create("arith.constant", [type], [], attributes).results[0]
