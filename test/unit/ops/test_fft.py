"""fft against numpy's, in double precision."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt

from .harness import run, tensor
from .test_data_movement import i64

LENGTHS = [*range(1, 18), 23, 31, 37, 64, 77, 128, 210, 961, 1009, 1024]


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


@pytest.mark.parametrize(
    "lengths",
    [(3, 4), (5, 6), (2, 3, 4), (4, 1, 5), (16, 9), (12, 40), (64, 33), (37, 5), (8, 6, 7)],
)
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


@pytest.mark.parametrize("shape", [(3, 96), (17, 961), (64, 1024), (1, 4096), (100, 8)])
def test_single_precision(shape):
    x = _complex(shape).astype(np.complex64)
    expected = np.fft.fft(x.astype(np.complex128))
    _close(_fft("FFT", x, [shape[1]], x.shape, "complex<f32>"), expected, 1e-6)


@pytest.mark.parametrize("length", [64, 243, 1000, 1024, 4096])
def test_errors_of_stages_add_up_like_independent_ones(length):
    x = _complex((16, length)).astype(np.complex64)
    exact = np.fft.fft(x.astype(np.complex128))
    error = _fft("FFT", x, [length], x.shape, "complex<f32>") - exact
    relative = np.sqrt((np.abs(error) ** 2).mean() / (np.abs(exact) ** 2).mean())
    assert relative <= np.finfo(np.float32).eps / 2 * np.sqrt(np.log2(length))


def test_in_a_loop_and_returned_twice():
    """Each iteration transforms what the one before left; N transforms of N are N times it."""
    type = "tensor<5x24xcomplex<f64>>"
    program = f"""
func.func @main(%x: {type}) -> ({type}, {type}, {type}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, {type}
    cond {{
      %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %n = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.fft %y, type = FFT, length = [24] : ({type}) -> {type}
      stablehlo.return %n, %z : tensor<i32>, {type}
    }}
  %1 = stablehlo.fft %x, type = FFT, length = [24] : ({type}) -> {type}
  return %0#1, %1, %1 : {type}, {type}, {type}
}}"""
    x = _complex((5, 24))
    loop, once, again = hlo_opt.compile(program)(x)
    _close(loop, 24.0**2 * x)
    _close(once, np.fft.fft(x))
    _close(again, np.fft.fft(x))


def test_no_elements():
    assert _fft("FFT", np.zeros((0, 4), complex), [4], (0, 4), "complex<f64>").shape == (0, 4)
