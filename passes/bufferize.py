"""``hlo-bufferize``: from tensors to buffers, by upstream's one-shot analysis.

Python decides where results live, upstream decides where everything else
does.  Each function gets the calling convention of compiled code: arguments
are buffers that are only read, results are further arguments, buffers of the
caller's that the last producers write into.  An argument that is donated to a
result (`DONATED`) is the buffer of both, and the result's own is not used.
"""

from __future__ import annotations

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from .contracts import check_contract
from .custom_calls.buffers import call_with_buffers, declarations, return_in_place
from .custom_calls.description import CUSTOM_CALL
from .dataflow import is_tensor, terminator
from .destinations import assign_destinations
from .fresh_tensors import separate_fresh_tensors
from .legalize_to_linalg import DONATED
from .pieces import write_pieces_in_place
from .registry import hlo_pass
from .upstream import run_upstream

ARGUMENTS = "hlo.arguments"
"""Attribute on a function: how many of its arguments are inputs; results follow."""

_ONE_SHOT = (
    "builtin.module(eliminate-empty-tensors,empty-tensor-to-alloc-tensor,"
    "one-shot-bufferize,canonicalize,cse)"
)


@hlo_pass("hlo-bufferize", "Turn tensors into buffers, results into buffers of the caller's")
def bufferize(module: ir.Operation) -> None:
    """Rewrite ``(inputs) -> results`` on tensors to ``(inputs, results)`` on memrefs.

    Inputs are not written, but for donated ones.  Raises `DiagnosedError` for types without a
    static shape.
    """
    check_contract(module, "legalize")
    declared = declarations(module)
    for func in _functions(module):
        separate_fresh_tensors(func)
        call_with_buffers(func, declared)
        signature = _Signature(func)
        assign_destinations(func, signature.open())
        write_pieces_in_place(func)
        signature.close()
    run_upstream(_ONE_SHOT, module, verify=False)
    if declared:
        for func in _functions(module):
            return_in_place(func, declared)
    check_contract(module, "bufferize")


def _functions(module: ir.Operation) -> list[ir.Operation]:
    """Return the functions with a body; declarations are erased but for those of custom calls."""
    found = []
    for op in [view.operation for view in module.regions[0].blocks[0].operations]:
        if op.name != "func.func":
            continue
        if len(op.regions[0].blocks):
            found.append(op)
        elif CUSTOM_CALL not in op.attributes:
            op.erase()
    return found


class _Signature:
    """The arguments and results of one function, on their way to buffers."""

    def __init__(self, func: ir.Operation):
        if len(func.regions[0].blocks) != 1:
            raise error(func, "a function with branches between blocks is not supported")
        self.func = func
        self.loc = func.location
        self.entry = func.regions[0].blocks[0]
        arguments, end = self.entry.arguments, terminator(self.entry)
        self.inputs = [self._buffer(v, f"argument {i}") for i, v in enumerate(arguments)]
        self.outputs = [self._buffer(v, f"result {i}") for i, v in enumerate(end.operands)]
        self.buffers: list[ir.Value] = []
        self.donors = [-1] * len(self.outputs)
        if DONATED in func.attributes:
            self.donors = list(ir.DenseI64ArrayAttr(func.attributes[DONATED]))

    def open(self) -> dict[int, ir.Value]:
        """Make the arguments buffers, and those of results, too; return these as tensors.

        The function still returns its results.
        """
        self.ip = ir.InsertionPoint.at_block_begin(self.entry)
        values = list(self.entry.arguments)
        given, inside = [], []
        for i, (value, type) in enumerate(zip(values, self.inputs, strict=True)):
            given.append(self.entry.add_argument(type, value.location))
            inside.append(self._read(value, given[i], writable=i in self.donors))
            value.replace_all_uses_with(inside[i])
        for _ in values:
            self.entry.erase_argument(0)
        destinations = {}
        for i, value in enumerate(terminator(self.entry).operands):
            own, donor = self.entry.add_argument(self.outputs[i], self.loc), self.donors[i]
            self.buffers.append(own if donor < 0 else given[donor])
            if is_tensor(value) and not _is_empty(value):
                destinations[i] = (
                    self._read(value, own, writable=True) if donor < 0 else inside[donor]
                )
        return destinations

    def close(self) -> None:
        """Store the results in their buffers, instead of returning them."""
        end = terminator(self.entry)
        self.ip = ir.InsertionPoint(end)
        for value, buffer in zip(end.operands, self.buffers, strict=True):
            if not is_tensor(value):
                self._create("memref.store", [], [value, buffer])
            elif not _is_empty(value):
                name = "bufferization.materialize_in_destination"
                self._create(name, [], [value, buffer], ["restrict", "writable"])
        ir.Operation.create("func.return", loc=end.location, ip=self.ip)
        end.erase()
        attributes = self.func.attributes
        for name in list(attributes):
            if name not in ("sym_name", "sym_visibility"):
                del attributes[name]
        type = ir.FunctionType.get([*self.inputs, *self.outputs], [])
        attributes["function_type"] = ir.TypeAttr.get(type)
        i64 = ir.IntegerType.get_signless(64)
        attributes[ARGUMENTS] = ir.IntegerAttr.get(i64, len(self.inputs))

    def _buffer(self, value: ir.Value, what: str) -> ir.MemRefType:
        """Return the buffer type of an argument or result."""
        type = value.type
        if not is_tensor(value):
            if isinstance(type, ir.ShapedType):
                raise error(self.func, f"{what} is '{type}': only ranked tensors are supported")
            return ir.MemRefType.get([], type, loc=self.loc)
        if not type.has_static_shape:
            raise error(self.func, f"{what} is '{type}': dynamic shapes are not supported yet")
        if _is_empty(value):
            # A pointer whatever the rank is; of an empty matrix, upstream makes a descriptor.
            return ir.MemRefType.get([0], type.element_type, loc=self.loc)
        return ir.MemRefType.get(type.shape, type.element_type, loc=self.loc)

    def _read(self, value: ir.Value, buffer: ir.Value, writable: bool) -> ir.Value:
        """Return what takes the place of an argument or result, now in ``buffer``."""
        if not is_tensor(value):
            return self._create("memref.load", [value.type], [buffer])
        if _is_empty(value):
            return self._create("tensor.empty", [value.type])
        # What is not writable, bufferization copies instead of overwriting it.
        flags = ["restrict", "writable"] if writable else ["restrict"]
        return self._create("bufferization.to_tensor", [value.type], [buffer], flags)

    def _create(self, name, types, operands=(), flags=()) -> ir.Value | None:
        attributes = {flag: ir.UnitAttr.get() for flag in flags}
        op = ir.Operation.create(name, types, operands, attributes, loc=self.loc, ip=self.ip)
        return op.results[0] if types else None


def _is_empty(value: ir.Value) -> bool:
    """Tell whether a tensor has no elements, so that there is nothing to read or write."""
    return 0 in value.type.shape
