"""Calls of LLVM's intrinsics that no dialect has an operation for."""

from __future__ import annotations

from collections.abc import Sequence

from ..dialect.mlir import ir


def call_intrinsic(
    name: str, operands: Sequence[ir.Value], type: ir.Type | None = None
) -> ir.Value | None:
    """Call an intrinsic of LLVM, which may give one result of ``type``, at the current place."""
    attributes = {
        "intrin": ir.StringAttr.get(name),
        "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(operands), 0]),
    }
    types = [] if type is None else [type]
    made = ir.Operation.create("llvm.call_intrinsic", types, operands, attributes)
    return made.results[0] if types else None
