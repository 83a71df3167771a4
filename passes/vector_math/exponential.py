"""exp, exp2, expm1 and tanh.

``x = n ln 2 + r`` with ``n`` an integer and ``|r| <= ln 2 / 2``, so that
``exp(x) = 2**n exp(r)``; ``ln 2`` is split in a part of few bits, whose product
with ``n`` is exact, and the rest.
"""

from __future__ import annotations

from .arithmetic import Floats, Value

_LOG2_E = 1.4426950408889634
_LN2 = {
    32: (0.693359375, -2.12194440e-4),
    64: (6.93147180369123816490e-01, 1.90821492927058770002e-10),
}
# Beyond these, the result is infinite or zero (subnormal results lie inside).
_EXP_RANGE = {32: (-104.0, 89.0), 64: (-746.0, 710.0)}
# (exp(r) - 1 - r) / r**2, highest power first.
_EXP_TAIL = {
    32: (
        1.9875691500e-4,
        1.3981999507e-3,
        8.3334519073e-3,
        4.1665795894e-2,
        1.6666665459e-1,
        5.0000001201e-1,
    ),
    64: tuple(
        1.0 / factorial
        for factorial in (
            *(6227020800.0, 479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0),
            *(5040.0, 720.0, 120.0, 24.0, 6.0, 2.0),
        )
    ),
}


def _reduced(f: Floats, x: Value) -> tuple[Value, Value]:
    """Return ``n`` as an integer, and ``r``."""
    high, low = _LN2[f.width]
    n, integer = f.nearest(x, _LOG2_E)
    return integer, f.fma(n, f.c(-low), f.fma(n, f.c(-high), x))


def _exp_minus_one(f: Floats, r: Value) -> Value:
    """Return ``exp(r) - 1`` for a reduced argument."""
    return f.fma(f.polynomial(r, _EXP_TAIL[f.width]), f.mul(r, r), r)


def exp(e, x: Value) -> Value:
    """Return ``exp(x)``."""
    f = Floats(e, x)
    n, r = _reduced(f, f.clamp(x, *_EXP_RANGE[f.width]))
    return f.scale(f.add(_exp_minus_one(f, r), f.c(1.0)), n)


def _half_expm1(f: Floats, x: Value) -> Value:
    """Return ``(exp(x) - 1) / 2 = s p + (s - 1/2)`` where ``s = 2**(n-1)`` and ``p`` is of ``r``.

    It is ``p / 2`` for ``n = 0``, and all terms are finite up to overflow.
    """
    n, r = _reduced(f, x)
    s = f.power_of_two(f.int("subi", n, f.ci(1)))
    return f.fma(s, _exp_minus_one(f, r), f.sub(s, f.c(0.5)))


def expm1(e, x: Value) -> Value:
    """Return ``exp(x) - 1``."""
    f = Floats(e, x)
    y = _half_expm1(f, f.clamp(x, -60.0, _EXP_RANGE[f.width][1]))
    # The sum would lose the sign of zero.
    return f.select(f.test("oeq", x, f.c(0.0)), x, f.add(y, y))


def tanh(e, x: Value) -> Value:
    """Return ``y / (y + 1)`` with ``y = expm1(2 |x|) / 2``, and the sign of ``x``."""
    f = Floats(e, x)
    limit = f.c(10.0 if f.width == 32 else 20.0)
    magnitude = f.abs(x)
    magnitude = f.select(f.test("ogt", magnitude, limit), limit, magnitude)
    y = _half_expm1(f, f.add(magnitude, magnitude))
    return f.copysign(f.div(y, f.add(y, f.c(1.0))), x)
