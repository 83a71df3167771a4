"""``hlo-outline-kernels``: every loop nest becomes a function of its own.

LLVM's optimizations take more than linear time on one long function; small
ones compile fast, and equal ones only once.  A kernel's parameters are the
whole buffers and the scalars that its loop nest uses; constants and views of
buffers are made anew inside.  Kernels assume that their parameters do not
overlap, so a nest stays where it is if one of its buffers came out of a loop
or branch.

A long function that is left with nothing but calls and scalars is not
optimized at all: LLVM takes minutes to find that there is nothing to do.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from ..dialect.mlir import ir
from ..dialect.walk import first_matching, matching
from .custom_calls.buffers import declarations
from .dataflow import producer_name
from .registry import hlo_pass

_VIEWS = frozenset(
    {
        "memref.cast",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.reinterpret_cast",
        "memref.subview",
    }
)
# Beside the linalg operations: loops, and groups of `passes.group_loops`.
_NESTS = frozenset({"scf.for", "memref.alloca_scope"})
# Rebuilt inside each kernel instead of being passed to it.
_REBUILT = _VIEWS | {"arith.constant", "memref.get_global", "complex.constant"}
# Buffers that never overlap another one that is used at the same time.
_BUFFERS = frozenset({"memref.alloc", "memref.view"})
KERNEL = "hlo.kernel"
"""Attribute on a function that is one loop nest, taken out of another function."""

# What LLVM optimizes in a moment is worth optimizing.
_LONG = 256


@dataclass
class _Kernel:
    """A kernel and its name, which it does not have yet if it may turn out to be another one."""

    name: str
    function: ir.Operation

    @cached_property
    def text(self) -> str:
        """The code.  To print it takes long: this is for kernels that look alike."""
        text = self.function.get_asm(use_local_scope=True, assume_verified=True)
        return text.partition("\n")[2]  # the first line has the name and the parameters


# By the names of the operations and the types of the parameters.
_Kernels = dict[tuple[str | ir.Type, ...], list[_Kernel]]


@hlo_pass("hlo-outline-kernels", "Move each loop nest on buffers into a function, equal ones once")
def outline_kernels(module: ir.Operation) -> None:
    """Outline the linalg operations and ``scf.for`` nests of every function, in place."""
    body = module.regions[0].blocks[0]
    functions = [op.operation for op in body.operations if op.operation.name == "func.func"]
    kernels: _Kernels = defaultdict(list)
    with_calls = bool(declarations(module))
    for function in functions:
        for nest in _nests(function, with_calls):
            _outline(module, nest, kernels)
        if _size(function) > _LONG and not _has_nest(function):
            for name in ("llvm.no_inline", "llvm.optimize_none"):
                function.attributes[name] = ir.UnitAttr.get()


def _nests(function: ir.Operation, with_calls: bool) -> list[ir.Operation]:
    """Return the outermost loop nests, looking into while loops and branches.

    A nest with a custom call, which may end the whole function, is none.
    """
    found = []

    def visit(op) -> ir.WalkResult:
        if _is_nest(op) and not (with_calls and _calls(op)):
            found.append(op)
            return ir.WalkResult.SKIP
        return ir.WalkResult.ADVANCE

    function.walk(visit, ir.WalkOrder.PRE_ORDER)
    return [op for op in found if not op.results]


def _calls(nest) -> bool:
    return first_matching(nest.operation, lambda op: op.name == "func.call") is not None


def _is_nest(op: ir.Operation) -> bool:
    name = op.name
    return name in _NESTS or (name.startswith("linalg.") and name != "linalg.yield")


def _has_nest(function: ir.Operation) -> bool:
    """Tell whether a counted loop or a linalg operation was left in a function."""
    return first_matching(function, _is_nest) is not None


def _outline(module: ir.Operation, nest: ir.Operation, kernels: _Kernels) -> None:
    captured, names = _captured(nest)
    parameters, rebuilt = _requirements(captured)
    if not all(_can_pass(v) for v in parameters):
        return
    function = _kernel(nest, parameters, rebuilt)
    made = _Kernel(f"kernel_{sum(map(len, kernels.values()))}", function)
    alike = kernels[(*names, *(v.type for v in parameters))]
    kernel = next((k for k in alike if k.text == made.text), None)
    if kernel is None:
        kernel = made
        alike.append(kernel)
        function.attributes["sym_name"] = ir.StringAttr.get(kernel.name)
        module.regions[0].blocks[0].append(function)
    else:
        function.erase()
    callee = ir.FlatSymbolRefAttr.get(kernel.name)
    ir.Operation.create(
        "func.call",
        operands=parameters,
        attributes={"callee": callee},
        loc=nest.location,
        ip=ir.InsertionPoint(nest),
    )
    nest.erase()


def _captured(nest: ir.Operation) -> tuple[list[ir.Value], list[str]]:
    """Return the values from outside that a nest uses, and the names of its operations."""
    names: list[str] = []
    inside: set[ir.Value] = set()
    used: dict[ir.Value, None] = {}

    def visit(op) -> ir.WalkResult:
        names.append(op.name)
        for operand in op.operands:
            if operand not in inside:
                used.setdefault(operand)
        inside.update(op.results)
        for region in op.regions:
            for block in region.blocks:
                inside.update(block.arguments)
        return ir.WalkResult.ADVANCE

    nest.walk(visit, ir.WalkOrder.PRE_ORDER)
    return list(used), names


def _requirements(captured: list[ir.Value]) -> tuple[list[ir.Value], list[ir.Value]]:
    """Return what a kernel gets as parameters, and what it makes anew, in order."""
    parameters: dict[ir.Value, None] = {}
    rebuilt: dict[ir.Value, None] = {}

    def need(value: ir.Value) -> None:
        if value in rebuilt:
            return
        if producer_name(value) in _REBUILT:
            for operand in value.owner.operands:
                need(operand)
            rebuilt[value] = None
        else:
            parameters[value] = None

    for value in captured:
        need(value)
    return list(parameters), list(rebuilt)


def _can_pass(value: ir.Value) -> bool:
    """Tell whether a value can be a parameter: a scalar, or a whole buffer of its own."""
    if not isinstance(value.type, ir.MemRefType):
        return True
    type = ir.MemRefType(value.type)
    if not type.has_static_shape or type.affine_map != ir.AffineMap.get_identity(type.rank):
        return False
    if isinstance(value.owner, ir.Block):
        return value.owner.owner.operation.name == "func.func"
    return producer_name(value) in _BUFFERS


def _size(function: ir.Operation) -> int:
    return len(matching(function, lambda _: True))


def _kernel(nest: ir.Operation, parameters, rebuilt) -> ir.Operation:
    """Return a detached function that holds a copy of ``nest``."""
    loc = ir.Location.unknown()
    types = [v.type for v in parameters]
    function = ir.Operation.create(
        "func.func",
        attributes={
            "sym_name": ir.StringAttr.get("kernel"),
            "function_type": ir.TypeAttr.get(ir.FunctionType.get(types, [])),
            "sym_visibility": ir.StringAttr.get("private"),
            "llvm.no_inline": ir.UnitAttr.get(),
            KERNEL: ir.UnitAttr.get(),
        },
        regions=1,
        loc=loc,
        ip=False,
    )
    entry = function.regions[0].blocks.append(*types, arg_locs=[loc] * len(types))
    ip = ir.InsertionPoint(entry)
    inner = dict(zip(parameters, entry.arguments, strict=True))

    def redirect(op) -> ir.WalkResult:
        for position, operand in enumerate(op.operands):
            if operand in inner:
                op.operands[position] = inner[operand]
        return ir.WalkResult.ADVANCE

    for value in rebuilt:
        copy = value.owner.operation.clone(ip=ip)
        redirect(copy)
        inner[value] = copy.results[0]
    nest.clone(ip=ip).walk(redirect)
    ir.Operation.create("func.return", loc=loc, ip=ip)
    return function
