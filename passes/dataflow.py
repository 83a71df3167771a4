"""Where values go: through loops and branches, and into buffers that they may share."""

from __future__ import annotations

from collections.abc import Callable

from ..dialect.mlir import ir


def producer(value: ir.Value) -> ir.Operation | None:
    """Return the operation that makes ``value``, None for the argument of a block.

    (The bindings' own class of an operation may have another idea of its ``name``.)
    """
    return None if isinstance(value.owner, ir.Block) else value.owner.operation


def producer_name(value: ir.Value) -> str:
    """Return the name of the operation that makes ``value``, empty for the argument of a block."""
    made_by = producer(value)
    return "" if made_by is None else made_by.name


def constant_of(value: ir.Value) -> ir.Attribute | None:
    """Return the attribute of the ``arith.constant`` that makes ``value``, None if none does."""
    if producer_name(value) != "arith.constant":
        return None
    return value.owner.attributes["value"]


def known_trips(loop: ir.Operation) -> int | None:
    """Return how often an ``scf.for`` with constant bounds runs; None for other bounds."""
    bounds = [constant_of(bound) for bound in list(loop.operands)[:3]]
    if any(bound is None for bound in bounds):
        return None
    low, high, step = (ir.IntegerAttr(bound).value for bound in bounds)
    return max(-(-(high - low) // step), 0)


def through_control_flow(op: ir.Operation, operand: int) -> list[ir.Value] | None:
    """Return the values that an operand of an ``scf`` operation may come out as.

    Those are results of the operation, arguments of its regions, and, for a
    terminator, the same of the operation that it ends an iteration or branch
    of.  Returns None if ``op`` is not one that passes values through regions.
    """
    name = op.name
    if name == "scf.for":
        carried = operand - 3  # after lower bound, upper bound and step
        return [op.results[carried], _arguments(op, 0)[1 + carried]] if carried >= 0 else []
    if name == "scf.while":
        return [_arguments(op, 0)[operand]]
    if name == "scf.condition":
        loop = op.parent.operation
        return [loop.results[operand - 1], _arguments(loop, 1)[operand - 1]] if operand else []
    if name == "scf.yield":
        parent = op.parent.operation
        if parent.name == "scf.while":
            return [_arguments(parent, 0)[operand]]
        if parent.name == "scf.for":
            return [parent.results[operand], _arguments(parent, 0)[1 + operand]]
        return [parent.results[operand]]
    return None


def _arguments(op: ir.Operation, region: int) -> ir.BlockArgumentList:
    return op.regions[region].blocks[0].arguments


def reachable(
    start: ir.Value, passed_on: Callable[[ir.Operation, int], list[ir.Value]]
) -> list[ir.Value]:
    """Return ``start`` and all values that it reaches over ``passed_on(user, operand number)``."""
    found = [start]
    known = {start}
    for value in found:  # grows while it is walked
        for use in value.uses:
            for other in passed_on(use.owner.operation, use.operand_number):
                if other not in known:
                    known.add(other)
                    found.append(other)
    return found


# The operand that the result of an operation on tensors may be written over, where it is one only.
_WRITTEN_OVER = {
    "arith.constant": (),
    "bufferization.alloc_tensor": (),
    "bufferization.materialize_in_destination": (1,),
    "tensor.empty": (),
    "tensor.insert": (1,),
    "tensor.insert_slice": (1,),
    "tensor.pad": (),
}


def may_share_buffer(op: ir.Operation, operand: int) -> list[ir.Value]:
    """Return the results of ``op`` that bufferization may put in the buffer of an operand.

    ``op`` works on tensors; to be used with `reachable`.
    """
    passed = through_control_flow(op, operand)
    if passed is not None:
        return passed
    results = list(op.results)
    if op.name.startswith("linalg."):
        output = operand - (len(op.operands) - len(results))
        return [results[output]] if output >= 0 else []
    written_over = _WRITTEN_OVER.get(op.name)
    if written_over is not None and operand not in written_over:
        return []
    return [value for value in results if isinstance(value.type, ir.RankedTensorType)]


def is_tensor(value: ir.Value) -> bool:
    """Tell whether a value is a ranked tensor."""
    return isinstance(value.type, ir.RankedTensorType)


def terminator(block: ir.Block) -> ir.Operation:
    """Return the last operation of a block."""
    return block.operations[len(block.operations) - 1].operation
