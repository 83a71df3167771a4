"""The custom calls that JAX emits by itself."""

from __future__ import annotations

import numpy as np
import pytest
from ops.harness import type_of

import hlo_opt
from hlo_opt import CustomCallError, DiagnosedError

from .calling import call_text


def run(body: str, *arguments, functions: str = ""):
    """Run ``body``, which uses %0, %1, … and ends in ``return``, with a type per result."""
    returned = body[body.rindex("return") :].partition(":")[2].strip().rstrip("}").strip()
    parameters = ", ".join(f"%{i}: {type_of(a)}" for i, a in enumerate(arguments))
    text = f"func.func @main({parameters}) -> ({returned}) {{\n{body}\n}}\n{functions}"
    return hlo_opt.compile(text)(*arguments)


X = np.random.default_rng(0).standard_normal((3, 7)).astype(np.float32)


@pytest.mark.parametrize(
    "target",
    ["Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement"],
)
def test_on_one_device_these_are_the_identity(target):
    body = (
        f"%r = stablehlo.custom_call @{target}(%0) {{mhlo.sharding = "
        '"{replicated}", has_side_effect = true} : (tensor<3x7xf32>) -> tensor<3x7xf32>\n'
        "return %r : tensor<3x7xf32>"
    )
    np.testing.assert_array_equal(run(body, X), X)


@pytest.mark.parametrize("target", ["mhlo.topk", "topk", "TopK"])
@pytest.mark.parametrize("largest", ["true", "false"])
def test_top_k(target, largest):
    body = (
        f"%r:2 = stablehlo.custom_call @{target}(%0) {{mhlo.attributes = {{k = 3 : i64, "
        f"largest = {largest}}}}} : (tensor<3x7xf32>) -> (tensor<3x3xf32>, tensor<3x3xi32>)\n"
        "return %r#0, %r#1 : tensor<3x3xf32>, tensor<3x3xi32>"
    )
    values, indices = run(body, X)
    order = np.argsort(-X if largest == "true" else X, axis=1, kind="stable")[:, :3]
    np.testing.assert_array_equal(indices, order)
    np.testing.assert_array_equal(values, np.take_along_axis(X, order, 1))


def test_top_k_of_equal_and_of_integer_elements():
    x = np.array([3, 1, 3, 2, 3], np.uint8)
    body = (
        "%r:2 = stablehlo.custom_call @topk(%0) : (tensor<5xui8>) -> (tensor<4xui8>, "
        "tensor<4xi32>)\nreturn %r#0, %r#1 : tensor<4xui8>, tensor<4xi32>"
    )
    values, indices = run(body, x)
    assert (values.tolist(), indices.tolist()) == ([3, 3, 3, 2], [0, 2, 4, 3])


APPROXIMATE = """
%i = stablehlo.iota dim = 1 : tensor<3x7xi32>
%m = stablehlo.constant dense<-1> : tensor<i32>
%n = stablehlo.constant dense<0xFF800000> : tensor<f32>
%r:2 = stablehlo.custom_call @ApproxTopK(%0, %i, %n, %m) {backend_config = "",
  called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true,
  is_fallback = true, recall_target = 0.95 : f32, reduction_dim = 1 : i64,
  reduction_input_size_override = -1 : i64, top_k = 2 : i64}}
  : (tensor<3x7xf32>, tensor<3x7xi32>, tensor<f32>, tensor<i32>)
  -> (tensor<3x2xf32>, tensor<3x2xi32>)
return %r#0, %r#1 : tensor<3x2xf32>, tensor<3x2xi32>
"""
GREATER = """
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>)
    -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %0 : tensor<i1>
}
"""


def test_approximate_top_k_is_exact():
    values, indices = run(APPROXIMATE, X, functions=GREATER)
    order = np.argsort(-X, axis=1)[:, :2]
    np.testing.assert_array_equal(indices, order)
    np.testing.assert_array_equal(values, np.take_along_axis(X, order, 1))


@pytest.mark.parametrize("target", ["cu_threefry2x32", "cu_threefry2x32_ffi"])
def test_threefry(target):
    """The known answers of Random123 for threefry2x32 with 20 rounds."""
    key = np.array([[0, 0], [0xFFFFFFFF, 0xFFFFFFFF], [0x13198A2E, 0x03707344]], np.uint32)
    counter = np.array([[0, 0], [0xFFFFFFFF, 0xFFFFFFFF], [0x243F6A88, 0x85A308D3]], np.uint32)
    expected = [[0x6B200159, 0x99BA4EFE], [0x1CB996FC, 0xBB002BE7], [0xC4923A9C, 0x483DF7A0]]
    t = "tensor<3xui32>"
    body = (
        f"%r:2 = stablehlo.custom_call @{target}(%0, %1, %2, %3) : ({t}, {t}, {t}, {t}) -> "
        f"({t}, {t})\nreturn %r#0, %r#1 : {t}, {t}"
    )
    operands = [key[:, 0], key[:, 1], counter[:, 0], counter[:, 1]]
    got = run(body, *map(np.ascontiguousarray, operands))
    np.testing.assert_array_equal(np.stack(got, 1), np.array(expected, np.uint32))


ASSERTION = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %ok = stablehlo.compare GE, %n, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %n) {api_version = 2 : i32, backend_config = "",
    error_message = "expected at least 2, got {0}", has_side_effect = true}
    : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
}
"""


def test_shape_assertions():
    exe = hlo_opt.compile(ASSERTION)
    assert exe(np.ones(3, np.float32)).tolist() == [1, 1, 1]
    with pytest.raises(DiagnosedError) as caught:
        exe(np.ones(1, np.float32))
    message = "<string>:6:3: error: shape assertion failed: expected at least 2, got 1"
    assert str(caught.value) == message


def test_an_assertion_about_values_cannot_be_checked():
    body = (
        'stablehlo.custom_call @shape_assertion(%0) {api_version = 2 : i32, error_message = "",'
        " has_side_effect = true} : (tensor<i1>) -> ()\nreturn %0 : tensor<i1>"
    )
    with pytest.raises(DiagnosedError, match="'shape_assertion': operand 0 must be a constant"):
        run(body, np.array(True))


def test_dynamic_reduce_window():
    """The example of ``reduce_window`` in the specification."""
    body = """
    %i = stablehlo.constant dense<0> : tensor<i64>
    %a = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
    %b = stablehlo.constant dense<[4, 1]> : tensor<2xi64>
    %c = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
    %d = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
    %e = stablehlo.constant dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
    %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%0, %i, %a, %b, %c, %d, %e)
      {called_computations = [@add]} : (tensor<3x2xi64>, tensor<i64>, tensor<2xi64>,
      tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
    return %r : tensor<2x2xi64>"""
    add = (
        "func.func private @add(%a: tensor<i64>, %b: tensor<i64>) -> tensor<i64> {\n"
        "%0 = stablehlo.add %a, %b : tensor<i64>\nfunc.return %0 : tensor<i64> }"
    )
    x = np.array([[1, 2], [3, 4], [5, 6]])
    assert run(body, x, functions=add).tolist() == [[0, 0], [3, 4]]


def test_dynamic_top_k():
    text = """
    func.func @main(%x: tensor<?x5xf32>) -> tensor<?x?xf32> {
      %k = stablehlo.constant dense<2> : tensor<ui64>
      %r:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k)
        : (tensor<?x5xf32>, tensor<ui64>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
      %s = stablehlo.add %r#0, %r#0 : tensor<?x?xf32>
      return %s : tensor<?x?xf32>
    }"""
    x = np.arange(10, dtype=np.float32).reshape(2, 5)
    assert hlo_opt.compile(text)(x).tolist() == [[8, 6], [18, 16]]


def test_dynamic_rng_bit_generator():
    """It gives what the static operation gives."""
    text = """
    func.func @main(%s: tensor<2xui64>, %x: tensor<?xf32>) -> (tensor<2xui64>, tensor<?xui32>) {
      %k = stablehlo.constant dense<4> : tensor<1xi64>
      %r:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %k)
        {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}
        : (tensor<2xui64>, tensor<1xi64>) -> (tensor<2xui64>, tensor<?xui32>)
      return %r#0, %r#1 : tensor<2xui64>, tensor<?xui32>
    }"""
    seed = np.array([1, 2], np.uint64)
    state, bits = hlo_opt.compile(text)(seed, np.ones(3, np.float32))
    body = (
        "%s, %b = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> "
        "(tensor<2xui64>, tensor<4xui32>)\nreturn %s, %b : tensor<2xui64>, tensor<4xui32>"
    )
    expected = run(body, seed)
    np.testing.assert_array_equal(state, expected[0])
    np.testing.assert_array_equal(bits, expected[1])


# --- callbacks ----------------------------------------------------------------------

CALLBACK = "xla_ffi_python_cpu_callback"


def callback_text(arguments, results, index: int, more: str = "") -> str:
    return call_text(CALLBACK, arguments, results, f"index = {index} : ui64", more)


def test_callbacks():
    x = np.arange(3, dtype=np.float32)
    text = callback_text([x], ["tensor<3xf32>"], 1)
    exe = hlo_opt.compile(text, callbacks=[lambda x: 1 / 0, lambda x: (x * 2,)])
    assert exe(x).tolist() == [0, 2, 4]


def test_a_callback_with_effects_and_tokens():
    seen = []
    text = """
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %t = stablehlo.create_token : !stablehlo.token
      %0:2 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %x) {backend_config = "",
        has_side_effect = true, mhlo.backend_config = {index = 0 : ui64},
        operand_layouts = [dense<> : tensor<0xindex>, dense<> : tensor<0xindex>],
        result_layouts = [dense<> : tensor<0xindex>, dense<> : tensor<0xindex>]}
        : (!stablehlo.token, tensor<f32>) -> (!stablehlo.token, tensor<f32>)
      stablehlo.custom_call @xla_ffi_python_cpu_callback(%0#1) {backend_config = "",
        has_side_effect = true, mhlo.backend_config = {index = 1 : ui64}} : (tensor<f32>) -> ()
      return %0#1 : tensor<f32>
    }"""

    def ordered(token, x):
        assert token is None
        return token, x + 1

    exe = hlo_opt.compile(text, callbacks=[ordered, lambda x: seen.append(float(x))])
    assert exe(np.float32(4)) == 5
    assert seen == [5]


def test_callbacks_that_are_missing():
    x = np.arange(3, dtype=np.float32)
    text = callback_text([x], ["tensor<3xf32>"], 2)
    with pytest.raises(DiagnosedError, match="calls the Python function number 2, and 1 was given"):
        hlo_opt.compile(text, callbacks=[lambda x: x])
    with pytest.raises(DiagnosedError, match=r"number 2, and 0 were given \(compile\(callbacks="):
        hlo_opt.compile(text)


def test_a_callback_that_raises():
    x = np.arange(3, dtype=np.float32)
    exe = hlo_opt.compile(callback_text([x], ["tensor<3xf32>"], 0), callbacks=[lambda x: 1 / 0])
    with pytest.raises(CustomCallError, match="ZeroDivisionError"):
        exe(x)
