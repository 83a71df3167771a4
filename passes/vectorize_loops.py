"""``hlo-vectorize``: vector code for the loop nests of linalg operations on buffers.

`passes.vectorize` has the parts.  What it does not handle is left for
`passes.lower`, which makes scalar loops of it.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from math import prod

from ..dialect.mlir import ir
from ..dialect.walk import named
from .dataflow import known_trips
from .group_loops import ROWS, is_fill, row_order
from .memory import Lifetimes, byte_size
from .outline import KERNEL
from .registry import hlo_pass
from .target import Target, host
from .vectorize.access import Access
from .vectorize.emitter import Emitter, Value
from .vectorize.lanes import calls_for_each_lane
from .vectorize.nest import Nest, collapsed, nest_of
from .vectorize.packed import PackedProduct, packed_product
from .vectorize.packed_loops import emit_packed
from .vectorize.strategy import choose_tiling
from .vectorize.tile import Tiling, emit_nest

_SCOPE = "memref.alloca_scope"
_NESTS = frozenset({"linalg.copy", "linalg.generic"})
SCALAR = "hlo.scalar"
"""Attribute on a function with loops over single elements, which are worth LLVM's optimizing."""

_FEW, _FEW_CALLS = 256, 4
# Rows that share buffers of one row each are split into chunks if there is much to do.
_MOST_CHUNKS, _MUCH, _LINE = 16, 1 << 17, 64
Strategy = Tiling | PackedProduct


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


def choose_strategy(nest: Nest, target: Target, rows: int = 0) -> Strategy | None:
    """Return how to run a nest whose first ``rows`` loops are open, None if it stays as it is."""
    product = packed_product(nest, target, rows)
    if product is not None:
        return product
    tiling = choose_tiling(nest, target, rows)
    return None if tiling is None else _with_few_calls(nest, tiling)


def _with_few_calls(nest: Nest, tiling: Tiling) -> Tiling:
    """Return a tiling with short vectors where functions are called lane by lane.

    These take the time; to write out more of their calls only takes longer to compile.
    """
    vector = tiling.vector
    if vector is None or nest.reduction[vector] or tiling.unroll or tiling.lanes <= _FEW_CALLS:
        return tiling
    return replace(tiling, lanes=_FEW_CALLS) if calls_for_each_lane(nest) else tiling


@hlo_pass("hlo-vectorize", "Turn linalg operations on buffers into loops over vectors")
def vectorize(module: ir.Operation) -> None:
    """Replace every group and every ``linalg.generic`` that a strategy takes, in place."""
    target = host()
    functions = named(module, ["func.func"])
    for function in functions:
        if len(function.regions[0].blocks):
            _Vectorizer(function, target).run()
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
        for op in named(self.function, [_SCOPE]):
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
        if isinstance(strategy, PackedProduct):
            entry = ir.InsertionPoint.at_block_begin(self.function.regions[0].blocks[0])
            emit_packed(e, replace(strategy, nest=nest), entry, outer)
        else:
            emit_nest(e, nest, strategy, outer)

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

    def _group(self, scope: ir.Operation) -> None:
        """Emit a group; what it is made of is taken out of the scope if that fails."""
        rows = ir.IntegerAttr(scope.attributes[ROWS]).value
        operations = [op.operation for op in scope.regions[0].blocks[0].operations][:-1]
        nests = [nest_of(op) for op in operations if op.name in _NESTS]
        if all(nests):
            nests = [row_order(nest) for nest in nests]
            plan = _with_starts([collapsed(nest, rows) for nest in nests], rows, self.target)
            if plan is not None:
                self._emit_group(scope, operations, plan, rows)
                scope.erase()
                return
        for op in operations:
            op.move_before(scope)
        scope.erase()

    def _emit_group(self, scope, operations, plan: list[tuple[Nest, Strategy]], rows: int) -> None:
        e = self._emitter(scope)
        buffers = [op for op in operations if rows and op.name == "memref.alloc"]
        sizes = plan[0][0].sizes[:rows]
        parallel = bool(sizes) and _rows_are_independent(plan, {op.results[0] for op in buffers})
        chunks = _chunks(plan, sizes[0]) if parallel and buffers else 1
        # Iterations that share the buffers of one row must come one after another.
        parallel = parallel and (chunks > 1 or not buffers)
        rebased = {op.results[0]: self._row_buffer(op, plan, rows, chunks) for op in buffers}
        with _open_chunks(e, sizes, chunks, parallel) as (chunk, indices):
            outer = dict(enumerate(indices))
            for nest, strategy in plan:
                self._emit(e, _in_rows(nest, rebased, rows, chunk), strategy, outer)

    def _row_buffer(self, op, plan, rows: int, chunks: int) -> tuple[Value, int]:
        """Make a buffer of one row for each chunk; returns it and how far apart those are."""
        base = op.results[0]
        extent = max(
            1
            + access.offset
            + sum(access.stride(d) * (n.sizes[d] - 1) for d in n.loops if d >= rows)
            for n, _ in plan
            for access in n.accesses
            if access.base == base
        )
        if chunks > 1:  # threads are not to share a line of the cache
            extent = -(-extent // _LINE) * _LINE
        type = ir.MemRefType.get([extent * chunks], base.type.element_type, loc=op.location)
        attributes = {name: op.attributes[name] for name in op.attributes}
        entry = ir.InsertionPoint.at_block_begin(self.function.regions[0].blocks[0])
        made = ir.Operation.create(
            "memref.alloc", [type], [], attributes, loc=op.location, ip=entry
        )
        return made.results[0], extent


def _rows_are_independent(plan: list[tuple[Nest, Strategy]], buffers: set[Value]) -> bool:
    """Tell whether rows may run at once, if each that does has buffers of its own."""
    return all(
        isinstance(strategy, Tiling)  # packed operands would be shared
        and all(o.base in buffers or o.stride(0) for o in nest.outputs)
        for nest, strategy in plan
    )


def _chunks(plan: list[tuple[Nest, Strategy]], size: int) -> int:
    """Return into how many chunks rows are split, which threads may run; 1 for little work."""
    work = sum(prod(nest.sizes) * len(list(nest.body.operations)) for nest, _ in plan)
    return min(_MOST_CHUNKS, size) if work >= _MUCH else 1


def _in_rows(
    nest: Nest, rebased: dict[Value, tuple[Value, int]], rows: int, chunk: Value | None
) -> Nest:
    """Return a nest that uses the buffers of one row in place of those of all."""
    if not rebased:
        return nest

    def moved(access: Access | Value):
        if not isinstance(access, Access) or access.base not in rebased:
            return access
        base, extent = rebased[access.base]
        terms = {d: s for d, s in access.terms.items() if d >= rows}
        symbols = access.symbols if chunk is None else (*access.symbols, (chunk, extent))
        return replace(access, base=base, terms=terms, symbols=symbols)

    return replace(
        nest, inputs=tuple(map(moved, nest.inputs)), outputs=tuple(map(moved, nest.outputs))
    )


@contextmanager
def _open_chunks(e: Emitter, sizes: tuple[int, ...], chunks: int, parallel: bool):
    """Open loops over rows, the first in chunks; gives the chunk, if any, and the indices."""
    if chunks == 1:
        with e.open_loops(sizes, parallel=parallel) as indices:
            yield None, indices
        return
    length = -(-sizes[0] // chunks)
    whole = [e.at_index(0), e.at_index(chunks), e.at_index(1)]
    with e.open_loop(whole, parallel=True) as chunk:
        start = e.scaled_sum(None, chunk, length)
        end = e.same("arith.addi", start, e.at_index(length))
        if length * chunks > sizes[0]:
            end = e.same("arith.minui", end, e.at_index(sizes[0]))
            start = e.same("arith.minui", start, e.at_index(sizes[0]))
        bounds = [start, end, e.at_index(1)]
        with e.open_loop(bounds, trips=length) as row:
            with e.open_loops(sizes[1:]) as indices:
                yield chunk, [row, *indices]


def _with_starts(
    nests: list[Nest], rows: int, target: Target
) -> list[tuple[Nest, Strategy]] | None:
    """Return the nests of a group with their tilings, reductions starting from what fills set.

    None if there is a nest that no strategy takes.
    """
    plan: list[tuple[Nest, Strategy]] = []
    for nest in nests:
        strategy = choose_strategy(nest, target, rows)
        if strategy is None:
            return None
        if nest.reducing and not getattr(strategy, "adds_to_output", False):
            nest = _started(nest, plan)
        plan.append((nest, strategy))
    return plan


def _started(nest: Nest, plan: list[tuple[Nest, Strategy]]) -> Nest:
    """Take out of ``plan`` the fills that only set what ``nest`` starts from."""
    starts = list(nest.start)
    for i, output in enumerate(nest.outputs):
        users = [p for p in plan if any(a.base == output.base for a in p[0].accesses)]
        if len(users) != 1 or not is_fill(users[0][0]):
            continue
        fill = users[0][0].outputs[0]
        if _same_elements(fill, users[0][0], output, nest):
            starts[i] = users[0][0].inputs[0]
            plan.remove(users[0])
    return replace(nest, start=tuple(starts))


def _same_elements(fill: Access, filling: Nest, output: Access, nest: Nest) -> bool:
    """Tell whether two accesses go through the same elements."""

    def extents(access: Access, of: Nest) -> list[tuple[int, int]]:
        return sorted((stride, of.sizes[d]) for d, stride in access.terms.items())

    return (
        fill.offset == output.offset
        and fill.symbols == output.symbols
        and prod(n for _, n in extents(fill, filling)) == prod(n for _, n in extents(output, nest))
        and _span(fill, filling) == _span(output, nest)
    )


def _span(access: Access, nest: Nest) -> int:
    return sum(stride * (nest.sizes[d] - 1) for d, stride in access.terms.items())


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
