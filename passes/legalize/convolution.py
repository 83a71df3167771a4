"""convolution: a contraction over windows, or one for each phase of a dilated image.

The zeros that ``lhs_dilation`` puts between elements are not multiplied: a phase
is a convolution of the image itself with a part of the kernel, and writes into
its own places of the result (see `windows`).

Operands whose elements are used often are first brought into a form that loops
read well: of the type that is summed in, and with output features, along which
vectors run, as the last dimension.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod

from ...dialect.mlir import ir, stablehlo
from ...dialect.types import ELEMENT_TYPES
from .contraction import accumulator, convert_factor, multiply_add, rounded, zero
from .core import HloOp, Legalizer, lowers
from .phases import Window, make_window
from .reshape import extract_slice, insert_slice, pad, reshape, reverse, transpose

_MANY_USES = 16
"""From so many uses of each element on, operands are worth another form."""
_MOST_PHASES = 16
"""Each is a loop nest of its own to compile."""
_VECTOR = 8
"""So many results make a vector; the machine is not known yet."""


@lowers("stablehlo.convolution")
def _convolution(b: Legalizer, op: HloOp, lhs, rhs):
    return _Convolution(b, op).emit(b.tensor(lhs), b.tensor(rhs))


class _Convolution:
    """Emits one convolution.

    ``image``, ``kernel`` and ``result`` have the dimensions of batch (of output
    features), features (input features) and space in those arrays.
    """

    def __init__(self, b: Legalizer, op: HloOp):
        self.b, self.op = b, op
        numbers = stablehlo.ConvDimensionNumbers(op.attributes["dimension_numbers"])
        self.image = [
            numbers.input_batch_dimension,
            numbers.input_feature_dimension,
            *numbers.input_spatial_dimensions,
        ]
        self.kernel = [
            numbers.kernel_output_feature_dimension,
            numbers.kernel_input_feature_dimension,
            *numbers.kernel_spatial_dimensions,
        ]
        self.result = [
            numbers.output_batch_dimension,
            numbers.output_feature_dimension,
            *numbers.output_spatial_dimensions,
        ]
        self.spatial = range(len(self.image) - 2)
        self.groups = op.int("feature_group_count", 1)
        self.batch_groups = op.int("batch_group_count", 1)
        self.elements = [info.element for info in op.operands]
        self.shape = list(op.result.shape)
        self.total = accumulator(op.result.element)
        if self._is_exact_in_f32():
            self.total = ELEMENT_TYPES["f32"]

    def emit(self, image: ir.Value, kernel: ir.Value) -> ir.Value:
        """Emit everything and return the result."""
        image = self._converted(0, image)
        kernel = self._flipped(self._converted(1, kernel))
        windows, image = self._windows(image, kernel)
        rank = len(self.shape)
        original, best = self.result, self._best_order(windows)
        if best is not None:
            image = self._moved(image, self.image, best)
            self.shape = [self.shape[original[best.index(d)]] for d in range(rank)]
            self.image = self.result = best
        if self.result[1] == rank - 1 and self._uses(1) >= _MANY_USES:
            order = [rank - 1, rank - 2, *range(rank - 2)]
            kernel, self.kernel = self._moved(kernel, self.kernel, order), order
        summed = reshape(self.b, self._sum(image, kernel, windows), self.shape)
        summed = self._moved(summed, self.result, original)
        return rounded(self.b, summed, self.total, self.op.result.element)

    # --- operands ----------------------------------------------------------------

    def _uses(self, side: int) -> int:
        """Return in how many products each element of an operand is, inserted zeros included."""
        shapes = [info.shape for info in self.op.operands]
        features = self.op.result.shape[self.result[1]]
        work = prod(self.op.result.shape) * prod(shapes[1]) // max(features, 1)
        return work // max(prod(shapes[side]), 1)

    def _products(self) -> int:
        """Return how many products a result sums."""
        return self._uses(1) * prod(self.op.operand(1).shape) // max(prod(self.shape), 1)

    def _is_exact_in_f32(self) -> bool:
        """Tell whether f32, which multiplies and adds at once, holds every sum of integers."""
        target = self.op.result.element
        if target.kind != "int" or target.width < 32 or self._uses(0) < _MANY_USES:
            return False
        if any(e.kind not in ("int", "uint") for e in self.elements):
            return False
        most = prod(1 << (e.width - (e.kind == "int")) for e in self.elements)
        return most * self._products() <= 1 << 24

    def _best_order(self, windows: Sequence[Window]) -> list[int] | None:
        """Return where batch, features and space of image and result would better be, if at all.

        Vectors along output features suit every stride and every image, however small.  If
        there are too few features for that, vectors run along the rows of an image.
        """
        rank = len(self.shape)
        if min(self._uses(0), self._uses(1), self._products()) < _MANY_USES or rank < 3:
            return None
        features = self.shape[self.result[1]]
        is_last = self.result[1] == rank - 1
        if features // (self.groups * self.batch_groups) >= _VECTOR:
            return None if is_last else [0, rank - 1, *range(1, rank - 1)]
        row = windows[-1]
        dense = row.stride == row.step == 1 and self.shape[self.result[-1]] >= 2 * _VECTOR
        few = 1 < features < _VECTOR and self.groups == self.batch_groups == 1
        return list(range(rank)) if is_last and few and dense else None

    def _converted(self, side: int, value: ir.Value) -> ir.Value:
        """Return an operand in the type that is summed in, if that saves conversions."""
        b, element, total = self.b, self.elements[side], self.total
        if element == total or self._uses(side) < _MANY_USES:
            return value
        self.elements[side] = total

        def converted(x: ir.Value) -> ir.Value:
            return b.store(convert_factor(b, x, element, element, total), total)

        return b.map([value], b.make_info(self.op.operand(side).shape, total).type, converted)

    def _flipped(self, kernel: ir.Value) -> ir.Value:
        attributes = self.op.attributes
        reversal = attributes["window_reversal"] if "window_reversal" in attributes else []
        flipped = [d for d, r in zip(self.kernel[2:], reversal, strict=False) if r]
        return reverse(self.b, kernel, flipped) if flipped else kernel

    def _moved(self, value: ir.Value, old: Sequence[int], new: Sequence[int]) -> ir.Value:
        """Return an array transposed so that dimension ``old[i]`` becomes ``new[i]``."""
        source = dict(zip(new, old, strict=True))
        return transpose(self.b, value, [source[d] for d in range(len(source))])

    def _windows(self, image: ir.Value, kernel: ir.Value) -> tuple[list[Window], ir.Value]:
        """Return the windows of all spatial dimensions, and the image padded for them.

        Where there would be too many phases, dimensions are dilated after all.
        """
        op = self.op
        ones = [1] * len(self.spatial)
        base, padding = op.ints("lhs_dilation", ones), op.pairs("padding", len(ones))
        strides, dilations = op.ints("window_strides", ones), op.ints("rhs_dilation", ones)
        sizes, taps = _shape(image), _shape(kernel)
        low, high, interior = ([0] * len(sizes) for _ in range(3))
        windows: list[Window] = []
        for i in self.spatial:
            d = self.image[2 + i]
            extents = self.shape[self.result[2 + i]], taps[self.kernel[2 + i]]
            movement, before = (strides[i], dilations[i]), padding[i][0]
            window = make_window(*extents, *movement, base[i], before)
            if prod(len(w.phases) for w in (*windows, window)) > _MOST_PHASES:
                window = make_window(*extents, *movement, 1, before)
                interior[d] = base[i] - 1
                sizes[d] = max(0, (sizes[d] - 1) * base[i] + 1)
            low[d], high[d] = window.padding(sizes[d])
            windows.append(window)
        if any((*low, *high, *interior)):
            scalar = self.b.make_info((), self.elements[0]).scalar
            image = pad(self.b, image, zero(self.b, scalar), low, high, interior)
        self.origins = [low[d] for d in self.image[2:]]
        return windows, image

    # --- sums ----------------------------------------------------------------------

    def _sum(self, image: ir.Value, kernel: ir.Value, windows: Sequence[Window]) -> ir.Value:
        """Emit the sums of all phases, with dimensions that hold groups split in two.

        Loops: batch group, batch, group, output feature, output space, input feature, window.
        """
        b = self.b
        count = len(self.spatial)
        batch_group, batch, group, output_feature = range(4)
        input_feature = 4 + count
        across = [b.dim_expr(4 + i) for i in self.spatial]
        taps = [b.dim_expr(5 + count + i) for i in self.spatial]
        features = [batch_group, group, output_feature], [self.batch_groups, self.groups, -1]
        images, kernels, results = (_Layout(b, d) for d in (self.image, self.kernel, self.result))
        images.put(0, [batch_group, batch], [self.batch_groups, -1])
        images.put(1, [group, input_feature], [self.groups, -1])
        images.put_space(
            x * w.stride + k * w.dilation for x, k, w in zip(across, taps, windows, strict=True)
        )
        kernels.put(0, *features)
        kernels.put(1, [input_feature])
        kernels.put_space(taps)
        results.put(0, [batch])
        results.put(1, *features)
        results.put_space(across)
        maps = [layout.map(5 + 2 * count) for layout in (images, kernels, results)]
        iterators = "p" * (4 + count) + "r" * (1 + count)

        image, kernel = images.split(image), kernels.split(kernel)
        info = b.make_info(results.split_shape(self.shape), self.total)
        result = b.fill(zero(b, info.scalar), b.empty(info.type))
        for phases in product(*(w.phases for w in windows)):
            part = list(zip(phases, windows, self.origins, strict=True))
            inputs = [
                images.part(image, [(p.start + origin, p.extent, 1) for p, _, origin in part]),
                kernels.part(kernel, [(p.tap, p.taps, w.tap_step) for p, w, _ in part]),
            ]
            places = [(p.first, p.results, w.step) for p, w, _ in part]
            target = results.part(result, places)
            (summed,) = b.generic(inputs, [target], maps, iterators, self._body)
            result = summed if target is result else results.put_part(summed, result, places)
        return result

    def _body(self, lhs: ir.Value, rhs: ir.Value, summed: ir.Value) -> list[ir.Value]:
        b, total = self.b, self.total
        factors = (
            convert_factor(b, x, element, element, total)
            for x, element in zip((lhs, rhs), self.elements, strict=True)
        )
        return [multiply_add(b, total, b.load(summed, total), *factors)]


class _Layout:
    """What walks each dimension of an array; a dimension that holds groups is split in several.

    ``dimensions`` are those of the array: two, which may hold groups, and those of space.
    """

    def __init__(self, b: Legalizer, dimensions: Sequence[int]):
        self.b = b
        self.dimensions = dimensions
        self.parts: dict[int, tuple[list[ir.AffineExpr], list[int]]] = {}

    def put(self, which: int, loops: Sequence[int], extents: Sequence[int] = (-1,)) -> None:
        """Let loops walk a dimension split into ``extents``, one of which may be -1: the rest."""
        expressions = [self.b.dim_expr(d) for d in loops]
        self.parts[self.dimensions[which]] = (expressions, list(extents))

    def put_space(self, expressions: Iterable[ir.AffineExpr]) -> None:
        """Let each dimension of space be walked by an expression."""
        for dimension, expression in zip(self.dimensions[2:], expressions, strict=True):
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
        return reshape(self.b, value, self.split_shape(_shape(value)))

    def part(self, value: ir.Value, ranges: Sequence[tuple[int, int, int]]) -> ir.Value:
        """Return a part of a split array: (first, count, step) along each dimension of space."""
        offsets, sizes, steps = self._box(_shape(value), ranges)
        if sizes == _shape(value):
            return value
        return extract_slice(self.b, value, offsets, sizes, steps)

    def put_part(self, part: ir.Value, whole: ir.Value, ranges) -> ir.Value:
        """Return a split array with a part replaced."""
        offsets, _, steps = self._box(_shape(whole), ranges)
        return insert_slice(self.b, part, whole, offsets, steps)

    def _box(self, shape: list[int], ranges) -> tuple[list[int], list[int], list[int]]:
        offsets, sizes, steps = [0] * len(shape), list(shape), [1] * len(shape)
        for dimension, (first, count, step) in zip(self.dimensions[2:], ranges, strict=True):
            place = sum(len(self.parts[d][1]) for d in range(dimension))
            offsets[place], sizes[place], steps[place] = first, count, step
        return offsets, sizes, steps


def _shape(value: ir.Value) -> list[int]:
    return list(ir.RankedTensorType(value.type).shape)
