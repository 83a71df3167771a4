"""When a result counts as expected, and what is said if it does not."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hlo_opt.dialect.types import ELEMENT_TYPES
from hlo_opt.runtime.compare import Tolerance, check_comparable, compare, default_tolerance
from hlo_opt.runtime.signature import TensorSpec


def spec(element: str, *shape: int) -> TensorSpec:
    sizes = "".join(f"{s}x" for s in shape)
    return TensorSpec("result 0", f"tensor<{sizes}{element}>", shape, ELEMENT_TYPES[element])


def run(element: str, got, expected, tolerance=None):
    row = ELEMENT_TYPES[element]
    got = np.asarray(got).astype(row.dtype)
    expected = np.asarray(expected)
    return compare(got, expected, spec(element, *got.shape), tolerance or Tolerance())


def test_equal():
    outcome = run("f32", [1, np.nan, np.inf, -0.0], np.array([1, np.nan, np.inf, 0], np.float32))
    assert outcome.passed
    assert (outcome.differing, outcome.total, outcome.first) == (0, 4, ())
    assert {k: w.value for k, w in outcome.errors.items()} == {"abs": 0, "rel": 0, "ulp": 0}


def test_a_mismatch_is_described():
    outcome = run("f32", [[1, 2], [3, 5]], np.array([[1, 2], [3, 4]], np.float32))
    assert not outcome.passed
    assert outcome.differing == 1
    (first,) = outcome.first
    assert (first.index, first.got, first.expected) == ((1, 1), "5.0", "4.0")
    worst = outcome.errors
    assert (worst["abs"].value, worst["abs"].index) == (1.0, (1, 1))
    assert worst["rel"].value == 0.25
    assert worst["ulp"].value == 2**21  # 4 and 5 differ in the second bit of 23


def test_only_the_first_mismatches_are_shown():
    outcome = run("i32", np.arange(100), np.zeros(100, np.int32))
    assert outcome.differing == 99
    assert [m.index for m in outcome.first] == [(1,), (2,), (3,), (4,), (5,)]


@pytest.mark.parametrize(
    ("got", "expected"),
    [(np.nan, 1.0), (1.0, np.nan), (np.inf, 3e38), (3e38, np.inf), (np.inf, -np.inf)],
)
def test_specials_are_equal_to_themselves_only(got, expected):
    expected = np.array([expected], np.float32)
    outcome = run("f32", [got], expected, Tolerance(rtol=1e6, atol=1e38))
    assert not outcome.passed
    assert outcome.errors["abs"].value == np.inf


def test_tolerances():
    expected = np.array([100.0], np.float32)
    assert run("f32", [100.9], expected, Tolerance(rtol=0.01)).passed
    assert not run("f32", [101.1], expected, Tolerance(rtol=0.01)).passed
    assert run("f32", [101.1], expected, Tolerance(rtol=0.01, atol=0.2)).passed
    zero = np.zeros(1, np.float32)
    assert run("f32", [0.1], zero, Tolerance(atol=0.1001)).passed
    assert not run("f32", [0.1], zero, Tolerance(rtol=100)).passed  # but for the default atol


def test_ulp_alone_switches_the_defaults_off():
    expected = np.array([1.0], np.float32)
    close = [np.float32(1.0) + np.float32(4 * 2**-23)]
    assert run("f32", close, expected).passed
    assert not run("f32", close, expected, Tolerance(max_ulp=3)).passed
    assert run("f32", close, expected, Tolerance(max_ulp=4)).passed
    assert run("f32", close, expected, Tolerance(max_ulp=3, rtol=1e-3)).passed


def test_defaults_follow_the_type():
    """What README files of test data ask for: f32 1e-4 and 1e-5, f64 1e-9, narrow ones by epsilon."""  # noqa: E501
    assert default_tolerance(ELEMENT_TYPES["f32"]) == (1e-4, 1e-5)
    assert default_tolerance(ELEMENT_TYPES["complex<f32>"]) == (1e-4, 1e-5)
    assert default_tolerance(ELEMENT_TYPES["f64"])[0] == 1e-9
    assert default_tolerance(ELEMENT_TYPES["f16"])[0] == 2 * np.finfo(np.float16).eps
    eps = ml_dtypes.finfo(ml_dtypes.bfloat16).eps
    assert default_tolerance(ELEMENT_TYPES["bf16"])[0] == 2 * float(eps)


@pytest.mark.parametrize("element", ["i1", "i8", "ui32", "i4"])
def test_integers_must_be_the_same(element):
    got = np.array([0, 1])
    expected = np.array([0, 1]).astype(ELEMENT_TYPES[element].dtype)
    assert run(element, got, expected, Tolerance(rtol=10, max_ulp=10)).passed
    expected[0] = 1
    assert not run(element, got, expected, Tolerance(rtol=10, max_ulp=10)).passed


def test_a_wider_type_of_the_same_kind_may_be_expected():
    got = np.array([1.5, 3.0])
    assert run("bf16", got, np.array([1.5, 3.0], np.float32)).passed
    assert not run("bf16", got, np.array([1.5, 3.25], np.float32)).passed
    assert run("i4", [1, -3], np.array([1, -3], np.int32)).passed


def test_complex_numbers_are_compared_by_their_distance():
    expected = np.array([1 + 1j, complex(np.nan, 1), 0], np.complex64)
    assert run("complex<f32>", expected, expected).passed
    assert run("complex<f32>", [1.00001 + 1j, complex(np.nan, 1), 0], expected).passed
    outcome = run("complex<f32>", [1 + 1.1j, complex(1, np.nan), 0], expected)
    assert outcome.differing == 2
    assert outcome.first[0].got == "(1.0, 1.1)"


@pytest.mark.parametrize(
    ("element", "array", "message"),
    [
        ("f32", np.zeros(3, np.float32), r"the expected array has shape \(3,\)"),
        ("f32", np.zeros(2, np.int32), "the expected array has dtype int32"),
        ("i32", np.zeros(2, np.float32), "the expected array has dtype float32"),
        ("f32", np.zeros(2, np.complex64), "the expected array has dtype complex64"),
        ("f32", np.array(["a", "b"]), "the expected array has dtype <U1"),
    ],
)
def test_what_cannot_be_compared(element, array, message):
    with pytest.raises(ValueError, match=rf"^result 0 is tensor<2x{element}>, but {message}$"):
        check_comparable(array, spec(element, 2))


def test_no_elements():
    outcome = run("f32", np.zeros((0, 2)), np.zeros((0, 2), np.float32))
    assert outcome.passed
    assert outcome.errors == {}
