"""pow of f32, as ``2 ** (y log2 |x|)`` in f64, which leaves one rounding to f32.

Both functions are as exact as that needs, within 0.51 units in the last place: an error
of the logarithm is multiplied by up to 150.  The polynomials have the least error over
their intervals, as mpmath's ``chebyfit`` finds them.
"""

from __future__ import annotations

from .arithmetic import Floats, Value
from .logarithm import split

# atanh(s) / s * 2 / ln 2 in s**2, for s up to (sqrt(2) - 1) / (sqrt(2) + 1): within 2**-45.
_LOG2 = (
    0.28288502340748236,
    0.31990680380701337,
    0.41220922406110435,
    0.57707794266030447,
    0.96179669411226483,
    2.8853900817778506,
)
# 2**r, for r within 1/2 of zero: within 2**-32, and exact at zero.
_EXP2 = (
    1.5297323760701074e-5,
    0.00015461444698569129,
    0.0013333502386162771,
    0.0096180566785246381,
    0.055504108839096184,
    0.24022650922288758,
    0.69314718055994531,
    1.0,
)
# Results of f32 are infinite beyond, or zero.
_FARTHEST = 200.0


def _log2(f: Floats, w: Floats, x: Value) -> Value:
    """Return ``log2(x)`` in f64, for what positive numbers of f32 are there."""
    k, m = split(w, x)
    one = w.c(1.0)
    divisor = w.add(m, one)
    # A quotient of f32 and a step of Newton's method take less time than one of f64.
    inverse = f.wide(f.div(f.c(1.0), f.narrow(divisor)))
    inverse = w.fma(w.fma(w.neg(divisor), inverse, one), inverse, inverse)
    s = w.mul(w.sub(m, one), inverse)
    return w.fma(s, w.polynomial(w.mul(s, s), _LOG2), k)


def _exp2(w: Floats, x: Value) -> Value:
    """Return ``2 ** x`` in f64, for what f32 has a result of."""
    x = w.clamp(x, -_FARTHEST, _FARTHEST)
    n, integer = w.nearest(x, 1.0)
    significand = w.polynomial(w.sub(x, n), _EXP2)
    return w.float(w.int("addi", w.bits(significand), w.int("shli", integer, w.ci(w.fraction))))


def pow(e, x: Value, y: Value) -> Value:
    """Return ``x ** y`` with the special cases of C's ``pow``."""
    f = Floats(e, x)
    one, zero, infinity = f.c(1.0), f.c(0.0), f.c(float("inf"))
    magnitude = f.abs(x)
    w = Floats(e, f.wide(magnitude))
    logarithm = _log2(f, w, f.wide(magnitude))
    logarithm = f.select(f.test("oeq", magnitude, zero), w.c(float("-inf")), logarithm)
    unbounded = f.test("oeq", magnitude, infinity)
    logarithm = f.select(unbounded, w.c(float("inf")), logarithm)
    result = f.narrow(_exp2(w, w.mul(f.wide(y), logarithm)))
    whole = f.test("oeq", f.trunc(y), y)
    half = f.mul(y, f.c(0.5))
    odd = e.same("arith.andi", whole, f.test("une", f.trunc(half), half))
    signed = f.select(odd, f.copysign(result, x), result)
    negative = f.test("olt", x, zero)
    undefined = e.same("arith.andi", negative, f.test("une", f.trunc(y), y))
    undefined = e.same("arith.andi", undefined, f.test("olt", magnitude, infinity))
    result = f.select(undefined, f.c(float("nan")), signed)
    # NaN of either operand; then the cases that are 1 whatever the other operand is.
    either = e.same("arith.ori", f.test("uno", x, x), f.test("uno", y, y))
    result = f.select(either, f.c(float("nan")), result)
    sure = e.same("arith.ori", f.test("oeq", x, one), f.test("oeq", y, zero))
    endless = e.same("arith.andi", f.test("oeq", magnitude, one), f.test("oeq", f.abs(y), infinity))
    return f.select(e.same("arith.ori", sure, endless), one, result)
