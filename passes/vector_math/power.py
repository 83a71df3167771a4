"""pow of f32, as ``2 ** (y log2 |x|)`` in f64, which leaves one rounding to f32."""

from __future__ import annotations

from .arithmetic import Floats, Value
from .exponential import exp
from .logarithm import _log_of_positive


def pow(e, x: Value, y: Value) -> Value:
    """Return ``x ** y`` with the special cases of C's ``pow``."""
    f = Floats(e, x)
    one, zero, infinity = f.c(1.0), f.c(0.0), f.c(float("inf"))
    magnitude = f.abs(x)
    w = Floats(e, f.wide(magnitude))
    logarithm = _log_of_positive(w, f.wide(magnitude))
    logarithm = f.select(f.test("oeq", magnitude, zero), w.c(float("-inf")), logarithm)
    unbounded = f.test("oeq", magnitude, infinity)
    logarithm = f.select(unbounded, w.c(float("inf")), logarithm)
    result = f.narrow(exp(e, w.mul(f.wide(y), logarithm)))
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
