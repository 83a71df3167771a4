"""dot_general and einsum, and what they share with convolution: sums of products.

Narrow floats accumulate in f32 and are rounded once; integers accumulate in
the result's type.  Contractions in canonical form become named operations
(``linalg.matmul``, ``linalg.batch_matmul``, …), others ``linalg.generic``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dialect.mlir import ir, stablehlo
from ...dialect.types import ELEMENT_TYPES, ElementType, element_type
from . import complex_math
from .conversions import convert_scalar
from .core import HloOp, Legalizer, lowers


def accumulator(element: ElementType) -> ElementType:
    """Return the element type that sums of products for ``element`` are kept in."""
    narrow = element.kind == "float" and element.width < 32
    return ELEMENT_TYPES["f32"] if narrow else element


def zero(b: Legalizer, type: ir.Type) -> ir.Value:
    """Return the zero of a storage type."""
    if isinstance(type, ir.ComplexType):
        return complex_math.real_constant(b, type, 0.0)
    return b.constant(type, 0.0 if isinstance(type, ir.FloatType) else 0)


def contract(
    b: Legalizer,
    op: HloOp,
    inputs: Sequence[ir.Value],
    shape: Sequence[int],
    maps: Sequence[ir.Attribute],
    iterators: str,
    algorithm: _Algorithm | None = None,
) -> ir.Value:
    """Sum products of two tensors into a tensor of ``shape`` and the result's element type.

    ``maps`` are for both inputs and the output.
    """
    elements = [op.operand(0).element, op.operand(1).element]
    target = op.result.element
    total = algorithm.accumulation if algorithm else accumulator(target)
    info = b.make_info(shape, total)
    start = b.fill(zero(b, info.scalar), b.empty(info.type))

    def body(lhs, rhs, summed):
        precisions = algorithm.precisions if algorithm else elements
        factors = (
            convert_factor(b, x, e, p, total)
            for x, e, p in zip((lhs, rhs), elements, precisions, strict=True)
        )
        return [multiply_add(b, total, b.load(summed, total), *factors)]

    (summed,) = b.generic(inputs, [start], maps, iterators, body)
    return rounded(b, summed, total, target)


def convert_factor(
    b: Legalizer, x: ir.Value, element: ElementType, precision: ElementType, total: ElementType
) -> ir.Value:
    """Convert a stored element, rounded to ``precision``, to the type that is summed in."""
    x = b.load(x, element)
    if precision != element:
        narrow = b.store(convert_scalar(b, x, element, precision), precision)
        x = b.load(narrow, precision)
    return convert_scalar(b, x, precision, total)


def rounded(b: Legalizer, summed: ir.Value, total: ElementType, target: ElementType) -> ir.Value:
    """Return sums kept in type ``total`` as elements of the type ``target``."""
    if total == target:
        return summed

    def convert(x: ir.Value) -> ir.Value:
        return b.store(convert_scalar(b, b.load(x, total), total, target), target)

    shape = ir.RankedTensorType(summed.type).shape
    return b.map([summed], b.make_info(shape, target).type, convert)


def multiply_add(b: Legalizer, element: ElementType, total, lhs, rhs) -> ir.Value:
    """Add the product of two scalars to a third, and return the sum as it is stored."""
    if element.kind == "complex":
        product = complex_math.BINARY["stablehlo.multiply"](b, lhs, rhs)
        return complex_math.BINARY["stablehlo.add"](b, total, product)
    if element.kind == "bool":
        return b.arith("ori", total, b.arith("andi", lhs, rhs))
    suffix = "f" if element.kind == "float" else "i"
    result = b.arith(f"add{suffix}", total, b.arith(f"mul{suffix}", lhs, rhs))
    return b.store(result, element)


@dataclass(frozen=True)
class _Algorithm:
    """What ``algorithm`` asks of dot_general: how operands are rounded and sums kept."""

    precisions: tuple[ElementType, ElementType]
    accumulation: ElementType


def _algorithm(op: HloOp) -> _Algorithm | None:
    """Return the algorithm of a dot_general; raises for those that are not done exactly."""
    if "algorithm" not in op.attributes:
        return None
    asked = stablehlo.DotAlgorithm(op.attributes["algorithm"])
    counts = (
        asked.lhs_component_count,
        asked.rhs_component_count,
        asked.num_primitive_operations,
    )
    names = (asked.lhs_precision_type, asked.rhs_precision_type, asked.accumulation_type)
    types = [element_type(t) for t in names]
    if None in types or counts != (1, 1, 1):
        spelled = ", ".join(map(str, names))
        raise op.fail(
            f"the algorithm ({spelled}; components and operations {counts}) is not supported: "
            "one operation on one component each, of a type that arrays can have, is"
        )
    return _Algorithm((types[0], types[1]), types[2])


@lowers("stablehlo.dot_general")
def _dot_general(b: Legalizer, op: HloOp, lhs, rhs):
    algorithm = _algorithm(op)
    numbers = stablehlo.DotDimensionNumbers(op.attributes["dot_dimension_numbers"])
    batch = [list(numbers.lhs_batching_dimensions), list(numbers.rhs_batching_dimensions)]
    summed = [list(numbers.lhs_contracting_dimensions), list(numbers.rhs_contracting_dimensions)]
    infos = [op.operand(0), op.operand(1)]
    free = [
        [d for d in range(info.rank) if d not in bs and d not in cs]
        for info, bs, cs in zip(infos, batch, summed, strict=True)
    ]
    values = [b.tensor(lhs), b.tensor(rhs)]
    named = _named_contraction(b, op, values, batch, free, summed)
    if named is not None and algorithm is None:
        return named
    # Loops: batch, free of lhs, free of rhs, contracting.
    counts = [len(batch[0]), len(free[0]), len(free[1]), len(summed[0])]
    starts = [sum(counts[:i]) for i in range(4)]
    rank = sum(counts)
    maps = []
    for side, info in enumerate(infos):
        loop = {}
        for dims, start in (
            (batch[side], 0),
            (free[side], starts[1 + side]),
            (summed[side], starts[3]),
        ):
            loop.update({d: start + i for i, d in enumerate(dims)})
        maps.append(b.projection(rank, [loop[d] for d in range(info.rank)]))
    maps.append(b.projection(rank, range(rank - counts[3])))
    iterators = "p" * (rank - counts[3]) + "r" * counts[3]
    result = contract(b, op, values, op.result.shape, maps, iterators, algorithm)
    return result if op.result.rank else b.extract(result)


@lowers("stablehlo.einsum")
def _einsum(b: Legalizer, op: HloOp, lhs, rhs):
    """The contraction that ``einsum_config`` spells, such as ``ij,jk->ik``."""
    config = op.attributes["einsum_config"].value
    inputs, _, output = config.replace(" ", "").partition("->")
    terms = [*inputs.split(","), output]
    ranks = [info.rank for info in (*op.operands, op.result)]
    letters = list(dict.fromkeys(output + "".join(inputs.split(","))))
    if len(terms) != 3 or [len(t) for t in terms] != ranks or not "".join(letters).isalpha():
        raise op.fail(f"einsum_config '{config}' does not fit operands of rank {ranks[:2]}")
    maps = [b.projection(len(letters), [letters.index(c) for c in term]) for term in terms]
    iterators = "".join("p" if c in output else "r" for c in letters)
    values = [b.tensor(lhs), b.tensor(rhs)]
    result = contract(b, op, values, op.result.shape, maps, iterators)
    return result if op.result.rank else b.extract(result)


# (batch, free lhs, free rhs) counts to the named operation, for operands whose
# dimensions stand in the order that the operation wants.
_NAMED = {
    (0, 1, 1): ("matmul", [0, 1], [1, 0]),
    (1, 1, 1): ("batch_matmul", [0, 1, 2], [0, 2, 1]),
    (0, 1, 0): ("matvec", [0, 1], [0]),
    (0, 0, 1): ("vecmat", [0], [1, 0]),
    (1, 1, 0): ("batch_matvec", [0, 1, 2], [0, 1]),
    (1, 0, 1): ("batch_vecmat", [0, 1], [0, 2, 1]),
}


def _named_contraction(b: Legalizer, op: HloOp, values, batch, free, summed) -> ir.Value | None:
    """Return the contraction as a named operation, or None where there is none for it."""
    element = op.result.element
    plain = element.width >= 32 and element.kind in ("float", "int", "uint")
    if not plain or any(info.element != element for info in op.operands) or len(summed[0]) != 1:
        return None
    row = _NAMED.get((len(batch[0]), len(free[0]), len(free[1])))
    if row is None:
        return None
    name, lhs_order, rhs_order = row
    order = [[*batch[side], *free[side], *summed[side]] for side in (0, 1)]
    if order[0] != lhs_order or order[1] != rhs_order:
        return None
    info = op.result
    start = b.fill(zero(b, info.scalar), b.empty(info.type))
    return named_contraction(b, name, values, start)


def named_contraction(b: Legalizer, name: str, inputs, output: ir.Value) -> ir.Value:
    """Emit ``linalg.name`` of two inputs that adds products of their elements to ``output``."""
    scalar = ir.RankedTensorType(output.type).element_type
    attributes = {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([2, 1], b.context)}
    created = b.create(f"linalg.{name}", [output.type], [*inputs, output], attributes, regions=1)
    block = created.regions[0].blocks.append(scalar, scalar, scalar, arg_locs=[b.loc] * 3)
    suffix = "f" if isinstance(scalar, ir.FloatType) else "i"
    with b.at(block):
        lhs, rhs, total = block.arguments
        result = b.arith(f"add{suffix}", total, b.arith(f"mul{suffix}", lhs, rhs))
        b.create("linalg.yield", operands=[result])
    return created.results[0]
