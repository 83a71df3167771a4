"""Copies as ``linalg.copy``, of tensors or of buffers."""

from __future__ import annotations

from ..dialect.mlir import ir


def linalg_copy(source: ir.Value, target: ir.Value, before: ir.Operation) -> ir.Operation:
    """Create a ``linalg.copy`` before an operation, with its location.

    On tensors its result is ``target`` with the elements of ``source``; on
    memrefs it has none.
    """
    type = target.type
    element = type.element_type
    copy = ir.Operation.create(
        "linalg.copy",
        [type] if isinstance(type, ir.RankedTensorType) else [],
        [source, target],
        {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 1])},
        regions=1,
        loc=before.location,
        ip=ir.InsertionPoint(before),
    )
    body = copy.regions[0].blocks.append(element, element, arg_locs=[before.location] * 2)
    ir.Operation.create(
        "linalg.yield",
        operands=[body.arguments[0]],
        loc=before.location,
        ip=ir.InsertionPoint(body),
    )
    return copy
