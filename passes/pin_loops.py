"""Pinning the tensors that a while loop carries to one buffer each.

One-shot bufferization demands that a loop yields each tensor in the buffer
that it came in, and does not arrange it for ``scf.while``.  Here every yielded
tensor is materialised in the loop's own argument.  Where it was computed in
that buffer already, the materialisation vanishes; where it is (a view of)
*another* carried tensor, it is saved first, since its source may be
overwritten before it is read.

``scf.for`` needs none of this: the analysis itself finds its updates in place.
"""

from __future__ import annotations

from ..dialect.mlir import ir

_VIEWS = frozenset(
    {"tensor.extract_slice", "tensor.collapse_shape", "tensor.expand_shape", "tensor.cast"}
)
# The operand whose buffer the result continues.
_UPDATES = {
    "tensor.insert": 1,
    "tensor.insert_slice": 1,
    "bufferization.materialize_in_destination": 1,
}


def pin_loops(func: ir.Operation) -> None:
    """Pin the carried tensors of every ``scf.while`` in ``func``, in place."""
    loops = []

    def visit(op) -> ir.WalkResult:
        if op.name == "scf.while":
            loops.append(op)
        return ir.WalkResult.ADVANCE

    func.walk(visit)
    for loop in loops:
        block = loop.regions[1].blocks[0]
        _pin(block, block.operations[len(block.operations) - 1].operation)


def _pin(block: ir.Block, end: ir.Operation) -> None:
    carried = list(block.arguments)
    values = list(end.operands)
    if [v.type for v in values] != [c.type for c in carried]:
        return  # the loop changes types between its regions: nothing to keep
    moved = [
        i
        for i, (value, target) in enumerate(zip(values, carried, strict=True))
        if isinstance(value.type, ir.RankedTensorType) and value != target
    ]
    ip = ir.InsertionPoint(end)

    def create(name: str, operands, attributes=None) -> ir.Value:
        type = operands[0].type
        return ir.Operation.create(
            name, [type], operands, attributes, loc=end.location, ip=ip
        ).results[0]

    # All are saved before any place is overwritten.
    segments = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 1, 0])}
    for i in moved:
        if _may_read(values[i], block, carried[i]):
            values[i] = create("bufferization.alloc_tensor", [values[i]], segments)
    for i in moved:
        target = [values[i], carried[i]]
        end.operands[i] = create("bufferization.materialize_in_destination", target)


def _may_read(value: ir.Value, block: ir.Block, own: ir.Value) -> bool:
    """Tell whether ``value`` may lie in the buffer of a carried tensor, other than as ``own``."""
    viewed = False
    while isinstance(value.owner, ir.Operation | ir.OpView):
        op = value.owner.operation
        if op.name in _VIEWS:
            value, viewed = op.operands[0], True
        elif op.name in _UPDATES:
            value = op.operands[_UPDATES[op.name]]
        elif op.name.startswith("linalg."):
            outputs = len(op.results)
            value = op.operands[len(op.operands) - outputs + _number(op, value)]
        elif op.name == "scf.for":
            value = op.operands[3 + _number(op, value)]
        elif op.name == "scf.while":
            value = op.operands[_number(op, value)]
        else:
            # A new tensor, or one of several by branches.
            return op.name in ("scf.if", "scf.index_switch", "arith.select")
    if value.owner != block:
        return False  # from outside of the loop, which never writes it
    return viewed or value != own


def _number(op: ir.Operation, value: ir.Value) -> int:
    return ir.OpResult(value).result_number
