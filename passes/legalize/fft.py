"""fft: discrete Fourier transforms of any length, in stages that are vector code.

One axis of length N = R * M is transformed by Stockham's step, an order of the
Cooley-Tukey step that needs no reversal of bits: R elements, M apart, are
transformed by a codelet, multiplied by twiddle factors, and put side by side;
transforms of length M follow, with R times as many elements between
neighbours.  So vectors run along what lies behind the axis.  Where that is too
short, the first step leaves its results where they were, for vectors to run
along the M of them, and a transposition puts them side by side.

Stages hold real and imaginary parts in tensors of their own.  A prime factor
above `_LARGEST_CODELET` goes through Bluestein's convolution (L. Bluestein, "A
linear filtering approach to the computation of discrete Fourier transform",
1970).  Constants are computed in double precision at compile time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from ...dialect.mlir import ir
from ...dialect.types import ElementType
from . import complex_math
from .core import HloOp, Legalizer, lowers
from .fft_codelets import Codelets, Point
from .reshape import extract_slice, insert_slice, pad, reshape, reverse, transpose

_LARGEST_CODELET = 31
_RADIX_LIMIT = 8
# Fewer elements behind an axis make no vectors.
_SHORT = 8
Signal = Sequence[ir.Value]


@lowers("stablehlo.fft")
def _fft(b: Legalizer, op: HloOp, operand):
    kind = op.enum("fft_type")
    lengths = op.ints("fft_length")
    element = op.operand(0).element if kind != "RFFT" else op.result.element
    value = b.tensor(operand)
    rank = op.operand(0).rank
    axes = list(range(rank - len(lengths), rank))
    if 0 in op.result.shape:
        return b.empty(op.result.type)
    transform = _Transform(b, element, inverse=kind in ("IFFT", "IRFFT"))
    if kind == "IRFFT":
        for axis in axes[:-1]:
            value = transform.along(value, axis)
        value = _mirror(b, value, lengths[-1])
        return b.map([transform.along(value, axes[-1])], op.result.type, b.real)
    value = transform.along(value, axes[-1])
    if kind == "RFFT":  # the rest is the mirror image
        shape = list(ir.RankedTensorType(value.type).shape)
        shape[-1] = shape[-1] // 2 + 1
        value = extract_slice(b, value, [0] * rank, shape)
    for axis in axes[:-1]:
        value = transform.along(value, axis)
    return value


@dataclass(frozen=True)
class _Whole:
    """The shape of a tensor that is transformed along an axis."""

    shape: Sequence[int]
    axis: int

    @property
    def split(self) -> tuple[Sequence[int], int, Sequence[int]]:
        """The dimensions before the axis, its own, and those behind it."""
        return self.shape[: self.axis], self.shape[self.axis], self.shape[self.axis + 1 :]

    @property
    def sizes(self) -> list[int]:
        """The shape with the dimensions before the axis made one, and those behind it."""
        before, length, behind = self.split
        return [prod(before), length, prod(behind)]


class _Transform:
    """Transforms of one element type and direction.

    A signal is a tensor [before, N, behind] of complex or real numbers, or two
    with the parts of complex ones.
    """

    def __init__(self, b: Legalizer, element: ElementType, inverse: bool):
        self.b = b
        self.real = b.type(f"f{element.width}")
        self.part = np.float32 if element.width == 32 else np.float64
        self.inverse = inverse

    def along(self, value: ir.Value, axis: int) -> ir.Value:
        """Return the transform, a complex tensor, of a complex or real one along one axis."""
        b = self.b
        shape = list(ir.RankedTensorType(value.type).shape)
        order = list(range(len(shape)))
        if prod(shape[axis + 1 :]) < _SHORT:  # to the back, or to the front if it is short itself
            order.remove(axis)
            order.insert(0 if shape[axis] <= _RADIX_LIMIT else len(order), axis)
        moved = transpose(b, value, order)
        whole = _Whole([shape[d] for d in order], order.index(axis))
        scale = 1.0 / shape[axis] if self.inverse else 1.0
        result = self._dft([reshape(b, moved, whole.sizes)], self.inverse, scale, whole)
        return transpose(b, result, [order.index(d) for d in range(len(shape))])

    def _dft(self, signal: Signal, inverse: bool, scale: float, whole: _Whole) -> ir.Value:
        """Return the transform of a signal, times a number, as a complex tensor like ``whole``."""
        b = self.b
        before, length, behind = ir.RankedTensorType(signal[0].type).shape
        radix = _radix(length)
        if radix > _LARGEST_CODELET:
            return reshape(b, self._bluestein(signal, inverse, scale), whole.shape)
        rest = length // radix
        if rest == 1:
            lead, extent, trail = whole.split
            views = [reshape(b, x, [*lead, radix, extent // radix, *trail]) for x in signal]
            return self._stage(views, len(lead), inverse, scale, axis=len(lead))[0]
        views = [reshape(b, x, [before, radix, rest, behind]) for x in signal]
        turns = np.outer(np.arange(1, radix), np.arange(rest))
        twiddles = self._constants(_roots(turns if inverse else -turns, length))
        together = behind >= _SHORT or rest < _SHORT
        signal = self._stage(views, 1, inverse, twiddles=twiddles, axis=2 if together else 1)
        if not together:
            parts = [reshape(b, x, [before, radix, rest, behind]) for x in signal]
            signal = [transpose(b, x, [0, 2, 1, 3]) for x in parts]
        signal = [reshape(b, x, [before, rest, radix * behind]) for x in signal]
        return self._dft(signal, inverse, scale, whole)

    def _stage(
        self,
        signal: Signal,
        group: int,
        inverse: bool,
        scale: float = 1.0,
        *,
        twiddles: Sequence[ir.Value] = (),
        axis: int,
    ) -> Signal:
        """Transform groups of elements, those along dimension ``group``.

        The first elements of all groups make up a tensor, the second ones
        another; these are multiplied by twiddle factors (for the last stage by
        ``scale``) and put one behind another along ``axis``.
        """
        b, count = self.b, len(signal)
        shape = list(ir.RankedTensorType(signal[0].type).shape)
        radix = shape.pop(group)
        rank = len(shape)
        loops = [b.dim_expr(d) for d in range(rank)]
        numbers = [b.const_expr(j) for j in range(radix)]
        inputs = [*signal] * radix + [*twiddles] * (radix - 1)
        places = [[*loops[:group], j, *loops[group:]] for j in numbers for _ in signal]
        places += [[k, loops[1]] for k in numbers[:-1] for _ in twiddles]
        codelets = Codelets(b, 1 if inverse else -1)

        def body(*elements):
            points = [self._point(x) for x in _grouped(elements[: radix * count], count)]
            results = codelets.dft(points)
            if not twiddles:
                return [b.complex(*self._parts(codelets.scale(x, scale))) for x in results]
            factors = _grouped(elements[radix * count :], 2)
            turned = [codelets.times(*x) for x in zip(results[1:], factors, strict=False)]
            return [part for point in (results[0], *turned) for part in self._parts(point)]

        kinds = [self.real] * 2 if twiddles else [ir.ComplexType.get(self.real)]
        outputs = [b.empty(b.tensor_type(shape, kind)) for _ in numbers for kind in kinds]
        maps = [*(b.affine_map(rank, x) for x in places), *[b.identity_map(rank)] * len(outputs)]
        pieces = b.generic(inputs, outputs, maps, "p" * rank, body)
        return [self._joined(pieces[i :: len(kinds)], axis) for i in range(len(kinds))]

    def _joined(self, pieces: Sequence[ir.Value], axis: int) -> ir.Value:
        """Return tensors of one type, one behind another along an axis."""
        b = self.b
        type = ir.RankedTensorType(pieces[0].type)
        shape = list(type.shape)
        size = shape[axis]
        shape[axis] *= len(pieces)
        result = b.empty(b.tensor_type(shape, type.element_type))
        for i, piece in enumerate(pieces):
            offsets = [i * size if d == axis else 0 for d in range(len(shape))]
            result = insert_slice(b, piece, result, offsets)
        return result

    def _point(self, elements: Sequence[ir.Value]) -> Point:
        if len(elements) == 2:
            return tuple(elements)
        (x,) = elements
        if x.type == self.real:
            return x, None
        return self.b.real(x), self.b.imag(x)

    def _parts(self, point: Point) -> tuple[ir.Value, ir.Value]:
        real, imag = point
        return real, self.b.constant(self.real, 0.0) if imag is None else imag

    def _bluestein(self, signal: Signal, inverse: bool, scale: float) -> ir.Value:
        """Transform any length by a circular convolution of a power of two's length."""
        b = self.b
        before, length, behind = ir.RankedTensorType(signal[0].type).shape
        size = 1 << (2 * length - 2).bit_length()
        squares = np.arange(length, dtype=np.int64) ** 2
        chirp = _roots(squares if inverse else -squares, 2 * length)
        kernel = np.zeros(size, np.complex128)
        kernel[:length] = chirp.conj()
        kernel[size - length + 1 :] = chirp.conj()[1:][::-1]
        value = self._multiply(signal, chirp)
        zero = complex_math.real_constant(b, ir.ComplexType.get(self.real), 0.0)
        value = pad(b, value, zero, [0, 0, 0], [0, size - length, 0])
        padded = _Whole([before, size, behind], 1)
        value = self._dft([value], False, 1.0, padded)
        value = self._multiply([value], np.fft.fft(kernel) / size)
        value = self._dft([value], True, 1.0, padded)
        value = extract_slice(b, value, [0, 0, 0], [before, length, behind])
        return self._multiply([value], chirp * scale)

    def _constants(self, array: np.ndarray) -> list[ir.Value]:
        """Return the real and imaginary parts of an array as constant tensors."""
        b = self.b
        type = b.tensor_type(array.shape, self.real)
        parts = (np.ascontiguousarray(p, self.part) for p in (array.real, array.imag))
        return [
            b.op(
                "arith.constant",
                [type],
                attributes={"value": ir.DenseElementsAttr.get(p, type=type)},
            )
            for p in parts
        ]

    def _multiply(self, signal: Signal, factors: np.ndarray) -> ir.Value:
        """Return a signal times ``factors`` along its axis, as a complex tensor."""
        b = self.b
        shape = ir.RankedTensorType(signal[0].type).shape
        target = b.empty(b.tensor_type(shape, ir.ComplexType.get(self.real)))
        codelets = Codelets(b, 1)

        def body(*elements):
            point = self._point(elements[: len(signal)])
            return [b.complex(*codelets.times(point, elements[-3:-1]))]

        identity, along = b.identity_map(3), b.projection(3, [1])
        maps = [*[identity] * len(signal), along, along, identity]
        inputs = [*signal, *self._constants(factors)]
        return b.generic(inputs, [target], maps, "ppp", body)[0]


def _grouped(values: Sequence[ir.Value], size: int) -> list[Sequence[ir.Value]]:
    return [values[i : i + size] for i in range(0, len(values), size)]


def _roots(exponents: np.ndarray, order: int) -> np.ndarray:
    """Return powers of the first root of unity of an order; those on the axes are exact.

    Exponents are reduced modulo the order while they are integers.
    """
    roots = np.exp(2j * np.pi * (exponents % order) / order)
    return np.where(abs(roots.real) < 1e-15, 0, roots.real) + 1j * np.where(
        abs(roots.imag) < 1e-15, 0, roots.imag
    )


def _radix(length: int) -> int:
    """Return the factor to split off: the largest up to the limit, else the smallest prime."""
    for radix in range(min(_RADIX_LIMIT, length), 1, -1):
        if length % radix == 0:
            return radix
    return next(
        (p for p in range(_RADIX_LIMIT + 1, int(length**0.5) + 1) if length % p == 0), length
    )


def _mirror(b: Legalizer, half: ir.Value, length: int) -> ir.Value:
    """Return all ``length`` values of a spectrum whose second half mirrors the first.

    The imaginary parts of the first and (for even lengths) middle values do
    not contribute to the real result.
    """
    shape = list(ir.RankedTensorType(half.type).shape)
    rank = len(shape)
    mirrored = length - shape[-1]
    whole = b.empty(
        b.tensor_type([*shape[:-1], length], ir.RankedTensorType(half.type).element_type)
    )
    whole = insert_slice(b, half, whole, [0] * rank)
    if mirrored <= 0:
        return whole
    tail = extract_slice(b, half, [0] * (rank - 1) + [1], [*shape[:-1], mirrored])
    tail = reverse(b, tail, [rank - 1])
    tail = b.map([tail], tail.type, lambda x: b.complex(b.real(x), b.arith("negf", b.imag(x))))
    return insert_slice(b, tail, whole, [0] * (rank - 1) + [shape[-1]])
