"""Conversions between storage and arithmetic types of one scalar.

Arithmetic on floats below 32 bits is done in f32 and rounded once per
operation, to nearest even.  For + - * / and sqrt that equals arithmetic in
the narrow type, since 24 >= 2p + 2 bits for every p here (Figueroa, "When is
double rounding innocuous?", 1995).  Integers below 8 bits are computed in
their own width.  The conversions are integer arithmetic on bit patterns, so
that they hold for every format and vectorize everywhere; only f16 <-> f32
uses the machine's own.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from ...dialect.types import ELEMENT_TYPES, ElementType, FloatFormat
from .builder import Builder

_F32 = ELEMENT_TYPES["f32"].format


def compute_type(b: Builder, element: ElementType) -> ir.Type:
    """Return the type that arithmetic on ``element`` uses."""
    if element.kind == "float":
        return b.type("f64" if element.width == 64 else "f32")
    if element.is_integer:
        return b.type(f"i{element.width}")
    return b.type(element.storage)


def load(b: Builder, scalar: ir.Value, element: ElementType) -> ir.Value:
    """Convert ``scalar`` from storage to the arithmetic type; exact."""
    if not element.is_packed:
        return scalar
    if element.is_integer:
        return b.cast("trunci", scalar, b.type(f"i{element.width}"))
    return decode(b, scalar, element)


def store(b: Builder, scalar: ir.Value, element: ElementType) -> ir.Value:
    """Convert ``scalar`` from an arithmetic float or integer type to storage.

    A float narrower than its source is rounded to nearest even, once; the
    source may be f32 or f64.
    """
    if not element.is_packed:
        return scalar
    if element.is_integer:
        return b.cast("extui", scalar, b.type("i8"))
    return encode(b, scalar, element)


def decode(b: Builder, scalar: ir.Value, element: ElementType) -> ir.Value:
    """Return the f32 value of a narrow float in storage form; exact."""
    if element.name == "f16":
        return b.cast("extf", scalar, b.type("f32"))
    i32, f32 = b.type("i32"), b.type("f32")
    if element.name == "bf16":
        bits = b.cast("extui", scalar, i32)
        return b.cast("bitcast", b.arith("shli", bits, b.constant(i32, 16)), f32)
    return _decode(b, b.cast("extui", scalar, i32), element.format)


def _decode(b: Builder, bits: ir.Value, fmt: FloatFormat) -> ir.Value:
    i32, f32 = b.type("i32"), b.type("f32")
    drop = _F32.mantissa - fmt.mantissa
    magnitude_mask = (1 << (fmt.exponent + fmt.mantissa)) - 1
    magnitude = b.arith("andi", bits, b.constant(i32, magnitude_mask))
    if not fmt.signed:  # f8E8M0FNU: a bare exponent, whose 0 stands for 2^-127
        scaled = b.arith("shli", magnitude, b.constant(i32, drop))
        tiny = b.cmpi("eq", magnitude, b.constant(i32, 0))
        value = b.select(tiny, b.constant(i32, 1 << (drop - 1)), scaled)
        nan = b.cmpi("eq", magnitude, b.constant(i32, magnitude_mask))
        return b.cast("bitcast", b.select(nan, b.constant(i32, 0x7FC00000), value), f32)
    # Placed in f32's fields, the pattern reads 2^(bias - 127) times too small,
    # subnormals included; one exact multiplication mends it.
    shifted = b.cast("bitcast", b.arith("shli", magnitude, b.constant(i32, drop)), f32)
    scale = b.constant(f32, 2.0 ** (_F32.bias - fmt.bias))
    value = b.cast("bitcast", b.arith("mulf", shifted, scale), i32)
    if fmt.specials == "ieee":
        infinity = ((1 << fmt.exponent) - 1) << fmt.mantissa
        special = b.arith(
            "ori", b.arith("shli", magnitude, b.constant(i32, drop)), b.constant(i32, 0x7F800000)
        )
        value = b.select(b.cmpi("uge", magnitude, b.constant(i32, infinity)), special, value)
    elif fmt.specials == "fn":
        is_nan = b.cmpi("eq", magnitude, b.constant(i32, magnitude_mask))
        value = b.select(is_nan, b.constant(i32, 0x7FC00000), value)
    sign = b.arith("shli", bits, b.constant(i32, 32 - fmt.width))
    value = b.arith("ori", value, b.arith("andi", sign, b.constant(i32, -(1 << 31))))
    if fmt.specials == "fnuz":  # the pattern of -0 is the only NaN
        is_nan = b.cmpi("eq", bits, b.constant(i32, magnitude_mask + 1))
        value = b.select(is_nan, b.constant(i32, 0x7FC00000), value)
    return b.cast("bitcast", value, f32)


def encode(b: Builder, value: ir.Value, element: ElementType) -> ir.Value:
    """Return ``value`` (f32 or f64) rounded to a narrow float, in storage form."""
    if element.name == "f16" and value.type == b.type("f32"):
        return b.cast("truncf", value, b.type("f16"))
    bits = _encode(b, value, element.format)
    if element.name == "f16":  # from f64
        return b.cast("bitcast", b.cast("trunci", bits, b.type("i16")), b.type("f16"))
    return b.cast("trunci", bits, b.type(element.storage))


def _encode(b: Builder, value: ir.Value, fmt: FloatFormat) -> ir.Value:
    source = ELEMENT_TYPES[str(value.type)]
    wide, integer = source.format, b.type(f"i{source.width}")

    def const(x: int) -> ir.Value:
        return b.constant(integer, x)

    bits = b.cast("bitcast", value, integer)
    overflow, nan = special_patterns(fmt)
    if wide.bias == fmt.bias and fmt.specials == "ieee":
        # The upper part of the number: overflow carries into infinity, the sign stays, and
        # so does what a NaN holds.
        quiet = b.arith(
            "ori", b.arith("shrui", bits, const(wide.mantissa - fmt.mantissa)), const(nan)
        )
        is_nan = b.cmpf("uno", value, value)
        return b.select(is_nan, quiet, _round_to_nearest(b, bits, wide, fmt, const))
    magnitude = b.arith("andi", bits, const((1 << (source.width - 1)) - 1))
    rounded = _round_magnitude(b, magnitude, wide, fmt, value.type, const)
    is_nan = b.cmpi("ugt", magnitude, const(((1 << wide.exponent) - 1) << wide.mantissa))
    largest = largest_finite(fmt)
    result = b.select(b.cmpi("ugt", rounded, const(largest)), const(overflow), rounded)
    result = b.select(is_nan, const(nan), result)
    if not fmt.signed:  # no negative numbers: they become NaN
        negative = b.cmpi("slt", bits, const(0))
        return b.select(negative, const(nan), result)
    sign = b.arith("shrui", bits, const(source.width - 1))
    sign = b.arith("shli", sign, const(fmt.width - 1))
    if fmt.specials == "fnuz":
        # No negative zero; overflow and NaN are its pattern already.
        plain = b.arith("andi", b.cmpi("ne", result, const(0)), b.cmpi("ne", result, const(nan)))
        sign = b.select(plain, sign, const(0))
    return b.arith("ori", result, sign)


def _round_magnitude(b, magnitude, wide, fmt, float_type, const) -> ir.Value:
    """Return the narrow pattern (without sign) nearest to a wide magnitude."""
    rounded = _round_to_nearest(b, magnitude, wide, fmt, const)
    if wide.bias == fmt.bias:  # the same exponents: subnormals are subnormals
        return rounded
    rebias = (wide.bias - fmt.bias) << fmt.mantissa
    normal = b.arith("subi", rounded, const(rebias))
    # Subnormal results: adding a power of two whose last place is the narrow
    # type's smallest number makes the machine round to it.
    smallest_exponent = 1 - fmt.bias - fmt.mantissa
    magic = b.constant(float_type, 2.0 ** (smallest_exponent + wide.mantissa))
    as_float = b.cast("bitcast", magnitude, float_type)
    total = b.cast("bitcast", b.arith("addf", as_float, magic), magnitude.type)
    subnormal = b.arith("subi", total, b.cast("bitcast", magic, magnitude.type))
    smallest_normal = (wide.bias + 1 - fmt.bias) << wide.mantissa
    is_normal = b.cmpi("uge", magnitude, const(smallest_normal))
    return b.select(is_normal, normal, subnormal)


def _round_to_nearest(b, bits, wide, fmt, const) -> ir.Value:
    """Return the upper part of a pattern, rounded to nearest, ties to even."""
    drop = wide.mantissa - fmt.mantissa
    odd = b.arith("andi", b.arith("shrui", bits, const(drop)), const(1))
    biased = b.arith("addi", b.arith("addi", bits, const((1 << (drop - 1)) - 1)), odd)
    return b.arith("shrui", biased, const(drop))


def largest_finite(fmt: FloatFormat) -> int:
    """Return the pattern of the largest finite number."""
    everything = (1 << (fmt.exponent + fmt.mantissa)) - 1
    if fmt.specials == "ieee":
        return (((1 << fmt.exponent) - 1) << fmt.mantissa) - 1
    return everything - 1 if fmt.specials == "fn" else everything


def special_patterns(fmt: FloatFormat) -> tuple[int, int]:
    """Return what overflow and NaN become, without the sign bit."""
    everything = (1 << (fmt.exponent + fmt.mantissa)) - 1
    if fmt.specials == "ieee":
        infinity = ((1 << fmt.exponent) - 1) << fmt.mantissa
        return infinity, infinity | (1 << (fmt.mantissa - 1))
    if fmt.specials == "fn":
        return everything, everything
    if fmt.specials == "fnuz":
        return everything + 1, everything + 1
    return everything, 0  # finite: overflow saturates, and NaN has no pattern
