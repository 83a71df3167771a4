"""dot_general and einsum against numpy's einsum."""

from __future__ import annotations

import numpy as np
import pytest

from hlo_opt import DiagnosedError

from .harness import dtype, run, tensor

DOTS = [
    # lhs, rhs, batching, contracting
    ((3, 4), (4, 5), ([], []), ([1], [0])),
    ((3, 4), (5, 4), ([], []), ([1], [1])),
    ((4, 3), (4, 5), ([], []), ([0], [0])),
    ((2, 3, 4), (2, 4, 5), ([0], [0]), ([2], [1])),
    ((3, 2, 4), (4, 5, 2), ([1], [2]), ([2], [0])),
    ((4,), (4,), ([], []), ([0], [0])),
    ((3, 4), (4,), ([], []), ([1], [0])),
    ((4,), (4, 5), ([], []), ([0], [0])),
    ((3,), (5,), ([], []), ([], [])),
    ((2, 3, 4), (3, 4, 5), ([], []), ([1, 2], [0, 1])),
    ((2, 3, 4), (4, 3, 5), ([], []), ([1, 2], [1, 0])),
    ((2, 3), (2, 3), ([0, 1], [0, 1]), ([], [])),
    ((2, 4), (2, 4), ([0], [0]), ([1], [1])),
    ((), (3,), ([], []), ([], [])),
    ((3, 0), (0, 2), ([], []), ([1], [0])),
]


def _dot(lhs, rhs, batching, contracting):
    letters = iter("abcdefghijklmnop")
    left = [next(letters) for _ in lhs.shape]
    right = [next(letters) for _ in rhs.shape]
    for a, b in zip(batching[0] + contracting[0], batching[1] + contracting[1], strict=True):
        right[b] = left[a]
    used = [(batching[i] + contracting[i]) for i in (0, 1)]
    out = [left[d] for d in batching[0]]
    out += [c for d, c in enumerate(left) if d not in used[0]]
    out += [c for d, c in enumerate(right) if d not in used[1]]
    return np.einsum(f"{''.join(left)},{''.join(right)}->{''.join(out)}", lhs, rhs)


def _numbers(batching, contracting) -> str:
    return (
        f"dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = {batching[0]}, "
        f"rhs_batching_dimensions = {batching[1]}, "
        f"lhs_contracting_dimensions = {contracting[0]}, "
        f"rhs_contracting_dimensions = {contracting[1]}>"
    )


def _random(shape, element: str, seed: int) -> np.ndarray:
    """Return small integers, with which every order of summation is exact."""
    return np.random.default_rng(seed).integers(0, 4, shape).astype(dtype(element))


@pytest.mark.parametrize("element", ["f32", "i32", "bf16", "complex<f64>"])
@pytest.mark.parametrize(("left", "right", "batching", "contracting"), DOTS)
def test_dot_general(left, right, batching, contracting, element):
    lhs, rhs = _random(left, element, 1), _random(right, element, 2)
    wide = np.complex128 if element.startswith("complex") else np.float64
    expected = _dot(lhs.astype(wide), rhs.astype(wide), batching, contracting)
    numbers = _numbers(batching, contracting)
    actual = run("dot_general", [lhs, rhs], tensor(expected.shape, element), numbers)
    np.testing.assert_array_equal(actual.astype(wide), expected)


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ("i8", "i8", "i32"),
        ("ui8", "i8", "i32"),
        ("ui8", "ui8", "ui32"),
        ("i4", "i8", "i32"),
        ("bf16", "bf16", "f32"),
        ("f16", "f16", "f32"),
        ("f8E4M3FN", "f8E5M2", "f32"),
    ],
)
def test_dot_general_of_mixed_types(left, right, result):
    lhs, rhs = (np.array([[-3, 2], [1, 3]]), np.array([[3, -1], [2, 1]]))
    if left.startswith("u"):
        lhs = np.abs(lhs) + 250
    if right.startswith("u"):
        rhs = np.abs(rhs) + 250
    numbers = _numbers(([], []), ([1], [0]))
    arguments = [lhs.astype(dtype(left)), rhs.astype(dtype(right))]
    actual = run("dot_general", arguments, tensor((2, 2), result), numbers)
    np.testing.assert_array_equal(actual.astype(int), lhs @ rhs)


def test_dot_general_of_booleans():
    lhs = np.array([[True, False], [False, False]])
    numbers = _numbers(([], []), ([1], [0]))
    actual = run("dot_general", [lhs, lhs], tensor((2, 2), "i1"), numbers)
    np.testing.assert_array_equal(actual, [[True, False], [False, False]])


def test_dot_general_sums_narrow_floats_in_f32():
    """1024 ones: a sum kept in bf16 would stop at 256."""
    ones = np.ones((1, 1024)).astype(dtype("bf16"))
    numbers = _numbers(([], []), ([1], [1]))
    actual = run("dot_general", [ones, ones], tensor((1, 1), "bf16"), numbers)
    assert float(actual[0, 0]) == 1024


def _with_algorithm(lhs: str, rhs: str, accumulation: str) -> str:
    return (
        _numbers(([], []), ([1], [1])) + ", algorithm = #stablehlo.dot_algorithm<"
        f"lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, "
        f"accumulation_type = {accumulation}, lhs_component_count = 1, "
        "rhs_component_count = 1, num_primitive_operations = 1, "
        "allow_imprecise_accumulation = false>"
    )


def test_dot_algorithm_rounds_operands_to_its_precision():
    """1 + 2^-10 is 1 in bf16, and exact in f32."""
    x = np.array([[1 + 2.0**-10, 1]], np.float32)
    attributes = _with_algorithm("bf16", "bf16", "f32")
    assert run("dot_general", [x, x], tensor((1, 1), "f32"), attributes) == 2
    attributes = _with_algorithm("f32", "f32", "f32")
    expected = np.float32(x[0, 0] * x[0, 0]) + np.float32(1)
    assert run("dot_general", [x, x], tensor((1, 1), "f32"), attributes) == expected


def test_dot_algorithm_of_a_type_without_arrays_is_refused():
    x = np.ones((1, 2), np.float32)
    attributes = _with_algorithm("tf32", "tf32", "f32")
    with pytest.raises(DiagnosedError, match=r"the algorithm \(tf32, tf32, f32.*not supported"):
        run("dot_general", [x, x], tensor((1, 1), "f32"), attributes)


@pytest.mark.parametrize("config", ["ij,jk->ik", "ij,jk->ki", "bij,bjk->bik", "ij,ij->", "i,j->ji"])
def test_einsum(config):
    inputs, output = config.split("->")
    extents = dict(zip("bijk", (2, 3, 4, 5), strict=True))
    lhs, rhs = (
        _random([extents[c] for c in term], "f32", seed)
        for seed, term in enumerate(inputs.split(","))
    )
    expected = np.einsum(config, lhs, rhs)
    result = tensor([extents[c] for c in output], "f32")
    actual = run("einsum", [lhs, rhs], result, f'einsum_config = "{config}"')
    np.testing.assert_array_equal(actual, expected)
