"""Python functions as handlers: what they get, what they may return."""

from __future__ import annotations

import numpy as np
import pytest
from ops.harness import type_of

import hlo_opt
from hlo_opt import CustomCallError, DiagnosedError
from hlo_opt.dialect.types import ELEMENT_TYPES

from .calling import call_text, register, run_call

ELEMENTS = [name for name in ELEMENT_TYPES if not name.startswith("f6")]


@pytest.mark.parametrize("element", ELEMENTS)
def test_arrays_of_every_element_type(element):
    seen = []

    def same(x):
        seen.append((x.dtype, x.shape, x.tobytes(), x.flags.writeable))
        return x

    dtype = ELEMENT_TYPES[element].dtype
    x = np.ones((2, 3), np.float32).astype(dtype)
    got = run_call(register(same), [x], [type_of(x)])
    assert seen == [(dtype, (2, 3), x.tobytes(), False)]
    assert (got.dtype, got.tobytes()) == (dtype, x.tobytes())


def test_a_function_that_returns():
    def both(x, y):
        return x + y, np.int32(len(x))

    x = np.array([1, 2], np.float32)
    total, size = run_call(register(both), [x, x], ["tensor<2xf32>", "tensor<i32>"])
    assert (total.tolist(), size) == ([2, 4], 2)


def test_a_function_that_writes():
    def both(x, y, total, size):
        np.add(x, y, out=total)
        size[...] = len(x)

    x = np.array([1, 2], np.float32)
    total, size = run_call(register(both), [x, x], ["tensor<2xf32>", "tensor<i32>"])
    assert (total.tolist(), size) == ([2, 4], 2)


def test_a_builtin_that_does_not_tell_its_parameters():
    x = np.array([1, 4], np.float32)
    assert run_call(register(np.sqrt), [x], ["tensor<2xf32>"]).tolist() == [1, 2]


def test_attributes_are_keywords():
    seen = {}

    def keep(x, **attributes):
        seen.update(attributes)
        return x

    config = (
        "b = true, i = -3 : i64, u = 200 : ui8, f = 0.5 : f32, h = 1.5 : f16, w = 2.5 : bf16, "
        's = "text", a = array<i32: 1, 2>, m = dense<[[1.0, 2.0]]> : tensor<1x2xf64>, '
        "e = dense<> : tensor<0xf32>, p = dense<[true, false]> : tensor<2xi1>, "
        "l = [1 : i8, 2 : i8], d = {inner = {x = 1 : i32}}"
    )
    run_call(register(keep), [np.float32(1)], ["tensor<f32>"], config)
    arrays = {name: seen.pop(name) for name in "amepl"}
    assert seen == {
        **{"b": True, "i": -3, "u": 200, "f": 0.5, "h": 1.5, "w": 2.5, "s": "text"},
        "d": {"inner": {"x": 1}},
    }
    assert {n: (str(a.dtype), a.tolist()) for n, a in arrays.items()} == {
        "a": ("int32", [1, 2]),
        "m": ("float64", [[1, 2]]),
        "e": ("float32", []),
        "p": ("bool", [True, False]),
        "l": ("int8", [1, 2]),
    }
    assert not any(a.flags.writeable for a in arrays.values())


def test_layouts():
    """The arrays have the program's extents, and strides that follow the layout."""
    seen = []

    def add_one(x):
        seen.append((x.shape, x.strides, x.tolist()))
        return x + np.float32(1)

    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    more = (
        "operand_layouts = [dense<[0, 1]> : tensor<2xindex>], "
        "result_layouts = [dense<[0, 1]> : tensor<2xindex>]"
    )
    got = run_call(register(add_one), [x], [type_of(x)], more=more)
    assert seen == [((2, 3), (4, 8), x.tolist())]
    np.testing.assert_array_equal(got, x + 1)


def test_operands_cannot_be_written_to():
    def overwrite(x):
        x[...] = 0
        return x

    with pytest.raises(ValueError, match="ValueError: assignment destination is read-only"):
        run_call(register(overwrite), [np.ones(2, np.float32)], ["tensor<2xf32>"])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.zeros(3, np.float32), r"result 0: expected float32\[2\], got float32\[3\]"),
        (np.zeros(2, np.float64), r"result 0: expected float32\[2\], got float64\[2\]"),
        (None, "expected 1 results, got None"),
        ((np.zeros(2, np.float32),) * 2, "expected 1 results, got 2 values"),
    ],
)
def test_results_that_do_not_fit(value, message):
    with pytest.raises(CustomCallError, match=message):
        run_call(register(lambda: value), [], ["tensor<2xf32>"])


def test_a_function_that_does_not_take_the_call():
    name = register(lambda x: x)
    with pytest.raises(DiagnosedError, match="does not take 2 operands: too many positional"):
        run_call(name, [np.float32(1)] * 2, ["tensor<f32>"])
    with pytest.raises(
        DiagnosedError, match="does not take 1 operand and attributes a: got an unexpected keyword"
    ):
        run_call(name, [np.float32(1)], ["tensor<f32>"], "a = 1 : i32")


def test_the_decorator():
    @hlo_opt.ffi_target("test.decorated")
    def double(x):
        return x * 2

    assert double(3) == 6
    assert run_call("test.decorated", [np.int32(3)], ["tensor<i32>"]) == 6


def test_side_effects_are_kept_and_in_order():
    seen = []
    name = register(lambda x: seen.append(int(x)))
    call = f"stablehlo.custom_call @{name}(%x) {{backend_config = {{}}, api_version = 4 : i32"
    text = f"""
    func.func @main(%x: tensor<i32>) -> tensor<i32> {{
      {call}, has_side_effect = true}} : (tensor<i32>) -> ()
      %0 = stablehlo.add %x, %x : tensor<i32>
      {call}, has_side_effect = true}} : (tensor<i32>) -> ()
      return %0 : tensor<i32>
    }}"""
    hlo_opt.compile(text)(np.int32(7))
    assert seen == [7, 7]


def test_calls_without_side_effects_may_go():
    seen = []

    def note(x):
        seen.append(int(x))
        return x

    name = register(note)
    call = f"stablehlo.custom_call @{name}(%x) {{backend_config = {{}}, api_version = 4 : i32}}"
    text = f"""
    func.func @main(%x: tensor<i32>) -> tensor<i32> {{
      %0 = {call} : (tensor<i32>) -> tensor<i32>
      return %x : tensor<i32>
    }}"""
    assert hlo_opt.compile(text)(np.int32(7)) == 7
    assert seen == []


def test_dynamic_shapes():
    """The shapes of the call decide those of the buffers."""
    seen = []

    def double(x):
        seen.append(x.shape)
        return x * 2

    name = register(double)
    text = f"""
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {{
      %0 = stablehlo.add %x, %x : tensor<?xf32>
      %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
      %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
      %3 = stablehlo.custom_call @{name}(%0, %2) {{backend_config = {{}}, api_version = 4 : i32,
        indices_of_shape_operands = dense<[1]> : tensor<1xi64>}}
        : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
      return %3 : tensor<?xf32>
    }}"""
    exe = hlo_opt.compile(text)
    assert exe(np.ones(2, np.float32)).tolist() == [4, 4]
    assert exe(np.ones(3, np.float32)).tolist() == [4, 4, 4]
    assert seen == [(2,), (3,)]


# --- older interfaces ---------------------------------------------------------------


def legacy_text(target: str, version: int, arguments, results: list[str], opaque="") -> str:
    text = call_text(target, arguments, results)
    config = f'backend_config = "{opaque}", api_version = {version} : i32'
    return text.replace("backend_config = {}, api_version = 4 : i32", config)


def test_old_versions(library):
    three = hlo_opt.compile(legacy_text("legacy_scale", 1, [np.float32(1)], ["tensor<f32>"]))
    assert three(np.float32(2)) == 6
    operands = [np.array(7, np.int32), np.array(2, np.int32)]
    divide = hlo_opt.compile(legacy_text("legacy_divide", 2, operands, ["tensor<i32>"] * 2))
    assert [int(v) for v in divide(*operands)] == [3, 1]
    with pytest.raises(CustomCallError, match="INTERNAL: division by zero, which is a message"):
        divide(np.int32(1), np.int32(0))
    assert [int(v) for v in divide(*operands)] == [3, 1]


@pytest.mark.parametrize("opaque", ["", "some text"])
def test_the_opaque_string(library, opaque):
    text = legacy_text("legacy_opaque", 3, [], ["tensor<i32>"], opaque)
    assert hlo_opt.compile(text)() == len(opaque)


def test_an_old_version_that_fails(library):
    with pytest.raises(CustomCallError, match="INTERNAL: told so"):
        hlo_opt.compile(legacy_text("legacy_opaque", 3, [], ["tensor<i32>"], "fail"))()


@pytest.mark.parametrize("version", [1, 2, 3])
def test_python_functions_serve_old_versions(version):
    seen = []

    def divide(x, y, **more):
        seen.append(more)
        if not y:
            raise ZeroDivisionError("nought")
        return x // y, x % y

    operands = [np.array(7, np.int32), np.array(2, np.int32)]
    text = legacy_text(register(divide), version, operands, ["tensor<i32>"] * 2, "text")
    exe = hlo_opt.compile(text)
    assert [int(v) for v in exe(*operands)] == [3, 1]
    assert seen == [{"opaque": "text"}]
    with pytest.raises(CustomCallError, match="ZeroDivisionError: nought") as caught:
        exe(np.int32(1), np.int32(0))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert [int(v) for v in exe(*operands)] == [3, 1]


def test_jax_marks_calls_of_xla_ffi_by_an_attribute():
    def scale(x, *, factor):
        return x * np.float32(factor)

    name = register(scale)
    text = f"""
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %0 = stablehlo.custom_call @{name}(%x) {{backend_config = "",
        mhlo.backend_config = {{factor = 3.0 : f64}}}} : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}"""
    assert hlo_opt.compile(text)(np.ones(2, np.float32)).tolist() == [3, 3]
