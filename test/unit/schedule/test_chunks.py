"""Sums of everything, in chunks, and sums of rows whose columns threads share, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt
from hlo_opt.passes.target import host
from hlo_opt.passes.vectorize.chunks import CHUNKS
from hlo_opt.runtime.threads import load_openmp

COUNTS = [1, 2] if load_openmp() else [1]
SIZES = [(1 << 17,), ((1 << 17) - 1,), ((1 << 17) + 15,), (1000, 263), (3, 5, 20011)]


def _reduce(shape, element: str, operation: str, start: str) -> str:
    text = f"tensor<{'x'.join(map(str, shape))}x{element}>"
    dimensions = ", ".join(map(str, range(len(shape))))
    return f"""func.func @main(%x: {text}) -> tensor<{element}> {{
      %z = stablehlo.constant dense<{start}> : tensor<{element}>
      %r = stablehlo.reduce(%x init: %z) applies stablehlo.{operation}
        across dimensions = [{dimensions}] : ({text}, tensor<{element}>) -> tensor<{element}>
      return %r : tensor<{element}>
    }}"""


@pytest.mark.parametrize("num_threads", COUNTS)
@pytest.mark.parametrize("shape", SIZES)
def test_sums_products_and_extremes_of_everything(shape, num_threads):
    rng = np.random.default_rng(len(shape))
    floats = rng.standard_normal(shape)
    integers = rng.integers(-100, 100, shape)

    def run(dtype, element, operation, start):
        x = (floats if dtype.startswith("f") else integers).astype(dtype)
        program = _reduce(shape, element, operation, start)
        return x, hlo_opt.compile(program, num_threads=num_threads)(x)

    x, total = run("f4", "f32", "add", "1.5")
    bound = 2e-7 * np.abs(x).sum(dtype=np.float64)
    assert abs(total - (x.sum(dtype=np.float64) + 1.5)) <= bound
    x, total = run("f8", "f64", "add", "0.0")
    np.testing.assert_allclose(total, x.sum(), rtol=0, atol=1e-15 * np.abs(x).sum())
    x, most = run("f4", "f32", "maximum", "-1.0")
    assert most == max(x.max(), -1.0)
    x, least = run("i4", "i32", "minimum", "7")
    assert least == min(x.min(), 7)
    x, total = run("i1", "i8", "add", "3")
    assert total == np.int64(x.sum(dtype=np.int64) + 3).astype(np.int8)
    x, mixed = run("i4", "i32", "xor", "5")
    assert mixed == np.bitwise_xor.reduce(x, axis=None) ^ 5


def test_nan_is_the_maximum_wherever_it_is():
    program = _reduce((1 << 17,), "f32", "maximum", "0.0")
    run = hlo_opt.compile(program)
    for at in (0, 70_000, (1 << 17) - 1):
        x = np.zeros(1 << 17, np.float32)
        x[at] = np.nan
        assert np.isnan(run(x))


def test_several_results_of_one_reduction():
    n = (1 << 17) + 3
    program = f"""func.func @main(%x: tensor<{n}xf32>, %y: tensor<{n}xi32>)
        -> (tensor<f32>, tensor<i32>) {{
      %a = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %b = stablehlo.constant dense<4> : tensor<i32>
      %r:2 = stablehlo.reduce(%x init: %a), (%y init: %b) across dimensions = [0]
        : (tensor<{n}xf32>, tensor<{n}xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
        reducer(%p: tensor<f32>, %q: tensor<f32>) (%s: tensor<i32>, %t: tensor<i32>) {{
          %m = stablehlo.maximum %p, %q : tensor<f32>
          %n = stablehlo.add %s, %t : tensor<i32>
          stablehlo.return %m, %n : tensor<f32>, tensor<i32>
        }}
      return %r#0, %r#1 : tensor<f32>, tensor<i32>
    }}"""
    rng = np.random.default_rng(3)
    x, y = rng.standard_normal(n).astype(np.float32), rng.integers(-9, 9, n, np.int32)
    most, total = hlo_opt.compile(program)(x, y)
    assert most == x.max()
    assert total == y.sum() + 4


def test_the_index_of_the_maximum():
    """What depends on the index of an element, and has no partial results to combine."""
    n = 150_000
    program = f"""func.func @main(%x: tensor<{n}xf32>) -> tensor<i32> {{
      %a = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %b = stablehlo.constant dense<0> : tensor<i32>
      %i = stablehlo.iota dim = 0 : tensor<{n}xi32>
      %r:2 = stablehlo.reduce(%x init: %a), (%i init: %b) across dimensions = [0]
        : (tensor<{n}xf32>, tensor<{n}xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
        reducer(%p: tensor<f32>, %q: tensor<f32>) (%s: tensor<i32>, %t: tensor<i32>) {{
          %c = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %m = stablehlo.select %c, %p, %q : tensor<i1>, tensor<f32>
          %n = stablehlo.select %c, %s, %t : tensor<i1>, tensor<i32>
          stablehlo.return %m, %n : tensor<f32>, tensor<i32>
        }}
      return %r#1 : tensor<i32>
    }}"""
    x = np.random.default_rng(4).standard_normal(n).astype(np.float32)
    assert hlo_opt.compile(program)(x) == x.argmax()


def test_the_documented_order():
    n = CHUNKS * (1 << 14) + 5
    x = np.random.default_rng(0).standard_normal(n).astype(np.float32)
    lanes = 4 * host().lanes(32)

    def by_lanes(part):
        sums = np.zeros(lanes, np.float32)
        for start in range(0, len(part), lanes):
            sums += part[start : start + lanes]
        while len(sums) > 1:
            sums = sums[: len(sums) // 2] + sums[len(sums) // 2 :]
        return sums[0]

    total = np.float32(0)
    for chunk in np.split(x[:-5], CHUNKS):
        total += by_lanes(chunk)
    run = hlo_opt.compile(_reduce((n,), "f32", "add", "0.0"))
    x[-5:] = [0, 0, 0, 0, 0.1]  # one by one, whatever the order
    np.testing.assert_array_equal(run(x), total + np.float32(0.1))


@pytest.mark.parametrize("shape", [(2048, 2048), (700, 3072), (512, 2047), (300, 4096)])
def test_sums_of_rows_whose_columns_threads_share(shape):
    rng = np.random.default_rng(1)
    x, v = rng.standard_normal(shape).astype(np.float32), rng.standard_normal(shape[0]).astype("f4")
    k, n = shape
    program = f"""func.func @main(%v: tensor<{k}xf32>, %x: tensor<{k}x{n}xf32>)
        -> (tensor<{n}xf32>, tensor<{n}xf32>) {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.dot_general %v, %x, contracting_dims = [0] x [0]
        : (tensor<{k}xf32>, tensor<{k}x{n}xf32>) -> tensor<{n}xf32>
      %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<{k}x{n}xf32>, tensor<f32>) -> tensor<{n}xf32>
      return %0, %1 : tensor<{n}xf32>, tensor<{n}xf32>
    }}"""
    results = [hlo_opt.compile(program, num_threads=count)(v, x) for count in COUNTS]
    for product, total in results:
        np.testing.assert_array_equal(product, results[0][0])
        np.testing.assert_array_equal(total, results[0][1])
    product, total = results[0]
    np.testing.assert_allclose(product, v.astype("f8") @ x, atol=1e-5 * k**0.5, rtol=0)
    np.testing.assert_allclose(total, x.sum(0, dtype="f8"), atol=1e-5 * k**0.5, rtol=0)
