"""Distances in units in the last place: every pattern of the narrow types, chosen ones of the others."""  # noqa: E501

from __future__ import annotations

import numpy as np
import pytest

from hlo_opt.dialect.types import ELEMENT_TYPES
from hlo_opt.runtime.ulp import complex_ulp_distance, ulp_distance

FLOATS = [e for e in ELEMENT_TYPES.values() if e.kind == "float"]
NARROW = [e for e in FLOATS if e.format.width <= 16]

pytestmark = pytest.mark.filterwarnings("ignore:invalid value encountered")


def patterns(element) -> np.ndarray:
    unsigned = np.uint16 if element.dtype.itemsize == 2 else np.uint8
    return np.arange(1 << element.format.width, dtype=unsigned).view(element.dtype)


@pytest.mark.parametrize("element", NARROW, ids=lambda e: e.name)
def test_neighbours_are_one_apart(element):
    """All numbers in order: equal ones (the zeros) are 0 apart, all others 1."""
    values = patterns(element)
    numbers = values.astype(np.float64)
    values, numbers = values[~np.isnan(numbers)], numbers[~np.isnan(numbers)]
    order = np.argsort(numbers, kind="stable")
    values, numbers = values[order], numbers[order]
    distance = ulp_distance(values[1:], values[:-1], element)
    np.testing.assert_array_equal(distance, numbers[1:] != numbers[:-1])
    # From one end to the other it is as many steps as there are distinct numbers.
    ends = ulp_distance(values[-1:], values[:1], element)
    assert ends[0] == len(np.unique(numbers)) - 1


@pytest.mark.parametrize("element", FLOATS, ids=lambda e: e.name)
def test_nan(element):
    values = np.array([0.5, 0.5, 1], element.dtype)
    if np.isnan(np.array([np.nan]).astype(element.dtype).astype(np.float64))[0]:
        nan = np.array([np.nan, 0.5, np.nan]).astype(element.dtype)
        assert list(ulp_distance(nan, values, element)) == [np.inf, 0, np.inf]
        assert list(ulp_distance(nan[[0, 2]], nan[[0, 2]], element)) == [0, 0]
    assert list(ulp_distance(values, values, element)) == [0, 0, 0]


@pytest.mark.parametrize(
    ("element", "a", "b", "distance"),
    [
        ("f32", 1.0, 1.0 + 2.0**-23, 1),
        ("f32", 1.0, 1.0 - 2.0**-24, 1),
        ("f32", 0.0, -0.0, 0),
        ("f32", 1.4e-45, -1.4e-45, 2),
        ("f32", np.inf, 3.4028235e38, 1),
        ("f64", 1.0, 1.0 + 2.0**-50, 4),
        ("f64", np.inf, np.finfo(np.float64).max, 1),
        ("f64", 5e-324, 0.0, 1),
        ("f64", np.inf, -np.inf, 2.0 * 0x7FF0000000000000),
    ],
)
def test_wide_types(element, a, b, distance):
    row = ELEMENT_TYPES[element]
    x, y = (np.array([v], row.dtype) for v in (a, b))
    assert ulp_distance(x, y, row)[0] == distance
    assert ulp_distance(y, x, row)[0] == distance


def test_complex_takes_the_worse_part():
    a = np.array([1 + 1j], np.complex64)
    b = np.array([np.float32(1 + 2**-23) + 1j * np.float32(1 + 3 * 2**-23)], np.complex64)
    assert complex_ulp_distance(a, b, ELEMENT_TYPES["f32"])[0] == 3


def test_shapes():
    for shape in [(), (0,), (2, 3), (3, 0)]:
        ones = np.ones(shape, np.float32)
        assert ulp_distance(ones, ones, ELEMENT_TYPES["f32"]).shape == shape
    strided = np.arange(12, dtype=np.float32).reshape(3, 4).T
    assert not ulp_distance(strided, strided, ELEMENT_TYPES["f32"]).any()
