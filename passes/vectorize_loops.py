"""``hlo-vectorize``: vector code for the loop nests of linalg operations on buffers.

`passes.vectorize` has the parts.  What it does not handle is left for
`passes.lower`, which makes scalar loops of it.
"""

from __future__ import annotations

from dataclasses import replace

from ..dialect.mlir import ir
from ..dialect.walk import matching, named
from .block_rows import BLOCK_ROWS
from .dataflow import known_trips
from .group_loops import ROWS
from .memory import Lifetimes, byte_size
from .outline import KERNEL
from .registry import hlo_pass
from .scopes import SCOPE
from .target import CACHE_LINE, Target, host
from .vectorize.blocks import RowBlocks
from .vectorize.chunks import emit_chunked
from .vectorize.emitter import Emitter, Value
from .vectorize.groups import (
    Plan,
    Strategy,
    choose_strategy,
    chunks_of,
    extent_in_row,
    in_rows,
    open_chunks,
    plan_of,
    rows_are_independent,
)
from .vectorize.nest import Nest, collapsed, nest_of, row_order
from .vectorize.packed import PackedProduct
from .vectorize.packed_constants import drop_unused_constants
from .vectorize.packed_loops import emit_packed
from .vectorize.packing import buffers_at
from .vectorize.tile import emit_nest
from .vectorize.tiling import Tiling

_NESTS = frozenset({"linalg.copy", "linalg.generic"})
SCALAR = "hlo.scalar"
"""Attribute on a function with loops over single elements, which are worth LLVM's optimizing."""

_FEW = 256


def _is_long_loop(op: ir.Operation) -> bool:
    """Tell whether a loop nest of the program's own runs more than a few times."""
    iterations = 1

    def count(inner) -> ir.WalkResult:
        nonlocal iterations
        if inner.name == "scf.while":
            iterations = _FEW + 1
        elif inner.name == "scf.for":
            trips = known_trips(inner)
            iterations *= _FEW + 1 if trips is None else max(trips, 1)
        return ir.WalkResult.ADVANCE

    op.walk(count)
    return iterations > _FEW


@hlo_pass("hlo-vectorize", "Turn linalg operations on buffers into loops over vectors")
def vectorize(module: ir.Operation) -> None:
    """Replace every group and every ``linalg.generic`` that a strategy takes, in place."""
    target = host()
    functions = named(module, ["func.func"])
    for function in functions:
        if len(function.regions[0].blocks):
            _Vectorizer(function, target).run()
    drop_unused_constants(module)
    _pass_buffers(module, [f for f in functions if KERNEL in f.attributes])


class _Vectorizer:
    """Emits the code of one function."""

    def __init__(self, function: ir.Operation, target: Target):
        self.function = function
        self.target = target
        self._front: ir.InsertionPoint | None = None

    def run(self) -> None:
        """Replace what can be replaced."""
        scalar = any(map(_is_long_loop, named(self.function, ["scf.for"])))
        scopes = matching(self.function, lambda op: op.name == SCOPE, outer_first=True)
        while scopes:
            op = scopes.pop(0)
            if BLOCK_ROWS in op.attributes:
                del scopes[: self._blocks(op)]
            else:
                self._group(op)
        for op in named(self.function, _NESTS):
            nest = nest_of(op)
            nest = nest and collapsed(nest)
            strategy = nest and choose_strategy(nest, self.target)
            if strategy is not None:
                self._emit(self._emitter(op), nest, strategy, {})
                op.erase()
            else:
                scalar = True
        if scalar:
            self.function.attributes[SCALAR] = ir.UnitAttr.get()

    def _emit(self, e: Emitter, nest: Nest, strategy: Strategy, outer: dict[int, Value]) -> None:
        if isinstance(strategy, Tiling):
            emit_nest(e, nest, strategy, outer)
            return
        entry = ir.InsertionPoint.at_block_begin(self.function.regions[0].blocks[0])
        if isinstance(strategy, PackedProduct):
            emit_packed(e, replace(strategy, nest=nest), buffers_at(e, entry), outer)
        else:
            emit_chunked(e, nest, strategy, self.target, entry)

    def _emitter(self, before: ir.Operation) -> Emitter:
        if self._front is None:
            entry = self.function.regions[0].blocks[0]
            index = ir.IndexType.get()
            anchor = ir.Operation.create(
                "arith.constant",
                [index],
                attributes={"value": ir.IntegerAttr.get(index, 0)},
                ip=ir.InsertionPoint.at_block_begin(entry),
                loc=self.function.location,
            )
            self._front = ir.InsertionPoint(anchor)
        return Emitter(self._front, ir.InsertionPoint(before), before.location)

    # --- groups ----------------------------------------------------------------

    def _blocks(self, scope: ir.Operation) -> int:
        """Emit groups by blocks of rows; returns how many groups are gone with them.

        If that fails, they are taken out of the scope.
        """
        rows, size = (ir.IntegerAttr(scope.attributes[name]).value for name in (ROWS, BLOCK_ROWS))
        blocks = RowBlocks(scope, rows, size, self.target)
        members = blocks.members(_common_rows)
        if members is None:
            for op in blocks.operations:
                op.move_before(scope)
            scope.erase()
            return 0
        e = self._emitter(scope)
        blocks.emit(
            e, ir.InsertionPoint.at_block_begin(self.function.regions[0].blocks[0]), members
        )
        gone = sum(op.name == SCOPE for op in blocks.operations)
        scope.erase()
        return gone

    def _group(self, scope: ir.Operation) -> None:
        """Emit a group; what it is made of is taken out of the scope if that fails."""
        rows = ir.IntegerAttr(scope.attributes[ROWS]).value
        operations = [op.operation for op in scope.regions[0].blocks[0].operations][:-1]
        nests = [nest_of(op) for op in operations if op.name in _NESTS]
        if all(nests):
            nests = [row_order(nest) for nest in nests]
            plan = plan_of([collapsed(nest, rows) for nest in nests], rows, self.target)
            if plan is not None:
                self._emit_group(scope, operations, plan, rows)
                scope.erase()
                return
        for op in operations:
            op.move_before(scope)
        scope.erase()

    def _emit_group(self, scope, operations, plan: Plan, rows: int) -> None:
        e = self._emitter(scope)
        buffers = [op for op in operations if rows and op.name == "memref.alloc"]
        sizes = plan[0][0].sizes[:rows]
        parallel = bool(sizes) and rows_are_independent(plan, {op.results[0] for op in buffers})
        chunks = chunks_of(plan, sizes[0]) if parallel and buffers else 1
        # Iterations that share the buffers of one row must come one after another.
        parallel = parallel and (chunks > 1 or not buffers)
        rebased = {op.results[0]: self._row_buffer(op, plan, rows, chunks) for op in buffers}
        with open_chunks(e, sizes, chunks, parallel) as (chunk, indices):
            outer = dict(enumerate(indices))
            for nest, strategy in plan:
                self._emit(e, in_rows(nest, rebased, rows, chunk), strategy, outer)

    def _row_buffer(self, op, plan, rows: int, chunks: int) -> tuple[Value, int]:
        """Make a buffer of one row for each chunk; returns it and how far apart those are."""
        base = op.results[0]
        extent = extent_in_row(base, [nest for nest, _ in plan], rows)
        if chunks > 1:  # threads are not to share a line of the cache
            extent = -(-extent // CACHE_LINE) * CACHE_LINE
        type = ir.MemRefType.get([extent * chunks], base.type.element_type, loc=op.location)
        attributes = {name: op.attributes[name] for name in op.attributes}
        entry = ir.InsertionPoint.at_block_begin(self.function.regions[0].blocks[0])
        made = ir.Operation.create(
            "memref.alloc", [type], [], attributes, loc=op.location, ip=entry
        )
        return made.results[0], extent


def _common_rows(op: ir.Operation) -> int | None:
    """Return the number of common loops of a group, None for any other operation."""
    return ir.IntegerAttr(op.attributes[ROWS]).value if op.name == SCOPE else None


# --- buffers of kernels ---------------------------------------------------------


def _pass_buffers(module: ir.Operation, kernels: list[ir.Operation]) -> None:
    """Turn allocations in kernels into parameters, and allocate where they are called."""
    calls: dict[str, list[ir.Operation]] = {}
    for call in named(module, ["func.call"]):
        calls.setdefault(ir.FlatSymbolRefAttr(call.attributes["callee"]).value, []).append(call)
    for kernel in kernels:
        allocations = named(kernel, ["memref.alloc"])
        if allocations:
            _check_lives(kernel)
            name = ir.StringAttr(kernel.attributes["sym_name"]).value
            for call in calls.get(name, ()):
                _allocate_at(call, allocations)
            _make_parameters(kernel, allocations)


def _check_lives(kernel: ir.Operation) -> None:
    """Raise `DiagnosedError` if a buffer is made in a loop and outlives its iteration."""
    lifetimes = Lifetimes(kernel)
    for allocation in lifetimes.allocations:
        lifetimes.interval(allocation, byte_size(allocation))


def _allocate_at(call: ir.Operation, allocations: list[ir.Operation]) -> None:
    ip = ir.InsertionPoint(call)
    buffers = [allocation.clone(ip=ip).results[0] for allocation in allocations]
    ir.Operation.create(
        "func.call",
        operands=[*call.operands, *buffers],
        attributes={"callee": call.attributes["callee"]},
        loc=call.location,
        ip=ip,
    )
    call.erase()


def _make_parameters(kernel: ir.Operation, allocations: list[ir.Operation]) -> None:
    entry = kernel.regions[0].blocks[0]
    for allocation in allocations:
        buffer = allocation.results[0]
        buffer.replace_all_uses_with(entry.add_argument(buffer.type, allocation.location))
        allocation.erase()
    type = ir.FunctionType.get([a.type for a in entry.arguments], [])
    kernel.attributes["function_type"] = ir.TypeAttr.get(type)
