"""reduce, reduce_window, select_and_scatter and sort against numpy and loops."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline

from .harness import combiner, dtype, run, run_body, tensor, type_of
from .test_data_movement import i64

REDUCERS = {
    "add": (np.add, 0),
    "multiply": (np.multiply, 1),
    "maximum": (np.maximum, -100),
    "minimum": (np.minimum, 100),
}


def _values(shape, element: str, seed: int = 5) -> np.ndarray:
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(dtype(element))


@pytest.mark.parametrize("element", ["f32", "i32", "f64", "i8"])
@pytest.mark.parametrize("dimensions", [[], [0], [1], [2], [0, 2], [0, 1, 2]])
@pytest.mark.parametrize("op", REDUCERS)
def test_reduce(op, dimensions, element):
    function, start = REDUCERS[op]
    operand = _values((3, 2, 4), element)
    initial = np.array(start, dtype(element))
    with np.errstate(over="ignore"):
        expected = (
            function.reduce(operand, axis=tuple(dimensions), initial=initial, dtype=operand.dtype)
            if dimensions
            else function(operand, initial)
        )
    attributes = f"dimensions = {i64(dimensions)}"
    actual = run(
        "reduce",
        [operand, initial],
        tensor(np.shape(expected), element),
        attributes,
        combiner(op, element),
    )
    np.testing.assert_array_equal(actual, expected)


def test_reduce_of_nothing_is_the_initial_value():
    operand, initial = np.zeros((0, 2), np.float32), np.array(7, np.float32)
    actual = run(
        "reduce",
        [operand, initial],
        "tensor<2xf32>",
        "dimensions = array<i64: 0>",
        combiner("add", "f32"),
    )
    np.testing.assert_array_equal(actual, [7, 7])


def test_reduce_of_two_operands_finds_the_last_largest():
    """The region of argmax: a value and its index travel together."""
    values = np.array([[1, 9, 3], [9, 2, 9]], np.float32)
    body = """
%i = stablehlo.iota dim = 1 : tensor<2x3xi32>
%low = stablehlo.constant dense<0xFF800000> : tensor<f32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%r:2 = "stablehlo.reduce"(%0, %i, %low, %zero) <{dimensions = array<i64: 1>}> ({
^bb0(%a: tensor<f32>, %ai: tensor<i32>, %b: tensor<f32>, %bi: tensor<i32>):
  %ge = stablehlo.compare GE, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %v = stablehlo.select %ge, %b, %a : tensor<i1>, tensor<f32>
  %w = stablehlo.select %ge, %bi, %ai : tensor<i1>, tensor<i32>
  stablehlo.return %v, %w : tensor<f32>, tensor<i32>
}) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>"""
    largest, where = run_body(body, [values], ["tensor<2xf32>", "tensor<2xi32>"])
    np.testing.assert_array_equal(largest, [9, 9])
    np.testing.assert_array_equal(where, [1, 2])


WINDOWS = {
    "plain": {"window": [2, 2]},
    "strided": {"window": [2, 3], "strides": [2, 1]},
    "padded": {"window": [3, 3], "padding": [(1, 1), (0, 2)]},
    "cropped": {"window": [2, 2], "padding": [(-1, 0), (1, -1)]},
    "window dilation": {"window": [2, 2], "window_dilation": [2, 3]},
    "base dilation": {"window": [2, 2], "base": [2, 1], "padding": [(0, 1), (1, 0)]},
    "prefix": {"window": [5, 1], "padding": [(4, 0), (0, 0)]},
    "long": {"window": [17, 1], "padding": [(16, 3), (0, 0)]},
    "long inside": {"window": [1, 16], "padding": [(0, 0), (20, -1)]},
    "long both": {"window": [23, 18], "padding": [(12, 13), (9, 14)], "base": [2, 1]},
}


def _window_places(c, shape, out):
    """Yield each output index with the operand indices in its window (None for padding)."""
    n = len(shape)
    strides, padding = c.get("strides", [1] * n), c.get("padding", [(0, 0)] * n)
    base, dilation = c.get("base", [1] * n), c.get("window_dilation", [1] * n)
    for at in itertools.product(*map(range, out)):
        places = []
        for k in itertools.product(*map(range, c["window"])):
            where = [
                a * s + x * d - lo
                for a, s, x, d, (lo, _) in zip(at, strides, k, dilation, padding, strict=True)
            ]
            inside = all(
                w >= 0 and w % b == 0 and w // b < m
                for w, b, m in zip(where, base, shape, strict=True)
            )
            places.append(
                tuple(w // b for w, b in zip(where, base, strict=True)) if inside else None
            )
        yield at, places


def _window_shape(c, shape):
    n = len(shape)
    strides, padding = c.get("strides", [1] * n), c.get("padding", [(0, 0)] * n)
    base, dilation = c.get("base", [1] * n), c.get("window_dilation", [1] * n)
    out = []
    for m, w, s, (lo, hi), b, d in zip(
        shape, c["window"], strides, padding, base, dilation, strict=True
    ):
        out.append(((m - 1) * b + 1 + lo + hi - ((w - 1) * d + 1)) // s + 1)
    return out


def _window_attributes(c, n) -> str:
    padding = [list(p) for p in c.get("padding", [(0, 0)] * n)]
    text = (
        f"window_dimensions = {i64(c['window'])}, "
        f"window_strides = {i64(c.get('strides', [1] * n))}, "
        f"padding = dense<{padding}> : tensor<{n}x2xi64>"
    )
    if "base" in c or "window_dilation" in c:
        text += (
            f", base_dilations = {i64(c.get('base', [1] * n))}"
            f", window_dilations = {i64(c.get('window_dilation', [1] * n))}"
        )
    return text


@pytest.mark.parametrize("op", ["add", "maximum"])
@pytest.mark.parametrize("case", WINDOWS)
def test_reduce_window(case, op):
    c, function = WINDOWS[case], REDUCERS[op][0]
    operand, initial = _values((5, 6), "i32"), np.array(REDUCERS[op][1], np.int32)
    out = _window_shape(c, operand.shape)
    expected = np.zeros(out, np.int32)
    for at, places in _window_places(c, operand.shape, out):
        total = initial
        for place in places:
            total = function(total, initial if place is None else operand[place])
        expected[at] = total
    actual = run(
        "reduce_window",
        [operand, initial],
        tensor(out, "i32"),
        _window_attributes(c, 2),
        combiner(op, "i32"),
    )
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("length", [16, 17, 22, 31, 32, 40])
def test_long_windows_keep_the_order_of_their_elements(length):
    """The later of two is associative but does not commute: the last element remains."""
    x = np.arange(40, dtype=np.int32)
    text = run(
        "reduce_window",
        [x, np.array(-1, np.int32)],
        tensor((41 - length,), "i32"),
        f"window_dimensions = {i64([length])}",
        "({\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n  stablehlo.return %b : tensor<i32>\n})",
    )
    np.testing.assert_array_equal(text, x[length - 1 :])


@pytest.mark.parametrize("element", ["f16", "bf16"])
@pytest.mark.parametrize("shape", [(3, 500), (500, 3)])
def test_sums_of_narrow_floats_are_rounded_once(element, shape):
    dtype = np.float16 if element == "f16" else ml_dtypes.bfloat16
    x = np.random.default_rng(3).uniform(0, 1, shape).astype(dtype)
    actual = run(
        "reduce",
        [x, np.zeros((), dtype)],
        tensor(shape[:1], element),
        f"dimensions = {i64([1])}",
        combiner("add", element),
    )
    exact = x.astype(np.float64).sum(1)
    # The sum in f32 is off by far less than half a unit of the narrow type.
    unit = 2.0 ** (np.floor(np.log2(exact)) - (10 if element == "f16" else 7))
    assert np.all(np.abs(actual.astype(np.float64) - exact) <= 0.51 * unit)


def test_a_sum_of_negated_elements_is_a_vector_sum():
    """Canonicalization makes a subtraction of it."""
    program = """
func.func @main(%x: tensor<6x100xf32>) -> tensor<6xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<6x100xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<6x100xf32>, tensor<f32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}"""
    x = np.random.default_rng(0).standard_normal((6, 100)).astype(np.float32)
    actual = hlo_opt.compile(program)(x)
    np.testing.assert_allclose(actual, -x.astype(np.float64).sum(1), rtol=1e-5)
    module = hlo_opt.parse(program)
    run_pipeline(named_pipeline("cpu", "vectorize"), module.operation)
    assert "memref.load" not in str(module)  # which strided vectors are gathered with


SCATTERED = {
    "tiles": {"window": [2, 2], "strides": [2, 2]},
    "overlap": {"window": [3, 2], "strides": [1, 1]},
    "padded": {"window": [2, 3], "strides": [2, 2], "padding": [(1, 0), (1, 1)]},
}


@pytest.mark.parametrize("case", SCATTERED)
def test_select_and_scatter(case):
    """Each source element is added at the first largest element of its window."""
    c = SCATTERED[case]
    operand = np.random.default_rng(1).permutation(24).reshape(4, 6).astype(np.float32)
    out = _window_shape(c, operand.shape)
    source, initial = _values(out, "f32", 6), np.array(0.5, np.float32)
    expected = np.full(operand.shape, initial)
    for at, places in _window_places(c, operand.shape, out):
        inside = [p for p in places if p is not None]
        expected[max(inside, key=lambda p: operand[p])] += source[at]
    ge = (
        "({^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        " %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        " stablehlo.return %s : tensor<i1> }, "
    )
    actual = run(
        "select_and_scatter",
        [operand, source, initial],
        type_of(operand),
        _window_attributes(c, 2),
        ge + combiner("add", "f32")[1:],
    )
    np.testing.assert_array_equal(actual, expected)


def _sort(arrays, dimension: int, comparator: str, types: list[str]):
    names = ", ".join(f"%{i}" for i in range(len(arrays)))
    kinds = ", ".join(type_of(a) for a in arrays)
    parameters = ", ".join(f"%a{i}: tensor<{t}>, %b{i}: tensor<{t}>" for i, t in enumerate(types))
    results = ", ".join(f"%r#{i}" for i in range(len(arrays)))
    body = (
        f'%r:{len(arrays)} = "stablehlo.sort"({names}) <{{dimension = {dimension} : i64, '
        f"is_stable = true}}> ({{^bb0({parameters}):\n{comparator}\n }}) : ({kinds}) -> ({kinds})\n"
        f"return {results} : {kinds}"
    )
    return run_body(body, arrays, [type_of(a) for a in arrays])


LESS = (
    "%p = stablehlo.compare LT, %a0, %b0 : (tensor<{0}>, tensor<{0}>) -> tensor<i1>\n"
    "stablehlo.return %p : tensor<i1>"
)


@pytest.mark.parametrize("extent", [0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 100])
def test_sort_of_any_length(extent):
    values = np.random.default_rng(extent).integers(-9, 9, (3, extent)).astype(np.int32)
    actual = _sort([values], 1, LESS.format("i32"), ["i32"])
    np.testing.assert_array_equal(actual, np.sort(values, axis=1))


@pytest.mark.parametrize("dimension", [0, 1, 2])
def test_sort_is_stable_and_carries_other_operands(dimension):
    keys = np.random.default_rng(3).integers(0, 3, (5, 6, 7)).astype(np.float32)
    index = np.arange(keys.size, dtype=np.int64).reshape(keys.shape)
    sorted_keys, sorted_index = _sort([keys, index], dimension, LESS.format("f32"), ["f32", "i64"])
    order = np.argsort(keys, axis=dimension, kind="stable")
    np.testing.assert_array_equal(sorted_keys, np.take_along_axis(keys, order, dimension))
    np.testing.assert_array_equal(sorted_index, np.take_along_axis(index, order, dimension))


def test_sort_by_total_order_puts_nan_and_zeros_in_their_places():
    values = np.array([1, np.nan, -0.0, 0.0, -np.inf, np.inf, -np.nan], np.float32)
    values[-1] = np.copysign(np.float32(np.nan), np.float32(-1))
    comparator = (
        "%p = stablehlo.compare LT, %a0, %b0, TOTALORDER : (tensor<f32>, tensor<f32>) -> "
        "tensor<i1>\nstablehlo.return %p : tensor<i1>"
    )
    actual = _sort([values], 0, comparator, ["f32"])
    bits = actual.view(np.uint32)
    expected = np.array([0, -np.inf, -0.0, 0.0, 1, np.inf, np.nan], np.float32).view(np.uint32)
    np.testing.assert_array_equal(bits[1:], expected[1:])
    assert np.isnan(actual[0])
    assert np.signbit(actual[0])
