"""What the compiler decided about each kernel (``--hlo-report=schedule``).

For each kernel: how often it is called, its nests with their loops (``*`` marks
those that reduce), how they are run, and the elements that it touches and the
arithmetic that it does, at the least.
"""

from __future__ import annotations

from collections import Counter

from ..dialect.mlir import ir
from ..dialect.walk import matching, named
from .block_rows import BLOCK_ROWS
from .group_loops import ROWS
from .kernel_work import groups_of_nests, loops_text, operations, touched_bytes
from .manager import Event, Instrumentation
from .memory import SCRATCH_BYTES
from .target import Target, host
from .vectorize.chunks import CHUNKS, ChunkedSum
from .vectorize.groups import Strategy, choose_strategy
from .vectorize.nest import Nest
from .vectorize.packed import PackedProduct


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
        ir.FlatSymbolRefAttr(op.attributes["callee"]).value for op in named(module, ["func.call"])
    )
    for function in named(module, ["func.func"]):
        name = ir.StringAttr(function.attributes["sym_name"]).value
        found = _describe_function(function, target)
        if found:
            times = f", called from {calls[name]} places" if calls[name] > 1 else ""
            lines += [f"{name}{times}:", *(f"  {line}" for line in found)]
    return lines


def _describe_function(function: ir.Operation, target: Target) -> list[str]:
    lines = []
    nests: list[Nest] = []
    for scope in matching(function, lambda op: BLOCK_ROWS in op.attributes):
        size, rows = (ir.IntegerAttr(scope.attributes[name]).value for name in (BLOCK_ROWS, ROWS))
        lines.append(f"by blocks of {size} rows of loop {rows} from the outside:")
    for group, rows in groups_of_nests(function):
        if not group:
            lines.append("loops that are not affine: scalar code")
        if rows:
            extent = " x ".join(map(str, group[0].sizes[:rows]))
            lines.append(f"{len(group)} nests together, a row of {extent} at a time")
        for nest in group:
            how = _how(nest, choose_strategy(nest, target, rows))
            lines.append(f"{loops_text(nest)}: {how}")
        nests += group
    if nests:
        work = sum(map(operations, nests))
        lines.append(f"touches {_bytes(touched_bytes(nests))}, {work} operations")
    return lines


def _how(nest: Nest, strategy: Strategy | None) -> str:
    if strategy is None:
        return "scalar code"
    if isinstance(strategy, PackedProduct):
        group = strategy.arithmetic.group
        steps = f" of {group} steps at once" if group > 1 else ""
        where = "a matrix unit" if strategy.arithmetic.in_tiles else "registers"
        panels = f"packed in panels{steps} of {strategy.panel} columns"
        if strategy.reads_columns_in_place:
            panels = f"read in place as one panel of {strategy.panel} columns"
        return (
            f"second operand {panels}, tiles of {strategy.tile_rows} x {strategy.panel} in {where}"
        )
    if isinstance(strategy, ChunkedSum):
        return f"{CHUNKS} sums of parts of {nest.sizes[strategy.loop]}, added up in order"
    if strategy.vector is None:
        return "one scalar"
    text = f"vectors of {strategy.lanes} along {nest.sizes[strategy.vector]}"
    for loop, count in strategy.unroll.items():
        text += f", {count} of {nest.sizes[loop]} at once"
    return text + (", added to memory" if strategy.adds_to_output else "")


def _bytes(count: int) -> str:
    for unit in ("bytes", "KiB", "MiB"):
        if count < 10_000:
            return f"{count} {unit}"
        count = -(-count // 1024)
    return f"{count} GiB"
