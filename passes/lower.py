"""``hlo-lower-to-llvm``: from planned buffers and loops to the LLVM dialect.

The entry point takes bare pointers: inputs, results, scratch.  None of them
overlap, which the pointers' attributes tell LLVM.
"""

from __future__ import annotations

from ..dialect.mlir import ir, linalg_operations
from ..dialect.walk import named
from .contracts import check_contract
from .copies import spell_out_copies
from .custom_calls.buffers import declarations
from .custom_calls.description import CUSTOM_CALL
from .custom_calls.lower import expand_custom_calls
from .libm import call_libm
from .loop_work import BRIEF, is_brief
from .memory import SCRATCH_BYTES
from .narrow_floats import expand_narrow_floats
from .registry import hlo_pass
from .upstream import run_upstream

_LINALG_TO_LOOPS = "builtin.module(func.func(convert-linalg-to-loops))"
_WITHOUT_VIEWS = "func.func(fold-memref-alias-ops,expand-strided-metadata)"
_VIEWS = tuple(
    f"memref.{name}"
    for name in ("cast", "collapse_shape", "expand_shape", "extract_strided_metadata", "subview")
)
# Operations on vectors that are lowered in several steps; no schedule of ours makes them.
_STEPWISE = tuple(
    f"vector.{name}"
    for name in (
        *("constant_mask", "contract", "create_mask", "deinterleave", "extract_strided_slice"),
        *("gather", "insert_strided_slice", "interleave", "multi_reduction", "outerproduct"),
        *("scan", "shape_cast", "transfer_read", "transfer_write", "transpose"),
    )
)
_TO_LLVM = (
    "builtin.module(convert-scf-to-cf,"
    "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1},convert-to-llvm,"
    "reconcile-unrealized-casts,canonicalize,cse)"
)


@hlo_pass("hlo-lower-to-llvm", "Lower loops, arithmetic and buffers to the LLVM dialect")
def lower_to_llvm(module: ir.Operation) -> None:
    """Lower a program whose memory is planned.

    Raises `DiagnosedError` at the first operation that is left over, because
    translation to LLVM IR crashes on it.
    """
    _drop_foreign_attributes(module)
    _mark_brief(module)
    spell_out_copies(module)
    if named(module, linalg_operations()):
        run_upstream(_LINALG_TO_LOOPS, module, verify=False)
    for function in named(module, ["func.func"]):
        if named(function, _VIEWS):
            run_upstream(_WITHOUT_VIEWS, function, verify=False)
    run_upstream("builtin.module(lower-affine,cse)", module, verify=False)
    expand_narrow_floats(module)
    call_libm(module)
    _mark_functions(module)
    custom_calls = {name: op.attributes[CUSTOM_CALL] for name, op in declarations(module).items()}
    if named(module, _STEPWISE):
        run_upstream("builtin.module(convert-vector-to-llvm)", module, verify=False)
    run_upstream(_TO_LLVM, module, verify=False)
    expand_custom_calls(module, custom_calls)
    check_contract(module, "lower")


def external_symbols(module: ir.Operation) -> list[str]:
    """Return the names of the functions that a lowered module calls but does not define."""
    return [
        ir.StringAttr(op.attributes["sym_name"]).value
        for op in module.regions[0].blocks[0].operations
        if op.operation.name == "llvm.func" and not len(op.regions[0].blocks)
    ]


def _drop_foreign_attributes(module: ir.Operation) -> None:
    """Drop module attributes of other dialects (``mhlo.num_partitions`` and the like)."""
    for name in list(module.attributes):
        if "." in name and not name.startswith("llvm."):
            del module.attributes[name]


def _mark_brief(module: ir.Operation) -> None:
    """Note which entry points run for microseconds only."""
    functions = {
        ir.StringAttr(op.attributes["sym_name"]).value: op.operation
        for op in module.regions[0].blocks[0].operations
        if op.operation.name == "func.func" and len(op.regions[0].blocks)
    }
    for function in functions.values():
        if SCRATCH_BYTES in function.attributes and is_brief(function, functions):
            function.attributes[BRIEF] = ir.UnitAttr.get()


def _mark_functions(module: ir.Operation) -> None:
    """Tell LLVM that buffers do not overlap, and that only the entry point is called from outside.

    Two inputs may be the same buffer, but nothing writes to an input.
    """
    noalias = ir.DictAttr.get({"llvm.noalias": ir.UnitAttr.get()})
    nothing = ir.DictAttr.get({})
    internal = ir.Attribute.parse("#llvm.linkage<internal>")
    for op in module.regions[0].blocks[0].operations:
        if op.operation.name != "func.func" or not len(op.regions[0].blocks):
            continue
        types = [a.type for a in op.regions[0].blocks[0].arguments]
        op.attributes["arg_attrs"] = ir.ArrayAttr.get(
            [noalias if isinstance(t, ir.MemRefType) else nothing for t in types]
        )
        if SCRATCH_BYTES not in op.attributes:
            op.attributes["llvm.linkage"] = internal
