"""while, if, case, calls and composites."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt
from hlo_opt import DiagnosedError
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline

from .harness import run_body

ROTATION = """
%z = stablehlo.constant dense<0.0> : tensor<3xf32>
%one = stablehlo.constant dense<1.0> : tensor<3xf32>
%i0 = stablehlo.constant dense<0> : tensor<i32>
%i1 = stablehlo.constant dense<1> : tensor<i32>
%r:4 = stablehlo.while(%i = %i0, %a = %z, %b = %z, %c = %one)
    : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  cond {
    %p = stablehlo.compare LT, %i, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %i1 : tensor<i32>
    %a1 = stablehlo.add %a, %one : tensor<3xf32>
    %b1 = stablehlo.add %b, %a : tensor<3xf32>
    stablehlo.return %j, %b1, %c, %a1 : tensor<i32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
return %r#1, %r#2, %r#3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>"""


@pytest.mark.parametrize("count", range(6))
def test_while_rotates_carried_tensors(count):
    """Values change places, and two start as one tensor: no buffer may be overwritten early."""
    actual = run_body(ROTATION, [np.array(count, np.int32)], ["tensor<3xf32>"] * 3)
    a, b, c = 0.0, 0.0, 1.0
    for _ in range(count):
        a, b, c = b + a, c, a + 1
    for result, value in zip(actual, (a, b, c), strict=True):
        np.testing.assert_array_equal(result, [value] * 3)


def test_while_carries_a_slice_of_another_value():
    body = """
%i0 = stablehlo.constant dense<0> : tensor<i32>
%i1 = stablehlo.constant dense<1> : tensor<i32>
%n = stablehlo.constant dense<3> : tensor<i32>
%s = stablehlo.slice %0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>
%r:3 = stablehlo.while(%i = %i0, %x = %0, %y = %s) : tensor<i32>, tensor<4xf32>, tensor<2xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %i1 : tensor<i32>
    %x1 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
    %y1 = stablehlo.slice %x [2:4] : (tensor<4xf32>) -> tensor<2xf32>
    stablehlo.return %j, %x1, %y1 : tensor<i32>, tensor<4xf32>, tensor<2xf32>
  }
return %r#1, %r#2 : tensor<4xf32>, tensor<2xf32>"""
    x = np.arange(4, dtype=np.float32)
    actual = run_body(body, [x], ["tensor<4xf32>", "tensor<2xf32>"])
    y = x[:2]
    for _ in range(3):
        x, y = np.concatenate([y, y]), x[2:]
    np.testing.assert_array_equal(actual[0], x)
    np.testing.assert_array_equal(actual[1], y)


def test_while_updates_one_row_an_iteration():
    """The form of a scan: dynamic_update_slice into a carried tensor."""
    body = """
%i0 = stablehlo.constant dense<0> : tensor<i64>
%i1 = stablehlo.constant dense<1> : tensor<i64>
%n = stablehlo.constant dense<4> : tensor<i64>
%zero = stablehlo.constant dense<0> : tensor<i64>
%ys = stablehlo.constant dense<0.0> : tensor<4x2xf32>
%r:3 = stablehlo.while(%i = %i0, %h = %0, %y = %ys) : tensor<i64>, tensor<2xf32>, tensor<4x2xf32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %h1 = stablehlo.add %h, %h : tensor<2xf32>
    %row = stablehlo.reshape %h1 : (tensor<2xf32>) -> tensor<1x2xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %row, %i, %zero
      : (tensor<4x2xf32>, tensor<1x2xf32>, tensor<i64>, tensor<i64>) -> tensor<4x2xf32>
    %j = stablehlo.add %i, %i1 : tensor<i64>
    stablehlo.return %j, %h1, %y1 : tensor<i64>, tensor<2xf32>, tensor<4x2xf32>
  }
return %r#2, %0 : tensor<4x2xf32>, tensor<2xf32>"""
    start = np.array([1, 3], np.float32)
    rows, same = run_body(body, [start], ["tensor<4x2xf32>", "tensor<2xf32>"])
    np.testing.assert_array_equal(rows, [start * 2**k for k in range(1, 5)])
    np.testing.assert_array_equal(same, start)


@pytest.mark.parametrize("index", [-1, 0, 1, 2, 3, 2**31 - 1, -(2**31)])
def test_case_takes_the_last_branch_for_an_index_out_of_range(index):
    body = """
%r:2 = "stablehlo.case"(%0) ({
  %a = stablehlo.constant dense<1.0> : tensor<2xf32>
  %b = stablehlo.constant dense<10> : tensor<i32>
  stablehlo.return %a, %b : tensor<2xf32>, tensor<i32>
}, {
  %b = stablehlo.constant dense<20> : tensor<i32>
  stablehlo.return %1, %b : tensor<2xf32>, tensor<i32>
}, {
  %a = stablehlo.add %1, %1 : tensor<2xf32>
  %b = stablehlo.constant dense<30> : tensor<i32>
  stablehlo.return %a, %b : tensor<2xf32>, tensor<i32>
}) : (tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
return %r#0, %r#1 : tensor<2xf32>, tensor<i32>"""
    x = np.array([5, 6], np.float32)
    values, number = run_body(
        body, [np.array(index, np.int32), x], ["tensor<2xf32>", "tensor<i32>"]
    )
    expected = [(np.ones(2), 10), (x, 20), (x + x, 30)][index if index in (0, 1) else 2]
    np.testing.assert_array_equal(values, expected[0])
    assert number == expected[1]


def test_two_conditionals_of_one_type_keep_their_results_apart():
    body = """
%r = "stablehlo.if"(%0) ({
  %a = stablehlo.add %1, %1 : tensor<2xf32>
  stablehlo.return %a : tensor<2xf32>
}, {
  stablehlo.return %1 : tensor<2xf32>
}) : (tensor<i1>) -> tensor<2xf32>
%s = "stablehlo.if"(%0) ({
  %a = stablehlo.multiply %1, %1 : tensor<2xf32>
  stablehlo.return %a : tensor<2xf32>
}, {
  %a = stablehlo.negate %1 : tensor<2xf32>
  stablehlo.return %a : tensor<2xf32>
}) : (tensor<i1>) -> tensor<2xf32>
return %r, %s : tensor<2xf32>, tensor<2xf32>"""
    x = np.array([3, 4], np.float32)
    for flag, expected in ((True, (x + x, x * x)), (False, (x, -x))):
        actual = run_body(body, [np.array(flag), x], ["tensor<2xf32>"] * 2)
        for result, value in zip(actual, expected, strict=True):
            np.testing.assert_array_equal(result, value)


CALLS = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = stablehlo.composite "my.twice" %0 {decomposition = @twice}
    : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""


def test_calls_and_composites():
    x = np.array([1, 2], np.float32)
    np.testing.assert_array_equal(hlo_opt.compile(CALLS)(x), 4 * x)


def test_recursive_calls_are_refused():
    program = """
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @main(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""
    with pytest.raises(DiagnosedError, match=r"the call is recursive \(@main -> @f -> @main\)"):
        hlo_opt.compile(program)


def _chain(length: int) -> str:
    functions = [
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
        "%0 = func.call @f0(%x) : (tensor<f32>) -> tensor<f32>\nreturn %0 : tensor<f32> }"
    ]
    for i in range(length):
        body = (
            f"%0 = func.call @f{i + 1}(%x) : (tensor<f32>) -> tensor<f32>"
            if i + 1 < length
            else "%0 = stablehlo.add %x, %x : tensor<f32>"
        )
        functions.append(
            f"func.func private @f{i}(%x: tensor<f32>) -> tensor<f32> {{\n{body}\n"
            "return %0 : tensor<f32> }"
        )
    return "\n".join(functions)


def test_chains_of_calls():
    assert hlo_opt.compile(_chain(90))(np.float32(2)) == 4
    with pytest.raises(DiagnosedError, match="calls nest more than 100 deep"):
        hlo_opt.compile(_chain(400))


_COUNTED = """
func.func @main(%x: {type}) -> ({type}, tensor<{counter}>) {{
  %start = stablehlo.constant dense<{start}> : tensor<{counter}>
  %step = stablehlo.constant dense<{step}> : tensor<{counter}>
  %end = stablehlo.constant dense<{end}> : tensor<{counter}>
  %0:2 = stablehlo.while(%i = %start, %y = %x) : tensor<{counter}>, {type}
    cond {{
      %c = stablehlo.compare {direction}, %i, %end
        : (tensor<{counter}>, tensor<{counter}>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %n = stablehlo.add %step, %i : tensor<{counter}>
      %f = stablehlo.convert %i : (tensor<{counter}>) -> tensor<f64>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f64>) -> {type}
      %z = func.call @shift(%y, %b) : ({type}, {type}) -> {type}
      stablehlo.return %n, %z : tensor<{counter}>, {type}
    }}
  return %0#1, %0#0 : {type}, tensor<{counter}>
}}
func.func private @shift(%y: {type}, %b: {type}) -> {type} {{
  %0 = stablehlo.multiply %y, %b : {type}
  %1 = stablehlo.add %0, %b : {type}
  return %1 : {type}
}}"""


@pytest.mark.parametrize(
    ("counter", "direction", "start", "step", "end", "trips", "unrolled"),
    [
        ("i32", "LT", 0, 1, 5, 5, True),
        ("ui8", "LE", 3, 2, 9, 4, True),
        ("ui8", "LT", 200, 20, 240, 2, True),
        ("i64", "GT", 5, -2, 0, 3, True),
        ("i16", "GE", 1, -1, -1, 3, True),
        ("i32", "NE", 2, 3, 11, 3, True),
        ("i32", "LT", 4, 1, 4, 0, True),
        ("i32", "LT", 0, 1, 17, 17, False),
        ("i8", "GT", 120, 5, 0, 2, False),  # the counter overflows
    ],
)
def test_short_counted_loops_are_unrolled(counter, direction, start, step, end, trips, unrolled):
    program = _COUNTED.format(
        type="tensor<3x5xf64>",
        counter=counter,
        direction=direction,
        start=start,
        step=step,
        end=end,
    )
    x = np.random.default_rng(0).standard_normal((3, 5))
    expected, i = x, start
    for _ in range(trips):
        expected, i = expected * i + i, i + step
    i = i - 256 if i == 130 else i
    actual, last = hlo_opt.compile(program)(x)
    np.testing.assert_allclose(actual, expected, rtol=1e-14)
    assert last == i
    module = hlo_opt.parse(program)
    run_pipeline(named_pipeline("cpu", "legalize"), module.operation)
    assert ("scf.while" not in str(module)) is unrolled


def test_loops_that_do_more_than_compute_elementwise_stay():
    program = _COUNTED.format(
        type="tensor<3x3xf64>", counter="i32", direction="LT", start=0, step=1, end=3
    ).replace(
        "%0 = stablehlo.multiply %y, %b :",
        "%0 = stablehlo.dot %y, %b : (tensor<3x3xf64>, tensor<3x3xf64>) ->",
    )
    module = hlo_opt.parse(program)
    run_pipeline(named_pipeline("cpu", "legalize"), module.operation)
    assert "scf.while" in str(module)
