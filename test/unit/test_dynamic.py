"""Executables with dynamic shapes."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt
from hlo_opt import DiagnosedError

ADD_ROW = """
func.func @main(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?x3xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %s = stablehlo.concatenate %n1, %three, dim = 0
    : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %b = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1]
    : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %r = stablehlo.add %x, %b : tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}"""

# JAX passes dimensions as arguments: %n decides shapes by its value.
RANGE = """
func.func @count(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %s = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.multiply %i, %x : tensor<?xf32>
  return %r : tensor<?xf32>
}"""


def test_each_shape_is_compiled_once():
    run = hlo_opt.compile(ADD_ROW)
    row = np.arange(3, dtype=np.float32)
    assert run.arguments[0].shape == (None, 3)
    assert run.results[0].shape == (None, 3)
    for count in (2, 0, 5, 2):
        x = np.full((count, 3), count, np.float32)
        np.testing.assert_array_equal(run(x, row), x + row)
    x = np.ones((2, 3), np.float32)
    assert run.specialize(x, row) is run.specialize(x + 1, row)


def test_a_dimension_argument_decides_by_its_value():
    run = hlo_opt.compile(RANGE, function="count")
    for count in (4, 1, 3):
        x = np.full(count, 2, np.float32)
        np.testing.assert_array_equal(run(np.int64(count), x), 2 * np.arange(count))


def test_arrays_are_checked_before_anything_is_compiled():
    run = hlo_opt.compile(ADD_ROW)
    row = np.zeros(3, np.float32)
    message = r"argument 0 \(%arg0\): expected tensor<\?x3xf32>, got shape \(2, 4\)"
    with pytest.raises(ValueError, match=message):
        run(np.zeros((2, 4), np.float32), row)
    with pytest.raises(TypeError, match="got dtype float64"):
        run(np.zeros((2, 3)), row)
    with pytest.raises(TypeError, match="'main' takes 2 arguments, got 1"):
        run(row)


SUM_TO_SIZE = """
func.func @main(%x: tensor<?xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}"""


def test_a_size_may_depend_on_data():
    run = hlo_opt.compile(SUM_TO_SIZE)
    for values in ([1, 2], [3, 0, 1], [0], [7]):
        got = run(np.array(values, np.int32))
        np.testing.assert_array_equal(got, np.arange(sum(values), dtype=np.float32))


def test_a_negative_size_is_an_error():
    run = hlo_opt.compile(SUM_TO_SIZE)
    with pytest.raises(DiagnosedError):
        run(np.array([1, -4], np.int32))
    np.testing.assert_array_equal(run(np.array([2], np.int32)), [0, 1])


def test_sizes_that_depend_on_sizes_that_depend_on_data():
    """Elements above a bound, by their number: once as a slice, once as the size of another."""
    program = """
func.func @main(%x: tensor<6xf32>) -> (tensor<f32>, tensor<?x?xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<6xf32>
  %above = stablehlo.compare GT, %x, %half : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %ones = stablehlo.convert %above : (tensor<6xi1>) -> tensor<6xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.reduce(%ones init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
  %cut = stablehlo.set_dimension_size %x, %n, dim = 0
    : (tensor<6xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<6>>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%cut init: %f) applies stablehlo.add across dimensions = [0]
    : (tensor<?xf32, #stablehlo.bounds<6>>, tensor<f32>) -> tensor<f32>
  %m = stablehlo.convert %sum : (tensor<f32>) -> tensor<i32>
  %a = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_broadcast_in_dim %sum, %shape, dims = []
    : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %sum, %r : tensor<f32>, tensor<?x?xf32>
}"""
    run = hlo_opt.compile(program)
    for x in ([1, 1, 0, 2, 0, 0], [3, 0, 0, 0, 0, 0], [0.0] * 6):
        x = np.array(x, np.float32)
        n = int((x > 0.5).sum())
        total, table = run(x)
        assert total == x[:n].sum()
        np.testing.assert_array_equal(table, np.full((int(x[:n].sum()), n), x[:n].sum()))


def test_a_static_result_may_need_sizes_that_depend_on_data():
    program = """
func.func @main(%x: tensor<6xf32>, %y: tensor<i32>) -> tensor<6xf32> {
  %k = stablehlo.add %y, %y : tensor<i32>
  %n = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %six = stablehlo.constant dense<6> : tensor<1xi32>
  %a = stablehlo.real_dynamic_slice %x, %zero, %n, %one
    : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %b = stablehlo.real_dynamic_slice %x, %n, %six, %one
    : (tensor<6xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %r = stablehlo.concatenate %b, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}"""
    x = np.arange(6, dtype=np.float32)
    run = hlo_opt.compile(program)
    for shift in (0, 1, 3):
        np.testing.assert_array_equal(run(x, np.int32(shift)), np.roll(x, -2 * shift))


def test_a_size_beyond_its_bound_is_an_error():
    program = """
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %r = stablehlo.set_dimension_size %x, %n, dim = 0
    : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %r : tensor<?xf32, #stablehlo.bounds<4>>
}"""
    run = hlo_opt.compile(program)
    with pytest.raises(DiagnosedError, match="the size of dimension 0 is 5, and must be between"):
        run(np.ones(4, np.float32), np.int32(5))
    np.testing.assert_array_equal(run(np.ones(4, np.float32), np.int32(3)), [1, 1, 1])


def test_errors_of_a_call_name_the_file(tmp_path):
    path = tmp_path / "program.mlir"
    path.write_text(
        "func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n"
        "  %r = stablehlo.add %x, %y : tensor<?xf32>\n  return %r : tensor<?xf32>\n}"
    )
    run = hlo_opt.compile(path)
    with pytest.raises(DiagnosedError) as caught:
        run(np.ones(3, np.float32), np.ones(2, np.float32))
    assert caught.value.diagnostics[0].location.file == str(path)


def test_shapes_that_do_not_fit_together_are_an_error():
    program = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = stablehlo.add %x, %y : tensor<?xf32>
  return %r : tensor<?xf32>
}"""
    run = hlo_opt.compile(program)
    with pytest.raises(DiagnosedError, match=r"'stablehlo.add' violates \(C1\)"):
        run(np.ones(3, np.float32), np.ones(2, np.float32))
    np.testing.assert_array_equal(run(np.ones(2, np.float32), np.ones(2, np.float32)), [2, 2])


@pytest.mark.parametrize(
    ("arguments", "operation", "inputs", "label"),
    [
        (
            "%x: tensor<6xf32>, %n: tensor<1xi64>",
            "stablehlo.dynamic_reshape %x, %n : (tensor<6xf32>, tensor<1xi64>) -> tensor<?xf32>",
            (6, [8]),
            "C2",
        ),
        (
            "%x: tensor<6xf32>, %n: tensor<1xi64>",
            "stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0] "
            ": (tensor<6xf32>, tensor<1xi64>) -> tensor<?xf32>",
            (6, [9]),
            "C5",
        ),
        (
            "%x: tensor<?xf32>",
            "stablehlo.slice %x [0:6] : (tensor<?xf32>) -> tensor<6xf32>",
            (3,),
            "C3",
        ),
        (
            "%x: tensor<?xf32>, %n: tensor<1xi64>",
            "stablehlo.dynamic_update_slice %n, %n, %c : (tensor<1xi64>, tensor<1xi64>, "
            "tensor<i64>) -> tensor<1xi64>\n"
            "  %r = stablehlo.reshape %x : (tensor<?xf32>) -> tensor<6xf32>",
            (7, [0]),
            "C2",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_read_by_nobody(arguments, operation, inputs, label):
    result = operation.rpartition("-> ")[2]
    name = "%q" if "%r" in operation else "%r"
    program = f"""
func.func @main({arguments}) -> {result} {{
  %c = stablehlo.constant dense<0> : tensor<i64>
  {name} = {operation}
  return %r : {result}
}}"""
    arrays = [np.array(x, np.int64) if isinstance(x, list) else np.ones(x, "f4") for x in inputs]
    with pytest.raises(DiagnosedError) as caught:
        hlo_opt.compile(program)(*arrays)
    assert caught.value.diagnostics[0].constraint == label


def test_a_bounded_argument():
    kind = "tensor<?xf32, #stablehlo.bounds<6>>"
    program = f"""
func.func @main(%x: {kind}) -> {kind} {{
  %0 = stablehlo.add %x, %x : {kind}
  %1 = stablehlo.tanh %0 : {kind}
  return %1 : {kind}
}}"""
    x = np.arange(3, dtype=np.float32)
    run = hlo_opt.compile(program)
    np.testing.assert_allclose(run(x), np.tanh(2 * x), rtol=1e-6)
    with pytest.raises(DiagnosedError, match="has size 7, beyond its bound 6"):
        run(np.ones(7, np.float32))
