"""``hlo-flush-denormals``: numbers below the least normal one count as zero, as to XLA and IREE.

Processors of Intel take a hundred times longer for an operation that such a number
goes into or comes out of.  Entry points set the two bits of the control register MXCSR
that make it zero (Intel 64 and IA-32 Architectures Software Developer's Manual,
volume 1, 10.2.3), and each thread that takes part in their work does; all of them
set it back in the end.
"""

from __future__ import annotations

import platform

from ..dialect.diagnostics import plain_error
from ..dialect.mlir import ir
from ..dialect.walk import matching
from .memory import SCRATCH_BYTES
from .registry import hlo_pass

_FLUSH, _AS_ZERO = 1 << 15, 1 << 6
_LOAD, _STORE = "llvm.x86.sse.ldmxcsr", "llvm.x86.sse.stmxcsr"


@hlo_pass("hlo-flush-denormals", "Let numbers below the least normal one count as zero")
def flush_denormals(module: ir.Operation) -> None:
    """Set the control register in the entry points of ``module`` and in parallel regions.

    Raises `DiagnosedError` on processors that have no such register.
    """
    if platform.machine() not in ("x86_64", "AMD64"):
        raise plain_error(f"denormals can be flushed on x86-64 only, not on {platform.machine()}")

    def has_threads_of_its_own(op) -> bool:
        return op.name == "omp.parallel" or SCRATCH_BYTES in op.attributes

    for op in matching(module, has_threads_of_its_own):
        for block in op.regions[0].blocks if len(op.regions) else ():
            _set_in(block)


def _set_in(block: ir.Block) -> None:
    """Set the register at the start of a block, and back before its last operation."""
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
        _control(_STORE, kept)
        old = ir.Operation.create("llvm.load", [i32], [kept]).result
        bits = _constant(i32, _FLUSH | _AS_ZERO)
        new = ir.Operation.create("llvm.or", [i32], [old, bits]).result
        ir.Operation.create("llvm.store", [], [new, changed])
        _control(_LOAD, changed)
    with ir.InsertionPoint(operations[-1]), loc:
        _control(_LOAD, kept)


def _constant(type: ir.Type, value: int) -> ir.Value:
    attributes = {"value": ir.IntegerAttr.get(type, value)}
    return ir.Operation.create("llvm.mlir.constant", [type], [], attributes).result


def _control(intrinsic: str, pointer: ir.Value) -> None:
    attributes = {
        "intrin": ir.StringAttr.get(intrinsic),
        "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 0]),
    }
    ir.Operation.create("llvm.call_intrinsic", [], [pointer], attributes)
