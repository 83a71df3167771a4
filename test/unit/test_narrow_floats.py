"""Arithmetic on bf16 and f16: exactly the rounding that the formats ask for."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from from_linalg import elementwise

from hlo_opt.dialect.mlir import ir
from hlo_opt.dialect.parse import parse
from hlo_opt.passes.narrow_floats import expand_narrow_floats

BF16 = np.dtype(ml_dtypes.bfloat16)

# (ml_dtypes raises the invalid flag where a NaN is converted.)
pytestmark = pytest.mark.filterwarnings("ignore:invalid value encountered")


def all_patterns(dtype) -> np.ndarray:
    return np.arange(1 << 16, dtype=np.uint16).view(dtype)


def same_bits(got: np.ndarray, expected: np.ndarray) -> None:
    """Compare bit by bit, any NaN with any NaN of the same sign."""
    nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(got), nan)
    bits = f"u{got.dtype.itemsize}"
    np.testing.assert_array_equal(got.view(bits)[~nan], expected.view(bits)[~nan])
    np.testing.assert_array_equal(np.signbit(got)[nan], np.signbit(expected)[nan])


def interesting_f32() -> np.ndarray:
    """Every sign, exponent and upper mantissa with the lower halves that decide the rounding."""
    high = np.arange(1 << 16, dtype=np.uint32)[:, None] << 16
    low = np.array([0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], np.uint32)
    return (high | low).reshape(-1).view(np.float32)


def interesting_f64(narrow: np.dtype) -> np.ndarray:
    """Numbers at, just below and just above each value and each midpoint of a narrow format."""
    finite = all_patterns(narrow).astype(np.float64)
    finite = np.unique(finite[np.isfinite(finite)])
    middle = (finite[1:] + finite[:-1]) / 2
    edge = finite[-1] + (finite[-1] - finite[-2]) / 2  # where infinity begins
    points = np.concatenate([finite, middle, [edge, -edge, 0.0, -0.0]])
    around = [points, np.nextafter(points, np.inf), np.nextafter(points, -np.inf)]
    # Halfway in f32: where rounding twice goes wrong.
    around.append(middle + np.abs(middle) * 2.0**-26)
    around.append(middle - np.abs(middle) * 2.0**-26)
    return np.concatenate([*around, [np.inf, -np.inf, np.nan, 1e300, -1e300, 5e-324]])


def nearest(values: np.ndarray, narrow: np.dtype) -> np.ndarray:
    """Round to nearest, ties to even, by comparing distances in exact arithmetic."""
    grid = all_patterns(narrow)
    grid = grid[np.isfinite(grid.astype(np.float64)) & ~np.signbit(grid)]
    numbers = grid.astype(np.float64)  # in the order of their patterns
    step = numbers[-1] - numbers[-2]
    magnitude = np.abs(values)
    above = np.clip(np.searchsorted(numbers, magnitude), 1, len(numbers) - 1)
    low, high = numbers[above - 1], numbers[above]
    up = (high - magnitude) < (magnitude - low)
    tie = (high - magnitude) == (magnitude - low)
    index = np.where(up | (tie & (above % 2 == 0)), above, above - 1)
    index = np.where(magnitude <= 0, 0, index)
    result = grid[index].astype(np.float64)
    result = np.where(magnitude >= numbers[-1] + step / 2, np.inf, result)
    result = np.where(np.isnan(values), np.nan, result)
    return np.copysign(result, values).astype(narrow)


def test_f32_to_bf16():
    values = interesting_f32()
    exe = elementwise("f32", "bf16", "%r = arith.truncf %x : f32 to bf16", len(values))
    same_bits(exe(values), values.astype(BF16))


@pytest.mark.parametrize(("name", "dtype"), [("bf16", BF16), ("f16", np.dtype(np.float16))])
def test_f64_is_rounded_once(name, dtype):
    values = interesting_f64(dtype)
    exe = elementwise("f64", name, f"%r = arith.truncf %x : f64 to {name}", len(values))
    same_bits(exe(values), nearest(values, dtype))


@pytest.mark.parametrize("target", ["f32", "f64"])
def test_bf16_widens_exactly(target):
    values = all_patterns(BF16)
    exe = elementwise("bf16", target, f"%r = arith.extf %x : bf16 to {target}", len(values))
    expected = values.astype({"f32": np.float32, "f64": np.float64}[target])
    same_bits(exe(values), expected)


def test_f16_to_bf16():
    values = all_patterns(np.float16)
    body = "%w = arith.extf %x : f16 to f32\n%r = arith.truncf %w : f32 to bf16"
    same_bits(elementwise("f16", "bf16", body, len(values))(values), values.astype(BF16))


@pytest.mark.parametrize("op", ["addf", "subf", "mulf", "divf"])
@pytest.mark.parametrize(("name", "dtype"), [("bf16", BF16), ("f16", np.dtype(np.float16))])
def test_each_operation_is_rounded(op, name, dtype):
    """f32 holds the exact result of these closely enough that rounding again is rounding once."""
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 1 << 16, (2, 20_000), dtype=np.uint16).view(dtype)
    exe = elementwise(name, name, f"%r = arith.{op} %x, %y : {name}", len(x), inputs=2)
    function = {"addf": np.add, "subf": np.subtract, "mulf": np.multiply, "divf": np.divide}[op]
    with np.errstate(all="ignore"):
        expected = function(x.astype(np.float32), y.astype(np.float32)).astype(dtype)
    got = exe(x, y)
    nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(got), nan)
    np.testing.assert_array_equal(got.view(np.uint16)[~nan], expected.view(np.uint16)[~nan])


def test_no_excess_precision_is_kept():
    """1 + 2^-8 is 1 in bf16, so that nothing is left after 1 is taken away."""
    body = """%c = arith.constant 0.00390625 : bf16
      %1 = arith.addf %x, %c : bf16
      %r = arith.subf %1, %x : bf16"""
    one = np.ones(4, BF16)
    np.testing.assert_array_equal(elementwise("bf16", "bf16", body, 4)(one).astype(float), 0)


def test_operations_between_types():
    """Comparisons, conversions to and from integers, and selection take and give what they say."""
    body = """%i = arith.fptosi %x : bf16 to i32
      %f = arith.sitofp %i : i32 to bf16
      %lt = arith.cmpf olt, %f, %x : bf16
      %s = math.sqrt %x : bf16
      %m = arith.maximumf %s, %f : bf16
      %r = arith.select %lt, %m, %f : bf16"""
    x = np.array([0.5, 2.25, 4, 100, 9.5], BF16)
    expected = []
    for v in x.astype(np.float32):
        whole = np.trunc(v)
        root = np.sqrt(v).astype(BF16).astype(np.float32)
        expected.append(max(root, whole) if whole < v else whole)
    got = elementwise("bf16", "bf16", body, len(x))(x)
    np.testing.assert_array_equal(got.astype(np.float32), np.array(expected, np.float32))


@pytest.mark.parametrize(("name", "dtype"), [("bf16", BF16), ("f16", np.dtype(np.float16))])
def test_functions_are_computed_in_f32(name, dtype):
    x = all_patterns(dtype)
    x = x[np.isfinite(x.astype(np.float32))]
    got = elementwise(name, name, f"%r = math.tanh %x : {name}", len(x))(x)
    expected = np.tanh(x.astype(np.float64))
    # Half a unit in the last place for the rounding, and a trifle for tanhf.
    error = np.abs(got.astype(np.float64) - expected)
    assert np.all(error <= 0.51 * np.spacing(np.abs(got)).astype(np.float64))


def test_vectors():
    """A bf16 vector is computed in f32, a rounding from f64 goes over f32."""
    module = parse("""func.func @f(%x: vector<8xbf16>, %d: vector<4xf64>)
        -> (vector<8xbf16>, vector<4xf16>) {
      %0 = arith.addf %x, %x : vector<8xbf16>
      %1 = arith.truncf %d : vector<4xf64> to vector<4xf16>
      return %0, %1 : vector<8xbf16>, vector<4xf16>
    }""")
    with module.context, ir.Location.unknown():
        expand_narrow_floats(module.operation)
    assert module.operation.verify()
    text = str(module)
    assert ": vector<8xf32>" in text
    assert ": vector<4xf32> to vector<4xf16>" in text
    for gone in ("arith.addf %arg0", "to vector<8xbf16>\n  arith", "f64> to vector<4xf16>"):
        assert gone not in text
