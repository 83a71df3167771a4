"""Short names for arithmetic on floats and on their bits, scalars or vectors."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialect.mlir import ir

Value = ir.Value

_CMPI = {"eq": 0, "ne": 1, "slt": 2, "sle": 3, "sgt": 4, "sge": 5}
_CMPF = {
    "oeq": 1,
    "ogt": 2,
    "oge": 3,
    "olt": 4,
    "ole": 5,
    "one": 6,
    "ueq": 8,
    "uge": 10,
    "une": 13,
    "uno": 14,
}


class Floats:
    """Arithmetic on floats like ``x``: f32 or f64, alone or in a vector."""

    def __init__(self, e, x: Value):
        self.e = e
        self.type = x.type
        is_vector = isinstance(x.type, ir.VectorType)
        self.element = ir.VectorType(x.type).element_type if is_vector else x.type
        self.width = ir.FloatType(self.element).width
        self.fraction = {32: 23, 64: 52}[self.width]
        self.bias = {32: 127, 64: 1023}[self.width]
        self.integer = self.like(ir.IntegerType.get_signless(self.width))
        self.bit = self.like(ir.IntegerType.get_signless(1))

    def like(self, element: ir.Type) -> ir.Type:
        """Return the type of as many other elements."""
        if isinstance(self.type, ir.VectorType):
            return ir.VectorType.get(self.type.shape, element)
        return element

    def c(self, value: float) -> Value:
        """Return a float constant."""
        return self.e.constant(self.type, float(value))

    def ci(self, value: int) -> Value:
        """Return a constant of the integer type of the same width."""
        return self.e.constant(self.integer, value)

    def add(self, a: Value, b: Value) -> Value:
        """Return ``a + b``."""
        return self.e.same("arith.addf", a, b)

    def sub(self, a: Value, b: Value) -> Value:
        """Return ``a - b``."""
        return self.e.same("arith.subf", a, b)

    def mul(self, a: Value, b: Value) -> Value:
        """Return ``a * b``."""
        return self.e.same("arith.mulf", a, b)

    def div(self, a: Value, b: Value) -> Value:
        """Return ``a / b``."""
        return self.e.same("arith.divf", a, b)

    def fma(self, a: Value, b: Value, c: Value) -> Value:
        """Return ``a * b + c``, rounded once."""
        return self.e.same("math.fma", a, b, c)

    def neg(self, a: Value) -> Value:
        """Return ``-a``."""
        return self.e.same("arith.negf", a)

    def abs(self, a: Value) -> Value:
        """Return the magnitude."""
        return self.e.same("math.absf", a)

    def copysign(self, a: Value, b: Value) -> Value:
        """Return ``a`` with the sign of ``b``."""
        return self.e.same("math.copysign", a, b)

    def trunc(self, a: Value) -> Value:
        """Round towards zero."""
        return self.e.same("math.trunc", a)

    def int(self, name: str, a: Value, b: Value) -> Value:
        """Return an integer operation of ``arith``."""
        return self.e.same(f"arith.{name}", a, b)

    def bits(self, a: Value) -> Value:
        """Return the bits of a float."""
        return self.e.op("arith.bitcast", self.integer, [a])

    def float(self, a: Value) -> Value:
        """Return the float with these bits."""
        return self.e.op("arith.bitcast", self.type, [a])

    def nearest(self, x: Value, factor: float) -> tuple[Value, Value]:
        """Round ``x * factor`` to the nearest integer; return it as a float and as an integer.

        Adding a large number leaves no bits for a fraction.  Both are of no
        use on NaN (but defined, unlike what conversions give), and beyond half
        of the integers that the fraction of a float holds.
        """
        magic = self.c(1.5 * 2.0**self.fraction)
        shifted = self.fma(x, self.c(factor), magic)
        return self.sub(shifted, magic), self.int("subi", self.bits(shifted), self.bits(magic))

    def from_int(self, a: Value) -> Value:
        """Convert an integer to a float."""
        return self.e.op("arith.sitofp", self.type, [a])

    def test(self, predicate: str, a: Value, b: Value) -> Value:
        """Compare floats (``o…`` is false on NaN, ``u…`` is true)."""
        return self._compare("arith.cmpf", _CMPF[predicate], a, b)

    def test_int(self, predicate: str, a: Value, b: Value) -> Value:
        """Compare integers."""
        return self._compare("arith.cmpi", _CMPI[predicate], a, b)

    def _compare(self, name: str, predicate: int, a: Value, b: Value) -> Value:
        number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), predicate)
        return self.e.op(name, self.bit, [a, b], {"predicate": number})

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        """Return ``condition ? a : b``."""
        return self.e.op("arith.select", a.type, [condition, a, b])

    def clamp(self, a: Value, low: float, high: float) -> Value:
        """Bound a value; NaN stays."""
        a = self.select(self.test("ogt", a, self.c(high)), self.c(high), a)
        return self.select(self.test("olt", a, self.c(low)), self.c(low), a)

    def polynomial(self, x: Value, coefficients: Sequence[float]) -> Value:
        """Evaluate a polynomial, highest power first, by Horner's rule."""
        total = self.c(coefficients[0])
        for coefficient in coefficients[1:]:
            total = self.fma(total, x, self.c(coefficient))
        return total

    def power_of_two(self, n: Value) -> Value:
        """Return ``2 ** n`` for integers in the range of normal exponents."""
        biased = self.int("addi", n, self.ci(self.bias))
        return self.float(self.int("shli", biased, self.ci(self.fraction)))

    def scale(self, x: Value, n: Value) -> Value:
        """Return ``x * 2 ** n``, in two steps so that the result may be subnormal or overflow."""
        half = self.int("shrsi", n, self.ci(1))
        rest = self.int("subi", n, half)
        return self.mul(self.mul(x, self.power_of_two(half)), self.power_of_two(rest))

    def wide(self, a: Value) -> Value:
        """Convert f32 to f64."""
        return self.e.op("arith.extf", self.like(ir.F64Type.get()), [a])

    def narrow(self, a: Value) -> Value:
        """Round f64 to this type."""
        return self.e.op("arith.truncf", self.type, [a])
