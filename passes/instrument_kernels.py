"""``hlo-instrument-kernels``: how often each kernel is called, and how long it takes.

Every call of a kernel, or of a custom call, is put between two looks at the
clock, and what they say is added to counters behind the scratch memory of the
entry point.  A row of the counters is two 64-bit numbers: row 0 is where the
clock puts the time, row 1 counts the entry point itself, and each kernel and
custom call has a row after those; calls come first, then nanoseconds.
Whoever calls the entry point sets the counters to zero.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import named
from .arena import align
from .custom_calls.buffers import declarations
from .custom_calls.description import CUSTOM_CALL, read_description
from .dataflow import terminator
from .kernel_work import Kernel, find_kernels
from .manager import Event, Instrumentation
from .memory import SCRATCH_BYTES
from .outline import KERNEL
from .registry import hlo_pass

ROW_BYTES = 16
ENTRY, FIRST = 1, 2
"""The rows of the entry point and of the first function."""

_HELPERS = """
func.func private @clock_gettime(i32, memref<{rows}x2xi64>) -> i32
func.func private @profile_now(%counters: memref<{rows}x2xi64>) -> i64 {{
  %monotonic = arith.constant 1 : i32
  %ignored = func.call @clock_gettime(%monotonic, %counters) : (i32, memref<{rows}x2xi64>) -> i32
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %seconds = memref.load %counters[%0, %0] : memref<{rows}x2xi64>
  %rest = memref.load %counters[%0, %1] : memref<{rows}x2xi64>
  %unit = arith.constant 1000000000 : i64
  %whole = arith.muli %seconds, %unit : i64
  %now = arith.addi %whole, %rest : i64
  return %now : i64
}}
func.func private @profile_count(%counters: memref<{rows}x2xi64>, %row: index, %start: i64) {{
  %end = func.call @profile_now(%counters) : (memref<{rows}x2xi64>) -> i64
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %calls = memref.load %counters[%row, %0] : memref<{rows}x2xi64>
  %more = arith.addi %calls, %one : i64
  memref.store %more, %counters[%row, %0] : memref<{rows}x2xi64>
  %time = memref.load %counters[%row, %1] : memref<{rows}x2xi64>
  %taken = arith.subi %end, %start : i64
  %longer = arith.addi %time, %taken : i64
  memref.store %longer, %counters[%row, %1] : memref<{rows}x2xi64>
  return
}}
"""


class KernelWatch(Instrumentation):
    """Learns about the kernels of a program while it is compiled."""

    def __init__(self) -> None:
        self._found: dict[str, Kernel] = {}
        self.profiled: tuple[Kernel, ...] = ()  # in the order of their counters

    def before(self, event: Event) -> None:
        """Look at the kernels that are about to be vectorized, and at custom calls."""
        if event.step.name == "hlo-vectorize":
            self._found = {**find_kernels(event.root), **_custom_calls(event.root)}

    def after(self, event: Event) -> None:
        """Note which of them have counters."""
        if event.step.name == "hlo-instrument-kernels":
            self.profiled = tuple(self._found[name] for name in _profiled(event.root))


def _custom_calls(module: ir.Operation) -> dict[str, Kernel]:
    found = {}
    for name, declaration in declarations(module).items():
        call = read_description(declaration.attributes[CUSTOM_CALL])
        found[name] = Kernel(name, call.location, f"custom call '{call.target}'")
    return found


@hlo_pass("hlo-instrument-kernels", "Count the calls of each kernel, and the time they take")
def instrument_kernels(module: ir.Operation) -> None:
    """Instrument every entry point whose memory is planned, in place."""
    body = module.regions[0].blocks[0]
    functions = [view.operation for view in body.operations]
    profiled = _profiled(module)
    rows = FIRST + len(profiled)
    for function in functions:
        if SCRATCH_BYTES in function.attributes:
            _EntryPoint(function, rows).instrument(profiled)
    for op in ir.Module.parse(_HELPERS.format(rows=rows)).body.operations:
        op.operation.clone(ip=ir.InsertionPoint(body))


def _profiled(module: ir.Operation) -> list[str]:
    """Return the names of the functions that are counted, in the order of their counters."""
    return [
        ir.StringAttr(op.attributes["sym_name"]).value
        for op in module.regions[0].blocks[0].operations
        if KERNEL in op.operation.attributes or CUSTOM_CALL in op.operation.attributes
    ]


class _EntryPoint:
    """An entry point that gets counters, and passes them to the helpers."""

    def __init__(self, function: ir.Operation, rows: int):
        self.function = function
        self.block = function.regions[0].blocks[0]
        self.rows = rows
        self.index, self.i64 = ir.IndexType.get(), ir.IntegerType.get_signless(64)

    def instrument(self, profiled: list[str]) -> None:
        """Count the calls of ``profiled`` functions, and the whole."""
        calls = named(self.function, ["func.call"])
        self.counters = self._add_counters()
        start = self._now(ir.InsertionPoint.after(self.counters.owner))
        for call in calls:
            name = ir.FlatSymbolRefAttr(call.attributes["callee"]).value
            if name in profiled:
                row = FIRST + profiled.index(name)
                before = self._now(ir.InsertionPoint(call))
                self._count(row, before, ir.InsertionPoint.after(call))
        self._count(ENTRY, start, ir.InsertionPoint(terminator(self.block)))

    def _add_counters(self) -> ir.Value:
        """Make scratch memory longer, and return its end as a buffer of counters."""
        size = ir.IntegerAttr(self.function.attributes[SCRATCH_BYTES])
        offset = align(size.value)
        total = offset + self.rows * ROW_BYTES
        *others, scratch = self.block.arguments
        i8 = ir.IntegerType.get_signless(8)
        scratch.set_type(ir.MemRefType.get([total], i8, loc=self.function.location))
        self.function.attributes[SCRATCH_BYTES] = ir.IntegerAttr.get(size.type, total)
        signature = ir.FunctionType.get([a.type for a in (*others, scratch)], [])
        self.function.attributes["function_type"] = ir.TypeAttr.get(signature)
        ip = ir.InsertionPoint.at_block_begin(self.block)
        type = ir.MemRefType.get([self.rows, 2], self.i64, loc=self.function.location)
        return self._create("memref.view", [type], [scratch, self._constant(offset, ip)], ip)

    def _now(self, ip: ir.InsertionPoint) -> ir.Value:
        return self._create("func.call", [self.i64], [self.counters], ip, callee="profile_now")

    def _count(self, row: int, start: ir.Value, ip: ir.InsertionPoint) -> None:
        operands = [self.counters, self._constant(row, ip), start]
        self._create("func.call", [], operands, ip, callee="profile_count")

    def _constant(self, value: int, ip: ir.InsertionPoint) -> ir.Value:
        attribute = ir.IntegerAttr.get(self.index, value)
        return self._create("arith.constant", [self.index], [], ip, value=attribute)

    def _create(self, name, types, operands, ip, **attributes) -> ir.Value | None:
        if "callee" in attributes:
            attributes["callee"] = ir.FlatSymbolRefAttr.get(attributes["callee"])
        loc = self.function.location
        op = ir.Operation.create(name, types, operands, attributes, loc=loc, ip=ip)
        return op.results[0] if types else None
