"""``hlo-bufferize``: from tensors to buffers, by upstream's one-shot analysis.

Python decides where results live, upstream decides where everything else
does.  Each function gets the calling convention of compiled code: arguments
are buffers that are only read, results are further arguments, buffers of the
caller's that the last producers write into.  Values that a loop carries are
pinned to one buffer each, because that is what makes loops run in place and
what the memory plan relies on.
"""

from __future__ import annotations

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from .contracts import check_contract
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

    Inputs are never written.  Raises `DiagnosedError` for types without a
    static shape.
    """
    for func in _functions(module):
        _pin_loop_values(func)
        _Signature(func).convert()
    run_upstream(_ONE_SHOT, module, verify=False)
    check_contract(module, "bufferize")


def _functions(module: ir.Operation) -> list[ir.Operation]:
    """Return the functions with a body; declarations, which nothing calls, are erased."""
    found = []
    for op in [view.operation for view in module.regions[0].blocks[0].operations]:
        if op.name != "func.func":
            continue
        if len(op.regions[0].blocks):
            found.append(op)
        else:
            op.erase()
    return found


class _Signature:
    """Rewrites the arguments and results of one function; see the module's docstring."""

    def __init__(self, func: ir.Operation):
        self.func = func
        self.loc = func.location
        self.entry = func.regions[0].blocks[0]
        if len(func.regions[0].blocks) != 1:
            raise error(func, "a function with branches between blocks is not supported")

    def convert(self) -> None:
        values = list(self.entry.arguments)
        inputs = [self._buffer_type(v.type, f"argument {i}") for i, v in enumerate(values)]
        terminator = self.entry.operations[len(self.entry.operations) - 1].operation
        outputs = [
            self._buffer_type(v.type, f"result {i}") for i, v in enumerate(terminator.operands)
        ]

        ip = ir.InsertionPoint.at_block_begin(self.entry)
        for value, buffer in zip(values, inputs, strict=True):
            self._read(ip, value, self.entry.add_argument(buffer, value.location))
        for _ in values:
            self.entry.erase_argument(0)
        ip = ir.InsertionPoint(terminator)
        for value, buffer in zip(terminator.operands, outputs, strict=True):
            self._write(ip, value, self.entry.add_argument(buffer, self.loc))
        ir.Operation.create("func.return", loc=terminator.location, ip=ip)
        terminator.erase()
        self._set_type([*inputs, *outputs], len(inputs))

    def _buffer_type(self, type: ir.Type, what: str) -> ir.MemRefType:
        if not isinstance(type, ir.RankedTensorType):
            if isinstance(type, ir.ShapedType):
                raise error(
                    self.func, f"{what}: type '{type}' is not supported, a ranked tensor is"
                )
            return ir.MemRefType.get([], type, loc=self.loc)
        tensor = ir.RankedTensorType(type)
        if not tensor.has_static_shape:
            raise error(self.func, f"{what} is '{type}': dynamic shapes are not supported yet")
        return ir.MemRefType.get(tensor.shape, tensor.element_type, loc=self.loc)

    def _read(self, ip: ir.InsertionPoint, value: ir.Value, buffer: ir.Value) -> None:
        # Not `writable`: the analysis then copies instead of overwriting an input.
        scalar = not isinstance(value.type, ir.RankedTensorType)
        attributes = {} if scalar else {"restrict": ir.UnitAttr.get()}
        name = "memref.load" if scalar else "bufferization.to_tensor"
        read = ir.Operation.create(name, [value.type], [buffer], attributes, loc=self.loc, ip=ip)
        value.replace_all_uses_with(read.results[0])

    def _write(self, ip: ir.InsertionPoint, value: ir.Value, buffer: ir.Value) -> None:
        if not isinstance(value.type, ir.RankedTensorType):
            ir.Operation.create("memref.store", [], [value, buffer], loc=self.loc, ip=ip)
            return
        attributes = {"restrict": ir.UnitAttr.get(), "writable": ir.UnitAttr.get()}
        name = "bufferization.materialize_in_destination"
        ir.Operation.create(name, [], [value, buffer], attributes, loc=self.loc, ip=ip)

    def _set_type(self, buffers: list[ir.Type], inputs: int) -> None:
        attributes = self.func.attributes
        for name in list(attributes):
            if name not in ("sym_name", "sym_visibility"):
                del attributes[name]
        attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(buffers, []))
        attributes[ARGUMENTS] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), inputs)


# --- loops -------------------------------------------------------------------


def _pin_loop_values(func: ir.Operation) -> None:
    """Make every loop yield each carried tensor in the buffer that it came in.

    One-shot bufferization demands it, and finds the places where the value can
    be computed there in the first place.
    """
    loops = []

    def visit(op) -> ir.WalkResult:
        if op.name in ("scf.for", "scf.while"):
            loops.append(op.operation)
        return ir.WalkResult.ADVANCE

    func.walk(visit)
    for loop in loops:
        # scf.for: its induction variable comes first; scf.condition: its condition.
        skip_argument = int(loop.name == "scf.for")
        for region in loop.regions:
            block = region.blocks[0]
            end = block.operations[len(block.operations) - 1].operation
            skip_operand = int(end.name == "scf.condition")
            _pin(block, end, list(block.arguments)[skip_argument:], skip_operand)


def _pin(block: ir.Block, end: ir.Operation, carried: list[ir.Value], skip: int) -> None:
    values = list(end.operands)[skip:]
    if [v.type for v in values] != [c.type for c in carried]:
        return  # a while loop that changes types between its regions
    ip = ir.InsertionPoint(end)
    moved = [
        i
        for i, (value, target) in enumerate(zip(values, carried, strict=True))
        if isinstance(value.type, ir.RankedTensorType) and value != target
    ]
    # An iteration's value that moves to another place is saved before any place is overwritten.
    for i in moved:
        if isinstance(values[i], ir.BlockArgument) and values[i].owner == block:
            values[i] = _create(
                "bufferization.alloc_tensor", end, ip, values[i].type, [values[i]], [0, 1, 0]
            )
    for i in moved:
        if not _is_pinned(values[i], carried[i]):
            end.operands[skip + i] = _create(
                "bufferization.materialize_in_destination",
                end,
                ip,
                values[i].type,
                [values[i], carried[i]],
            )


def _create(name, end, ip, type, operands, segments=None) -> ir.Value:
    attributes = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get(segments)} if segments else {}
    op = ir.Operation.create(name, [type], operands, attributes, loc=end.location, ip=ip)
    return op.results[0]


def _is_pinned(value: ir.Value, target: ir.Value) -> bool:
    owner = value.owner
    return (
        isinstance(owner, ir.Operation)
        and owner.name == "bufferization.materialize_in_destination"
        and owner.operands[1] == target
    )
