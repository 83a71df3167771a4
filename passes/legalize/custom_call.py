"""Custom calls: a call of a declared function that stands for the target.

The declaration keeps what the operation says (`custom_calls.description`).
Buffers are passed in the layouts that the operation asks for, so a call that
wants columns first gets transposed tensors; the rest of the program knows
row-major ones only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...dialect.mlir import ir, stablehlo
from ...dialect.walk import upwards
from ..custom_calls.description import CUSTOM_CALL, describe, flatten, read_description
from .core import HloOp, Legalizer, lowers
from .reshape import transpose

# On one device these return what they get.
_IDENTITIES = frozenset(
    {
        "annotate_device_placement",
        "MoveToDevice",
        "MoveToHost",
        "Sharding",
        "SPMDFullToShardShape",
        "SPMDShardToFullShape",
        "xla.sdy.FuncResultSharding",
        "xla.sdy.GlobalToLocalShape",
        "xla.sdy.LocalToGlobalShape",
    }
)


@lowers("stablehlo.custom_call")
def _custom_call(b: Legalizer, op: HloOp, *operands):
    target = op.attributes["call_target_name"].value
    if target in _IDENTITIES:
        return _identity(op, operands)
    _require_place_for_call(b, op)
    types = [t for v in op.op.operands for t in flatten(v.type)]
    values = list(_flatten_values(op.op.operands, operands))
    result_types = [t for r in op.op.results for t in flatten(r.type)]
    orders = [
        *_orders(op, "operand_layouts", types),
        *_orders(op, "result_layouts", result_types),
    ]
    moves = [_moves(t, order) for t, order in zip([*types, *result_types], orders, strict=True)]
    passed = [
        transpose(b, b.tensor(v), order)
        for v, t, order in zip(values, types, moves, strict=False)
        if _is_passed(t)
    ]
    moves = moves[len(types) :]
    call = _call(b, op, passed, zip(result_types, moves, strict=True), describe(op.op, orders))
    returned = iter(call.results)
    flat = iter(
        [
            _returned(b, next(returned) if _is_passed(t) else None, t, order)
            for t, order in zip(result_types, moves, strict=True)
        ]
    )
    return [_nest(r.type, flat) for r in op.op.results]


def _identity(op: HloOp, operands):
    results = list(op.op.results)
    if [r.type for r in results] != [v.type for v in op.op.operands]:
        given = ", ".join(str(v.type) for v in op.op.operands)
        wanted = ", ".join(str(r.type) for r in results)
        raise op.fail(
            f"custom call target '{op.attributes['call_target_name'].value}' returns what it gets "
            f"on one device, and {given} is not {wanted}"
        )
    return list(operands)


def _require_place_for_call(b: Legalizer, op: HloOp) -> None:
    """Raise inside the body of a reduction or map, where elements have no memory."""
    if any(around.name.startswith("linalg.") for around in upwards(b.ip.block.owner.operation)):
        raise op.fail("a custom call inside a region that computes elements is not supported")


def _flatten_values(operands: Sequence[ir.Value], values) -> Iterator:
    for operand, value in zip(operands, values, strict=True):
        yield from _leaves(operand.type, value)


def _leaves(type: ir.Type, value) -> Iterator:
    if isinstance(type, ir.TupleType):
        for i, part in enumerate(value):
            yield from _leaves(type.get_type(i), part)
    else:
        yield value


def _nest(type: ir.Type, flat: Iterator):
    if isinstance(type, ir.TupleType):
        return [_nest(type.get_type(i), flat) for i in range(type.num_types)]
    return next(flat)


def _is_token(type: ir.Type) -> bool:
    return str(type) == "!stablehlo.token"


def _is_passed(type: ir.Type) -> bool:
    """Tell whether a value has bytes to be passed."""
    return not _is_token(type) and 0 not in ir.RankedTensorType(type).shape


def _orders(op: HloOp, name: str, types: Sequence[ir.Type]) -> list[list[int]]:
    """Return for each value its dimensions from the outermost to the innermost in memory."""
    ranks = [0 if _is_token(t) else ir.RankedTensorType(t).rank for t in types]
    if name not in op.attributes:
        return [list(range(rank)) for rank in ranks]
    orders = [list(layout)[::-1] for layout in op.attributes[name]]
    if len(orders) != len(ranks):
        raise op.fail(f"'{name}' has {len(orders)} layouts for {len(ranks)} buffers")
    return orders


def _moves(type: ir.Type, order: Sequence[int]) -> list[int]:
    """Return the permutation that brings a row-major tensor into an order of dimensions.

    Dimensions of extent 1 may stay where they are.
    """
    moved = [d for d in order if ir.RankedTensorType(type).shape[d] != 1]
    return list(range(len(order))) if moved == sorted(moved) else list(order)


def _call(b: Legalizer, op: HloOp, passed, results, described: ir.DictAttr) -> ir.Operation:
    """Emit the call, and the declaration of what it calls.

    ``results`` has the type of each result, and the order in which it comes.
    """
    result_types = []
    for type, order in results:
        if _is_passed(type):
            info = b.info(type, op.op)
            result_types.append(b.tensor_type([info.shape[d] for d in order], info.scalar))
    entries = {named.name: named.attr for named in described}
    entries["aliases"] = ir.DenseI64ArrayAttr.get(_aliases(op), b.context)
    description = ir.DictAttr.get(entries, b.context)
    try:
        read_description(description)
    except ValueError as exc:
        raise op.fail(str(exc)) from None
    attributes = {CUSTOM_CALL: description}
    name = b.declare("custom_call", [v.type for v in passed], result_types, attributes)
    callee = ir.FlatSymbolRefAttr.get(name, b.context)
    return b.create("func.call", result_types, passed, {"callee": callee})


def _aliases(op: HloOp) -> list[int]:
    """Return pairs, one after the other: an operand and the result in the same buffer.

    Both are counted among the values that are passed.
    """
    if "output_operand_aliases" not in op.attributes:
        return []
    found = []
    for attribute in op.attributes["output_operand_aliases"]:
        alias = stablehlo.OutputOperandAlias(attribute)
        operand_types = [v.type for v in op.op.operands]
        result_types = [r.type for r in op.op.results]
        # The indices of an output lead into the tuple of all results, if there are several.
        output = list(alias.output_tuple_indices)
        if len(result_types) == 1:
            output = [0, *output]
        operand = _position(operand_types, [alias.operand_index, *alias.operand_tuple_indices])
        found += [operand, _position(result_types, output)]
    return found


def _position(types: Sequence[ir.Type], path: Sequence[int]) -> int:
    """Return the number of a leaf among those that are passed."""
    first, *rest = path
    before = sum(_is_passed(t) for type in types[:first] for t in flatten(type))
    if not rest:
        return before
    tuple_type = ir.TupleType(types[first])
    inside = [tuple_type.get_type(i) for i in range(tuple_type.num_types)]
    return before + _position(inside, rest)


def _returned(b: Legalizer, value: ir.Value | None, type: ir.Type, order: Sequence[int]):
    if _is_token(type):
        return b.constant(b.type("i1"), False)
    info = b.info(type)
    if value is None:
        return b.empty(info.type)
    if info.rank == 0:
        return b.extract(value)
    inverse = [order.index(d) for d in range(info.rank)]
    return transpose(b, value, inverse)
