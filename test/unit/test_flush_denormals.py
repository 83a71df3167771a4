"""Denormals count as zero on request, and only inside of compiled code."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.passes import flush_denormals
from hlo_opt.passes.target import Target, host
from hlo_opt.runtime.threads import load_openmp

N = 1 << 18
PROGRAM = f"""func.func @main(%a: tensor<{N}xTYPE>, %b: tensor<{N}xTYPE>) -> tensor<{N}xTYPE> {{
  %0 = stablehlo.multiply %a, %b : tensor<{N}xTYPE>
  return %0 : tensor<{N}xTYPE>
}}"""
COUNTS = [1] + ([2] if load_openmp() else [])
on_x86 = pytest.mark.skipif(not host().has_mxcsr, reason="MXCSR is a register of x86")


@on_x86
@pytest.mark.parametrize("num_threads", COUNTS)
@pytest.mark.parametrize(("type", "tiny"), [("f32", 1e-39), ("f64", 1e-310)])
def test_results_and_factors_below_the_least_normal_number_are_zero(type, tiny, num_threads):
    dtype = np.dtype(f"float{type[1:]}")
    program = PROGRAM.replace("TYPE", type)
    exact = hlo_opt.compile(program, num_threads=num_threads)
    flushed = hlo_opt.compile(program, num_threads=num_threads, flush_denormals=True)
    tiny, one = np.full(N, tiny, dtype), np.ones(N, dtype)
    least, half = np.full(N, np.finfo(dtype).tiny), np.full(N, 0.5, dtype)
    for a, b in [(tiny, one), (least, half)]:
        np.testing.assert_array_equal(exact(a, b), a * b)
        assert np.all(a * b > 0)
        np.testing.assert_array_equal(flushed(a, b), np.zeros(N, dtype))
        np.testing.assert_array_equal(exact(a, b), a * b)  # also in threads that were set before
    np.testing.assert_array_equal(flushed(least, one), least)


@on_x86
def test_conversions_that_have_the_exponents_of_f32_see_bits_only():
    """f8E8M0FNU is a bare exponent, whose least is that of the greatest denormals."""
    x = (np.arange(1 << 16, dtype=np.uint32) << 16 | 0x1234).view(np.float32)
    x = x[np.isfinite(x) & (x > 0)]
    types = f"(tensor<{x.size}xf32>) -> tensor<{x.size}xf8E8M0FNU>"
    program = f"""func.func @main(%a: tensor<{x.size}xf32>) -> tensor<{x.size}xf8E8M0FNU> {{
      %0 = stablehlo.convert %a : {types}
      return %0 : tensor<{x.size}xf8E8M0FNU>
    }}"""
    actual = hlo_opt.compile(program, flush_denormals=True)(x)
    expected = x.astype(ml_dtypes.float8_e8m0fnu)
    np.testing.assert_array_equal(actual.view(np.uint8), expected.view(np.uint8))


@on_x86
@pytest.mark.parametrize("num_threads", COUNTS)
def test_the_state_of_the_caller_is_as_before(num_threads):
    a, b = np.full(N, 1e-30, np.float32), np.full(N, 1e-10, np.float32)
    expected = a * b
    program = PROGRAM.replace("TYPE", "f32")
    run = hlo_opt.compile(program, num_threads=num_threads, flush_denormals=True, profile=True)
    assert not np.any(run(a, b))
    np.testing.assert_array_equal(a * b, expected)
    assert np.all(expected > 0)


def test_other_processors_are_refused(monkeypatch):
    monkeypatch.setattr(flush_denormals, "host", lambda: Target("neon", 128, 32))
    with pytest.raises(DiagnosedError, match="flushed on x86-64 only, not on 'neon'"):
        hlo_opt.compile(PROGRAM.replace("TYPE", "f32"), flush_denormals=True)
