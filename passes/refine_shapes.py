"""``hlo-refine-shapes``: dynamic operations and types become static where they can.

Upstream's refinement propagates the static argument types of one entry point,
folds shape computations and replaces dynamic operations by static ones.  It
costs more than the rest of the front end, so a program that has nothing
dynamic is left alone.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from .registry import hlo_pass
from .upstream import run_upstream

_REFINE = "builtin.module(func.func(shape-legalize-to-stablehlo),stablehlo-refine-shapes)"
_CANONICALIZE = "builtin.module(func.func(stablehlo-canonicalize-dynamism),canonicalize)"
_SHAPE_OPERATIONS = (
    "stablehlo.dynamic_broadcast_in_dim",
    "stablehlo.dynamic_conv",
    "stablehlo.dynamic_gather",
    "stablehlo.dynamic_iota",
    "stablehlo.dynamic_pad",
    "stablehlo.dynamic_reshape",
    "stablehlo.get_dimension_size",
    "stablehlo.real_dynamic_slice",
)
# What upstream's refinement takes for the entry point.
_ENTRY = "main"


@hlo_pass("hlo-refine-shapes", "Make dynamic operations and types static where shapes are known")
def refine_shapes(module: ir.Operation) -> None:
    """Refine every type and dynamic operation that the public function's arguments decide.

    A module with several public functions is left as it is: their shapes need
    not agree on what they share.
    """
    if not _is_dynamic(module):
        return
    symbols = ir.SymbolTable(module)
    functions = [op for op in module.regions[0].blocks[0].operations if _is_public(op)]
    if len(functions) != 1:
        return
    (function,) = functions
    name = function.attributes["sym_name"].value
    if name != _ENTRY:
        if _ENTRY in symbols:
            symbols.set_symbol_name(symbols[_ENTRY], f"{_ENTRY}_0")
        symbols.set_symbol_name(function, _ENTRY)
    run_upstream(_REFINE, module, verify=False)
    run_upstream(_CANONICALIZE, module, verify=False)
    if name != _ENTRY:
        symbols.set_symbol_name(function, name)


def _is_public(op) -> bool:
    if op.operation.name != "func.func":
        return False
    attributes = op.attributes
    return "sym_visibility" not in attributes or attributes["sym_visibility"].value == "public"


def _is_dynamic(module: ir.Operation) -> bool:
    """Tell whether an operation has a dynamic dimension or computes with shapes."""
    known: dict[ir.Type, bool] = {}
    found = False

    def is_dynamic(type: ir.Type) -> bool:
        if type not in known:
            known[type] = isinstance(type, ir.RankedTensorType) and not type.has_static_shape
        return known[type]

    def visit(op) -> ir.WalkResult:
        nonlocal found
        found = (
            op.name in _SHAPE_OPERATIONS
            or op.name.startswith("shape.")
            or any(is_dynamic(r.type) for r in op.results)
        )
        return ir.WalkResult.INTERRUPT if found else ir.WalkResult.ADVANCE

    module.walk(visit)
    return found
