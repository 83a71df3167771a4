"""``hlo-flush-denormals``: numbers below the least normal one count as zero, as to XLA and IREE.

Processors of Intel take a hundred times longer for an operation that such a number
goes into or comes out of.  Entry points set the two bits of the control register MXCSR
that make it zero (Intel 64 and IA-32 Architectures Software Developer's Manual,
volume 1, 10.2.3), and each thread that takes part in their work does; all of them
set it back in the end, and for the time of custom calls.  (LLVM does not know that
arithmetic depends on the register; it moves none over the operations that set it,
which touch memory.)
"""

from __future__ import annotations

from ..dialect.diagnostics import plain_error
from ..dialect.mlir import ir
from ..dialect.walk import matching, named
from .custom_calls.buffers import declarations
from .intrinsics import call_intrinsic
from .memory import SCRATCH_BYTES
from .registry import hlo_pass
from .target import host

_FLUSH, _AS_ZERO = 1 << 15, 1 << 6
_LOAD, _STORE = "llvm.x86.sse.ldmxcsr", "llvm.x86.sse.stmxcsr"


@hlo_pass("hlo-flush-denormals", "Let numbers below the least normal one count as zero")
def flush_denormals(module: ir.Operation) -> None:
    """Set the control register in the entry points of ``module`` and in parallel regions.

    Raises `DiagnosedError` on processors that have no such register.
    """
    if not host().has_mxcsr:
        raise plain_error(f"denormals can be flushed on x86-64 only, not on '{host().name}'")
    called = declarations(module)

    def starts_on_a_thread(op) -> bool:
        return op.name == "omp.parallel" or SCRATCH_BYTES in op.attributes

    for op in matching(module, starts_on_a_thread):
        for block in op.regions[0].blocks if len(op.regions) else ():
            kept, changed = _set_in(block)
            for call in named(op, ["func.call"]):
                if ir.FlatSymbolRefAttr(call.attributes["callee"]).value in called:
                    with ir.InsertionPoint(call), call.location:
                        call_intrinsic(_LOAD, [kept])
                    with ir.InsertionPoint.after(call), call.location:
                        call_intrinsic(_LOAD, [changed])


def _set_in(block: ir.Block) -> tuple[ir.Value, ir.Value]:
    """Set the register at the start of a block, and back before its last operation.

    Returns where its old and its new values are.
    """
    operations = list(block.operations)
    loc = operations[-1].location
    i32 = ir.IntegerType.get_signless(32)
    with ir.InsertionPoint(operations[0]), loc:
        pointer = ir.Type.parse("!llvm.ptr")
        kept, changed = (
            ir.Operation.create(
                "llvm.alloca",
                [pointer],
                [_constant(i32, 1)],
                {"elem_type": ir.TypeAttr.get(i32)},
            ).result
            for _ in range(2)
        )
        call_intrinsic(_STORE, [kept])
        old = ir.Operation.create("llvm.load", [i32], [kept]).result
        bits = _constant(i32, _FLUSH | _AS_ZERO)
        new = ir.Operation.create("llvm.or", [i32], [old, bits]).result
        ir.Operation.create("llvm.store", [], [new, changed])
        call_intrinsic(_LOAD, [changed])
    with ir.InsertionPoint(operations[-1]), loc:
        call_intrinsic(_LOAD, [kept])
    return kept, changed


def _constant(type: ir.Type, value: int) -> ir.Value:
    attributes = {"value": ir.IntegerAttr.get(type, value)}
    return ir.Operation.create("llvm.mlir.constant", [type], [], attributes).result
