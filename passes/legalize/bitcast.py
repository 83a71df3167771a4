"""bitcast_convert: the same bits as another element type.

Between widths, the last dimension of the narrow side holds the parts of one
wide element, the lowest bits first.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from ...dialect.types import ElementType
from .builder import TensorInfo
from .core import HloOp, Legalizer, lowers
from .elementwise import apply_elementwise


@lowers("stablehlo.bitcast_convert")
def _bitcast_convert(b: Legalizer, op: HloOp, operand):
    source, target = op.operand(0), op.result
    difference = _bit_width(source.element) - _bit_width(target.element)
    if difference > 0:
        return _split(b, b.tensor(operand), source, target)
    if difference < 0:
        return _join(b, b.tensor(operand), source, target)

    def reinterpret(b, op, x):
        return from_bits(b, to_bits(b, x, source.element), target.element)

    return apply_elementwise(b, op, reinterpret, [operand], raw=True)


def _split(b: Legalizer, value: ir.Value, source: TensorInfo, target: TensorInfo) -> ir.Value:
    rank = target.rank
    part = b.type(f"i{_bit_width(target.element)}")

    def body(x, _):
        bits = to_bits(b, x, source.element)
        shifted = b.arith("shrui", bits, _shift(b, bits.type, rank - 1, target.element))
        return [from_bits(b, b.cast("trunci", shifted, part), target.element)]

    maps = [b.projection(rank, range(rank - 1)), b.identity_map(rank)]
    return b.generic([value], [b.empty(target.type)], maps, "p" * rank, body)[0]


def _join(b: Legalizer, value: ir.Value, source: TensorInfo, target: TensorInfo):
    rank = source.rank
    wide = b.type(f"i{_bit_width(target.element)}")

    def body(x, total):
        bits = b.cast("extui", to_bits(b, x, source.element), wide)
        shifted = b.arith("shli", bits, _shift(b, wide, rank - 1, source.element))
        return [b.arith("ori", total, shifted)]

    zero = b.fill(b.constant(wide, 0), b.empty(b.tensor_type(target.shape, wide)))
    maps = [b.identity_map(rank), b.projection(rank, range(rank - 1))]
    joined = b.generic([value], [zero], maps, "p" * (rank - 1) + "r", body)[0]
    if target.rank == 0:
        return from_bits(b, b.extract(joined), target.element)
    return b.map([joined], target.type, lambda bits: from_bits(b, bits, target.element))


def _shift(b: Legalizer, wide: ir.Type, dimension: int, part: ElementType) -> ir.Value:
    index = b.cast("index_cast", b.loop_index(dimension), b.type("i64"))
    if wide != index.type:
        narrower = ir.IntegerType(wide).width < 64
        index = b.cast("trunci" if narrower else "extui", index, wide)
    return b.arith("muli", index, b.constant(wide, _bit_width(part)))


def _bit_width(element: ElementType) -> int:
    return element.width * 2 if element.kind == "complex" else element.width


def to_bits(b: Legalizer, storage: ir.Value, element: ElementType) -> ir.Value:
    """Return a storage scalar as the integer of the element's width, real part lowest."""
    bits = b.type(f"i{_bit_width(element)}")
    if element.kind == "complex":
        part = b.type(f"i{element.width}")
        real, imag = (
            b.cast("extui", b.cast("bitcast", p, part), bits)
            for p in (b.real(storage), b.imag(storage))
        )
        return b.arith("ori", real, b.arith("shli", imag, b.constant(bits, element.width)))
    if element.width < 8:
        return b.cast("trunci", storage, bits)
    return b.cast("bitcast", storage, bits)


def from_bits(b: Legalizer, bits: ir.Value, element: ElementType) -> ir.Value:
    """Return the storage scalar whose bits are those of an integer."""
    storage = b.type(element.storage)
    if element.kind == "complex":
        part, number = b.type(f"i{element.width}"), b.type(f"f{element.width}")
        high = b.arith("shrui", bits, b.constant(bits.type, element.width))
        halves = (b.cast("trunci", half, part) for half in (bits, high))
        return b.complex(*(b.cast("bitcast", half, number) for half in halves))
    if element.width < 8:
        return b.cast("extui", bits, storage)
    return b.cast("bitcast", bits, storage)
