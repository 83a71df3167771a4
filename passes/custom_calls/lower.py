"""Custom calls in the LLVM dialect: each declaration becomes a function that calls a handler.

An entry point with custom calls gets one more argument, the address of a
``Run`` (`abi`): handlers come in by it and errors go out.  After a call that
failed, the entry point returns at once, from whatever loop it is in.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...dialect.mlir import ir
from ...dialect.walk import named
from .description import read_description
from .stub import stub

CUSTOM_CALLS = "hlo.custom_calls"
"""Attribute on an entry point: the descriptions of its custom calls, in the order of handlers."""

_POINTER = "!llvm.ptr"


def expand_custom_calls(module: ir.Operation, descriptions: Mapping[str, ir.Attribute]) -> None:
    """Turn declarations that stand for custom calls into functions that call handlers.

    ``descriptions`` has the value of `description.CUSTOM_CALL` for the name of each.
    """
    if not descriptions:
        return
    body = module.regions[0].blocks[0]
    functions = [op.operation for op in body.operations if op.operation.name == "llvm.func"]
    for function in functions:
        calls = [op for op in named(function, ["llvm.call"]) if _callee(op) in descriptions]
        if calls:
            _expand_function(body, function, calls, descriptions)
    for function in functions:
        if function.attributes["sym_name"].value in descriptions:
            function.erase()


def _callee(op) -> str | None:
    if op.name != "llvm.call" or "callee" not in op.attributes:
        return None
    return ir.FlatSymbolRefAttr(op.attributes["callee"]).value


def _expand_function(
    body: ir.Block, function: ir.Operation, calls: list, descriptions: Mapping[str, ir.Attribute]
) -> None:
    region = function.regions[0]
    run = region.blocks[0].add_argument(ir.Type.parse(_POINTER), function.location)
    _add_parameter(function)
    end = region.blocks.append()
    ir.Operation.create("llvm.return", loc=function.location, ip=ir.InsertionPoint(end))
    found: list[ir.Attribute] = []
    for call in calls:
        name = _callee(call)
        symbol = f"{name}_stub"
        description = descriptions[name]
        text = stub(read_description(description), symbol, len(found))
        found.append(description)
        for op in ir.Module.parse(text).body.operations:
            op.operation.clone(ip=ir.InsertionPoint(body))
        _leave_if_failed(call, symbol, run, end)
    function.attributes[CUSTOM_CALLS] = ir.ArrayAttr.get(found)


def _add_parameter(function: ir.Operation) -> None:
    """Add a pointer to the type of a function whose entry block has it already."""
    types = ["ptr"] * len(function.regions[0].blocks[0].arguments)
    type = ir.Type.parse(f"!llvm.func<void ({', '.join(types)})>")
    function.attributes["function_type"] = ir.TypeAttr.get(type)
    if "arg_attrs" in function.attributes:
        attributes = [*function.attributes["arg_attrs"], ir.DictAttr.get({})]
        function.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)


def _leave_if_failed(call: ir.Operation, symbol: str, run: ir.Value, end: ir.Block) -> None:
    """Replace a call by one of its stub, and branch to ``end`` if that says so."""
    loc, ip = call.location, ir.InsertionPoint(call)
    operands = [run, *call.operands]
    failed = ir.Operation.create(
        "llvm.call",
        [ir.IntegerType.get_signless(1)],
        operands,
        {
            "callee": ir.FlatSymbolRefAttr.get(symbol),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(operands), 0]),
            "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
        },
        loc=loc,
        ip=ip,
    )
    block = call.block
    rest = block.create_after()
    operations = [op.operation for op in block.operations]
    for op in operations[operations.index(call) + 1 :]:
        rest.append(op)
    ir.Operation.create(
        "llvm.cond_br",
        operands=[failed.results[0]],
        successors=[end, rest],
        attributes={"operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 0, 0])},
        loc=loc,
        ip=ip,
    )
    call.erase()
