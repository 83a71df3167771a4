"""`hlo_opt.compile`: what it takes, which function it compiles, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt
from hlo_opt import DiagnosedError
from hlo_opt.dialect.context import default_context
from hlo_opt.dialect.mlir import ir
from hlo_opt.passes.target import host

TWO = """
module attributes {mhlo.num_partitions = 1 : i32} {
  func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @helper(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func public @other(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @nobody_has_this(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @helper(%a: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %a, %a : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
"""


def test_only_the_function_that_is_asked_for_is_compiled():
    """(The other public function could not be.)"""
    ones = np.ones(2, np.float32)
    np.testing.assert_array_equal(hlo_opt.compile(TWO)(ones), [2, 2])
    np.testing.assert_array_equal(hlo_opt.compile(TWO, function="helper")(ones), [2, 2])
    with pytest.raises(DiagnosedError, match="nobody_has_this"):
        hlo_opt.compile(TWO, function="other")


def test_a_missing_function():
    message = r"no function 'mian' \(the program has main, other, helper\); did you mean 'main'\?"
    with pytest.raises(DiagnosedError, match=message):
        hlo_opt.compile(TWO, function="mian")
    with pytest.raises(DiagnosedError, match=r"no function 'main' \(the program has none\)"):
        hlo_opt.compile("module {}")


def test_a_module_is_not_changed():
    with default_context():
        module = ir.Module.parse(TWO)
    before = str(module)
    hlo_opt.compile(module)
    assert str(module) == before


def test_a_path_names_the_source_of_errors(tmp_path):
    path = tmp_path / "program.mlir"
    path.write_text(TWO)
    np.testing.assert_array_equal(hlo_opt.compile(path)(np.ones(2, np.float32)), [2, 2])
    for program in (path, str(path)):
        with pytest.raises(DiagnosedError) as caught:
            hlo_opt.compile(program, function="other")
        location = caught.value.diagnostics[0].location
        assert (location.file, location.line) == (str(path), 8)


def test_arguments_of_compile():
    with pytest.raises(ValueError, match=r"^unknown target 'tpu' \(there is cpu\)"):
        hlo_opt.compile(TWO, target="tpu")
    with pytest.raises(ValueError, match=r"^num_threads must be positive, got 0"):
        hlo_opt.compile(TWO, num_threads=0)
    with pytest.raises(TypeError, match=r"a program is text, bytes, a path or an ir\.Module"):
        hlo_opt.compile(3)
    ones = np.ones(2, np.float32)
    np.testing.assert_array_equal(hlo_opt.compile(TWO, num_threads=2)(ones), [2, 2])


@pytest.mark.parametrize(
    ("type", "message"),
    [
        ("tensor<*xf32>", "%arg0 is 'tensor<*xf32>', which no array can hold"),
        ("tensor<9999999x9999999xf64>", "more than can be addressed"),
    ],
)
def test_types_that_cannot_be_passed(type, message):
    with pytest.raises(DiagnosedError) as caught:
        hlo_opt.compile(f"func.func @main(%a: {type}) -> {type} {{ return %a : {type} }}")
    assert message in str(caught.value)
    assert caught.value.diagnostics[0].location.line == 1


def test_a_function_may_have_the_name_of_a_c_function():
    """(The entry point must not stand in for the function that it calls.)"""
    for name in ("exp", "expf", "malloc", "kernel_0"):
        exe = hlo_opt.compile(
            f"func.func @{name}(%a: tensor<2xf32>) -> tensor<2xf32> {{\n"
            "%0 = stablehlo.exponential %a : tensor<2xf32>\nreturn %0 : tensor<2xf32> }",
            function=name,
        )
        np.testing.assert_allclose(exe(np.ones(2, np.float32)), np.e, rtol=1e-6)


SUM = """
func.func @main(%x: tensor<8x4096xf32>) -> tensor<8xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<8x4096xf32>, tensor<f32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}"""


def test_sums_have_the_documented_order():
    """In `passes.vectorize.strategy`: partial sums per lane, then halves of the lanes."""
    x = np.random.default_rng(0).standard_normal((8, 4096)).astype(np.float32)
    lanes = 4 * host().lanes(32)
    partial = np.zeros((8, lanes), np.float32)
    for start in range(0, 4096, lanes):
        partial += x[:, start : start + lanes]
    while lanes > 1:
        lanes //= 2
        partial = partial[:, :lanes] + partial[:, lanes:]
    np.testing.assert_array_equal(hlo_opt.compile(SUM)(x), partial[:, 0])
    regrouped = hlo_opt.compile(SUM, fast_math=True)(x)
    np.testing.assert_allclose(regrouped, x.sum(1, dtype=np.float64), atol=1e-3)
