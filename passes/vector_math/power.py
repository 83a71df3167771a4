"""pow of f32, as ``2 ** (y log2 |x|)`` in f64, which leaves one rounding to f32.

Both functions are as exact as that needs: an error of the logarithm is multiplied by
up to 150, and 5% of a last place are not seen behind the rounding.  The polynomials
have the least error over their intervals, as mpmath's ``chebyfit`` finds them.
"""

from __future__ import annotations

from .arithmetic import Floats, Value
from .logarithm import split

# atanh(s) / s * 2 / ln 2 in s**2, for s up to (sqrt(2) - 1) / (sqrt(2) + 1): within 2**-37.
_LOG2 = (
    0.3407120415619086,
    0.41167376623771059,
    0.57708356600486586,
    0.96179667345154847,
    2.885390081789987,
)
# 2**r, for r within 1/2 of zero: within 2**-28.
_EXP2 = (
    0.00015461444698569129,
    0.0013400428177615838,
    0.0096180566785246381,
    0.055503272266703021,
    0.24022650922288758,
    0.6931472067028326,
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
