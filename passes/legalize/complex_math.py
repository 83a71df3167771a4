"""Scalar functions on complex numbers.

Arithmetic and functions are operations of upstream's ``complex`` dialect,
which ``convert-complex-to-standard`` expands into real arithmetic in the same
stage; what that dialect lacks is built here from parts.
"""

from __future__ import annotations

from collections.abc import Callable

from ...dialect.mlir import ir
from .core import HloOp, Legalizer


def _emit(name: str) -> Callable[..., ir.Value]:
    def function(b: Legalizer, *operands: ir.Value) -> ir.Value:
        return b.op(f"complex.{name}", [operands[0].type], operands)

    return function


negate = _emit("neg")
divide = _emit("div")
rsqrt = _emit("rsqrt")
sign = _emit("sign")
power = _emit("pow")
atan2 = _emit("atan2")


def absolute(b: Legalizer, x: ir.Value) -> ir.Value:
    """Return |x|, a real number, without intermediate overflow.

    It is infinite if a part is, even beside NaN, as IEEE-754's hypot says.
    """
    part = ir.ComplexType(x.type).element_type
    infinity = b.constant(part, float("inf"))
    real, imag = (b.cmpf("oeq", b.math("absf", p), infinity) for p in (b.real(x), b.imag(x)))
    return b.select(b.arith("ori", real, imag), infinity, b.op("complex.abs", [part], [x]))


def real_constant(b: Legalizer, type: ir.Type, value: float) -> ir.Value:
    """Return ``value + 0i`` of a complex type."""
    part = ir.ComplexType(type).element_type
    return b.complex(b.constant(part, value), b.constant(part, 0.0))


def logistic(b: Legalizer, x: ir.Value) -> ir.Value:
    """Return 1 / (1 + exp(-x))."""
    one = real_constant(b, x.type, 1.0)
    return divide(b, one, _emit("add")(b, one, _emit("exp")(b, negate(b, x))))


def _cbrt(b: Legalizer, x: ir.Value) -> ir.Value:
    return power(b, x, real_constant(b, x.type, 1.0 / 3.0))


def _lexicographic(real_predicate: str) -> Callable[..., ir.Value]:
    def function(b: Legalizer, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
        lhs_real, rhs_real = b.real(lhs), b.real(rhs)
        by_real = b.cmpf(real_predicate, lhs_real, rhs_real)
        by_imag = b.cmpf(real_predicate, b.imag(lhs), b.imag(rhs))
        same_real = b.cmpf("oeq", lhs_real, rhs_real)
        return b.select(b.select(same_real, by_imag, by_real), lhs, rhs)

    return function


BINARY: dict[str, Callable[..., ir.Value]] = {
    "stablehlo.add": _emit("add"),
    "stablehlo.subtract": _emit("sub"),
    "stablehlo.multiply": _emit("mul"),
    "stablehlo.maximum": _lexicographic("ogt"),
    "stablehlo.minimum": _lexicographic("olt"),
}

UNARY: dict[str, Callable[..., ir.Value]] = {
    "stablehlo.cbrt": _cbrt,
    "stablehlo.cosine": _emit("cos"),
    "stablehlo.exponential": _emit("exp"),
    "stablehlo.exponential_minus_one": _emit("expm1"),
    "stablehlo.log": _emit("log"),
    "stablehlo.log_plus_one": _emit("log1p"),
    "stablehlo.sine": _emit("sin"),
    "stablehlo.sqrt": _emit("sqrt"),
    "stablehlo.tan": _emit("tan"),
    "stablehlo.tanh": _emit("tanh"),
}


def compare(b: Legalizer, op: HloOp, direction: str, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
    """Return lhs == rhs or lhs != rhs; complex numbers have no order."""
    if direction not in ("EQ", "NE"):
        raise op.fail(f"complex numbers compare EQ or NE, not {direction}")
    predicate, join = ("oeq", "andi") if direction == "EQ" else ("une", "ori")
    return b.arith(
        join,
        b.cmpf(predicate, b.real(lhs), b.real(rhs)),
        b.cmpf(predicate, b.imag(lhs), b.imag(rhs)),
    )
