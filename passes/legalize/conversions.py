"""Changes of element type by value: convert, reduce_precision, complex parts.

Conversions round to nearest even.  A float that does not fit an integer type
saturates and NaN becomes 0, as XLA does; the specification leaves both open.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from ...dialect.types import ELEMENT_TYPES, ElementType
from .bitcast import from_bits, to_bits
from .core import HloOp, Legalizer
from .elementwise import elementwise
from .narrow import compute_type, largest_finite, special_patterns


@elementwise("stablehlo.convert")
def _convert(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    return convert_scalar(b, x, op.operand(0).element, op.result.element)


def convert_scalar(b: Legalizer, x: ir.Value, source: ElementType, target: ElementType) -> ir.Value:
    """Convert a scalar between the arithmetic types of two element types.

    For a narrow float target the result may be any float type whose rounding
    by `Legalizer.store` gives the value rounded once from ``x``.
    """
    if source == target:
        return x
    if source.kind == "complex":
        part = ELEMENT_TYPES[f"f{source.width}"]
        if target.kind == "complex":
            goal = ELEMENT_TYPES[f"f{target.width}"]
            return b.complex(
                convert_scalar(b, b.real(x), part, goal), convert_scalar(b, b.imag(x), part, goal)
            )
        return convert_scalar(b, b.real(x), part, target)
    if target.kind == "complex":
        part = ELEMENT_TYPES[f"f{target.width}"]
        real = convert_scalar(b, x, source, part)
        return b.complex(real, b.constant(real.type, 0.0))
    if target.kind == "bool":
        zero = b.constant(x.type, 0.0 if source.kind == "float" else 0)
        return b.cmpf("une", x, zero) if source.kind == "float" else b.cmpi("ne", x, zero)
    if source.kind == "float":
        return _from_float(b, x, target)
    return _from_integer(b, x, source, target)


def _from_float(b: Legalizer, x: ir.Value, target: ElementType) -> ir.Value:
    if target.kind == "float":
        if target.width == 64:
            return b.cast("extf", x, b.type("f64"))
        # f64 to a narrow type is rounded once, by the store.
        return b.cast("truncf", x, b.type("f32")) if target.width == 32 else x
    return _float_to_integer(b, x, target)


def _float_to_integer(b: Legalizer, x: ir.Value, target: ElementType) -> ir.Value:
    signed = target.kind == "int"
    integer = compute_type(b, target)
    low = -(1 << (target.width - 1)) if signed else 0
    high = (1 << (target.width - 1 if signed else target.width)) - 1
    # Compared in the float type against high + 1, a power of two and so exact.
    too_high = b.cmpf("oge", x, b.constant(x.type, float(high + 1)))
    too_low = b.cmpf("ole", x, b.constant(x.type, float(low)))
    unordered = b.cmpf("uno", x, x)
    outside = b.arith("ori", b.arith("ori", too_high, too_low), unordered)
    safe = b.select(outside, b.constant(x.type, 0.0), x)
    value = b.cast("fptosi" if signed else "fptoui", safe, integer)
    value = b.select(too_high, b.constant(integer, high), value)
    return b.select(too_low, b.constant(integer, low), value)


def _from_integer(b: Legalizer, x: ir.Value, source: ElementType, target: ElementType) -> ir.Value:
    signed = source.kind == "int"
    if target.is_integer:
        goal = compute_type(b, target)
        if target.width > source.width:
            return b.cast("extsi" if signed else "extui", x, goal)
        return b.cast("trunci", x, goal) if target.width < source.width else x
    cast = "sitofp" if signed else "uitofp"
    if target.width >= 32:
        return b.cast(cast, x, compute_type(b, target))
    # Towards a narrow float: through f64, exact below 54 bits.
    if source.width < 64:
        return b.cast(cast, x, b.type("f64"))
    return _wide_to_f64_sticky(b, x, cast, signed)


def _wide_to_f64_sticky(b: Legalizer, x: ir.Value, cast: str, signed: bool) -> ir.Value:
    """Return a 64-bit integer as f64 so that rounding it to a narrow float is right.

    Numbers of more than 53 bits lose their low 11, joined into the lowest bit
    that is kept ("round to odd"), which no narrow format can reach.
    """
    i64, f64 = b.type("i64"), b.type("f64")
    low = b.arith("andi", x, b.constant(i64, 0x7FF))
    sticky = b.cast("extui", b.cmpi("ne", low, b.constant(i64, 0)), i64)
    shifted = b.arith("shrsi" if signed else "shrui", x, b.constant(i64, 11))
    odd = b.arith("ori", shifted, sticky)
    wide = b.arith("mulf", b.cast(cast, odd, f64), b.constant(f64, 2048.0))
    exact = b.cast(cast, x, f64)
    small = b.cmpf("olt", b.math("absf", exact), b.constant(f64, 2.0**53))
    return b.select(small, exact, wide)


@elementwise("stablehlo.complex")
def _complex(b: Legalizer, op: HloOp, real: ir.Value, imag: ir.Value) -> ir.Value:
    return b.complex(real, imag)


@elementwise("stablehlo.real")
def _real(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    return b.real(x) if op.operand(0).element.kind == "complex" else x


@elementwise("stablehlo.imag")
def _imag(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    return b.imag(x) if op.operand(0).element.kind == "complex" else b.constant(x.type, 0.0)


@elementwise("stablehlo.reduce_precision", raw=True)
def _reduce_precision(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    """Round to a format with fewer exponent and mantissa bits; the type stays.

    It is done on the bits of the element type, whose subnormal numbers so lose
    mantissa bits as others do.
    """
    element = op.operand(0).element
    form = element.format
    integer = b.type(f"i{max(32, element.width)}")

    def const(value: int) -> ir.Value:
        return b.constant(integer, value)

    bits = b.cast("extui", to_bits(b, x, element), integer)
    sign_bit = 1 << (form.width - 1) if form.signed else 0
    sign = b.arith("andi", bits, const(sign_bit))
    magnitude = b.arith("xori", bits, sign)
    mantissa = op.int("mantissa_bits")
    if mantissa < form.mantissa:
        drop = form.mantissa - mantissa
        odd = b.arith("andi", b.arith("shrui", magnitude, const(drop)), const(1))
        half = b.arith("addi", odd, const((1 << (drop - 1)) - 1))
        magnitude = b.arith("andi", b.arith("addi", magnitude, half), const(-(1 << drop)))
    largest = largest_finite(form)
    exponent = op.int("exponent_bits")
    if exponent < form.exponent:
        # Beyond the largest exponent: infinity; below the smallest normal: zero.
        bias = (1 << (exponent - 1)) - 1
        largest = min(largest, ((form.bias + bias + 1) << form.mantissa) - 1)
        smallest = (form.bias - bias + 1) << form.mantissa
        too_small = b.cmpi("ult", magnitude, const(smallest))
        magnitude = b.select(too_small, const(0), magnitude)
    overflow, _ = special_patterns(form)
    magnitude = b.select(b.cmpi("ugt", magnitude, const(largest)), const(overflow), magnitude)
    if form.specials == "fnuz":  # there is no negative zero
        sign = b.select(b.cmpi("eq", magnitude, const(0)), const(0), sign)
    result = b.cast("trunci", b.arith("ori", sign, magnitude), b.type(f"i{element.width}"))
    value = b.load(x, element)
    return b.select(b.cmpf("uno", value, value), x, from_bits(b, result, element))
