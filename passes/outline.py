"""``hlo-outline-kernels``: every loop nest becomes a function of its own.

LLVM's optimizations take more than linear time on one long function; small
ones compile fast, and equal ones only once.  A kernel's parameters are the
buffers and scalars that its loop nest uses; constants move inside.  Kernels
assume that their buffers do not overlap, so a nest that uses two views of one
buffer stays where it is.
"""

from __future__ import annotations

from ..dialect.mlir import ir
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
# Rebuilt inside each kernel instead of being passed to it.
_CLONED = frozenset({"arith.constant", "memref.get_global", "complex.constant"})


@hlo_pass("hlo-outline-kernels", "Move each loop nest on buffers into a function, equal ones once")
def outline_kernels(module: ir.Operation) -> None:
    """Outline the linalg operations and ``scf.for`` nests of every function, in place."""
    body = module.regions[0].blocks[0]
    functions = [op.operation for op in body.operations if op.operation.name == "func.func"]
    kernels: dict[str, str] = {}
    for function in functions:
        for nest in _nests(function):
            _outline(module, nest, kernels)


def _nests(function: ir.Operation) -> list[ir.Operation]:
    """Return the outermost loop nests, looking into while loops and branches."""
    found = []

    def visit(op) -> ir.WalkResult:
        if op.name == "scf.for" or (op.name.startswith("linalg.") and op.name != "linalg.yield"):
            found.append(op)
            return ir.WalkResult.SKIP
        return ir.WalkResult.ADVANCE

    function.walk(visit, ir.WalkOrder.PRE_ORDER)
    return [op for op in found if not op.results]


def _outline(module: ir.Operation, nest: ir.Operation, kernels: dict[str, str]) -> None:
    captured = _captured(nest)
    parameters = [v for v in captured if _definition(v) not in _CLONED]
    if not _can_pass(parameters):
        return
    function = _kernel(nest, captured, parameters)
    text = function.get_asm(use_local_scope=True)
    name = kernels.get(text)
    if name is None:
        name = kernels[text] = f"kernel_{len(kernels)}"
        function.attributes["sym_name"] = ir.StringAttr.get(name)
        module.regions[0].blocks[0].append(function)
    else:
        function.erase()
    callee = ir.FlatSymbolRefAttr.get(name)
    ir.Operation.create(
        "func.call",
        operands=parameters,
        attributes={"callee": callee},
        loc=nest.location,
        ip=ir.InsertionPoint(nest),
    )
    nest.erase()


def _captured(nest: ir.Operation) -> list[ir.Value]:
    """Return the values from outside that a nest uses, in order of first use."""
    inside: set[ir.Value] = set()
    used: dict[ir.Value, None] = {}

    def visit(op) -> ir.WalkResult:
        for operand in op.operands:
            if operand not in inside:
                used.setdefault(operand)
        inside.update(op.results)
        for region in op.regions:
            for block in region.blocks:
                inside.update(block.arguments)
        return ir.WalkResult.ADVANCE

    nest.walk(visit, ir.WalkOrder.PRE_ORDER)
    return list(used)


def _definition(value: ir.Value) -> str:
    """Return the name of the operation that defines a value, empty for arguments."""
    return "" if isinstance(value.owner, ir.Block) else value.owner.name


def _can_pass(parameters: list[ir.Value]) -> bool:
    """Tell whether buffers are whole (row-major at offset 0) and distinct."""
    roots = set()
    for value in parameters:
        if not isinstance(value.type, ir.MemRefType):
            continue
        type = ir.MemRefType(value.type)
        if not type.has_static_shape or type.affine_map != ir.AffineMap.get_identity(type.rank):
            return False
        root = value
        while _definition(root) in _VIEWS:
            root = root.owner.operands[0]
        if root in roots:
            return False
        roots.add(root)
    return True


def _kernel(nest: ir.Operation, captured, parameters) -> ir.Operation:
    """Return a detached function that holds a copy of ``nest``."""
    loc = ir.Location.unknown()
    types = [v.type for v in parameters]
    function = ir.Operation.create(
        "func.func",
        attributes={
            "sym_name": ir.StringAttr.get("kernel"),
            "function_type": ir.TypeAttr.get(ir.FunctionType.get(types, [])),
            "sym_visibility": ir.StringAttr.get("private"),
            "passthrough": ir.ArrayAttr.get([ir.StringAttr.get("noinline")]),
        },
        regions=1,
        loc=loc,
        ip=False,
    )
    entry = function.regions[0].blocks.append(*types, arg_locs=[loc] * len(types))
    ip = ir.InsertionPoint(entry)
    inner = dict(zip(parameters, entry.arguments, strict=True))
    for value in captured:
        if value not in inner:
            inner[value] = value.owner.operation.clone(ip=ip).results[0]
    copy = nest.clone(ip=ip)

    def visit(op) -> ir.WalkResult:
        for position, operand in enumerate(op.operands):
            if operand in inner:
                op.operands[position] = inner[operand]
        return ir.WalkResult.ADVANCE

    copy.walk(visit)
    ir.Operation.create("func.return", loc=loc, ip=ip)
    return function
