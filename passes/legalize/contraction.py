"""dot_general and convolution.

Narrow floats accumulate in f32 and are rounded once; integers accumulate in
the result's type.  Contractions in canonical form become named operations
(``linalg.matmul``, ``linalg.batch_matmul``, …), others ``linalg.generic``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from ...dialect.mlir import ir, stablehlo
from ...dialect.types import ELEMENT_TYPES, ElementType, element_type
from . import complex_math
from .conversions import convert_scalar
from .core import HloOp, Legalizer, lowers
from .reshape import pad, reshape, reverse


def _accumulator(element: ElementType) -> ElementType:
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
    total = algorithm.accumulation if algorithm else _accumulator(target)
    info = b.make_info(shape, total)
    start = b.fill(zero(b, info.scalar), b.empty(info.type))

    def factor(x: ir.Value, element: ElementType, precision: ElementType) -> ir.Value:
        x = b.load(x, element)
        if precision != element:
            rounded = b.store(convert_scalar(b, x, element, precision), precision)
            x = b.load(rounded, precision)
        return convert_scalar(b, x, precision, total)

    def body(lhs, rhs, summed):
        precisions = algorithm.precisions if algorithm else elements
        factors = (
            factor(x, e, p) for x, e, p in zip((lhs, rhs), elements, precisions, strict=True)
        )
        return [_multiply_add(b, total, b.load(summed, total), *factors)]

    (summed,) = b.generic(inputs, [start], maps, iterators, body)
    if total == target:
        return summed

    def rounded(x: ir.Value) -> ir.Value:
        return b.store(convert_scalar(b, b.load(x, total), total, target), target)

    return b.map([summed], b.make_info(shape, target).type, rounded)


def _multiply_add(b: Legalizer, element: ElementType, total, lhs, rhs) -> ir.Value:
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


@lowers("stablehlo.convolution")
def _convolution(b: Legalizer, op: HloOp, lhs, rhs):
    """One contraction over loops (batch group, batch, group, output feature,
    output spatial..., input feature, kernel spatial...), on operands in their
    own layout.  Base dilation and padding are made explicit first, so that
    every access is in bounds; dimensions that hold groups are split in two.
    """
    numbers = stablehlo.ConvDimensionNumbers(op.attributes["dimension_numbers"])
    spatial = len(numbers.input_spatial_dimensions)
    groups, batch_groups = op.int("feature_group_count", 1), op.int("batch_group_count", 1)
    ones = [1] * spatial
    strides, dilation = op.ints("window_strides", ones), op.ints("rhs_dilation", ones)
    # Loops, by what they walk.
    batch_group, batch, group, output_feature = range(4)
    output_spatial = list(range(4, 4 + spatial))
    input_feature = 4 + spatial
    window = list(range(5 + spatial, 5 + 2 * spatial))
    loops = 5 + 2 * spatial

    image = _Layout(b)
    position = [
        b.dim_expr(output_spatial[i]) * strides[i] + b.dim_expr(window[i]) * dilation[i]
        for i in range(spatial)
    ]
    image.put(numbers.input_batch_dimension, [batch_group, batch], [batch_groups, -1])
    image.put(numbers.input_feature_dimension, [group, input_feature], [groups, -1])
    image.put_all(numbers.input_spatial_dimensions, position)
    kernel = _Layout(b)
    features = [batch_group, group, output_feature]
    kernel.put(numbers.kernel_output_feature_dimension, features, [batch_groups, groups, -1])
    kernel.put(numbers.kernel_input_feature_dimension, [input_feature])
    kernel.put_all(numbers.kernel_spatial_dimensions, map(b.dim_expr, window))
    result = _Layout(b)
    result.put(numbers.output_batch_dimension, [batch])
    result.put(numbers.output_feature_dimension, features, [batch_groups, groups, -1])
    result.put_all(numbers.output_spatial_dimensions, map(b.dim_expr, output_spatial))

    inputs = [
        image.split(_padded_image(b, op, b.tensor(lhs), numbers)),
        kernel.split(_flipped_kernel(b, op, b.tensor(rhs), numbers)),
    ]
    maps = [layout.map(loops) for layout in (image, kernel, result)]
    iterators = "p" * (4 + spatial) + "r" * (1 + spatial)
    shape = result.split_shape(op.result.shape)
    return reshape(b, contract(b, op, inputs, shape, maps, iterators), op.result.shape)


class _Layout:
    """What walks each dimension of an array; a dimension that holds groups is split in several."""

    def __init__(self, b: Legalizer):
        self.b = b
        self.parts: dict[int, tuple[list[ir.AffineExpr], list[int]]] = {}

    def put(self, dimension: int, loops: Sequence[int], extents: Sequence[int] = (-1,)) -> None:
        """Let loops walk a dimension split into ``extents``, one of which may be -1: the rest."""
        self.parts[dimension] = ([self.b.dim_expr(d) for d in loops], list(extents))

    def put_all(self, dimensions: Sequence[int], expressions: Iterable[ir.AffineExpr]) -> None:
        """Let each of several dimensions be walked by an expression."""
        for dimension, expression in zip(dimensions, expressions, strict=True):
            self.parts[dimension] = ([expression], [-1])

    def map(self, loops: int) -> ir.Attribute:
        """Return the map from loops to the indices of the split array."""
        return self.b.affine_map(loops, [e for d in sorted(self.parts) for e in self.parts[d][0]])

    def split_shape(self, shape: Sequence[int]) -> list[int]:
        """Return a shape with its dimensions split."""
        result = []
        for dimension, extent in enumerate(shape):
            extents = self.parts[dimension][1]
            known = prod(n for n in extents if n != -1)
            result += [extent // known if n == -1 else n for n in extents]
        return result

    def split(self, value: ir.Value) -> ir.Value:
        """Return an array with its dimensions split."""
        return reshape(self.b, value, self.split_shape(ir.RankedTensorType(value.type).shape))


def _padded_image(b: Legalizer, op: HloOp, value: ir.Value, numbers) -> ir.Value:
    spatial = list(numbers.input_spatial_dimensions)
    padding = op.pairs("padding", len(spatial))
    base = op.ints("lhs_dilation", [1] * len(spatial))
    if not any(low or high for low, high in padding) and all(step == 1 for step in base):
        return value
    low, high, interior = ([0] * (2 + len(spatial)) for _ in range(3))
    for dimension, pair, step in zip(spatial, padding, base, strict=True):
        low[dimension], high[dimension], interior[dimension] = *pair, step - 1
    return pad(b, value, zero(b, op.operand(0).scalar), low, high, interior)


def _flipped_kernel(b: Legalizer, op: HloOp, value: ir.Value, numbers) -> ir.Value:
    reversal = op.attributes["window_reversal"] if "window_reversal" in op.attributes else []
    flipped = [d for d, r in zip(numbers.kernel_spatial_dimensions, reversal, strict=False) if r]
    return reverse(b, value, flipped) if flipped else value
