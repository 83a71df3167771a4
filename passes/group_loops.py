"""``hlo-group-loops``: loop nests that share rows of their buffers run row by row together.

A softmax is five nests over rows; run together, each row stays in the cache
from its maximum to its quotient.  A group is a ``memref.alloca_scope`` with
the attribute ``hlo.rows``: how many outer loops its nests have in common.  In
each nest those are the parallel loops whose results lie farthest apart.
Buffers that only one group uses move into it and shrink to one row.

Nests may share rows if in each of them a row of a buffer that is written is
read and written at the same iterations of the common loops, and nowhere else.
A group without common loops joins a reduction with the nest that sets its
initial value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from math import prod

from ..dialect.mlir import ir
from ..dialect.walk import named
from .copies import spell_out_copies
from .dataflow import producer_name
from .registry import hlo_pass
from .scopes import TRANSPARENT, enclose, private_buffer
from .target import Target, host
from .vectorize.access import Access
from .vectorize.lanes import can_vectorize
from .vectorize.nest import Nest, is_fill, nest_of, row_order
from .vectorize.strategy import choose_tiling, is_contraction

ROWS = "hlo.rows"
"""Attribute on a group: the number of outer loops that its nests have in common."""

_MIN_ROW_WORK = 16
_MAX_ROW_BYTES = 64 << 10


@hlo_pass("hlo-group-loops", "Group loop nests on buffers that can run row by row together")
def group_loops(module: ir.Operation) -> None:
    """Wrap groups of ``linalg.generic`` operations on buffers, in place."""
    spell_out_copies(module)
    grouper = _Grouper(host())
    blocks: dict[ir.Block, None] = {}
    for op in named(module, ["linalg.copy", "linalg.generic"]):
        blocks.setdefault(op.block)
    for block in blocks:
        for group in grouper.groups(block):
            _wrap(group)


@dataclass
class _Group:
    """Nests in order, and how many outer loops they have in common.

    ``moved`` are the operations between them that have to move in front.
    """

    nests: list[Nest] = field(default_factory=list)
    rows: int = 0
    moved: list[ir.Operation] = field(default_factory=list)


class _Grouper:
    """Forms the groups of one block after another."""

    def __init__(self, target: Target):
        self.target = target
        self._row_loops: dict[Nest, int] = {}

    def groups(self, block: ir.Block) -> list[_Group]:
        """Return the groups of a block, found in one pass over it.

        A nest that sets an initial value belongs with the reduction that comes
        next, so it is held back until then.
        """
        found: list[_Group] = []
        group, held = _Group(), _Group()
        pending: list[ir.Operation] = []
        for view in block.operations:
            op = view.operation
            if op.name in TRANSPARENT:
                pending.append(op)
                continue
            nest = nest_of(op)
            if nest is None or not can_vectorize(nest):
                found += [group, held]
                group, held, pending = _Group(), _Group(), []
                continue
            held.moved += pending
            pending = []
            held.nests.append(row_order(nest))
            if is_fill(nest):
                continue
            joined = self._joined(group, held)
            if joined is None:
                found.append(group)
                group = _Group(held.nests[:1], moved=held.moved)
                for other in held.nests[1:]:
                    more = self._joined(group, _Group([other]))
                    if more is None:
                        found.append(group)
                        more = _Group([other])
                    group = more
            else:
                group = joined
            held = _Group()
        found += [group, held]
        return [_without_needless_rows(g) for g in found if len(g.nests) > 1]

    def _joined(self, group: _Group, more: _Group) -> _Group | None:
        """Return a group with the nests of ``more`` as well, None if they do not fit."""
        for nest in more.nests:
            rows = self._joined_rows(group, nest)
            if rows is None:
                return None
            group = _Group([*group.nests, nest], rows, group.moved)
        return _Group(group.nests, group.rows, [*group.moved, *more.moved])

    def _joined_rows(self, group: _Group, nest: Nest) -> int | None:
        """Return the common loops of a group and one more nest, None if it cannot join."""
        if not group.nests:
            return None
        if not is_fill(nest) and not any(_shares(other, nest) for other in group.nests):
            return None
        nests = [*group.nests, nest]
        if len(group.nests) == 1 or group.rows:
            for rows in range(common_loops(nests), 0, -1):
                if not all(self._may_open(n, rows) for n in nests) or not _pays(nests, rows):
                    continue
                if all(are_aligned(a, nest, rows) for a in group.nests):
                    return rows
        fills = all(is_fill(n) for n in group.nests)
        return 0 if fills and nest.reducing and _starts(group, nest) else None

    def _may_open(self, nest: Nest, rows: int) -> bool:
        """Tell whether the first loops of a nest may be common: no vector runs along them.

        Where they are all loops of the nest, a row is a single element.
        """
        found = self._row_loops.get(nest)
        if found is None:
            found = self._row_loops[nest] = _row_loops(nest, self.target)
        return rows <= found or (rows == len(nest.sizes) and not nest.reducing)


def common_loops(nests: list[Nest]) -> int:
    """Return how many outer parallel loops of nests have the same extents."""
    limit = min(len(n.parallel) for n in nests)
    common = 0
    while common < limit and len({n.sizes[common] for n in nests}) == 1:
        common += 1
    return common


def _without_needless_rows(group: _Group) -> _Group:
    """Let a reduction that has only its initial value with it decide on its own loops."""
    *others, last = group.nests
    if last.reducing and all(is_fill(n) for n in others) and _starts(_Group(others), last):
        group.rows = 0
    return group


def _starts(group: _Group, nest: Nest) -> bool:
    """Tell whether the fills of a group set just what a reduction starts from."""
    return all(
        any(o.base == f.outputs[0].base and o.terms == _terms(f, o) for o in nest.outputs)
        for f in group.nests
    )


def _terms(fill: Nest, output: Access) -> dict[int, int]:
    return fill.outputs[0].terms if fill.outputs[0].offset == output.offset else {}


def _shares(a: Nest, b: Nest) -> bool:
    bases = {access.base for access in a.accesses}
    return any(access.base in bases for access in b.accesses)


def _row_loops(nest: Nest, target: Target) -> int:
    """Return how many outer loops of a nest may be common: those that no vector runs along."""
    count = len(nest.parallel)
    if is_contraction(nest):
        return 0
    if (not nest.reducing and count == 1) or not nest.sizes:
        return count
    tiling = choose_tiling(nest, target)
    if tiling is None or tiling.vector is None:
        return 0
    if nest.reduction[tiling.vector]:
        return count
    return tiling.vector


def _pays(nests: list[Nest], rows: int) -> bool:
    """Tell whether rows are long enough to be worth a loop of their own, and fit in the cache."""
    work = max(prod(n.sizes[rows:]) for n in nests)
    size = max(
        prod(n.sizes[d] for d in range(rows, len(n.sizes)) if not n.reduction[d]) for n in nests
    )
    return work >= _MIN_ROW_WORK and size * 4 <= _MAX_ROW_BYTES


def are_aligned(a: Nest, b: Nest, rows: int) -> bool:
    """Tell whether a row of the common loops of ``b`` needs only what ``a`` does in that row."""
    uses = [_by_base(nest.accesses) for nest in (a, b)]
    written = [_by_base(nest.outputs) for nest in (a, b)]
    for base, others in product(*uses):
        if base not in written[0] and others not in written[1]:
            continue
        if base != others:
            if _may_overlap(base, others):
                return False
            continue
        for first, second in product(uses[0][base], uses[1][base]):
            if first in a.outputs or second in b.outputs:
                if not _same_rows(first, a, second, b, rows):
                    return False
    return True


def _by_base(accesses: Iterable[Access]) -> dict[ir.Value, list[Access]]:
    found: dict[ir.Value, list[Access]] = {}
    for access in accesses:
        found.setdefault(access.base, []).append(access)
    return found


def _same_rows(first: Access, a: Nest, second: Access, b: Nest, rows: int) -> bool:
    if first.symbols != second.symbols:
        return False
    strides = [first.stride(d) for d in range(rows)]
    if strides != [second.stride(d) for d in range(rows)]:
        return False
    # Rows do not overlap: as in a number, each stride covers all digits behind it.
    digits = _spans(first, a, rows)
    for stride, span in _spans(second, b, rows).items():
        digits[stride] = max(span, digits.get(stride, 0))
    digits = [*digits.items(), *((s, s * (a.sizes[d] - 1)) for d, s in enumerate(strides))]
    extent = max(first.offset, second.offset)
    for stride, span in sorted(digits):
        if stride <= extent:
            return False
        extent += span
    return min(first.offset, second.offset) >= 0


def _spans(access: Access, nest: Nest, rows: int) -> dict[int, int]:
    """Return how far the loops within a row of each stride go together."""
    spans: dict[int, int] = {}
    for d, stride in access.terms.items():
        if d >= rows:
            spans[stride] = spans.get(stride, 0) + stride * (nest.sizes[d] - 1)
    return spans


def _may_overlap(a: ir.Value, b: ir.Value) -> bool:
    """Tell whether two different values may be the same memory."""
    return not (_is_own(a) and _is_own(b))


def _is_own(value: ir.Value) -> bool:
    """Tell whether a buffer is distinct from all others: an allocation, or an argument."""
    if isinstance(value.owner, ir.Block):
        return value.owner.owner.operation.name == "func.func"
    return producer_name(value) in ("memref.alloc", "memref.get_global")


def _wrap(group: _Group) -> None:
    """Move the nests of a group, and the buffers that only they use, into a scope."""
    operations = [nest.op for nest in group.nests]
    buffers = []
    if group.rows:
        bases = {o.base: None for n in group.nests for o in n.outputs}
        found = [private_buffer(base, set(operations)) for base in bases]
        buffers = [family for family in found if family]
    enclose(operations, group.moved, {ROWS: group.rows}, buffers)
