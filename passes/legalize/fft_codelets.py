"""Transforms of a few points, written out: the inner part of every stage of an FFT.

A point is a pair of scalars, the real and the imaginary part; an imaginary
part that is None is zero.  Products with roots of unity round twice, not three
times: the second product of each part is fused with the addition.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from ...dialect.mlir import ir
from .builder import Builder

Point = tuple[ir.Value, ir.Value | None]


class Codelets:
    """Transforms in one direction: ``sign`` is -1 forward, 1 for the inverse; nothing is scaled."""

    def __init__(self, b: Builder, sign: int):
        self.b = b
        self.sign = sign

    def dft(self, points: Sequence[Point]) -> list[Point]:
        """Return the transform of points: Cooley-Tukey steps down to primes and 4."""
        count = len(points)
        radix = _factor(count)
        if radix == count:
            return self._direct(points)
        rest = count // radix
        parts = [self.dft(points[r::radix]) for r in range(radix)]
        result: list[Point] = [points[0]] * count
        for k in range(rest):
            turned = [self._turn(part[k], r * k, count) for r, part in enumerate(parts)]
            result[k::rest] = self._direct(turned)
        return result

    def times(self, point: Point, factor: Point) -> Point:
        """Return the product of two points that are not known."""
        (a, b), (c, d) = point, factor
        if b is None:
            return self._mul(a, c), self._mul(a, d)
        real = self._fma(a, c, self.b.arith("negf", self._mul(b, d)))
        return real, self._fma(a, d, self._mul(b, c))

    def scale(self, point: Point, factor: float) -> Point:
        """Return a point times a real number."""
        return tuple(None if x is None else self._mul(x, self._number(x, factor)) for x in point)

    # --- small transforms --------------------------------------------------------

    def _direct(self, points: Sequence[Point]) -> list[Point]:
        if len(points) == 1:
            return list(points)
        if len(points) == 2:
            return [self._add(*points), self._subtract(*points)]
        if len(points) == 4:
            a, b, c, d = points
            even, odd = self._direct([a, c]), self._direct([b, d])
            odd[1] = self._turn(odd[1], 1, 4)
            return [
                self._add(even[0], odd[0]),
                self._add(even[1], odd[1]),
                self._subtract(even[0], odd[0]),
                self._subtract(even[1], odd[1]),
            ]
        return self._odd(points)

    def _odd(self, points: Sequence[Point]) -> list[Point]:
        """Return the transform of an odd number of points, from sums and differences of mirrors."""
        count = len(points)
        half = (count + 1) // 2
        pairs = [(points[j], points[count - j]) for j in range(1, half)]
        sums = [self._add(*pair) for pair in pairs]
        differences = [self._turn(self._subtract(*pair), 1, 4) for pair in pairs]
        total = points[0]
        for x in sums:
            total = self._add(total, x)
        result = [total] * count
        for k in range(1, half):
            even, odd = points[0], None
            for j in range(1, half):
                angle = 2 * pi * (j * k % count) / count
                even = self._add_scaled(even, sums[j - 1], cos(angle))
                odd = self._add_scaled(odd, differences[j - 1], sin(angle))
            result[k], result[count - k] = self._add(even, odd), self._subtract(even, odd)
        return result

    # --- arithmetic ----------------------------------------------------------------

    def _turn(self, point: Point, step: int, count: int) -> Point:
        """Return a point times the ``step``-th power of the ``count``-th root of unity."""
        eighths, left = divmod(8 * (step % count), count)
        real, imag = point
        if left == 0 and eighths % 2 == 0:
            return self._quarter_turns(point, eighths // 2)
        if left == 0 and imag is not None:  # (1 + i) / sqrt(2), and quarter turns of it
            i = self._quarter_turns(point, 1)
            return self._quarter_turns(self.scale(self._add(point, i), sqrt(0.5)), eighths // 2)
        angle = 2 * pi * (step % count) / count
        c, s = (self._number(real, x) for x in (cos(angle), self.sign * sin(angle)))
        return self.times(point, (c, s))

    def _quarter_turns(self, point: Point, turns: int) -> Point:
        for _ in range(turns if self.sign > 0 else -turns % 4):
            real, imag = point
            if imag is None:
                imag = self._number(real, -0.0)
            point = self.b.arith("negf", imag), real
        return point

    def _add(self, x: Point, y: Point) -> Point:
        imag = x[1] if y[1] is None else y[1]
        if x[1] is not None and y[1] is not None:
            imag = self.b.arith("addf", x[1], y[1])
        return self.b.arith("addf", x[0], y[0]), imag

    def _subtract(self, x: Point, y: Point) -> Point:
        imag = x[1]
        if y[1] is not None:
            negated = x[1] is None
            imag = self.b.arith("negf", y[1]) if negated else self.b.arith("subf", x[1], y[1])
        return self.b.arith("subf", x[0], y[0]), imag

    def _add_scaled(self, total: Point | None, x: Point, factor: float) -> Point:
        """Return ``total + x * factor``."""
        number = self._number(x[0], factor)
        if total is None:
            return self.scale(x, factor)
        if x[1] is None:
            return self._fma(x[0], number, total[0]), total[1]
        imag = self._mul(x[1], number) if total[1] is None else self._fma(x[1], number, total[1])
        return self._fma(x[0], number, total[0]), imag

    def _mul(self, a: ir.Value, b: ir.Value) -> ir.Value:
        return self.b.arith("mulf", a, b)

    def _fma(self, a: ir.Value, b: ir.Value, c: ir.Value) -> ir.Value:
        return self.b.math("fma", a, b, c)

    def _number(self, like: ir.Value, value: float) -> ir.Value:
        return self.b.constant(like.type, value)


def _factor(count: int) -> int:
    """Return the factor that a step splits off: 4 if it can, else the smallest prime."""
    if count % 4 == 0:
        return 4
    return next((p for p in range(2, count) if count % p == 0), count)
