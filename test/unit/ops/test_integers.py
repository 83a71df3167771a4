"""Integer arithmetic against Python's unbounded integers, reduced to the width."""

from __future__ import annotations

import operator

import numpy as np
import pytest

from hlo_opt.dialect.types import ELEMENT_TYPES

from .harness import (
    INTEGERS,
    array,
    dtype,
    integer_range,
    integer_samples,
    pairs,
    run,
    tensor,
    wrap,
)


def _divide(a: int, b: int, element: str) -> int:
    if b == 0:
        return -1
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _remainder(a: int, b: int, element: str) -> int:
    return a if b == 0 else a - b * _divide(a, b, element)


def _power(a: int, b: int, element: str) -> int:
    if b < 0:
        return {1: 1, -1: -1 if b % 2 else 1}.get(a, 0)
    return pow(a, b, 1 << ELEMENT_TYPES[element].width)


def _unsigned(value: int, element: str) -> int:
    return value % (1 << ELEMENT_TYPES[element].width)


def _shift_left(a: int, b: int, element: str) -> int:
    amount = _unsigned(b, element)
    return 0 if amount >= ELEMENT_TYPES[element].width else a << amount


def _shift_right_logical(a: int, b: int, element: str) -> int:
    return _unsigned(a, element) >> min(_unsigned(b, element), 64)


def _shift_right_arithmetic(a: int, b: int, element: str) -> int:
    width = ELEMENT_TYPES[element].width
    signed = _unsigned(a, element)
    signed -= (signed >> (width - 1)) << width
    return signed >> min(_unsigned(b, element), 64)


def _plain(function):
    return lambda a, b, element: function(a, b)


BINARY = {
    "add": _plain(operator.add),
    "subtract": _plain(operator.sub),
    "multiply": _plain(operator.mul),
    "maximum": _plain(max),
    "minimum": _plain(min),
    "and": _plain(operator.and_),
    "or": _plain(operator.or_),
    "xor": _plain(operator.xor),
    "divide": _divide,
    "remainder": _remainder,
    "power": _power,
    "shift_left": _shift_left,
    "shift_right_logical": _shift_right_logical,
    "shift_right_arithmetic": _shift_right_arithmetic,
}

UNARY = {
    "not": lambda a, element: ~a,
    "negate": lambda a, element: -a,
    "abs": lambda a, element: abs(a),
    "sign": lambda a, element: (a > 0) - (a < 0),
    "popcnt": lambda a, element: bin(_unsigned(a, element)).count("1"),
    "count_leading_zeros": lambda a, element: (
        ELEMENT_TYPES[element].width - _unsigned(a, element).bit_length()
    ),
}


def _array(values, element: str) -> np.ndarray:
    return array([wrap(v, element) for v in values], element)


@pytest.mark.parametrize("element", INTEGERS)
@pytest.mark.parametrize("op", BINARY)
def test_binary(op, element):
    lhs, rhs = pairs(integer_samples(element), dtype(element))
    expected = [BINARY[op](int(a), int(b), element) for a, b in zip(lhs, rhs, strict=True)]
    actual = run(op, [lhs, rhs], tensor(lhs.shape, element))
    np.testing.assert_array_equal(actual.astype(object), _array(expected, element).astype(object))


# Those that the specification does not define on unsigned integers.
SIGNED_ONLY = ("abs", "sign")
UNARY_CASES = [(op, e) for op in UNARY for e in INTEGERS if op not in SIGNED_ONLY or e[0] == "i"]


@pytest.mark.parametrize(("op", "element"), UNARY_CASES)
def test_unary(op, element):
    values = np.array(integer_samples(element), dtype(element))
    expected = [UNARY[op](int(a), element) for a in values]
    actual = run(op, [values], tensor(values.shape, element))
    np.testing.assert_array_equal(actual.astype(object), _array(expected, element).astype(object))


COMPARISONS = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "LT": operator.lt,
    "LE": operator.le,
    "GT": operator.gt,
    "GE": operator.ge,
}


@pytest.mark.parametrize("element", INTEGERS)
@pytest.mark.parametrize("direction", COMPARISONS)
def test_compare(direction, element):
    lhs, rhs = pairs(integer_samples(element), dtype(element))
    expected = [COMPARISONS[direction](int(a), int(b)) for a, b in zip(lhs, rhs, strict=True)]
    attributes = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
    actual = run("compare", [lhs, rhs], tensor(lhs.shape, "i1"), attributes)
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("source", INTEGERS)
@pytest.mark.parametrize("target", INTEGERS)
def test_convert_keeps_the_low_bits(source, target):
    values = np.array(integer_samples(source), dtype(source))
    actual = run("convert", [values], tensor(values.shape, target))
    expected = _array([int(v) for v in values], target)
    np.testing.assert_array_equal(actual.astype(object), expected.astype(object))


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("add", np.logical_or),
        ("multiply", np.logical_and),
        ("maximum", np.logical_or),
        ("minimum", np.logical_and),
        ("and", np.logical_and),
        ("or", np.logical_or),
        ("xor", np.logical_xor),
    ],
)
def test_boolean_binary(op, function):
    """On booleans ``add`` is OR and ``multiply`` is AND (specification, section add)."""
    lhs, rhs = np.array([False, False, True, True]), np.array([False, True, False, True])
    np.testing.assert_array_equal(run(op, [lhs, rhs], "tensor<4xi1>"), function(lhs, rhs))


def test_boolean_not():
    np.testing.assert_array_equal(
        run("not", [np.array([False, True])], "tensor<2xi1>"), [True, False]
    )


@pytest.mark.parametrize("element", ["i8", "ui8", "i32", "ui64", "i4"])
def test_clamp(element):
    low, high = integer_range(element)
    values = np.array(integer_samples(element), dtype(element))
    least, most = (np.array(v, dtype(element)) for v in (low + 1, high - 1))
    actual = run("clamp", [least, values, most], tensor(values.shape, element))
    expected = [min(max(int(v), low + 1), high - 1) for v in values]
    assert [int(v) for v in actual] == expected
