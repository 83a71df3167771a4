"""Copies as ``linalg.copy``, of tensors or of buffers."""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import named


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


def spell_out_copies(module: ir.Operation) -> None:
    """Turn copies that no ``memcpy`` can do into ``linalg.copy``; drop those that do nothing.

    Code generation would call a library function for them that is not there.
    """
    for op in named(module, ["memref.copy"]):
        types = [ir.MemRefType(v.type) for v in op.operands]
        if 0 in types[0].shape or op.operands[0] == op.operands[1]:
            op.erase()
        elif not all(t.has_static_shape and is_row_major(t) for t in types):
            linalg_copy(*op.operands, op)
            op.erase()


def is_row_major(type: ir.MemRefType) -> bool:
    """Tell whether a memref of static shape is contiguous, last dimension innermost.

    The strides of extents of 1 count, as they do for code generation.
    """
    strides, _ = type.get_strides_and_offset()
    expected = 1
    for size, stride in zip(reversed(type.shape), reversed(strides), strict=True):
        if stride != expected:
            return False
        expected *= size
    return True
