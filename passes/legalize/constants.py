"""Constants: attributes of StableHLO's element types become ones of storage types."""

from __future__ import annotations

import re

import numpy as np

from ...dialect.mlir import ir
from .builder import Splat, TensorInfo
from .core import HloOp, Legalizer, lowers
from .narrow import compute_type

_COMPLEX_SPLAT = re.compile(r"dense<\(([^,()]+),([^,()]+)\)>")


@lowers("stablehlo.constant")
def _constant(b: Legalizer, op: HloOp):
    info = op.result
    if info.element.kind == "complex":
        return _complex_constant(b, op, info)
    attribute = op.attributes["value"]
    if getattr(attribute, "is_splat", False):
        scalar = _splat_scalar(b, attribute, info)
        return scalar if info.rank == 0 else Splat(scalar, info)
    return _tensor_constant(b, attribute, info)


def _splat_scalar(b: Legalizer, attribute: ir.Attribute, info: TensorInfo) -> ir.Value:
    element = info.element
    if 0 in info.shape:  # there is no element to ask for
        return b.constant(info.scalar, 0.0 if isinstance(info.scalar, ir.FloatType) else 0)
    if element.kind == "float":
        value = float(attribute.get_splat_value().value)
        if isinstance(info.scalar, ir.IntegerType):
            pattern = np.array(value, np.float64).astype(element.dtype)
            return b.constant(info.scalar, int(pattern.view(f"u{pattern.itemsize}")))
        return b.constant(info.scalar, value)
    if element.is_integer and element.width < 8:
        text = str(attribute.get_splat_value()).split(" ")[0]
        return b.constant(info.scalar, int(text) & ((1 << element.width) - 1))
    return b.constant(info.scalar, int(np.array(attribute).flat[0]))


def _tensor_constant(b: Legalizer, attribute: ir.Attribute, info: TensorInfo) -> ir.Value:
    element = info.element
    if element.is_integer and element.width >= 8:
        signless = np.array(attribute).astype(f"int{element.width}", copy=False)
        attribute = ir.DenseElementsAttr.get(signless, type=info.type)
        return b.op("arith.constant", [info.type], attributes={"value": attribute})
    if attribute.type == info.type:
        return b.op("arith.constant", [info.type], attributes={"value": attribute})
    # Narrow types: reinterpreted and widened by operations that fold away.
    bits = b.tensor_type(info.shape, b.type(f"i{element.width}"))
    if element.kind == "float":
        original = b.op("arith.constant", [attribute.type], attributes={"value": attribute})
        value = b.op("arith.bitcast", [bits], [original])
    else:
        # `ui4` and `i4` differ in how they print numbers, not in what they hold.
        text = re.sub(r"xu?i(\d+)>$", r"xi\1>", str(attribute))
        signless = ir.Attribute.parse(text, b.context)
        value = b.op("arith.constant", [bits], attributes={"value": signless})
    return value if bits == info.type else b.cast("extui", value, info.type)


def _complex_constant(b: Legalizer, op: HloOp, info: TensorInfo) -> ir.Value | Splat:
    """Return a complex constant; the bindings cannot read its attribute, so its text is moved."""
    text = op.op.get_asm(print_generic_op_form=True, use_local_scope=True)
    splat = _COMPLEX_SPLAT.search(text)
    if splat:
        part = b.type(f"f{info.element.width}")
        parts = [ir.Attribute.parse(f"{t.strip()} : {part}", b.context) for t in splat.groups()]
        scalar = b.complex(
            *(b.op("arith.constant", [part], attributes={"value": p}) for p in parts)
        )
        return scalar if info.rank == 0 else Splat(scalar, info)
    text = text.replace('"stablehlo.constant"', '"arith.constant"', 1)
    text = text.replace("<{", "{", 1).replace("}>", "}", 1)
    parsed = ir.Operation.parse(text, context=b.context).operation
    b.ip.insert(parsed)
    return parsed.results[0]


@lowers("stablehlo.iota")
def _iota(b: Legalizer, op: HloOp) -> ir.Value:
    """Each element is its index in ``iota_dimension``."""
    info = op.result
    dimension = op.int("iota_dimension")

    def body() -> ir.Value:
        return b.store(_from_index(b, b.loop_index(dimension), info), info.element)

    return b.map([], info.type, body)


def _from_index(b: Legalizer, index: ir.Value, info: TensorInfo) -> ir.Value:
    element = info.element
    if element.is_integer:
        return b.cast("index_cast", index, compute_type(b, element))
    integer = b.cast("index_cast", index, b.type("i64"))
    if element.kind == "complex":
        real = b.cast("sitofp", integer, b.type(f"f{element.width}"))
        return b.complex(real, b.constant(real.type, 0.0))
    # Indices are below 2^53; a narrow float is rounded once, from f64.
    wide = b.type("f32") if element.width == 32 else b.type("f64")
    return b.cast("sitofp", integer, wide)
