"""Custom calls from tensors to buffers: operands are read, results are written.

This comes right before one-shot bufferization: what turns a tensor into a
buffer is pure in MLIR's eyes, so that CSE would merge two that see different
contents.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from ...dialect.walk import named
from ..dataflow import producer_name
from .description import CUSTOM_CALL


def declarations(module: ir.Operation) -> dict[str, ir.Operation]:
    """Return the declarations that stand for custom calls, by name."""
    return {
        ir.StringAttr(view.attributes["sym_name"]).value: view.operation
        for view in module.regions[0].blocks[0].operations
        if CUSTOM_CALL in view.operation.attributes
    }


def call_with_buffers(func: ir.Operation, declared: dict[str, ir.Operation]) -> None:
    """Give the custom calls in ``func`` buffers for operands and results, in place."""
    for call in named(func, ["func.call"]):
        name = ir.FlatSymbolRefAttr(call.attributes["callee"]).value
        if name in declared:
            _Expansion(call, declared[name]).run()


class _Expansion:
    """Rewrites one call: ``(tensors) -> tensors`` to ``(buffers, buffers of results)``."""

    def __init__(self, call: ir.Operation, declaration: ir.Operation):
        self.call = call
        self.declaration = declaration
        self.ip = ir.InsertionPoint(call)

    def run(self) -> None:
        aliases = ir.DenseI64ArrayAttr(self.declaration.attributes[CUSTOM_CALL]["aliases"])
        pairs = list(aliases)
        sources = dict(zip(pairs[1::2], pairs[0::2], strict=True))
        shared = set(sources.values())
        inputs = [
            self._own_buffer(v) if i in shared else self._buffer(v, read_only=True)
            for i, v in enumerate(self.call.operands)
        ]
        outputs = [
            inputs[sources[i]] if i in sources else self._allocate(r.type)
            for i, r in enumerate(self.call.results)
        ]
        buffers = [*inputs, *outputs]
        callee = {"callee": self.call.attributes["callee"]}
        self._create("func.call", [], buffers, callee)
        for result, buffer in zip(self.call.results, outputs, strict=True):
            flags = {"restrict": ir.UnitAttr.get(), "writable": ir.UnitAttr.get()}
            tensor = self._create("bufferization.to_tensor", [result.type], [buffer], flags)
            result.replace_all_uses_with(tensor.results[0])
        self.call.erase()
        type = ir.FunctionType.get([b.type for b in buffers], [])
        self.declaration.attributes["function_type"] = ir.TypeAttr.get(type)

    def _buffer(self, tensor: ir.Value, *, read_only: bool) -> ir.Value:
        flags = {"read_only": ir.UnitAttr.get()} if read_only else {}
        return self._create(
            "bufferization.to_buffer", [_memref(tensor.type)], [tensor], flags
        ).results[0]

    def _own_buffer(self, tensor: ir.Value) -> ir.Value:
        """Return a buffer with the elements of ``tensor`` that nothing else looks at."""
        if _is_temporary(tensor):
            return self._buffer(tensor, read_only=False)
        target = self._allocate(tensor.type)
        source = self._buffer(tensor, read_only=True)
        self._create("memref.copy", [], [source, target])
        return target

    def _allocate(self, type: ir.Type) -> ir.Value:
        attributes = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0])}
        return self._create("memref.alloc", [_memref(type)], [], attributes).results[0]

    def _create(self, name, results, operands, attributes=None) -> ir.Operation:
        return ir.Operation.create(
            name, results, operands, attributes, loc=self.call.location, ip=self.ip
        )


def _memref(type: ir.Type) -> ir.Type:
    tensor = ir.RankedTensorType(type)
    return ir.MemRefType.get(tensor.shape, tensor.element_type)


def _is_temporary(tensor: ir.Value) -> bool:
    """Tell whether only the call uses a tensor, which is computed in an uninitialised one."""
    if isinstance(tensor, ir.BlockArgument) or len(list(tensor.uses)) != 1:
        return False
    producer = tensor.owner.operation
    if not producer.name.startswith("linalg.") or len(producer.results) != 1:
        return False
    *_, target = producer.operands
    return producer_name(target) == "tensor.empty" and len(list(target.uses)) == 1


def return_in_place(func: ir.Operation, declared: dict[str, ir.Operation]) -> None:
    """Let calls in ``func`` write results that are only copied out where the copy would go.

    That is a buffer of the caller's, an argument of the function, which
    nothing else uses; on buffers, after one-shot bufferization.
    """
    for call in named(func, ["func.call"]):
        if ir.FlatSymbolRefAttr(call.attributes["callee"]).value in declared:
            for buffer in dict.fromkeys(call.operands):
                _use_target_of_copy(buffer)


def _use_target_of_copy(buffer: ir.Value) -> None:
    if producer_name(buffer) != "memref.alloc":
        return
    block = buffer.owner.operation.block
    for use in buffer.uses:
        copy = use.owner.operation
        if copy.name != "linalg.copy" or use.operand_number != 0 or copy.block != block:
            continue
        target = copy.operands[1]
        if (
            isinstance(target, ir.BlockArgument)
            and target.owner.owner.operation.name == "func.func"
            and target.type == buffer.type
            and len(list(target.uses)) == 1
        ):
            allocation = buffer.owner.operation
            copy.erase()
            buffer.replace_all_uses_with(target)
            allocation.erase()
            return
