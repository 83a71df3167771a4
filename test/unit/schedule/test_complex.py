"""Vector code for complex elements, on shapes that fill no vector, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt

SIZES = [1, 2, 3, 5, 7, 8, 9, 16, 17, 31, 33, 70]


def _values(rng: np.random.Generator, shape, width: int) -> np.ndarray:
    values = rng.standard_normal(shape) + 1j * rng.standard_normal(shape)
    return values.astype(f"complex{2 * width}")


def _check(actual: np.ndarray, expected: np.ndarray) -> None:
    assert actual.dtype == expected.dtype
    epsilon = float(np.finfo(actual.dtype).eps)
    scale = np.abs(expected).max(initial=1)
    np.testing.assert_allclose(actual, expected, rtol=0, atol=16 * epsilon * scale)


@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("n", SIZES)
def test_elementwise_broadcasts_choices_and_sums(n, width):
    m = 71 - n
    element = f"complex<f{width}>"
    full, row, column = (
        f"tensor<{m}x{n}x{element}>",
        f"tensor<{n}x{element}>",
        f"tensor<{m}x{element}>",
    )
    program = f"""
func.func @main(%a: {full}, %b: {row}, %p: tensor<{m}x{n}xi1>)
    -> ({full}, {full}, {column}, {row}) {{
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<{element}>
  %two = stablehlo.constant dense<(2.0, -1.0)> : {full}
  %r = stablehlo.broadcast_in_dim %b, dims = [1] : ({row}) -> {full}
  %0 = stablehlo.multiply %a, %r : {full}
  %1 = stablehlo.add %0, %two : {full}
  %2 = stablehlo.select %p, %1, %a : tensor<{m}x{n}xi1>, {full}
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1]
    : ({full}, tensor<{element}>) -> {column}
  %4 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
    : ({full}, tensor<{element}>) -> {row}
  return %1, %2, %3, %4 : {full}, {full}, {column}, {row}
}}"""
    rng = np.random.default_rng(n)
    a, b, p = _values(rng, (m, n), width), _values(rng, (n,), width), rng.random((m, n)) < 0.5
    one, two, three, four = hlo_opt.compile(program)(a, b, p)
    expected = (a * b + a.dtype.type(2 - 1j)).astype(a.dtype)
    chosen = np.where(p, expected, a)
    _check(one, expected)
    _check(two, chosen)
    _check(three, chosen.sum(1))
    _check(four, a.sum(0))


@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("n", SIZES)
def test_moving(n, width):
    m, element = 71 - n, f"complex<f{width}>"
    program = f"""
func.func @main(%a: tensor<2x{m}x{n}x{element}>)
    -> (tensor<2x{n}x{m}x{element}>, tensor<2x{m}x{n}x{element}>) {{
  %0 = stablehlo.transpose %a, dims = [0, 2, 1]
    : (tensor<2x{m}x{n}x{element}>) -> tensor<2x{n}x{m}x{element}>
  %1 = stablehlo.reverse %a, dims = [0, 2] : tensor<2x{m}x{n}x{element}>
  return %0, %1 : tensor<2x{n}x{m}x{element}>, tensor<2x{m}x{n}x{element}>
}}"""
    a = _values(np.random.default_rng(n), (2, m, n), width)
    turned, backwards = hlo_opt.compile(program)(a)
    np.testing.assert_array_equal(turned, a.transpose(0, 2, 1))
    np.testing.assert_array_equal(backwards, a[::-1, :, ::-1])


@pytest.mark.parametrize("n", SIZES)
def test_products(n):
    m, k = 71 - n, n + 3
    program = f"""
func.func @main(%a: tensor<{m}x{k}xcomplex<f64>>, %b: tensor<{k}x{n}xcomplex<f64>>)
    -> tensor<{m}x{n}xcomplex<f64>> {{
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<{m}x{k}xcomplex<f64>>, tensor<{k}x{n}xcomplex<f64>>) -> tensor<{m}x{n}xcomplex<f64>>
  return %0 : tensor<{m}x{n}xcomplex<f64>>
}}"""
    rng = np.random.default_rng(n)
    a, b = _values(rng, (m, k), 64), _values(rng, (k, n), 64)
    _check(hlo_opt.compile(program)(a, b), a @ b)


def test_elements_are_vectors():
    """There is no loop over single complex numbers left."""
    from hlo_opt.dialect.parse import parse
    from hlo_opt.passes.manager import run_pipeline
    from hlo_opt.passes.pipelines import named_pipeline

    type = "tensor<64x100xcomplex<f32>>"
    module = parse(
        f"func.func @main(%a: {type}, %b: {type}) -> {type} {{\n"
        f"  %0 = stablehlo.multiply %a, %b : {type}\n  return %0 : {type}\n}}"
    )
    run_pipeline(named_pipeline("cpu", "vectorize"), module.operation)
    text = str(module)
    assert "vector.shuffle" in text
    assert "memref.load" not in text
    assert "linalg.generic" not in text
