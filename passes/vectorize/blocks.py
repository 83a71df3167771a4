"""Groups around matrix products, run by blocks of the rows that they have in common.

`passes.block_rows` puts groups and nests into one scope.  What a block of rows of a
buffer needs that only they use stays in the second-level cache; each thread has its
own.  The second operand of a product is packed once for all blocks of rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from ...dialect.mlir import ir
from ..memory import type_bytes
from ..target import CACHE_LINE, Target
from .access import Access
from .emitter import Emitter, Value
from .groups import MOST_CHUNKS, Plan, extent_in_row, open_chunk, plan_of, split_index
from .nest import Nest, collapsed, nest_of, row_order
from .packed import PackedProduct
from .packed_loops import PackedEmission, emit_packed
from .packed_tiles import tiles_of
from .packing import Buffer, buffers_at
from .tile import emit_nest
from .tiling import Tiling


@dataclass(frozen=True)
class Member:
    """Nests that run together: ``rows`` loops are open, one row of ``buffers`` exists."""

    plan: Plan
    rows: int
    buffers: list[ir.Operation]


class RowBlocks:
    """Emits a scope: ``size`` rows at a time of the last of ``rows`` common loops."""

    def __init__(self, scope: ir.Operation, rows: int, size: int, target: Target):
        self.scope = scope
        self.rows = rows
        self.size = size
        self.target = target
        self.operations = [op.operation for op in scope.regions[0].blocks[0].operations][:-1]
        self.buffers = [op for op in self.operations if op.name == "memref.alloc"]
        self.sizes: tuple[int, ...] = ()

    def members(self, of_group) -> list[Member] | None:
        """Return what the scope is made of, None if a nest has no strategy.

        ``of_group`` gives the number of common loops of an operation that is a group.
        """
        found = []
        for op in self.operations:
            if op.name in ("memref.alloc", *_VIEWS):
                continue
            inside, rows = [op], 0
            if (common := of_group(op)) is not None:
                inside = [o.operation for o in op.regions[0].blocks[0].operations][:-1]
                rows = common
            member = self._member(inside, max(rows, self.rows - 1))
            if member is None:
                return None
            found.append(member)
        return found

    def _member(self, operations: list[ir.Operation], rows: int) -> Member | None:
        nests = [nest_of(op) for op in operations if op.name.startswith("linalg.")]
        if not nests or None in nests:
            return None
        nests = [row_order(nest) for nest in nests]
        self.sizes = nests[0].sizes[: self.rows]
        restricted = [collapsed(self._restricted(n), max(rows, self.rows)) for n in nests]
        plan = plan_of(restricted, rows, self.target)
        if plan is None:
            return None
        return Member(plan, rows, [op for op in operations if op.name == "memref.alloc"])

    def _restricted(self, nest: Nest) -> Nest:
        sizes = list(nest.sizes)
        sizes[self.rows - 1] = self.size
        return replace(nest, sizes=tuple(sizes))

    # --- loops ---------------------------------------------------------------------

    def emit(self, e: Emitter, entry: ir.InsertionPoint, members: list[Member]) -> None:
        """Emit everything; memory for the whole call is made at ``entry``."""
        outer = self.sizes[:-1]
        blocks = self.sizes[-1] // self.size
        size = prod(outer) if outer else blocks
        chunks = min(max(MOST_CHUNKS, self.target.cores) if outer else self.target.cores, size)
        whole = buffers_at(e, entry)
        with open_chunk(e, size, chunks) as (chunk, bounds):
            memory = _private(e, whole, chunks, chunk)
            local = {op.results[0]: self._block_buffer(op, members, memory) for op in self.buffers}
            for member in members:
                for op in member.buffers:
                    local[op.results[0]] = _row_buffer(op, member, memory)
            emission = _Emission(self, e, members, memory, local)
            if outer:
                with e.open_loop(bounds, trips=-(-size // chunks)) as index:
                    all_blocks = [e.at_index(n) for n in (0, blocks, 1)]
                    emission.rows(split_index(e, index, outer), all_blocks, blocks)
            else:
                emission.rows([], bounds, -(-size // chunks))

    def _block_buffer(self, op: ir.Operation, members: list[Member], memory: Buffer) -> Value:
        base = op.results[0]
        nests = [nest for member in members for nest, _ in member.plan]
        return memory(extent_in_row(base, nests, self.rows - 1), base.type.element_type)


_VIEWS = ("memref.cast", "memref.collapse_shape", "memref.expand_shape")


def _row_buffer(op: ir.Operation, member: Member, memory: Buffer) -> Value:
    base = op.results[0]
    return memory(
        extent_in_row(base, [n for n, _ in member.plan], member.rows), base.type.element_type
    )


def _private(e: Emitter, whole: Buffer, chunks: int, chunk: Value) -> Buffer:
    """Return what makes memory of which each chunk has a part of its own."""

    def buffer(size: int, element: ir.Type) -> Value:
        bytes_ = -(-size * type_bytes(element) // CACHE_LINE) * CACHE_LINE
        memory = whole(chunks * bytes_, ir.IntegerType.get_signless(8))
        start = e.scaled_sum(None, chunk, bytes_)
        return e.op("memref.view", ir.MemRefType.get([size], element, loc=e.loc), [memory, start])

    return buffer


class _Emission:
    """Emits the blocks of one chunk, whose ``local`` buffers are there."""

    def __init__(self, blocks: RowBlocks, e: Emitter, members, memory: Buffer, local):
        self.blocks = blocks
        self.row = blocks.rows - 1
        self.e = e
        self.members: list[Member] = members
        self.memory = memory
        self.local: dict[Value, Value] = local
        self.products = {
            nest: replace(how, nest=self._inside(nest, None))
            for member in self.members
            for nest, how in member.plan
            if isinstance(how, PackedProduct) and self._is_packed_once(how)
        }
        self.tiles = {nest: tiles_of(e, p, memory) for nest, p in self.products.items()}

    def rows(self, indices: list[Value], bounds: list[Value], trips: int) -> None:
        """Emit all blocks of rows at ``indices`` of the loops outside of them."""
        e = self.e
        outer = dict(enumerate(indices))
        products = {
            nest: PackedEmission(e, p, self.memory, self.tiles[nest], outer, other_rows=True)
            for nest, p in self.products.items()
        }
        for emission in products.values():
            emission.pack()
        with e.open_loop(bounds, trips=trips) as block:
            start = e.scaled_sum(None, block, self.blocks.size)
            for member in self.members:
                self._member(member, start, outer, products)

    def _member(self, member: Member, start: Value, outer: dict[int, Value], products) -> None:
        e, row = self.e, self.row
        sizes = member.plan[0][0].sizes[row : member.rows]
        with e.open_loops(sizes) as indices:
            inside = {**outer, **{row + i: index for i, index in enumerate(indices)}}
            for nest, strategy in member.plan:
                moved = self._inside(nest, start, member)
                if isinstance(strategy, Tiling):
                    emit_nest(e, moved, strategy, inside)
                elif nest in products:
                    products[nest].multiply_rows(moved, inside)
                else:
                    emit_packed(e, replace(strategy, nest=moved), self.memory, inside)

    def _is_packed_once(self, product: PackedProduct) -> bool:
        """Tell whether what is packed is the same for all rows, and all that is needed."""
        second = product.nest.inputs[product.sides[1]]
        whole = product.is_one_block and not product.outer
        return whole and not second.stride(self.row)

    def _inside(self, nest: Nest, start: Value | None, member: Member | None = None) -> Nest:
        """Return a nest on the chunk's own buffers, whose rows begin at ``start``."""
        one_row = [op.results[0] for op in member.buffers] if member else []

        def moved(access: Access | Value) -> Access | Value:
            if not isinstance(access, Access):
                return access
            if access.base in self.local:
                first = member.rows if access.base in one_row else self.row
                terms = {d: s for d, s in access.terms.items() if d >= first}
                return replace(access, base=self.local[access.base], terms=terms)
            stride = access.stride(self.row)
            if start is None or not stride:
                return access
            return replace(access, symbols=(*access.symbols, (start, stride)))

        return replace(
            nest,
            inputs=tuple(map(moved, nest.inputs)),
            outputs=tuple(map(moved, nest.outputs)),
            origins={} if start is None else {self.row: start},
        )
