"""log and log1p.

``x = 2**k m`` with ``m`` in [sqrt(1/2), sqrt(2)), so that ``log(x) = k ln 2 +
log(m)``, the logarithm of ``m`` being a polynomial (f32) or a series in
``s = (m - 1) / (m + 1)`` (f64).
"""

from __future__ import annotations

from .arithmetic import Floats, Value

_LN2 = {
    32: (0.693359375, -2.12194440e-4),
    64: (6.93147180369123816490e-01, 1.90821492927058770002e-10),
}
_SQRT_HALF_BITS = {32: 0x3F3504F3, 64: 0x3FE6A09E667F3BCD}
_SMALLEST_NORMAL = {32: 2.0**-126, 64: 2.0**-1022}
_F32 = (
    7.0376836292e-2,
    -1.1514610310e-1,
    1.1676998740e-1,
    -1.2420140846e-1,
    1.4249322787e-1,
    -1.6668057665e-1,
    2.0000714765e-1,
    -2.4999993993e-1,
    3.3333331174e-1,
)
# log((1 + s) / (1 - s)) = 2 s + s R(s**2), fdlibm's coefficients of R / s**2.
_F64 = (
    1.479819860511658591e-01,
    1.531383769920937332e-01,
    1.818357216161805012e-01,
    2.222219843214978396e-01,
    2.857142874366239149e-01,
    3.999999999940941908e-01,
    6.666666666666735130e-01,
)


def log(e, x: Value) -> Value:
    """Return ``log(x)``: -inf at zeros, NaN below."""
    f = Floats(e, x)
    zero = f.c(0.0)
    y = _log_of_positive(f, x)
    special = f.select(f.test("oeq", x, zero), f.c(float("-inf")), f.c(float("nan")))
    y = f.select(f.test("ogt", x, zero), y, special)
    infinity = f.c(float("inf"))
    return f.select(f.test("oeq", x, infinity), infinity, y)


def _log_of_positive(f: Floats, x: Value) -> Value:
    """Return ``log(x)`` for finite positive numbers, subnormal ones included."""
    subnormal = f.test("olt", x, f.c(_SMALLEST_NORMAL[f.width]))
    scale = f.fraction + 2
    x = f.select(subnormal, f.mul(x, f.c(2.0**scale)), x)
    k, m = split(f, x)
    k = f.sub(k, f.select(subnormal, f.c(float(scale)), f.c(0.0)))
    high, low = _LN2[f.width]
    d = f.sub(m, f.c(1.0))
    half_square = f.mul(f.mul(d, d), f.c(0.5))
    if f.width == 32:
        tail = f.mul(f.mul(f.polynomial(d, _F32), d), f.mul(d, d))
        tail = f.sub(f.fma(k, f.c(low), tail), half_square)
        return f.fma(k, f.c(high), f.add(d, tail))
    s = f.div(d, f.add(m, f.c(1.0)))
    z = f.mul(s, s)
    series = f.mul(f.polynomial(z, _F64), z)
    tail = f.fma(k, f.c(low), f.mul(s, f.add(half_square, series)))
    return f.fma(k, f.c(high), f.sub(d, f.sub(half_square, tail)))


def split(f: Floats, x: Value) -> tuple[Value, Value]:
    """Return the exponent as a float and the significand in [sqrt(1/2), sqrt(2))."""
    bits = f.bits(x)
    shifted = f.int("subi", bits, f.ci(_SQRT_HALF_BITS[f.width]))
    k = f.int("shrsi", shifted, f.ci(f.fraction))
    m = f.float(f.int("subi", bits, f.int("shli", k, f.ci(f.fraction))))
    if f.width == 32:
        return f.from_int(k), m
    # AVX2 has no conversion from 64-bit integers; these are small: shift them into a fraction.
    magic = 6755399441055744.0  # 1.5 * 2**52
    number = f.float(f.int("addi", k, f.bits(f.c(magic))))
    return f.sub(number, f.c(magic)), m


def log1p(e, x: Value) -> Value:
    """Return ``log(1 + x)``: that of the rounded sum, corrected by how much it was rounded."""
    f = Floats(e, x)
    one = f.c(1.0)
    u = f.add(x, one)
    difference = f.sub(u, one)
    y = f.mul(log(e, u), f.div(x, difference))
    # Where nothing was added, log1p(x) = x; infinity over infinity is none.
    unchanged = f.test("oeq", u, one)
    y = f.select(unchanged, x, y)
    infinity = f.c(float("inf"))
    return f.select(f.test("oeq", x, infinity), infinity, y)
