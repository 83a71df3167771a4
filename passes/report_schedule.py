"""What the compiler decided about each kernel (``--hlo-report=schedule``).

For each kernel: how often it is called, its nests with their loops (``*`` marks
those that reduce), how they are run, and the elements that it touches and the
arithmetic that it does, at the least.
"""

from __future__ import annotations

from collections import Counter
from math import prod

from ..dialect.mlir import ir
from ..dialect.walk import matching
from .group_loops import ROWS, is_fill, row_order
from .manager import Event, Instrumentation
from .memory import SCRATCH_BYTES
from .target import Target, host
from .vectorize.access import Access
from .vectorize.emitter import bit_width
from .vectorize.nest import Nest, collapsed, nest_of
from .vectorize.packed import PackedProduct
from .vectorize_loops import Strategy, choose_strategy

_SCOPE = "memref.alloca_scope"


class ScheduleReport(Instrumentation):
    """Collects the lines of the report while a pipeline runs."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def before(self, event: Event) -> None:
        """Describe the kernels that are about to be vectorized."""
        if event.step.name == "hlo-vectorize":
            self.lines += describe_kernels(event.root, host())

    def after(self, event: Event) -> None:
        """Say how much memory the buffers take together."""
        if event.step.name == "hlo-plan-memory":
            for op in event.root.regions[0].blocks[0].operations:
                if SCRATCH_BYTES in op.attributes:
                    name = ir.StringAttr(op.attributes["sym_name"]).value
                    size = ir.IntegerAttr(op.attributes[SCRATCH_BYTES]).value
                    self.lines.append(f"{name}: {_bytes(size)} of scratch memory")


def describe_kernels(module: ir.Operation, target: Target) -> list[str]:
    """Return the lines of the report for a module that ``hlo-outline-kernels`` has made."""
    lines = [f"target: {target.name}, vectors of {target.vector_bits} bits"]
    calls = Counter(
        ir.FlatSymbolRefAttr(op.attributes["callee"]).value
        for op in matching(module, lambda op: op.name == "func.call")
    )
    for function in matching(module, lambda op: op.name == "func.func"):
        name = ir.StringAttr(function.attributes["sym_name"]).value
        found = _describe_function(function, target)
        if found:
            times = f", called from {calls[name]} places" if calls[name] > 1 else ""
            lines += [f"{name}{times}:", *(f"  {line}" for line in found)]
    return lines


def _describe_function(function: ir.Operation, target: Target) -> list[str]:
    lines = []
    nests: list[Nest] = []
    inside: set[ir.Block] = set()
    for scope in matching(function, lambda op: op.name == _SCOPE, outer_first=True):
        rows = ir.IntegerAttr(scope.attributes[ROWS]).value
        block = scope.regions[0].blocks[0]
        inside.add(block)
        members = [n for op in block.operations if (n := nest_of(op.operation)) is not None]
        members = [collapsed(row_order(n), rows) for n in members]
        if rows:
            extent = " x ".join(map(str, members[0].sizes[:rows]))
            lines.append(f"{len(members)} nests together, a row of {extent} at a time")
        lines += [_describe(n, choose_strategy(n, target, rows), rows) for n in members]
        nests += members
    for op in matching(function, lambda op: op.name in ("linalg.generic", "linalg.copy")):
        if op.block in inside:
            continue
        nest = nest_of(op)
        if nest is None:
            lines.append("loops that are not affine: scalar code")
            continue
        nest = collapsed(nest)
        lines.append(_describe(nest, choose_strategy(nest, target), 0))
        nests.append(nest)
    if nests:
        touched = sum(_touched_bytes(nest) for nest in nests)
        work = sum(_operations(nest) for nest in nests)
        lines.append(f"touches {_bytes(touched)}, {work} operations")
    return lines


def _describe(nest: Nest, strategy: Strategy | None, rows: int) -> str:
    kind = "fill" if is_fill(nest) else "sum" if nest.reducing else "elementwise"
    loops = " x ".join(
        f"{size}{'*' if nest.reduction[d] else ''}" for d, size in enumerate(nest.sizes)
    )
    return f"{kind} [{loops}]: {_how(nest, strategy)}"


def _how(nest: Nest, strategy: Strategy | None) -> str:
    if strategy is None:
        return "scalar code"
    if isinstance(strategy, PackedProduct):
        pairs = " of pairs" if strategy.arithmetic.group == 2 else ""
        return (
            f"second operand packed in panels{pairs} of {strategy.panel} columns, "
            f"tiles of {strategy.tile_rows} x {strategy.panel} in registers"
        )
    if strategy.vector is None:
        return "one scalar"
    text = f"vectors of {strategy.lanes} along {nest.sizes[strategy.vector]}"
    for loop, count in strategy.unroll.items():
        text += f", {count} of {nest.sizes[loop]} at once"
    return text + (", added to memory" if strategy.adds_to_output else "")


def _touched_bytes(nest: Nest) -> int:
    """Return the bytes of the different elements that a nest reads and writes."""

    def size(access: Access) -> int:
        count = prod(nest.sizes[d] for d in access.terms)
        return count * max(bit_width(access.element), 8) // 8

    return sum(size(access) for access in nest.accesses)


def _operations(nest: Nest) -> int:
    """Return how many operations of the body all iterations take together."""
    each = sum(
        op.operation.name.startswith(("arith.", "math.", "complex.")) for op in nest.body.operations
    )
    return each * prod(nest.sizes)


def _bytes(count: int) -> str:
    for unit in ("bytes", "KiB", "MiB"):
        if count < 10_000:
            return f"{count} {unit}"
        count = -(-count // 1024)
    return f"{count} GiB"
