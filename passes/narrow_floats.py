"""Arithmetic on bf16 and f16 where the target has none.

Each operation is computed in f32 and rounded back, as the specification's
reference does it: no excess precision is kept between operations.  (Upstream
marks its conversions ``contract``, which lets later folds drop the rounding, so
the mark is taken away.)  Conversions from and to bf16 are spelled out in integer
arithmetic: LLVM would narrow operations on widened numbers to bf16 again, and
call a library function that few systems have for rounding.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..dialect.mlir import ir
from ..dialect.walk import named
from .upstream import run_upstream

_WIDEN = (
    "builtin.module(math-extend-to-supported-types,"
    "arith-emulate-unsupported-floats{source-types=bf16 target-type=f32})"
)
_FLAGS = "fastmath"


def expand_narrow_floats(module: ir.Operation) -> None:
    """Rewrite every ``arith`` and ``math`` operation on bf16 (``math``: f16) to f32.

    Conversions from and to bf16, and from f64 to f16, become integer and f32
    operations; those between f16 and f32 are left to code generation.  Scalars
    and vectors are both covered.
    """
    run_upstream(_WIDEN, module, verify=False)
    for op in named(module, ["arith.extf", "arith.truncf"]):
        if _converts_specially(op):
            _Emitter(op).replace_conversion(op)
        elif _FLAGS in op.attributes:
            del op.attributes[_FLAGS]


def _converts_specially(op: ir.Operation) -> bool:
    types = _element_name(op.operands[0].type), _element_name(op.results[0].type)
    return "bf16" in types or types == ("f64", "f16")


def _element_name(type: ir.Type) -> str:
    return str(ir.VectorType(type).element_type if isinstance(type, ir.VectorType) else type)


class _Emitter:
    """Emits operations before ``op``, with its location."""

    def __init__(self, op: ir.Operation):
        self.ip = ir.InsertionPoint(op)
        self.loc = op.location

    def replace_conversion(self, op: ir.Operation) -> None:
        """Spell out a conversion from or to bf16, or from f64 to f16."""
        value, type = op.operands[0], op.results[0].type
        if _element_name(value.type) == "f64":
            value = self._round_to_odd(value)
        elif _element_name(value.type) == "bf16":
            value = self._widen_bf16(value)
        if _element_name(type) == "bf16":
            value = self._round_to_bf16(value, type)
        elif value.type != type:
            value = self.op(op.name, type, [value])
        op.results[0].replace_all_uses_with(value)
        op.erase()

    def _widen_bf16(self, value: ir.Value) -> ir.Value:
        """Return bf16 as f32: its bits are the upper half."""
        i32 = _like(value.type, "i32")
        bits = self.op("arith.bitcast", _like(value.type, "i16"), [value])
        wide = self.op("arith.extui", i32, [bits])
        shifted = self.op("arith.shli", i32, [wide, self.constant(i32, 16)])
        return self.op("arith.bitcast", _like(value.type, "f32"), [shifted])

    def _round_to_bf16(self, value: ir.Value, type: ir.Type) -> ir.Value:
        """Round f32 to nearest, ties to even; a NaN stays one, quiet, with its sign."""
        i32, i16 = _like(type, "i32"), _like(type, "i16")
        bits = self.op("arith.bitcast", i32, [value])
        high = self.op("arith.shrui", i32, [bits, self.constant(i32, 16)])
        odd = self.op("arith.andi", i32, [high, self.constant(i32, 1)])
        bias = self.op("arith.addi", i32, [odd, self.constant(i32, 0x7FFF)])
        sum = self.op("arith.addi", i32, [bits, bias])
        rounded = self.op("arith.shrui", i32, [sum, self.constant(i32, 16)])
        quiet = self.op("arith.ori", i32, [high, self.constant(i32, 0x40)])
        is_nan = self.compare("arith.cmpf", _UNORDERED, value, value)
        chosen = self.op("arith.select", i32, [is_nan, quiet, rounded])
        low = self.op("arith.trunci", i16, [chosen])
        return self.op("arith.bitcast", type, [low])

    def _round_to_odd(self, value: ir.Value) -> ir.Value:
        """Round f64 to f32 so that rounding the result again gives what one rounding would.

        Of the two neighbours of an inexact value this takes the one whose last
        bit is set, which is never halfway between two narrower numbers.
        """
        f32, i32 = _like(value.type, "f32"), _like(value.type, "i32")
        near = self.op("arith.truncf", f32, [value])
        back = self.op("arith.extf", value.type, [near])
        bits = self.op("arith.bitcast", i32, [near])
        even = self.op("arith.andi", i32, [bits, self.constant(i32, 1)])
        is_even = self.compare("arith.cmpi", _EQUAL, even, self.constant(i32, 0))
        inexact = self.compare("arith.cmpf", _ORDERED_NOT_EQUAL, back, value)
        moves = self.op("arith.andi", is_even.type, [is_even, inexact])
        magnitude = self.op("math.absf", value.type, [value])
        near_magnitude = self.op("math.absf", value.type, [back])
        below = self.compare("arith.cmpf", _ORDERED_LESS, near_magnitude, magnitude)
        step = self.op("arith.select", i32, [below, self.constant(i32, 1), self.constant(i32, -1)])
        moved = self.op("arith.addi", i32, [bits, step])
        chosen = self.op("arith.select", i32, [moves, moved, bits])
        return self.op("arith.bitcast", f32, [chosen])

    def op(self, name: str, type: ir.Type, operands: Sequence[ir.Value], attributes=None):
        """Create an operation and return its result."""
        made = ir.Operation.create(name, [type], operands, attributes, loc=self.loc, ip=self.ip)
        return made.results[0]

    def constant(self, type: ir.Type, value: int) -> ir.Value:
        """Create an integer constant, of a scalar or a splat vector type."""
        if isinstance(type, ir.VectorType):
            element = ir.IntegerAttr.get(ir.VectorType(type).element_type, value)
            attribute = ir.DenseElementsAttr.get_splat(type, element)
        else:
            attribute = ir.IntegerAttr.get(type, value)
        return self.op("arith.constant", type, [], {"value": attribute})

    def compare(self, name: str, predicate: int, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
        """Create a comparison; ``predicate`` is upstream's number for it."""
        number = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), predicate)
        return self.op(name, _like(lhs.type, "i1"), [lhs, rhs], {"predicate": number})


_EQUAL = 0  # arith.cmpi
_ORDERED_LESS, _ORDERED_NOT_EQUAL, _UNORDERED = 4, 6, 14  # arith.cmpf


def _like(type: ir.Type, element: str) -> ir.Type:
    """Return ``type`` with another element type."""
    scalar = ir.Type.parse(element)
    if isinstance(type, ir.VectorType):
        return ir.VectorType.get(type.shape, scalar)
    return scalar
