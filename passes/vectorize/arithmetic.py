"""How the factors of a product are kept in packed operands, multiplied and added up."""

from __future__ import annotations

from dataclasses import dataclass

from ...dialect.mlir import ir
from ..target import Target
from .emitter import Emitter, Value, bit_width, vector_of
from .nest import Nest
from .product_body import Factors

TILE_STEPS = 16
"""The packed elements along the depth that a tile of a matrix unit has; so many are its rows."""


@dataclass(frozen=True)
class Arithmetic:
    """``factors`` are the types of the packed operands, ``total`` that of sums.

    A packed element has ``group`` neighbours along the depth, in 32 bits if there
    are several: an ``intrinsic`` multiplies them with those of the other operand and
    adds all up at once.  It takes vectors of packed elements, or, ``in_tiles``, the
    numbers of tile registers.
    """

    factors: tuple[ir.Type, ir.Type]
    total: ir.Type
    intrinsic: str | None = None
    group: int = 1
    in_tiles: bool = False

    @property
    def unit(self) -> int:
        """What the steps of the depth are padded to a multiple of, with zeros."""
        return self.group * TILE_STEPS if self.in_tiles else self.group

    def packed_steps(self, depth: int) -> int:
        """Return how many packed elements ``depth`` steps take."""
        return -(-depth // self.unit) * self.unit // self.group

    @property
    def packed(self) -> ir.Type:
        """The type of packed elements."""
        return self.total if self.group == 1 else ir.IntegerType.get_signless(32)

    @property
    def steps_at_once(self) -> int:
        """How many steps are written out: few of integers, in tiles of a matrix unit one tile.

        Code generation regroups sums of integers, for which registers do not suffice.
        """
        if self.in_tiles:
            return TILE_STEPS
        return 4 if isinstance(self.total, ir.FloatType) else 2

    @property
    def neutral(self) -> float:
        """What does not change anything that it is added to."""
        return -0.0 if isinstance(self.total, ir.FloatType) else 0

    def multiply_add(self, e: Emitter, a: Value, b: Value, total: Value) -> Value:
        """Emit ``total + a * b`` on vectors; of floats, rounded once."""
        if self.intrinsic:
            return e.same("arith.addi", total, self._pairs(e, a, b))
        if isinstance(self.total, ir.FloatType):
            return e.same("math.fma", a, b, total)
        return e.same("arith.addi", total, e.same("arith.muli", a, b))

    def _pairs(self, e: Emitter, a: Value, b: Value) -> Value:
        halves = vector_of(self.factors[0], 2 * a.type.shape[0])
        operands = [e.op("vector.bitcast", halves, [v]) for v in (a, b)]
        return e.intrinsic(self.intrinsic, operands, a.type)


def arithmetic_of(
    nest: Nest, target: Target, sides: tuple[int, int], sizes: tuple[int, int, int]
) -> Arithmetic:
    """Return how to run a product (`is_product`) of the inputs ``sides`` on a target.

    ``sizes`` are its rows, columns and depth.  Pairs are for factors of 8 bits: the
    sum of two products of larger ones may overflow where a wrapping sum of 32 bits
    would be right in the end.
    """
    factors = Factors(nest)
    total = nest.outputs[0].element
    types = factors.type(sides[0]), factors.type(sides[1])
    whole = ir.IntegerType.get_signless(32)
    narrow = all(factors.extension(side) for side in sides) and bit_width(total) <= 32
    rows, columns, depth = sizes
    tiles = rows >= TILE_STEPS and columns >= TILE_STEPS
    if narrow:
        signs = "".join("s" if factors.extension(s) == "arith.extsi" else "u" for s in sides)
        intrinsic = target.tile_product(signs)
        if tiles and depth >= 2 * TILE_STEPS and intrinsic:
            byte = ir.IntegerType.get_signless(8)
            return Arithmetic((byte, byte), whole, intrinsic, 4, True)
        if target.pair_products:
            half = ir.IntegerType.get_signless(16)
            return Arithmetic((half, half), whole, target.pair_products, 2)
    elif all(factors.is_widened_bf16(side) for side in sides) and tiles and depth >= TILE_STEPS:
        if intrinsic := target.tile_product("bf16"):
            half = ir.IntegerType.get_signless(16)
            return Arithmetic((half, half), total, intrinsic, 2, True)
    return Arithmetic(types, total)
