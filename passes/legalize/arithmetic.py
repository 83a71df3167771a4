"""Scalar functions of the arithmetic, logical and comparison operations.

Where the specification leaves a case to the implementation, results are
XLA's: integer ``x / 0`` is -1 (all ones), ``x % 0`` is ``x``, and the most
negative number divided by -1 is itself with remainder 0.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from ..dataflow import constant_of
from ..legalize_chlo import CONTRACT
from . import complex_math
from .core import HloOp, Legalizer
from .elementwise import elementwise
from .loops import while_loop

# One row an operation: arith/math operation per kind of element.
_BINARY = {
    "stablehlo.add": {"bool": "ori", "int": "addi", "float": "addf"},
    "stablehlo.subtract": {"int": "subi", "float": "subf"},
    "stablehlo.multiply": {"bool": "andi", "int": "muli", "float": "mulf"},
    "stablehlo.maximum": {"bool": "ori", "int": "maxsi", "uint": "maxui", "float": "maximumf"},
    "stablehlo.minimum": {"bool": "andi", "int": "minsi", "uint": "minui", "float": "minimumf"},
    "stablehlo.and": {"bool": "andi", "int": "andi"},
    "stablehlo.or": {"bool": "ori", "int": "ori"},
    "stablehlo.xor": {"bool": "xori", "int": "xori"},
}

_FLOAT_UNARY = {
    "stablehlo.cbrt": "cbrt",
    "stablehlo.ceil": "ceil",
    "stablehlo.cosine": "cos",
    "stablehlo.exponential": "exp",
    "stablehlo.exponential_minus_one": "expm1",
    "stablehlo.floor": "floor",
    "stablehlo.log": "log",
    "stablehlo.log_plus_one": "log1p",
    "stablehlo.round_nearest_afz": "round",
    "stablehlo.round_nearest_even": "roundeven",
    "stablehlo.sine": "sin",
    "stablehlo.sqrt": "sqrt",
    "stablehlo.tan": "tan",
    "stablehlo.tanh": "tanh",
}

_BIT_COUNTS = {"stablehlo.count_leading_zeros": "ctlz", "stablehlo.popcnt": "ctpop"}


def _kind(op: HloOp) -> str:
    return op.operand(0).element.kind


@elementwise(*_BINARY)
def _binary(b: Legalizer, op: HloOp, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
    kind = _kind(op)
    if kind == "complex":
        return complex_math.BINARY[op.name](b, lhs, rhs)
    row = _BINARY[op.name]
    name = row.get(kind) or (row.get("int") if kind == "uint" else None)
    if name is None:
        raise op.fail(f"it is not defined on elements of type {op.operand(0).element.name}")
    result = b.arith(name, lhs, rhs)
    if CONTRACT in op.attributes and kind == "float":
        result.owner.attributes["fastmath"] = ir.Attribute.parse("#arith.fastmath<contract>")
    return result


@elementwise(*_FLOAT_UNARY)
def _float_unary(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    if _kind(op) == "complex":
        return complex_math.UNARY[op.name](b, x)
    return b.math(_FLOAT_UNARY[op.name], x)


@elementwise(*_BIT_COUNTS)
def _bit_count(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    return b.math(_BIT_COUNTS[op.name], x)


@elementwise("stablehlo.not")
def _not(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    return b.arith("xori", x, b.constant(x.type, -1))


@elementwise("stablehlo.negate")
def _negate(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    kind = _kind(op)
    if kind == "complex":
        return complex_math.negate(b, x)
    if kind == "float":
        return b.arith("negf", x)
    return b.arith("subi", b.constant(x.type, 0), x)


@elementwise("stablehlo.abs")
def _abs(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    kind = _kind(op)
    if kind == "complex":
        return complex_math.absolute(b, x)
    return b.math("absf" if kind == "float" else "absi", x)


@elementwise("stablehlo.sign")
def _sign(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    # sign(x) = x where x is zero (with its sign) or NaN
    kind = _kind(op)
    if kind == "complex":
        return complex_math.sign(b, x)
    if kind == "float":
        one = b.math("copysign", b.constant(x.type, 1.0), x)
        nonzero = b.cmpf("one", x, b.constant(x.type, 0.0))
        return b.select(nonzero, one, x)
    zero = b.constant(x.type, 0)
    positive = b.cast("extui", b.cmpi("sgt", x, zero), x.type)
    negative = b.cast("extui", b.cmpi("slt", x, zero), x.type)
    return b.arith("subi", positive, negative)


@elementwise("stablehlo.rsqrt")
def _rsqrt(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    if _kind(op) == "complex":
        return complex_math.rsqrt(b, x)
    return b.arith("divf", b.constant(x.type, 1.0), b.math("sqrt", x))


@elementwise("stablehlo.logistic")
def _logistic(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    if _kind(op) == "complex":
        return complex_math.logistic(b, x)
    # 1 / (1 + exp(-x)) = exp(x) / (1 + exp(x)): the exponential of -|x| cannot overflow
    one = b.constant(x.type, 1.0)
    small = b.math("exp", b.arith("negf", b.math("absf", x)))
    negative = b.cmpf("olt", x, b.constant(x.type, 0.0))
    return b.arith("divf", b.select(negative, small, one), b.arith("addf", one, small))


@elementwise("stablehlo.is_finite")
def _is_finite(b: Legalizer, op: HloOp, x: ir.Value) -> ir.Value:
    return b.cmpf("olt", b.math("absf", x), b.constant(x.type, float("inf")))


@elementwise("stablehlo.atan2")
def _atan2(b: Legalizer, op: HloOp, y: ir.Value, x: ir.Value) -> ir.Value:
    return complex_math.atan2(b, y, x) if _kind(op) == "complex" else b.math("atan2", y, x)


@elementwise("stablehlo.divide")
def _divide(b: Legalizer, op: HloOp, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
    kind = _kind(op)
    if kind == "complex":
        return complex_math.divide(b, lhs, rhs)
    if kind == "float":
        return b.arith("divf", lhs, rhs)
    by_zero, by_minus_one, safe = _guard_divisor(b, rhs, signed=kind == "int")
    if kind == "uint":
        quotient = b.arith("divui", lhs, safe)
    else:
        # x / -1 = -x, which also wraps the most negative number
        negated = b.arith("subi", b.constant(lhs.type, 0), lhs)
        quotient = b.select(by_minus_one, negated, b.arith("divsi", lhs, safe))
    return b.select(by_zero, b.constant(lhs.type, -1), quotient)


def _guard_divisor(b: Legalizer, divisor: ir.Value, *, signed: bool):
    """Return whether a divisor is 0, whether it is -1, and a divisor that is safe: 1 instead."""
    by_zero = b.cmpi("eq", divisor, b.constant(divisor.type, 0))
    unsafe, by_minus_one = by_zero, None
    if signed:
        by_minus_one = b.cmpi("eq", divisor, b.constant(divisor.type, -1))
        unsafe = b.arith("ori", by_zero, by_minus_one)
    return by_zero, by_minus_one, b.select(unsafe, b.constant(divisor.type, 1), divisor)


@elementwise("stablehlo.remainder")
def _remainder(b: Legalizer, op: HloOp, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
    kind = _kind(op)
    if kind == "float":
        return b.arith("remf", lhs, rhs)
    if kind == "complex":
        raise op.fail("the remainder of complex numbers is not defined")
    # dividing by 1 instead of -1 leaves the same remainder, 0
    by_zero, _, safe = _guard_divisor(b, rhs, signed=kind == "int")
    return b.select(by_zero, lhs, b.arith("remsi" if kind == "int" else "remui", lhs, safe))


@elementwise("stablehlo.power")
def _power(b: Legalizer, op: HloOp, base: ir.Value, exponent: ir.Value) -> ir.Value:
    kind = _kind(op)
    if kind == "complex":
        return complex_math.power(b, base, exponent)
    if kind == "float":
        return _small_power(b, base, exponent) or b.math("powf", base, exponent)
    return _integer_power(b, base, exponent, signed=kind == "int")


def _small_power(b: Legalizer, base: ir.Value, exponent: ir.Value) -> ir.Value | None:
    """Return ``base ** exponent`` as products if the exponent is a small integer constant."""
    attribute = constant_of(exponent)
    power = None if attribute is None else ir.FloatAttr(attribute).value
    if power not in (1.0, 2.0, 3.0):
        return None
    result = base
    for _ in range(int(power) - 1):
        result = b.arith("mulf", result, base)
    return result


def _integer_power(b: Legalizer, base, exponent, *, signed: bool) -> ir.Value:
    """Square and multiply, modulo 2^width.

    A negative exponent gives 1 for base 1, +-1 for base -1, and 0 otherwise.
    """
    type_ = base.type
    zero, one = b.constant(type_, 0), b.constant(type_, 1)

    def step(state):
        result, square, rest = state
        odd = b.cmpi("ne", b.arith("andi", rest, one), zero)
        result = b.select(odd, b.arith("muli", result, square), result)
        return [result, b.arith("muli", square, square), b.arith("shrui", rest, one)]

    def more(state):
        return b.cmpi("ne", state[2], zero)

    result = while_loop(b, [one, base, exponent], more, step)[0]
    if not signed:
        return result
    minus_one = b.constant(type_, -1)
    odd = b.cmpi("ne", b.arith("andi", exponent, one), zero)
    of_minus_one = b.select(odd, minus_one, one)
    inverse = b.select(b.cmpi("eq", base, minus_one), of_minus_one, zero)
    inverse = b.select(b.cmpi("eq", base, one), one, inverse)
    return b.select(b.cmpi("slt", exponent, zero), inverse, result)


_SHIFTS = {
    "stablehlo.shift_left": "shli",
    "stablehlo.shift_right_logical": "shrui",
    "stablehlo.shift_right_arithmetic": "shrsi",
}


@elementwise(*_SHIFTS)
def _shift(b: Legalizer, op: HloOp, x: ir.Value, amount: ir.Value) -> ir.Value:
    """Shift by an amount read as unsigned; beyond the width nothing of x is left."""
    width = op.operand(0).element.width
    # The width itself may not fit in 2 bits as a signed number; width - 1 does.
    limit = b.constant(x.type, width - 1)
    beyond = b.cmpi("ugt", amount, limit)
    if op.name == "stablehlo.shift_right_arithmetic":
        return b.arith("shrsi", x, b.select(beyond, limit, amount))
    zero = b.constant(x.type, 0)
    shifted = b.arith(_SHIFTS[op.name], x, b.select(beyond, zero, amount))
    return b.select(beyond, zero, shifted)


_DIRECTIONS = {
    "EQ": ("eq", "oeq"),
    "NE": ("ne", "une"),
    "GE": ("ge", "oge"),
    "GT": ("gt", "ogt"),
    "LE": ("le", "ole"),
    "LT": ("lt", "olt"),
}


@elementwise("stablehlo.compare")
def _compare(b: Legalizer, op: HloOp, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
    direction = op.enum("comparison_direction")
    kind = _kind(op)
    if kind == "complex":
        return complex_math.compare(b, op, direction, lhs, rhs)
    if kind == "float" and op.enum("compare_type") != "TOTALORDER":
        return b.cmpf(_DIRECTIONS[direction][1], lhs, rhs)
    if kind == "float":
        lhs, rhs, kind = _total_order(b, lhs), _total_order(b, rhs), "int"
    predicate = _DIRECTIONS[direction][0]
    if direction not in ("EQ", "NE"):
        predicate = ("s" if kind == "int" else "u") + predicate
    return b.cmpi(predicate, lhs, rhs)


def _total_order(b: Legalizer, x: ir.Value) -> ir.Value:
    """Return a signed integer that orders as IEEE-754's totalOrder does.

    -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN: negative patterns are
    flipped below the sign bit.
    """
    width = ir.FloatType(x.type).width
    integer = b.type(f"i{width}")
    bits = b.cast("bitcast", x, integer)
    flip = b.arith(
        "shrui", b.arith("shrsi", bits, b.constant(integer, width - 1)), b.constant(integer, 1)
    )
    return b.arith("xori", bits, flip)


@elementwise("stablehlo.select", raw=True)
def _select(b: Legalizer, op: HloOp, condition, on_true, on_false) -> ir.Value:
    return b.select(condition, on_true, on_false)


@elementwise("stablehlo.clamp")
def _clamp(b: Legalizer, op: HloOp, low: ir.Value, x: ir.Value, high: ir.Value) -> ir.Value:
    # clamp(low, x, high) = minimum(maximum(x, low), high)
    kind = op.operand(1).element.kind
    if kind == "complex":
        maximum, minimum = (complex_math.BINARY[f"stablehlo.{m}imum"] for m in ("max", "min"))
        return minimum(b, maximum(b, x, low), high)
    upper, lower = (_BINARY[f"stablehlo.{m}imum"][kind] for m in ("max", "min"))
    return b.arith(lower, b.arith(upper, x, low), high)
