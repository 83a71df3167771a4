"""Long lines in an order of numbers, against numpy's stable sort by the same order."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt.dialect.parse import parse
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline

DTYPES = {
    **{f"i{n}": np.dtype(f"int{n}") for n in (8, 16, 32, 64)},
    **{f"ui{n}": np.dtype(f"uint{n}") for n in (8, 16, 32, 64)},
    **{f"f{n}": np.dtype(f"float{n}") for n in (16, 32, 64)},
    "bf16": np.dtype(ml_dtypes.bfloat16),
}


def _program(shape, element: str, body: str, dimension: int = 1) -> str:
    dims = "x".join(map(str, shape))
    values, places = f"tensor<{dims}x{element}>", f"tensor<{dims}xi32>"
    scalar = f"tensor<{element}>"
    return f"""
func.func @main(%x: {values}, %i: {places}) -> ({values}, {places}) {{
  %0:2 = "stablehlo.sort"(%x, %i) <{{dimension = {dimension} : i64}}> ({{
  ^bb0(%a: {scalar}, %b: {scalar}, %c: tensor<i32>, %d: tensor<i32>):
    {body}
  }}) : ({values}, {places}) -> ({values}, {places})
  return %0#0, %0#1 : {values}, {places}
}}"""


def _compare(element: str, direction: str, operands: str = "%a, %b", kind: str = "") -> str:
    if not kind:
        kind = {"i": "SIGNED", "u": "UNSIGNED"}.get(element[0], "TOTALORDER")
    scalar = f"tensor<{element}>"
    return (
        f"%p = stablehlo.compare {direction}, {operands}, {kind} : ({scalar}, {scalar}) -> "
        "tensor<i1>\n    stablehlo.return %p : tensor<i1>"
    )


def _values(shape, element: str) -> np.ndarray:
    rng, dtype = np.random.default_rng(4), DTYPES[element]
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, shape, dtype, endpoint=True)
        x[..., ::3] = rng.integers(-2 if dtype.kind == "i" else 0, 3, x[..., ::3].shape)
        return x
    x = rng.standard_normal(shape).round(1).astype(dtype)
    x[..., 3:9] = [np.nan, -np.nan, 0.0, -0.0, np.inf, -np.inf]
    return x


def _order(x: np.ndarray, element: str) -> np.ndarray:
    """Return integers in the order of the elements, which for floats is the total order."""
    if element[0] in "iu":
        return x
    bits = x.view(f"i{x.itemsize}")
    return np.where(bits < 0, bits ^ np.iinfo(bits.dtype).max, bits)


def _is_by_digits(program: str) -> bool:
    """Tell whether there are counters of digits."""
    module = parse(program)
    run_pipeline(named_pipeline("cpu", "legalize"), module.operation)
    return any(f"tensor<{digits}xi64>" in str(module) for digits in (16, 256))


def _check(program: str, x: np.ndarray, order: np.ndarray, *, descending: bool, axis: int = 1):
    index = np.indices(x.shape, np.int32)[axis]
    expected = np.argsort(~order if descending else order, axis=axis, kind="stable")
    values, places = hlo_opt.compile(program)(x, index)
    np.testing.assert_array_equal(places, expected)
    assert values.tobytes() == np.take_along_axis(x, expected, axis).tobytes()


@pytest.mark.parametrize("direction", ["LT", "GT"])
@pytest.mark.parametrize("element", DTYPES)
def test_every_type_up_and_down(element, direction):
    x = _values((3, 300), element)
    program = _program(x.shape, element, _compare(element, direction))
    assert _is_by_digits(program)
    _check(program, x, _order(x, element), descending=direction == "GT")


@pytest.mark.parametrize("extent", [255, 256, 257, 5000])
def test_lengths_and_other_dimensions(extent):
    x = _values((extent, 4), "i32")
    program = _program(x.shape, "i32", _compare("i32", "LT"), dimension=0)
    assert _is_by_digits(program) is (extent >= 256)
    _check(program, x, x, descending=False, axis=0)


def test_the_second_element_first():
    x = _values((2, 400), "f32")
    program = _program(x.shape, "f32", _compare("f32", "LT", "%b, %a"))
    assert _is_by_digits(program)
    _check(program, x, _order(x, "f32"), descending=True)


def test_keys_are_computed_as_the_comparator_does():
    """Zeros are equal, and so are NaNs, which come last: the order that JAX sorts by."""
    key = """
    %{y}0 = stablehlo.compare EQ, %{x}, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %{y}1 = stablehlo.select %{y}0, %zero, %{x} : tensor<i1>, tensor<f32>
    %{y}2 = stablehlo.compare NE, %{x}, %{x}, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %{y}3 = stablehlo.select %{y}2, %nan, %{y}1 : tensor<i1>, tensor<f32>"""
    constants = """%zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>"""
    body = constants + key.format(x="a", y="l") + key.format(x="b", y="r") + "\n    "
    x = _values((3, 500), "f32")
    canonical = np.where(x == 0, np.float32(0), np.where(np.isnan(x), np.float32(np.nan), x))
    program = _program(x.shape, "f32", body + _compare("f32", "LT", "%l3, %r3"))
    assert _is_by_digits(program)
    _check(program, x, _order(canonical, "f32"), descending=False)


@pytest.mark.parametrize(
    "body",
    [
        _compare("f32", "LT", kind="FLOAT"),
        _compare("f32", "LE"),
        _compare("f32", "LT", "%a, %a"),
        "%n = stablehlo.negate %b : tensor<f32>\n    " + _compare("f32", "LT", "%a, %n"),
    ],
)
def test_other_comparators_are_merged_by(body):
    assert not _is_by_digits(_program((2, 300), "f32", body))
