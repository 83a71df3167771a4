"""``hlo-block-rows``: matrix products and what lies between them, by blocks of rows.

The scores of an attention are a product, its softmax and another product: each row of
the result needs one row of the scores only, which no one else may want to see.  Run
one after another, the three write and read all scores; by blocks of rows, those stay in
the second-level cache (Rabe and Staats, "Self-attention does not need O(n^2) memory",
2021).  A scope around groups and nests (`passes.group_loops`) has two attributes:
``hlo.rows``, the outer loops that all nests in it have in common, and
``hlo.block_rows``, how many iterations of the last of these are a block.

It pays if buffers that only these nests use are larger than the cache, and if the
second operands of products, which each block reads again, are small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import prod

from ..dialect.mlir import ir
from ..dialect.walk import matching
from .group_loops import ROWS, are_aligned, common_loops
from .memory import byte_size, element_bytes
from .registry import hlo_pass
from .scopes import SCOPE, TRANSPARENT, enclose, private_buffer
from .target import Target, host
from .vectorize.lanes import can_vectorize
from .vectorize.nest import Nest, nest_of, reordered, row_order, set_order
from .vectorize.strategy import is_contraction

BLOCK_ROWS = "hlo.block_rows"
"""Attribute on a scope: how many rows are a block."""

_MOST_ROWS, _LEAST_ROWS = 128, 16
_MOST_NESTS = 24


@hlo_pass("hlo-block-rows", "Run matrix products and what lies between them by blocks of rows")
def block_rows(module: ir.Operation) -> None:
    """Put groups and nests that may run by blocks of rows into one scope, in place."""
    target = host()
    blocks: dict[ir.Block, None] = {}
    for op in matching(module, lambda op: op.name == "linalg.generic"):
        around = op.parent.operation if op.parent is not None else op
        blocks.setdefault(around.block if around.name == SCOPE else op.block)
    for block in blocks:
        for chain in list(_chains(block, target)):
            _wrap(chain)


@dataclass
class _Item:
    """A group, or a nest by itself, and the operations in front that touch no elements."""

    op: ir.Operation
    nests: list[Nest]
    rows: int
    moved: list[ir.Operation]
    order: bool = False  # whether nests have loops in an order of their own

    @property
    def product(self) -> Nest | None:
        """The product that this is, beside what it starts from."""
        last = self.nests[-1]
        return last if self.rows == 0 and is_contraction(last) else None


@dataclass
class _Chain:
    items: list[_Item]
    rows: int
    size: int


def _items(block: ir.Block) -> Iterator[_Item | None]:
    """Yield the groups and nests of a block; None for anything that they may not pass."""
    pending: list[ir.Operation] = []
    for view in block.operations:
        op = view.operation
        if op.name in TRANSPARENT:
            pending.append(op)
            continue
        inside, rows = [op], 0
        if op.name == SCOPE and ROWS in op.attributes:
            inside = [o.operation for o in op.regions[0].blocks[0].operations][:-1]
            inside = [o for o in inside if o.name not in TRANSPARENT]
            rows = ir.IntegerAttr(op.attributes[ROWS]).value
        nests = [nest_of(o) for o in inside]
        if all(nest is not None and can_vectorize(nest) for nest in nests):
            yield _Item(op, [row_order(nest) for nest in nests], rows, pending)
        else:
            yield None
        pending = []


def _chains(block: ir.Block, target: Target) -> Iterator[_Chain]:
    """Yield what runs from one product to the next one that needs it, if blocks of rows pay."""
    open_items: list[_Item] = []
    for item in _items(block):
        if item is None:
            open_items = []
            continue
        if open_items:
            open_items.append(item if item.rows else _ordered_like(item, open_items))
            too_many = sum(len(i.nests) for i in open_items) > _MOST_NESTS
            rows = 0 if too_many else _rows(open_items)
            if rows == 0:
                open_items = []
            elif item.product is not None:
                if chain := _paying(open_items, rows, target):
                    yield chain
                    open_items = []
                    continue
        if item.product is not None:
            open_items = [item]


def _ordered_like(item: _Item, before: list[_Item]) -> _Item:
    """Return a nest, and what sets its initial value, with loops in the order of what it reads."""
    *fills, nest = item.nests
    written = {o.base for i in before for n in i.nests for o in n.outputs}
    read = next((a for a in nest.reads if a.base in written), None)
    if read is None or len(nest.outputs) > 1:
        return item
    (output,) = nest.outputs
    rows = sorted(nest.parallel, key=lambda d: -abs(read.stride(d)))
    if any(len(n.outputs) > 1 or n.outputs[0].base != output.base for n in fills):
        return item
    nests = []
    for fill in fills:
        strides = {fill.outputs[0].stride(d): d for d in fill.parallel}
        order = [strides.get(output.stride(d)) for d in rows]
        if sorted(order, key=str) != sorted(fill.loops, key=str):
            return item
        nests.append(reordered(fill, order))
    return replace(item, nests=[*nests, reordered(nest, [*rows, *nest.reducing])], order=True)


def _rows(items: list[_Item]) -> int:
    """Return the outer loops that items have in common, if their rows are independent; or 0."""
    nests = [nest for item in items for nest in item.nests]
    for rows in range(common_loops(nests), 0, -1):
        if any(0 < item.rows < rows for item in items):
            continue
        outputs = [(n, o) for n in nests for o in n.outputs]
        if not all(o.stride(d) for _, o in outputs for d in range(rows)):
            continue
        if not all(_is_row_of(item.product, rows - 1) for item in items if item.product):
            continue
        if all(are_aligned(a, b, rows) for a, b in combinations(nests, 2)):
            return rows
    return 0


def _is_row_of(product: Nest, loop: int) -> bool:
    """Tell whether a loop goes through rows: one of the operands has it, the other has not."""
    return len({bool(access.stride(loop)) for access in product.reads}) == 2


def _paying(items: list[_Item], rows: int, target: Target) -> _Chain | None:
    nests = [nest for item in items for nest in item.nests]
    local = _local_buffers(items)
    size = sum(byte_size(family[0]) for family in local)
    if size <= target.l2_bytes // 2:
        return None
    for product in (item.product for item in items if item.product):
        for access in product.reads:
            if not access.stride(rows - 1) and _bytes(access, product, rows) > target.l2_bytes // 4:
                return None
    extent = nests[0].sizes[rows - 1]
    each = size // prod(nests[0].sizes[:rows])
    most = min(_MOST_ROWS, target.l2_bytes // 2 // max(each, 1), extent // 2)
    block = next((n for n in range(most, _LEAST_ROWS - 1, -1) if extent % n == 0), None)
    return None if block is None else _Chain(items, rows, block)


def _bytes(access, nest: Nest, rows: int) -> int:
    """Return the bytes that a nest reads by an access, for one iteration of the outer loops."""
    elements = prod(nest.sizes[d] for d in access.terms if d >= rows)
    return elements * element_bytes(access.base)


def _local_buffers(items: list[_Item]) -> list[list[ir.Operation]]:
    """Return the allocations outside of items, and their views, that only these use."""
    users = {nest.op for item in items for nest in item.nests}
    bases = {o.base: None for item in items for nest in item.nests for o in nest.outputs}
    found = [private_buffer(base, users) for base in bases]
    return [family for family in found if family and family[0].block == items[0].op.block]


def _wrap(chain: _Chain) -> None:
    """Move the items of a chain, and the buffers that only they use, into a scope."""
    for item in chain.items:
        for nest in item.nests if item.order else ():
            set_order(nest)
    enclose(
        [item.op for item in chain.items],
        [op for item in chain.items for op in item.moved],
        {ROWS: chain.rows, BLOCK_ROWS: chain.size},
        _local_buffers(chain.items),
    )
