"""sin, cos and tan of f32.

``x = n pi/2 + r`` is computed in f64, where it is exact enough for arguments
below a bound; vectors with larger ones go to the C library, lane by lane.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from .arithmetic import Floats, Value

_BOUND = 1.0e6
_TWO_OVER_PI = 0.6366197723675814
_HALF_PI = (1.5707963267948966, 6.123233995736766e-17)
_SIN = (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)
_COS = (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2)


def sin(e, x: Value) -> Value:
    """Return ``sin(x)``."""
    return _guarded(e, x, "math.sin", lambda f, x: _sine(f, x, 0))


def cos(e, x: Value) -> Value:
    """Return ``cos(x) = sin(x + pi/2)``."""
    return _guarded(e, x, "math.cos", lambda f, x: _sine(f, x, 1))


def _sine(f: Floats, x: Value, quarters: int) -> Value:
    """Return ``sin(x + quarters * pi/2)`` for ``x`` below the bound."""
    n, r = _quadrant(f, x)
    n = f.int("addi", n, f.ci(quarters)) if quarters else n
    z = f.mul(r, r)
    sine = f.fma(f.mul(f.polynomial(z, _SIN), z), r, r)
    cosine = f.polynomial(z, _COS)
    cosine = f.fma(f.mul(cosine, z), z, f.fma(z, f.c(-0.5), f.c(1.0)))
    odd = f.test_int("ne", f.int("andi", n, f.ci(1)), f.ci(0))
    y = f.select(odd, cosine, sine)
    sign = f.int("shli", f.int("andi", n, f.ci(2)), f.ci(30))
    y = f.float(f.int("xori", f.bits(y), sign))
    # Neither is a zero's sign lost in the reduction.
    return y if quarters else f.select(f.test("oeq", x, f.c(0.0)), x, y)


def _quadrant(f: Floats, x: Value) -> tuple[Value, Value]:
    """Return ``n`` as an i32 and ``r`` in f32."""
    wide = Floats(f.e, f.wide(x))
    x = f.wide(x)
    n, integer = wide.nearest(x, _TWO_OVER_PI)
    r = wide.fma(n, wide.c(-_HALF_PI[0]), x)
    r = wide.fma(n, wide.c(-_HALF_PI[1]), r)
    return f.e.op("arith.trunci", f.integer, [integer]), f.narrow(r)


def _guarded(e, x: Value, name: str, function) -> Value:
    """Return ``function`` of ``x`` if all lanes are below the bound, else the library's."""
    f = Floats(e, x)
    far = f.test("uge", f.abs(x), f.c(_BOUND))  # NaN as well: it is rare
    if isinstance(x.type, ir.VectorType):
        kind = ir.Attribute.parse("#vector.kind<or>")
        bit = ir.IntegerType.get_signless(1)
        far = e.op("vector.reduction", bit, [far], {"kind": kind})
    return e.branch(far, x.type, lambda: e.each_lane(name, x), lambda: function(f, x))
