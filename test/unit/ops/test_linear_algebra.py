"""triangular_solve, cholesky and batch normalisation against numpy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from .harness import dtype, run, run_body, type_of


def _matrix(shape, element: str, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(shape)
    if element.startswith("complex"):
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype(element))


FLAGS = list(itertools.product([True, False], repeat=3))
TRANSPOSES = ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]


@pytest.mark.parametrize("element", ["f64", "complex<f64>"])
@pytest.mark.parametrize("transpose", TRANSPOSES)
@pytest.mark.parametrize(("left", "lower", "unit"), FLAGS)
def test_triangular_solve(left, lower, unit, transpose, element):
    """The other triangle, and a unit diagonal, are never read: they hold NaN."""
    a = _matrix((2, 4, 4), element) + 4 * np.eye(4)
    rhs = _matrix((2, 4, 3) if left else (2, 3, 4), element, 2)
    exact = np.tril(a) if lower else np.triu(a)
    if unit:
        exact[:, range(4), range(4)] = 1
    stored = np.where(exact == 0, np.nan, a).astype(a.dtype)
    if unit:
        stored[:, range(4), range(4)] = np.nan
    if transpose != "NO_TRANSPOSE":
        exact = exact.swapaxes(1, 2)
    if transpose == "ADJOINT":
        exact = exact.conj()
    attributes = (
        f"left_side = {str(left).lower()}, lower = {str(lower).lower()}, "
        f"unit_diagonal = {str(unit).lower()}, transpose_a = #stablehlo<transpose {transpose}>"
    )
    x = run("triangular_solve", [stored, rhs], type_of(rhs), attributes)
    product = exact @ x if left else x @ exact
    np.testing.assert_allclose(product, rhs, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("element", ["f32", "f64", "complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("lower", [True, False])
def test_cholesky(lower, element):
    root = _matrix((2, 5, 5), element)
    a = root @ root.conj().swapaxes(1, 2) + 5 * np.eye(5, dtype=root.dtype)
    a = a.astype(root.dtype)
    expected = np.linalg.cholesky(a)
    # Only one triangle is read.
    stored = np.where(np.tril(np.ones((5, 5))) if lower else np.triu(np.ones((5, 5))), a, np.nan)
    if not lower:
        expected = expected.conj().swapaxes(1, 2)
    actual = run("cholesky", [stored.astype(a.dtype)], type_of(a), f"lower = {str(lower).lower()}")
    tolerance = 1e-5 if element in ("f32", "complex<f32>") else 1e-12
    np.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance)


def test_cholesky_of_a_matrix_that_is_not_positive_definite_is_nan():
    a = np.array([[4.0, 2.0], [2.0, -3.0]])
    actual = run("cholesky", [a], type_of(a), "lower = true")
    assert np.isnan(actual[1, 1])


SHAPE, FEATURE = (2, 3, 4), 1
OTHERS = (0, 2)


def _feature_vectors(count: int) -> list[np.ndarray]:
    return [np.abs(_matrix((3,), "f64", seed)) + 0.5 for seed in range(count)]


def _spread(vector: np.ndarray) -> np.ndarray:
    return vector.reshape(1, 3, 1)


ATTRIBUTES = f"epsilon = 0.001 : f32, feature_index = {FEATURE} : i64"
EPSILON = float(np.float32(0.001))


def test_batch_norm_inference():
    x = _matrix(SHAPE, "f64")
    scale, offset, mean, variance = _feature_vectors(4)
    actual = run("batch_norm_inference", [x, scale, offset, mean, variance], type_of(x), ATTRIBUTES)
    normal = (x - _spread(mean)) / np.sqrt(_spread(variance) + EPSILON)
    np.testing.assert_allclose(actual, normal * _spread(scale) + _spread(offset), rtol=1e-12)


def test_batch_norm_training():
    x = _matrix(SHAPE, "f64")
    scale, offset = _feature_vectors(2)
    types = [type_of(x), type_of(scale), type_of(scale)]
    body = (
        f'%r:3 = "stablehlo.batch_norm_training"(%0, %1, %2) <{{{ATTRIBUTES}}}> : '
        f"({types[0]}, {types[1]}, {types[1]}) -> ({', '.join(types)})\n"
        f"return %r#0, %r#1, %r#2 : {', '.join(types)}"
    )
    output, mean, variance = run_body(body, [x, scale, offset], types)
    np.testing.assert_allclose(mean, x.mean(OTHERS), rtol=1e-12)
    np.testing.assert_allclose(variance, x.var(OTHERS), rtol=1e-12)
    normal = (x - _spread(x.mean(OTHERS))) / np.sqrt(_spread(x.var(OTHERS)) + EPSILON)
    np.testing.assert_allclose(output, normal * _spread(scale) + _spread(offset), rtol=1e-12)


def test_batch_norm_grad_is_the_derivative_of_training():
    """Against central differences of the sum of output * grad_output."""
    x, grad = _matrix(SHAPE, "f64"), _matrix(SHAPE, "f64", 9)
    (scale,) = _feature_vectors(1)

    def loss(x, scale, offset):
        normal = (x - _spread(x.mean(OTHERS))) / np.sqrt(_spread(x.var(OTHERS)) + EPSILON)
        return ((normal * _spread(scale) + _spread(offset)) * grad).sum()

    vector = type_of(scale)
    types = [type_of(x), vector, vector]
    body = (
        f'%r:3 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) <{{{ATTRIBUTES}}}> : '
        f"({types[0]}, {vector}, {vector}, {vector}, {types[0]}) -> ({', '.join(types)})\n"
        f"return %r#0, %r#1, %r#2 : {', '.join(types)}"
    )
    arguments = [x, scale, x.mean(OTHERS), x.var(OTHERS), grad]
    actual = run_body(body, arguments, types)
    point = [x, scale, np.zeros(3)]
    for i, result in enumerate(actual):
        for place in np.ndindex(result.shape):
            sides = []
            for step in (1e-6, -1e-6):
                moved = [p.copy() for p in point]
                moved[i][place] += step
                sides.append(loss(*moved))
            assert abs((sides[0] - sides[1]) / 2e-6 - result[place]) < 1e-6
