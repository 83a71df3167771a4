"""The reference interpreter in its own process: every element type, and every way to fail."""

from __future__ import annotations

import numpy as np
import pytest
from test_executable import EXAMPLES

import hlo_opt
from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.types import ELEMENT_TYPES
from hlo_opt.runtime.interpreter import interpret


@pytest.mark.filterwarnings("ignore:invalid value encountered")
def test_every_element_type():
    """One program with an argument and a result of each type: one start of the process."""
    types = [f"tensor<2x{name}>" for name in EXAMPLES]
    arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(types))
    values = ", ".join(f"%a{i}" for i in range(len(types)))
    program = (
        f"func.func @main({arguments}) -> ({', '.join(types)}) {{\n"
        f"return {values} : {', '.join(types)} }}"
    )
    inputs = [np.array(v, ELEMENT_TYPES[name].dtype) for name, v in EXAMPLES.items()]
    for name, got, expected in zip(EXAMPLES, interpret(program, inputs), inputs, strict=True):
        assert got.dtype == expected.dtype, name
        # (numpy takes NaNs for equal only in its own types.)
        wide = np.complex128 if expected.dtype.kind == "c" else np.float64
        if ELEMENT_TYPES[name].kind in ("float", "complex"):
            got, expected = got.astype(wide), expected.astype(wide)
        np.testing.assert_array_equal(got, expected, err_msg=name)


def test_functions_calls_chlo_and_shapes():
    program = """
      func.func private @main(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }
      func.func @entry(%a: tensor<0x3xf32>, %b: tensor<f32>) -> (tensor<0x3xf32>, tensor<f32>) {
        %0 = call @main(%b) : (tensor<f32>) -> tensor<f32>
        %1 = chlo.square %0 : tensor<f32> -> tensor<f32>
        %2 = call @twice(%1) : (tensor<f32>) -> tensor<f32>
        return %a, %2 : tensor<0x3xf32>, tensor<f32>
      }
      func.func @twice(%a: tensor<f32>) -> tensor<f32> {
        %0 = stablehlo.add %a, %a : tensor<f32>
        return %0 : tensor<f32>
      }"""
    empty, number = interpret(program, [np.zeros((0, 3), np.float32), 3.0], function="entry")
    assert empty.shape == (0, 3)
    assert number.shape == ()
    assert number == 18


def test_an_abort_is_an_error():
    program = """
      func.func @main(%a: tensor<4x2xf32>, %b: tensor<2xf32>) -> tensor<4x2xf32> {
        %0 = "stablehlo.batch_norm_inference"(%a, %b, %b, %b, %b)
          {epsilon = 0.0 : f32, feature_index = 1 : i64}
          : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
          -> tensor<4x2xf32>
        return %0 : tensor<4x2xf32>
      }"""
    with pytest.raises(DiagnosedError, match="the reference interpreter ended "):
        interpret(program, [np.ones((4, 2), np.float32), np.ones(2, np.float32)])


def test_what_it_is_not_given():
    program = """
      func.func @main(%t: !stablehlo.token) -> !stablehlo.token {
        return %t : !stablehlo.token
      }"""
    with pytest.raises(DiagnosedError, match="is not given tuples or tokens"):
        interpret(program, [])
    with pytest.raises(DiagnosedError, match="no function 'mian'"):
        interpret(program, [], function="mian")
    with pytest.raises(ValueError, match=r"argument 0 \(%arg0\): expected tensor<2xf32>"):
        interpret(
            "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }",
            [np.zeros(3, np.float32)],
        )


def test_the_module_is_not_changed():
    from hlo_opt.dialect.parse import parse

    module = parse(
        "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }"
    )
    before = str(module)
    interpret(module, [np.zeros(2, np.float32)])
    assert str(module) == before
    hlo_opt.compile(module)
