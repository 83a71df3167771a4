"""Transcendental functions as calls of the C library's libm.

Upstream's own lowerings are not exact enough (``expm1`` and ``log1p`` are
expanded naively) or call functions that do not exist (``rsqrt``), so this
table says which operation calls what; the rest have LLVM intrinsics.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import named

LIBM = {
    f"math.{name}": name
    for name in (
        *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh"),
        *("cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1"),
        *("log", "log10", "log1p", "log2", "sin", "sinh", "tan", "tanh"),
    )
} | {"math.powf": "pow"}
"""Operation to libm function; the function on f32 has the suffix ``f``."""


def call_libm(module: ir.Operation) -> None:
    """Replace the operations of `LIBM` on f32 and f64 scalars by calls, and declare the callees.

    The callees are declared free of side effects, so that unused calls vanish
    and loop-invariant ones are hoisted.
    """
    found = named(module, LIBM)
    block = module.regions[0].blocks[0]
    declared: set[str] = set()
    for op in found:
        type = op.results[0].type
        suffix = {"f32": "f", "f64": ""}.get(str(type))
        if suffix is None:
            continue  # a vector: code generation splits it into calls
        callee = LIBM[op.name] + suffix
        if callee not in declared:
            _declare(block, callee, [v.type for v in op.operands], type)
            declared.add(callee)
        call = ir.Operation.create(
            "func.call",
            [type],
            list(op.operands),
            {"callee": ir.FlatSymbolRefAttr.get(callee)},
            loc=op.location,
            ip=ir.InsertionPoint(op),
        )
        op.results[0].replace_all_uses_with(call.results[0])
        op.erase()


def _declare(block: ir.Block, name: str, inputs: list[ir.Type], result: ir.Type) -> None:
    attributes = {
        "sym_name": ir.StringAttr.get(name),
        "sym_visibility": ir.StringAttr.get("private"),
        "function_type": ir.TypeAttr.get(ir.FunctionType.get(inputs, [result])),
        "llvm.readnone": ir.UnitAttr.get(),
    }
    ir.Operation.create(
        "func.func",
        attributes=attributes,
        regions=1,
        loc=ir.Location.unknown(),
        ip=ir.InsertionPoint.at_block_begin(block),
    )
