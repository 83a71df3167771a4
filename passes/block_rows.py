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
from dataclasses import dataclass
from itertools import combinations
from math import prod

from ..dialect.mlir import ir
from ..dialect.walk import matching
from .dataflow import producer_name
from .group_loops import ROWS, TRANSPARENT, are_aligned, common_loops, move_inside
from .memory import byte_size
from .registry import hlo_pass
from .target import Target, host
from .vectorize.emitter import bit_width
from .vectorize.lanes import can_vectorize
from .vectorize.nest import Nest, nest_of, row_order
from .vectorize.strategy import is_contraction

BLOCK_ROWS = "hlo.block_rows"
"""Attribute on a scope: how many rows are a block."""

_SCOPE = "memref.alloca_scope"
_MOST_ROWS, _LEAST_ROWS = 128, 16


@hlo_pass("hlo-block-rows", "Run matrix products and what lies between them by blocks of rows")
def block_rows(module: ir.Operation) -> None:
    """Put groups and nests that may run by blocks of rows into one scope, in place."""
    target = host()
    blocks: dict[ir.Block, None] = {}
    for op in matching(module, lambda op: op.name == "linalg.generic"):
        around = op.parent.operation if op.parent is not None else op
        blocks.setdefault(around.block if around.name == _SCOPE else op.block)
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
        if op.name == _SCOPE and ROWS in op.attributes:
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
            open_items.append(item)
            if _rows(open_items) == 0:
                open_items = []
            elif item.product is not None:
                if chain := _paying(open_items, target):
                    yield chain
                    open_items = []
                    continue
        if item.product is not None:
            open_items = [item]


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


def _paying(items: list[_Item], target: Target) -> _Chain | None:
    rows = _rows(items)
    nests = [nest for item in items for nest in item.nests]
    local = _local_buffers(items)
    if not local or sum(map(byte_size, local)) <= target.l2_bytes // 2:
        return None
    for product in (item.product for item in items if item.product):
        for access in product.reads:
            if not access.stride(rows - 1) and _bytes(access, product, rows) > target.l2_bytes // 4:
                return None
    extent = nests[0].sizes[rows - 1]
    each = sum(map(byte_size, local)) // prod(nests[0].sizes[:rows])
    most = min(_MOST_ROWS, target.l2_bytes // 2 // max(each, 1), extent // 2)
    size = next((n for n in range(most, _LEAST_ROWS - 1, -1) if extent % n == 0), None)
    return None if size is None else _Chain(items, rows, size)


def _bytes(access, nest: Nest, rows: int) -> int:
    """Return the bytes that a nest reads by an access, for one iteration of the outer loops."""
    elements = prod(nest.sizes[d] for d in access.terms if d >= rows)
    return elements * max(bit_width(access.element), 8) // 8


def _local_buffers(items: list[_Item]) -> list[ir.Operation]:
    """Return the allocations outside of items that only these use."""
    inside = {nest.op for item in items for nest in item.nests}
    bases = {o.base: None for item in items for nest in item.nests for o in nest.outputs}
    found = []
    for base in bases:
        if producer_name(base) != "memref.alloc" or base.owner.operation.block != items[0].op.block:
            continue
        family = [base.owner.operation]
        for op in family:  # grows while it is walked
            users = [use.owner.operation for use in op.results[0].uses]
            family += [user for user in users if user.name in TRANSPARENT]
            if not all(user in inside or user.name in TRANSPARENT for user in users):
                break
        else:
            found.append(base.owner.operation)
    return found


def _wrap(chain: _Chain) -> None:
    """Move the items of a chain, and the buffers that only they use, into a scope."""
    first = chain.items[0].op
    for item in chain.items:
        for op in item.moved:
            op.move_before(first)
    scope = ir.Operation.create(
        _SCOPE, regions=1, loc=chain.items[-1].op.location, ip=ir.InsertionPoint(first)
    )
    i64 = ir.IntegerType.get_signless(64)
    scope.attributes[ROWS] = ir.IntegerAttr.get(i64, chain.rows)
    scope.attributes[BLOCK_ROWS] = ir.IntegerAttr.get(i64, chain.size)
    block = scope.regions[0].blocks.append()
    end = ir.Operation.create(
        "memref.alloca_scope.return", loc=first.location, ip=ir.InsertionPoint(block)
    )
    local = _local_buffers(chain.items)
    for item in chain.items:
        item.op.move_before(end)
    inside = {nest.op for item in chain.items for nest in item.nests}
    for op in local:
        move_inside(op.results[0], first, inside)
