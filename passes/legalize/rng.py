"""rng: random numbers of a distribution, from the ThreeFry generator.

The specification leaves the numbers to the implementation.  Here they depend
on the program alone: every rng operation has a key of its own, and a compiled
program gives the same numbers in every call.
"""

from __future__ import annotations

from ...dialect.types import ElementType
from .core import HloOp, Legalizer, lowers
from .expansions import expand

_KEY = 0x9E3779B97F4A7C15


@lowers("stablehlo.rng")
def _rng(b: Legalizer, op: HloOp, low, high, shape):
    """Operands are (a, b, shape): the range [a, b), or mean and deviation."""
    s = _Spelling(op, b.next_number())
    if op.enum("rng_distribution") == "NORMAL":
        body = s.finish(s.normal("%0", "%1"))
    else:
        body = s.finish(s.uniform("%0", "%1"))
    return expand(b, op, body, [low, high, shape], [op.op.results[0].type])


class _Spelling:
    """Spells the definition in StableHLO; sub-32-bit types are computed in 32 bits."""

    def __init__(self, op: HloOp, number: int):
        self.element: ElementType = op.result.element
        self.shape = op.result.shape
        self.width = 64 if self.element.width == 64 else 32
        self.number = number
        self.lines: list[str] = []

    def type(self, element: str) -> str:
        return f"tensor<{''.join(f'{extent}x' for extent in self.shape)}{element}>"

    def emit(self, text: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def apply(self, op: str, element: str, *operands: str) -> str:
        return self.emit(f"stablehlo.{op} {', '.join(operands)} : {self.type(element)}")

    def constant(self, value, element: str) -> str:
        return self.emit(f"stablehlo.constant dense<{value}> : {self.type(element)}")

    def convert(self, value: str, source: str, target: str) -> str:
        if source == target:
            return value
        return self.emit(
            f"stablehlo.convert {value} : ({self.type(source)}) -> {self.type(target)}"
        )

    def spread(self, scalar: str, target: str) -> str:
        """Repeat a rank-0 operand of the result's element type, converted."""
        own = self.element.name
        spread = self.emit(
            f"stablehlo.broadcast_in_dim {scalar}, dims = [] : (tensor<{own}>) -> {self.type(own)}"
        )
        return self.convert(spread, own, target)

    def bits(self, stream: int) -> str:
        words = [(_KEY * (2 * self.number + stream + 1)) % (1 << 64), 0]
        state = self.emit(f"stablehlo.constant dense<{words}> : tensor<2xui64>")
        bits = self.type(f"ui{self.width}")
        name = f"%v{len(self.lines)}"
        self.lines.append(
            f"%s{len(self.lines)}, {name} = stablehlo.rng_bit_generator {state}, "
            f"algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, {bits})"
        )
        return name

    def unit(self, stream: int) -> str:
        """Return floats of [0, 1): random mantissas under the exponent of 1, less 1."""
        unsigned, real = f"ui{self.width}", f"f{self.width}"
        drop, one = (9, 0x3F800000) if self.width == 32 else (12, 0x3FF0000000000000)
        amount = self.constant(drop, unsigned)
        mantissa = self.apply("shift_right_logical", unsigned, self.bits(stream), amount)
        pattern = self.apply("or", unsigned, mantissa, self.constant(one, unsigned))
        number = self.emit(
            f"stablehlo.bitcast_convert {pattern} : ({self.type(unsigned)}) -> {self.type(real)}"
        )
        return self.apply("subtract", real, number, self.constant("1.0", real))

    def uniform(self, low: str, high: str) -> str:
        own = self.element.name
        if self.element.kind == "float":
            real = f"f{self.width}"
            start, stop = self.spread(low, real), self.spread(high, real)
            extent = self.apply("subtract", real, stop, start)
            offset = self.apply("multiply", real, self.unit(0), extent)
            return self.convert(self.apply("add", real, start, offset), real, own)
        unsigned = f"ui{self.width}"
        start, stop = self.spread(low, unsigned), self.spread(high, unsigned)
        extent = self.apply("subtract", unsigned, stop, start)
        offset = self.apply("remainder", unsigned, self.bits(0), extent)
        return self.convert(self.apply("add", unsigned, start, offset), unsigned, own)

    def normal(self, mean: str, deviation: str) -> str:
        """Box and Muller's transform of two uniform numbers."""
        real = f"f{self.width}"
        positive = self.apply("subtract", real, self.constant("1.0", real), self.unit(0))
        logarithm = self.apply("log", real, positive)
        radius = self.apply(
            "sqrt", real, self.apply("multiply", real, self.constant("-2.0", real), logarithm)
        )
        turn = self.constant("6.283185307179586", real)
        angle = self.apply("multiply", real, self.unit(1), turn)
        standard = self.apply("multiply", real, radius, self.apply("cosine", real, angle))
        scaled = self.apply("multiply", real, standard, self.spread(deviation, real))
        shifted = self.apply("add", real, scaled, self.spread(mean, real))
        return self.convert(shifted, real, self.element.name)

    def finish(self, result: str) -> str:
        return "\n".join([*self.lines, f"return {result} : {self.type(self.element.name)}"])
