"""Float arithmetic and conversions against numpy and ml_dtypes."""

from __future__ import annotations

import numpy as np
import pytest

from hlo_opt.dialect.types import ELEMENT_TYPES

from .harness import (
    FLOATS,
    INTEGERS,
    NARROW_FLOATS,
    array,
    assert_same,
    dtype,
    float_samples,
    integer_range,
    integer_samples,
    pairs,
    run,
    tensor,
    wide,
)

# f8E8M0FNU has neither sign nor zero, so that most arithmetic has no meaning in it.
ARITHMETIC = [name for name in FLOATS if name != "f8E8M0FNU"]
BINARY = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
}


def _sampled_pairs(element: str) -> tuple[np.ndarray, np.ndarray]:
    values = float_samples(element)
    step = max(1, len(values) // 61)
    return pairs(list(values[::step]), dtype(element))


def _rounded(function, element: str, *arrays: np.ndarray) -> np.ndarray:
    """Compute in double precision (exact enough for one rounding) and round once."""
    if element in ("f32", "f64"):
        with np.errstate(all="ignore"):
            return function(*arrays)
    with np.errstate(all="ignore"):
        return function(*(a.astype(np.float32) for a in arrays)).astype(dtype(element))


@pytest.mark.parametrize("element", ARITHMETIC)
@pytest.mark.parametrize("op", BINARY)
def test_arithmetic_is_rounded_once(op, element):
    lhs, rhs = _sampled_pairs(element)
    expected = _rounded(BINARY[op], element, lhs, rhs)
    if ELEMENT_TYPES[element].format.specials == "finite":
        # These formats have no NaN: what would be one is left open.
        with np.errstate(all="ignore"):
            open_ = np.isnan(BINARY[op](lhs.astype(np.float32), rhs.astype(np.float32)))
        lhs, rhs, expected = (a[~open_] for a in (lhs, rhs, expected))
    assert_same(run(op, [lhs, rhs], tensor(lhs.shape, element)), expected)


@pytest.mark.parametrize("element", ARITHMETIC)
@pytest.mark.parametrize("op", ["maximum", "minimum"])
def test_extrema_propagate_nan_and_order_zeros(op, element):
    """IEEE-754 maximum and minimum: NaN if either is, and -0 < +0."""
    lhs, rhs = _sampled_pairs(element)
    a, b = wide(lhs), wide(rhs)
    pick_left = (a > b) | ((a == b) & ~np.signbit(a))
    if op == "minimum":
        pick_left = (a < b) | ((a == b) & np.signbit(a))
    expected = np.where(np.isnan(a) | (pick_left & ~np.isnan(b)), lhs, rhs)
    assert_same(run(op, [lhs, rhs], tensor(lhs.shape, element)), expected)


@pytest.mark.parametrize("element", ARITHMETIC)
def test_compare(element):
    lhs, rhs = _sampled_pairs(element)
    a, b = wide(lhs), wide(rhs)
    table = {"EQ": a == b, "NE": a != b, "LT": a < b, "LE": a <= b, "GT": a > b, "GE": a >= b}
    for direction, expected in table.items():
        attributes = f"comparison_direction = #stablehlo<comparison_direction {direction}>"
        actual = run("compare", [lhs, rhs], tensor(lhs.shape, "i1"), attributes)
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("element", ["f16", "f32", "f64"])
def test_total_order(element):
    """-NaN < -Inf < -1 < -0 < +0 < 1 < Inf < NaN (IEEE-754, section 5.10)."""
    kind = dtype(element)
    positive = np.array([0, np.finfo(kind).smallest_subnormal, 1, np.inf, np.nan], kind)
    positive = np.abs(positive)
    ordered = np.concatenate([-positive[::-1], positive])
    order = np.arange(len(ordered))
    lhs, rhs = np.repeat(ordered, len(ordered)), np.tile(ordered, len(ordered))
    expected = np.repeat(order, len(order)) < np.tile(order, len(order))
    attributes = (
        "comparison_direction = #stablehlo<comparison_direction LT>, "
        "compare_type = #stablehlo<comparison_type TOTALORDER>"
    )
    actual = run("compare", [lhs, rhs], tensor(lhs.shape, "i1"), attributes)
    np.testing.assert_array_equal(actual, expected)


def _sign(x):
    return np.where((x == 0) | np.isnan(x), x, np.copysign(x.dtype.type(1), x))


UNARY = {
    "abs": np.abs,
    "negate": np.negative,
    "sign": _sign,
    "ceil": np.ceil,
    "floor": np.floor,
    "round_nearest_even": np.rint,
    "round_nearest_afz": lambda x: np.where(
        np.isfinite(x) & (np.abs(x) < 2.0**23),
        np.copysign(np.floor(np.abs(x.astype(np.float64)) + 0.5), x),
        x,
    ).astype(x.dtype),
    "sqrt": np.sqrt,
    "is_finite": np.isfinite,
}


@pytest.mark.parametrize("element", ["f8E5M2", "f8E4M3FN", "bf16", "f16", "f32", "f64"])
@pytest.mark.parametrize("op", UNARY)
def test_exact_unary(op, element):
    values = float_samples(element)
    with np.errstate(all="ignore"):
        expected = UNARY[op](values if element in ("f32", "f64") else values.astype(np.float32))
    if op == "is_finite":
        actual = run(op, [values], tensor(values.shape, "i1"))
        np.testing.assert_array_equal(actual, expected)
        return
    with np.errstate(invalid="ignore"):
        expected = expected.astype(dtype(element))
    assert_same(run(op, [values], tensor(values.shape, element)), expected)


FUNCTIONS = {
    "cbrt": np.cbrt,
    "cosine": np.cos,
    "exponential": np.exp,
    "exponential_minus_one": np.expm1,
    "log": np.log,
    "log_plus_one": np.log1p,
    "logistic": lambda x: 1 / (1 + np.exp(-x)),
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "sine": np.sin,
    "tan": np.tan,
    "tanh": np.tanh,
}


@pytest.mark.parametrize("op", FUNCTIONS)
@pytest.mark.parametrize("element", ["f32", "f64"])
def test_functions_are_accurate(op, element):
    """Against numpy in the widest type there is, where results are normal numbers."""
    kind = dtype(element)
    edges = float_samples(element)
    values = np.concatenate([np.linspace(-20, 20, 401).astype(kind), edges])
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[op](values.astype(np.longdouble))
        expected = exact.astype(kind)
    actual = run(op, [values], tensor(values.shape, element))
    np.testing.assert_array_equal(np.isnan(actual), np.isnan(expected))
    normal = np.isfinite(expected) & (np.abs(expected) >= np.finfo(kind).tiny)
    error = np.abs(actual[normal] - exact[normal]) / np.spacing(np.abs(expected[normal]))
    assert error.max() <= 3
    rest = ~normal & ~np.isnan(expected)
    np.testing.assert_allclose(
        actual[rest], expected[rest], rtol=0, atol=4 * np.finfo(kind).smallest_subnormal
    )


@pytest.mark.parametrize("source", FLOATS)
@pytest.mark.parametrize("target", FLOATS)
def test_convert_rounds_to_nearest_even(source, target):
    values = float_samples(source)
    if target == "f8E8M0FNU" and source != target:
        # Only positive powers of two have a meaning; others are left open.
        values = np.ldexp(1.0, np.arange(-10, 10)).astype(dtype(source))
        values = values[np.isfinite(wide(values)) & (wide(values) > 0)]
        mantissa, _ = np.frexp(wide(values))
        values = values[mantissa == 0.5]
    exact = wide(values)
    if ELEMENT_TYPES[target].format.specials == "finite":
        values, exact = values[~np.isnan(exact)], exact[~np.isnan(exact)]
    with np.errstate(all="ignore"):
        expected = exact.astype(dtype(target))
    assert_same(run("convert", [values], tensor(values.shape, target)), expected)


@pytest.mark.parametrize("source", ["f32", "f64"])
@pytest.mark.parametrize("target", [name for name in NARROW_FLOATS if name in ARITHMETIC])
def test_convert_decides_ties_and_neighbours(source, target):
    """Halfway points between neighbours of the target, and the numbers just beside them."""
    neighbours = np.unique(wide(float_samples(target)))
    neighbours = neighbours[np.isfinite(neighbours)]
    middle = ((neighbours[1:] + neighbours[:-1]) / 2).astype(dtype(source))
    sides = [np.nextafter(middle, side, dtype=middle.dtype) for side in (np.inf, -np.inf)]
    values = np.concatenate([middle, *sides])
    # ml_dtypes rounds from f32; from f64 it may round twice, so odd cases are
    # decided by distance here.
    actual = run("convert", [values], tensor(values.shape, target)).astype(np.float64)
    exact = wide(values)
    above = np.searchsorted(neighbours, exact).clip(1, len(neighbours) - 1)
    low, high = neighbours[above - 1], neighbours[above]
    nearest = np.where(exact - low < high - exact, low, high)
    decided = exact - low != high - exact
    if ELEMENT_TYPES[target].width <= 8:  # the neighbours are all of the type's values
        np.testing.assert_array_equal(actual[decided], nearest[decided])
    expected = values.astype(np.float32).astype(dtype(target)).astype(np.float64)
    if source == "f32":
        np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("source", ["f16", "bf16", "f32", "f64", "f8E5M2"])
@pytest.mark.parametrize("target", INTEGERS)
def test_convert_to_integer_truncates_and_saturates(source, target):
    values = float_samples(source)
    low, high = integer_range(target)

    def convert(x: float) -> int:
        if np.isnan(x):
            return 0
        if np.isinf(x):
            return high if x > 0 else low
        return min(max(int(x), low), high)

    expected = [convert(float(v)) for v in values]
    actual = run("convert", [values], tensor(values.shape, target))
    assert [int(v) for v in actual] == expected


@pytest.mark.parametrize("source", INTEGERS)
@pytest.mark.parametrize("target", ["f8E4M3FN", "f8E5M2", "bf16", "f16", "f32", "f64"])
def test_convert_from_integer_rounds_once(source, target):
    low, high = integer_range(source)
    extra = [2**24 + 1, 2**24 + 3, 2**53 + 1, 2**62 + 1, (1 << 60) + (1 << 51) + 1]
    samples = [v for v in [*integer_samples(source), *extra] if low <= v <= high]
    values = array(samples, source)
    # Exact: a Python int to the longest float, which holds 64 bits.
    wide = np.array([np.longdouble(v) for v in samples])
    with np.errstate(all="ignore"):
        if target in ("f32", "f64", "f16"):
            expected = wide.astype(dtype(target))
        else:
            # Round to odd in double precision first: rounding again is then right.
            double = wide.astype(np.float64)
            inexact = double.astype(np.longdouble) != wide
            toward = np.where(double.astype(np.longdouble) > wide, -np.inf, np.inf)
            even = (double.view(np.uint64) & 1) == 0
            odd = np.where(inexact & even, np.nextafter(double, toward), double)
            expected = odd.astype(dtype(target))
    assert_same(run("convert", [values], tensor(values.shape, target)), expected)


def test_convert_to_boolean():
    values = np.array([0.0, -0.0, 1e-45, -3.0, np.nan, np.inf], np.float32)
    actual = run("convert", [values], "tensor<6xi1>")
    np.testing.assert_array_equal(actual, [False, False, True, True, True, True])


@pytest.mark.parametrize("element", ["f32", "f64", "bf16", "ui8", "i4", "complex<f32>"])
def test_convert_from_boolean(element):
    actual = run("convert", [np.array([False, True])], tensor([2], element))
    np.testing.assert_array_equal(actual.astype(complex), [0, 1])


@pytest.mark.parametrize(("exponent", "mantissa"), [(5, 10), (8, 7), (4, 3), (5, 2), (8, 23)])
def test_reduce_precision(exponent, mantissa):
    """To the shape of a known format: equals a conversion there, subnormals flushed."""
    names = {(5, 10): "f16", (8, 7): "bf16", (4, 3): "f8E4M3", (5, 2): "f8E5M2", (8, 23): "f32"}
    target = dtype(names[exponent, mantissa])
    values = np.concatenate([float_samples("f32"), np.linspace(-300, 300, 97, dtype=np.float32)])
    attributes = f"exponent_bits = {exponent} : i32, mantissa_bits = {mantissa} : i32"
    actual = run("reduce_precision", [values], tensor(values.shape, "f32"), attributes)
    with np.errstate(all="ignore"):
        expected = values.astype(target).astype(np.float32)
    if exponent < 8:  # below the smallest normal number of the format is zero
        tiny = np.float32(2.0 ** (2 - (1 << (exponent - 1))))
        expected = np.where(np.abs(values) < tiny, np.copysign(np.float32(0), values), expected)
        near = np.abs(np.abs(values) - tiny) < tiny * 2.0**-mantissa
        actual, expected = actual[~near], expected[~near]
    assert_same(actual, expected)
