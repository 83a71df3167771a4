"""How the factors of a product are kept in packed operands, multiplied and added up."""

from __future__ import annotations

from dataclasses import dataclass

from ...dialect.mlir import ir
from ..target import Target
from .emitter import Emitter, Value, bit_width, vector_of
from .nest import Nest
from .product_body import Factors


@dataclass(frozen=True)
class Arithmetic:
    """``factors`` are the types of the packed operands, ``total`` that of sums.

    With an ``intrinsic``, a packed element is a pair of 16-bit integers, neighbours
    along the depth: both are multiplied with those of the other operand and added up
    at once.  ``factors`` are 16-bit integers then.
    """

    factors: tuple[ir.Type, ir.Type]
    total: ir.Type
    intrinsic: str | None = None

    @property
    def group(self) -> int:
        """The steps of the depth that a packed element has."""
        return 2 if self.intrinsic else 1

    @property
    def steps_at_once(self) -> int:
        """How many steps are written out: few of integers.

        Code generation regroups sums of integers, for which registers do not suffice.
        """
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
        attributes = {
            "intrin": ir.StringAttr.get(self.intrinsic),
            "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([2, 0]),
        }
        return e.op("llvm.call_intrinsic", a.type, operands, attributes)


def arithmetic_of(nest: Nest, target: Target, sides: tuple[int, int]) -> Arithmetic:
    """Return how to run a product (`is_product`) of the inputs ``sides`` on a target.

    Pairs are for factors of 8 bits: the sum of two products of larger ones may
    overflow where a wrapping sum of 32 bits would be right in the end.
    """
    factors = Factors(nest)
    total = nest.outputs[0].element
    narrow = all(factors.extension(side) for side in sides)
    if narrow and bit_width(total) <= 32 and target.pair_products:
        half, whole = (ir.IntegerType.get_signless(n) for n in (16, 32))
        return Arithmetic((half, half), whole, target.pair_products)
    return Arithmetic((factors.type(sides[0]), factors.type(sides[1])), total)
