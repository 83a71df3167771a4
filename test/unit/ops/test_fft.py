"""fft against numpy's, in double precision."""

from __future__ import annotations

import numpy as np
import pytest

from .harness import run, tensor
from .test_data_movement import i64

LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 17, 30, 31, 37, 64, 77, 97, 128, 210, 1009]


def _fft(kind: str, operand: np.ndarray, lengths, shape, element: str) -> np.ndarray:
    attributes = f"fft_type = #stablehlo<fft_type {kind}>, fft_length = {i64(lengths)}"
    return run("fft", [operand], tensor(shape, element), attributes)


def _complex(shape, seed: int = 2) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


def _close(actual: np.ndarray, expected: np.ndarray, rtol: float = 1e-12) -> None:
    scale = np.abs(expected).max(initial=1e-30)
    assert np.abs(actual - expected).max(initial=0) <= rtol * scale


@pytest.mark.parametrize("length", LENGTHS)
def test_all_kinds_in_one_dimension(length):
    x = _complex((2, length))
    _close(_fft("FFT", x, [length], x.shape, "complex<f64>"), np.fft.fft(x))
    _close(_fft("IFFT", x, [length], x.shape, "complex<f64>"), np.fft.ifft(x))
    half = length // 2 + 1
    real = _fft("RFFT", x.real.copy(), [length], (2, half), "complex<f64>")
    _close(real, np.fft.rfft(x.real))
    spectrum = _complex((2, half), 3)
    back = _fft("IRFFT", spectrum, [length], (2, length), "f64")
    _close(back, np.fft.irfft(spectrum, n=length))


@pytest.mark.parametrize("lengths", [(3, 4), (5, 6), (2, 3, 4), (4, 1, 5)])
def test_several_dimensions(lengths):
    axes = tuple(range(1, 1 + len(lengths)))
    x = _complex((2, *lengths))
    _close(_fft("FFT", x, lengths, x.shape, "complex<f64>"), np.fft.fftn(x, axes=axes))
    _close(_fft("IFFT", x, lengths, x.shape, "complex<f64>"), np.fft.ifftn(x, axes=axes))
    half = (2, *lengths[:-1], lengths[-1] // 2 + 1)
    _close(
        _fft("RFFT", x.real.copy(), lengths, half, "complex<f64>"), np.fft.rfftn(x.real, axes=axes)
    )
    spectrum = _complex(half, 3)
    expected = np.fft.irfftn(spectrum, s=lengths, axes=axes)
    _close(_fft("IRFFT", spectrum, lengths, x.shape, "f64"), expected)


def test_single_precision():
    x = _complex((3, 96)).astype(np.complex64)
    expected = np.fft.fft(x.astype(np.complex128))
    _close(_fft("FFT", x, [96], x.shape, "complex<f32>"), expected, 1e-6)


def test_no_elements():
    assert _fft("FFT", np.zeros((0, 4), complex), [4], (0, 4), "complex<f64>").shape == (0, 4)
