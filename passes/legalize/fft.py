"""fft: discrete Fourier transforms of any length as contractions with constant matrices.

One axis of length N = R * M is transformed by the Cooley-Tukey step: M
transforms of length R (a contraction with the R x R Fourier matrix),
multiplication by twiddle factors, and R transforms of length M, recursively.
Factors are at most 16; a prime factor above `_LARGEST_DIRECT` goes through
Bluestein's convolution (L. Bluestein, "A linear filtering approach to the
computation of discrete Fourier transform", 1970).  Constants are computed in
double precision at compile time.
"""

from __future__ import annotations

import numpy as np

from ...dialect.mlir import ir
from ...dialect.types import ELEMENT_TYPES, ElementType
from . import complex_math
from .core import HloOp, Legalizer, lowers
from .reshape import extract_slice, insert_slice, pad, reshape, reverse, transpose

_LARGEST_DIRECT = 31
_RADIX_LIMIT = 16


@lowers("stablehlo.fft")
def _fft(b: Legalizer, op: HloOp, operand):
    kind = op.enum("fft_type")
    lengths = op.ints("fft_length")
    element = op.operand(0).element if kind != "RFFT" else op.result.element
    if kind == "RFFT":
        value = _to_complex(b, op, b.tensor(operand), element)
    else:
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


class _Transform:
    """Transforms of one element type and direction."""

    def __init__(self, b: Legalizer, element: ElementType, inverse: bool):
        self.b = b
        self.element = element
        self.part = np.float32 if element.width == 32 else np.float64
        self.inverse = inverse

    def along(self, value: ir.Value, axis: int) -> ir.Value:
        """Return the transform of a complex tensor along one axis."""
        b = self.b
        shape = list(ir.RankedTensorType(value.type).shape)
        order = [d for d in range(len(shape)) if d != axis] + [axis]
        moved = transpose(b, value, order)
        moved_shape = list(ir.RankedTensorType(moved.type).shape)
        length = shape[axis]
        rows = int(np.prod(moved_shape[:-1], dtype=np.int64))
        result = self._rows(reshape(b, moved, [rows, length]), length, self.inverse)
        if self.inverse:
            result = self._scale(result, 1.0 / length)
        back = [order.index(d) for d in range(len(shape))]
        return transpose(b, reshape(b, result, moved_shape), back)

    def _rows(self, value: ir.Value, length: int, inverse: bool) -> ir.Value:
        """Transform every row of a [rows, length] tensor; no scaling."""
        if length == 1:
            return value
        radix = _radix(length)
        if radix > _LARGEST_DIRECT:
            return self._bluestein(value, length, inverse)
        b, rows, rest = self.b, ir.RankedTensorType(value.type).shape[0], length // radix
        sign = 1 if inverse else -1
        value = reshape(b, value, [rows, radix, rest])
        small = np.arange(radix)
        value = self._contract(value, _roots(sign * np.outer(small, small), radix))
        if rest > 1:
            value = self._multiply(value, _roots(sign * np.outer(small, np.arange(rest)), length))
            inner = self._rows(reshape(b, value, [rows * radix, rest]), rest, inverse)
            value = reshape(b, inner, [rows, radix, rest])
        return reshape(b, transpose(b, value, [0, 2, 1]), [rows, length])

    def _bluestein(self, value: ir.Value, length: int, inverse: bool) -> ir.Value:
        """Transform of any length as a circular convolution of a power of two's length."""
        b = self.b
        size = 1 << (2 * length - 2).bit_length()
        squares = np.arange(length, dtype=np.int64) ** 2
        chirp = _roots(squares if inverse else -squares, 2 * length)
        kernel = np.zeros(size, np.complex128)
        kernel[:length] = chirp.conj()
        kernel[size - length + 1 :] = chirp.conj()[1:][::-1]
        value = self._multiply(value, chirp)
        zero = complex_math.real_constant(b, b.type(self.element.storage), 0.0)
        value = pad(b, value, zero, [0, 0], [0, size - length])
        value = self._multiply(self._rows(value, size, False), np.fft.fft(kernel) / size)
        value = self._rows(value, size, True)
        rows = ir.RankedTensorType(value.type).shape[0]
        return self._multiply(extract_slice(b, value, [0, 0], [rows, length]), chirp)

    def _constants(self, array: np.ndarray) -> list[ir.Value]:
        """Return the real and imaginary parts of an array as constant tensors."""
        b = self.b
        type = b.tensor_type(array.shape, b.type(f"f{self.element.width}"))
        parts = (np.ascontiguousarray(p, self.part) for p in (array.real, array.imag))
        return [
            b.op(
                "arith.constant",
                [type],
                attributes={"value": ir.DenseElementsAttr.get(p, type=type)},
            )
            for p in parts
        ]

    def _contract(self, value: ir.Value, matrix: np.ndarray) -> ir.Value:
        """Return sum over a of value[r, a, m] * matrix[a, c], as [r, c, m]."""
        b = self.b
        real, imag = self._constants(matrix)
        # loops: r, c, m, a
        maps = [
            b.projection(4, [0, 3, 2]),
            *[b.projection(4, [3, 1])] * 2,
            b.projection(4, [0, 1, 2]),
        ]
        zero = complex_math.real_constant(b, b.type(self.element.storage), 0.0)

        def body(x, re, im, total):
            product = complex_math.BINARY["stablehlo.multiply"](b, x, b.complex(re, im))
            return [complex_math.BINARY["stablehlo.add"](b, total, product)]

        target = b.fill(zero, b.empty(value.type))
        return b.generic([value, real, imag], [target], maps, "pppr", body)[0]

    def _multiply(self, value: ir.Value, factors: np.ndarray) -> ir.Value:
        """Return ``value`` times ``factors``, which span its last dimensions."""
        b = self.b
        real, imag = self._constants(factors)
        rank = ir.RankedTensorType(value.type).rank
        trailing = b.projection(rank, range(rank - factors.ndim, rank))
        identity = b.identity_map(rank)

        def body(x, re, im, _):
            return [complex_math.BINARY["stablehlo.multiply"](b, x, b.complex(re, im))]

        target = b.empty(value.type)
        maps = [identity, trailing, trailing, identity]
        return b.generic([value, real, imag], [target], maps, "p" * rank, body)[0]

    def _scale(self, value: ir.Value, factor: float) -> ir.Value:
        b = self.b
        scalar = b.constant(b.type(f"f{self.element.width}"), float(factor))

        def body(x):
            return b.complex(*(b.arith("mulf", p, scalar) for p in (b.real(x), b.imag(x))))

        return b.map([value], value.type, body)


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


def _to_complex(b: Legalizer, op: HloOp, value: ir.Value, element: ElementType) -> ir.Value:
    info = b.make_info(op.operand(0).shape, ELEMENT_TYPES[element.name])
    zero = b.constant(b.type(f"f{element.width}"), 0.0)
    return b.map([value], info.type, lambda x: b.complex(x, zero))


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
