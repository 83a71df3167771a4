"""Handlers in C++ with every kind of binding, called from StableHLO text."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from ops.harness import type_of

import hlo_opt
from hlo_opt.dialect.types import ELEMENT_TYPES
from hlo_opt.passes.custom_calls import abi

from .calling import call_text, run_call

pytestmark = pytest.mark.usefixtures("library")


# The numbers of XLA_FFI_DataType in XLA's own header.
DATA_TYPES = {
    **{"i1": 1, "i8": 2, "i16": 3, "i32": 4, "i64": 5, "ui8": 6, "ui16": 7, "ui32": 8, "ui64": 9},
    **{"f16": 10, "f32": 11, "f64": 12, "complex<f32>": 15, "bf16": 16, "complex<f64>": 18},
    **{"f8E5M2": 19, "f8E4M3FN": 20, "i4": 21, "ui4": 22, "f8E4M3B11FNUZ": 23, "f8E5M2FNUZ": 24},
    **{"f8E4M3FNUZ": 25, "i2": 26, "ui2": 27, "f8E4M3": 28, "f8E3M4": 29, "f4E2M1FN": 32},
    "f8E8M0FNU": 33,
}


@pytest.mark.parametrize("element", sorted(DATA_TYPES))
def test_buffers_of_every_data_type(element):
    x = np.zeros((2, 3), ELEMENT_TYPES[element].dtype)
    x.view(np.uint8)[...] = 1
    report = run_call("inspect_buffer", [x], ["tensor<6xi64>"])
    assert report.tolist() == [DATA_TYPES[element], 2, 6, x.nbytes, 2, 3]
    assert run_call("copy_bytes", [x], [type_of(x)]).tobytes() == x.tobytes()
    assert abi.DATA_TYPES[element] == DATA_TYPES[element]


@pytest.mark.parametrize("shape", [(), (1,), (7,), (2, 3, 4), (1, 2, 1, 3, 1, 2)])
def test_buffers_of_every_rank(shape):
    x = np.arange(np.prod(shape, dtype=int), dtype=np.uint8).reshape(shape)
    report = run_call("inspect_buffer", [x], [f"tensor<{4 + len(shape)}xi64>"])
    assert report.tolist() == [6, len(shape), x.size, x.sum(), *shape]


@pytest.mark.parametrize("shape", [(0,), (2, 0), (0, 3, 2)])
def test_buffers_without_elements(shape):
    x = np.zeros(shape, np.float32)
    report = run_call("inspect_buffer", [x], [f"tensor<{4 + len(shape)}xi64>"])
    assert report.tolist() == [11, len(shape), 0, 0, *shape]
    assert run_call("copy_bytes", [x], [type_of(x)]).shape == shape


def test_typed_buffers():
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert run_call("square", [x], [type_of(x)]).tolist() == [[0, 1, 4], [9, 16, 25]]
    y = np.ones_like(x)
    got = run_call("axpy", [x, y], [type_of(x)], "a = 2.0 : f32")
    assert got.tolist() == [[1, 3, 5], [7, 9, 11]]


def test_the_example_of_the_document():
    rng = np.random.default_rng(0)
    b, c = (rng.standard_normal(n).astype(np.float32) for n in (128, 2048))
    got = run_call("do_custom_call", [b, c], ["tensor<2048xf32>"])
    np.testing.assert_array_equal(got, np.tile(b, 16) + c)


def test_variadic():
    first, x, y = (np.array(v, np.float32) for v in ([10], [1, 2, 3], [[4], [5]]))
    count, a, b = run_call(
        "add_to_all", [first, x, y], ["tensor<i64>", "tensor<3xf32>", "tensor<2x1xf32>"]
    )
    assert (count, a.tolist(), b.tolist()) == (2, [11, 12, 13], [[14], [15]])
    assert run_call("add_to_all", [first], ["tensor<i64>"]) == 0


def test_scalar_attributes():
    got = run_call(
        "scalar_attributes",
        [],
        ["tensor<11xf64>"],
        "b = true, i8 = -8 : i8, i16 = -1600 : i16, i32 = -320000 : i32, i64 = -6400000000 : i64, "
        "u8 = 200 : ui8, u16 = 60000 : ui16, u32 = 4000000000 : ui32, "
        "u64 = 18000000000000000000 : ui64, f32 = 1.5 : f32, f64 = -2.5 : f64",
    )
    expected = [1, -8, -1600, -320000, -6.4e9, 200, 60000, 4e9, 1.8e19, 1.5, -2.5]
    assert got.tolist() == expected


def test_array_attributes():
    """(The handler gives sum + 1000 * size.)"""
    got = run_call(
        "array_attributes",
        [],
        ["tensor<8xf64>"],
        "i8 = array<i8: -1, 2>, i32 = array<i32: 1, 2, 3>, i64 = dense<[4, 5]> : tensor<2xi64>, "
        "u32 = dense<3000000000> : tensor<2xui32>, f32 = array<f32: 0.5, 0.25>, "
        "f64 = dense<[[1.0, 2.0], [3.0, 4.5]]> : tensor<2x2xf64>, empty = [], list = [7, 8, 9]",
    )
    assert got.tolist() == [2001, 3006, 2009, 6e9 + 2000, 2000.75, 4010.5, 0, 3024]


@pytest.mark.parametrize("text", ["", "string", "naïve ✓", "with \\00 inside"])
def test_string_attributes(text):
    content = text.replace("\\00", "\0").encode()
    got = run_call("string_attribute", [], [f"tensor<{len(content)}xui8>"], f'text = "{text}"')
    assert got.tobytes() == content


@pytest.mark.parametrize(("command", "expected"), [(0, 5), (1, 6)])
def test_enums(command, expected):
    x, y = np.float32(2), np.float32(3)
    config = f"command = {command} : i32"
    assert (
        run_call("enum_attribute", [np.array(x), np.array(y)], ["tensor<f32>"], config) == expected
    )


def test_structs():
    x = np.array([-5, 7, 50])
    config = "range = {lo = 0 : i64, hi = 42 : i64}"
    assert run_call("struct_attribute", [x], ["tensor<3xi64>"], config).tolist() == [0, 7, 42]


def test_all_attributes_as_a_dictionary():
    config = (
        "i32 = 42 : i32, range = {lo = 1 : i64, hi = 4 : i64}, "
        'outer = {inner = {text = "deep"}}, zero = 0.0 : f32'
    )
    assert run_call("all_attributes", [], ["tensor<5xi64>"], config).tolist() == [4, 42, 3, 4, 0]


@pytest.mark.parametrize(("layout", "order"), [("[1, 0]", "C"), ("[0, 1]", "F")])
def test_layouts(layout, order):
    """A handler sees the extents of the program and the bytes in the order of the layout."""
    x = np.arange(6, dtype=np.uint8).reshape(2, 3)
    more = (
        f"operand_layouts = [dense<{layout}> : tensor<2xindex>], "
        "result_layouts = [dense<0> : tensor<1xindex>]"
    )
    got = run_call("copy_bytes", [x], ["tensor<6xui8>"], more=more)
    assert got.tolist() == x.ravel(order).tolist()
    more = (
        "operand_layouts = [dense<0> : tensor<1xindex>], "
        f"result_layouts = [dense<{layout}> : tensor<2xindex>]"
    )
    got = run_call("copy_bytes", [x.ravel()], ["tensor<2x3xui8>"], more=more)
    np.testing.assert_array_equal(got, np.arange(6).reshape((2, 3), order=order))


@pytest.mark.parametrize("shape", [(2, 3, 4), (3, 1, 2), (1, 1, 5), (2, 0, 3)])
def test_layouts_of_rank_3(shape):
    x = np.arange(np.prod(shape), dtype=np.int16).reshape(shape)
    more = (
        "operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], "
        "result_layouts = [dense<[0, 2, 1]> : tensor<3xindex>]"
    )
    got = run_call("copy_bytes", [x], [type_of(x)], more=more)
    # Outermost to innermost: dimensions 0, 2, 1 of the operand, 1, 2, 0 of the result.
    flat = x.transpose(0, 2, 1).ravel()
    physical = flat.reshape([shape[d] for d in (1, 2, 0)])
    np.testing.assert_array_equal(got, physical.transpose(2, 0, 1))


def alias(operand: int, results: str = "0") -> str:
    return (
        "output_operand_aliases = [#stablehlo.output_operand_alias<"
        f"output_tuple_indices = [{results}], operand_index = {operand}, "
        "operand_tuple_indices = []>]"
    )


def test_an_aliased_result_is_in_the_buffer_of_its_operand():
    x = np.array([1, 2, 3], np.int32)
    results = ["tensor<3xi32>", "tensor<i1>"]
    got, same = run_call("increment", [x], results, more=alias(0))
    assert (got.tolist(), bool(same)) == ([2, 3, 4], True)
    assert x.tolist() == [1, 2, 3]
    got, same = run_call("increment", [x], results)
    assert (got.tolist(), bool(same)) == ([2, 3, 4], False)


def test_an_aliased_operand_keeps_its_value_for_others():
    x = np.array([1, 2, 3], np.int32)
    text = f"""
    func.func @main(%x: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {{
      %0 = stablehlo.add %x, %x : tensor<3xi32>
      %1:2 = stablehlo.custom_call @increment(%0) {{backend_config = {{}}, api_version = 4 : i32,
        {alias(0)}}} : (tensor<3xi32>) -> (tensor<3xi32>, tensor<i1>)
      %2:2 = stablehlo.custom_call @increment(%1#0) {{backend_config = {{}}, api_version = 4 : i32,
        {alias(0)}}} : (tensor<3xi32>) -> (tensor<3xi32>, tensor<i1>)
      return %0, %1#0, %2#0 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
    }}"""
    got = [r.tolist() for r in hlo_opt.compile(text)(x)]
    assert got == [[2, 4, 6], [3, 5, 7], [4, 6, 8]]


def test_tokens():
    text = """
    func.func @main(%t: !stablehlo.token, %x: tensor<f32>) -> (!stablehlo.token, tensor<f32>) {
      %0:2 = stablehlo.custom_call @with_token(%t, %x) {backend_config = {}, api_version = 4 : i32}
        : (!stablehlo.token, tensor<f32>) -> (!stablehlo.token, tensor<f32>)
      return %0#0, %0#1 : !stablehlo.token, tensor<f32>
    }"""
    assert hlo_opt.compile(text)(np.float32(1)) == 2


def test_tuples_are_flattened():
    text = """
    func.func @main(%a: tensor<1xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>)
        -> (tensor<i64>, tensor<2xf32>, tensor<3xf32>) {
      %0 = stablehlo.tuple %b, %c : tuple<tensor<2xf32>, tensor<3xf32>>
      %1 = stablehlo.tuple %a, %0
        : tuple<tensor<1xf32>, tuple<tensor<2xf32>, tensor<3xf32>>>
      %2 = stablehlo.custom_call @add_to_all(%1) {backend_config = {}, api_version = 4 : i32}
        : (tuple<tensor<1xf32>, tuple<tensor<2xf32>, tensor<3xf32>>>)
        -> tuple<tensor<i64>, tuple<tensor<2xf32>, tensor<3xf32>>>
      %3 = stablehlo.get_tuple_element %2[0]
        : (tuple<tensor<i64>, tuple<tensor<2xf32>, tensor<3xf32>>>) -> tensor<i64>
      %4 = stablehlo.get_tuple_element %2[1]
        : (tuple<tensor<i64>, tuple<tensor<2xf32>, tensor<3xf32>>>)
        -> tuple<tensor<2xf32>, tensor<3xf32>>
      %5 = stablehlo.get_tuple_element %4[0]
        : (tuple<tensor<2xf32>, tensor<3xf32>>) -> tensor<2xf32>
      %6 = stablehlo.get_tuple_element %4[1]
        : (tuple<tensor<2xf32>, tensor<3xf32>>) -> tensor<3xf32>
      return %3, %5, %6 : tensor<i64>, tensor<2xf32>, tensor<3xf32>
    }"""
    arguments = [np.arange(n, dtype=np.float32) + n for n in (1, 2, 3)]
    count, b, c = hlo_opt.compile(text)(*arguments)
    assert (count, b.tolist(), c.tolist()) == (2, [3, 4], [4, 5, 6])


def test_contexts():
    exe = hlo_opt.compile(call_text("contexts", [], ["tensor<5xi64>"]))
    first, second = exe().tolist(), exe().tolist()
    assert first[0] != second[0]
    assert first[1:3] == [0, 0]
    assert first[3] >= 1
    assert first[4] == 8


def test_user_data(library):
    class Settings(ctypes.Structure):
        _fields_ = (("value", ctypes.c_int64),)

    settings = Settings(42)
    exe = hlo_opt.compile(call_text("user_data", [], ["tensor<i64>"]))
    with hlo_opt.ffi_user_data("test.settings", ctypes.addressof(settings)):
        assert exe() == 42
    with pytest.raises(ValueError, match="no user data of type id"):
        exe()
    with pytest.raises(LookupError, match="no FFI type 'nothing' is registered"):
        with hlo_opt.ffi_user_data("nothing", 0):
            pass


def test_stages_and_state(library):
    """Instantiated state lasts as long as the executable, prepared state one run."""
    alive = library.counters_alive
    alive.restype = ctypes.c_int64
    before = alive()
    exe = hlo_opt.compile(call_text("counter", [], ["tensor<2xi64>"], "start = 5 : i64"))
    assert alive() == before + 1
    assert exe().tolist() == [6, 601]
    assert exe().tolist() == [7, 701]
    assert alive() == before + 1
    other = hlo_opt.compile(call_text("counter", [], ["tensor<2xi64>"], "start = 0 : i64"))
    assert other().tolist() == [1, 101]
    assert alive() == before + 2
    del exe, other
    assert alive() == before


def test_instantiation_that_fails(library):
    text = call_text("counter", [], ["tensor<2xi64>"], "start = -1 : i64")
    with pytest.raises(hlo_opt.CustomCallError, match="OUT_OF_RANGE: negative start"):
        hlo_opt.compile(text)


def test_asynchronous_handlers():
    x = np.arange(4, dtype=np.float32)
    config = 'milliseconds = 20 : i32, error = ""'
    assert run_call("double_later", [x], [type_of(x)], config).tolist() == [0, 2, 4, 6]
    config = 'milliseconds = 5 : i32, error = "lost"'
    with pytest.raises(hlo_opt.CustomCallError, match="DATA_LOSS: lost"):
        run_call("double_later", [x], [type_of(x)], config)


def test_results_go_on_being_used():
    """What a call computes is operand of other operations, and of other calls."""
    text = """
    func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
      %0 = stablehlo.custom_call @square(%x) {backend_config = {}, api_version = 4 : i32}
        : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %1 = stablehlo.add %0, %x : tensor<2x3xf32>
      %2 = stablehlo.custom_call @square(%1) {backend_config = {}, api_version = 4 : i32}
        : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %3 = stablehlo.subtract %2, %0 : tensor<2x3xf32>
      %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
      return %4 : tensor<3x2xf32>
    }"""
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    expected = ((x * x + x) ** 2 - x * x).T
    np.testing.assert_array_equal(hlo_opt.compile(text)(x), expected)
