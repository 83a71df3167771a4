"""Calling what `hlo_opt.compile` returns: arguments, results, types."""

from __future__ import annotations

import gc

import ml_dtypes
import numpy as np
import pytest

import hlo_opt

ADD = """
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""


@pytest.fixture(scope="module")
def add():
    return hlo_opt.compile(ADD)


def identity(type: str):
    return hlo_opt.compile(f"func.func @main(%a: {type}) -> {type} {{ return %a : {type} }}")


# --- results --------------------------------------------------------------------


def test_one_result_is_an_array(add):
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    result = add(a, a)
    assert isinstance(result, np.ndarray)
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, a + a)


def test_several_results_are_a_tuple_and_independent():
    """One value returned twice, an argument and a constant: four arrays that share nothing."""
    exe = hlo_opt.compile("""
      func.func @main(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<2xi32>) {
        %c = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
        %0 = stablehlo.negate %a : tensor<4xi32>
        return %0, %0, %a, %c : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<2xi32>
      }""")  # noqa: E501
    a = np.array([1, 2, 3, 4], np.int32)
    results = exe(a)
    assert isinstance(results, tuple)
    expected = (-a, -a, a, np.array([5, 6]))
    for i, result in enumerate(results):
        np.testing.assert_array_equal(result, expected[i])
        for other in (*results[:i], a):
            assert not np.shares_memory(result, other)
    results[3][:] = 0  # the constant itself is not handed out
    np.testing.assert_array_equal(exe(a)[3], [5, 6])


def test_no_arguments_and_no_results():
    assert hlo_opt.compile("func.func @main() { return }")() == ()
    constant = hlo_opt.compile(
        "func.func @main() -> tensor<i64> { %c = stablehlo.constant dense<7> : tensor<i64>\n"
        "return %c : tensor<i64> }"
    )
    assert constant().shape == ()
    assert constant() == 7


@pytest.mark.parametrize(("size", "alignment"), [(6, 4), (5000, 64)])
def test_results_are_aligned_and_writable(size, alignment):
    run = identity(f"tensor<{size}xf32>")
    a = np.ones(size, np.float32)
    for _ in range(50):
        result = run(a)
        assert result.ctypes.data % alignment == 0
        assert result.flags.writeable
        assert result.flags.c_contiguous


def test_results_outlive_the_executable():
    exe = hlo_opt.compile(ADD)
    result = exe(np.ones((2, 3), np.float32), np.ones((2, 3), np.float32))
    del exe
    gc.collect()
    np.testing.assert_array_equal(result, np.full((2, 3), 2, np.float32))


def test_calls_do_not_share_results(add):
    ones = np.ones((2, 3), np.float32)
    first = add(ones, ones)
    second = add(ones, first)
    np.testing.assert_array_equal(first, 2 * ones)
    np.testing.assert_array_equal(second, 3 * ones)


# --- arguments ------------------------------------------------------------------


def test_inputs_are_not_written():
    """The loop and the update in place would be happy to work in the argument's buffer."""
    exe = hlo_opt.compile("""
      func.func @main(%a: tensor<8xf32>, %n: tensor<i32>) -> tensor<8xf32> {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %one = stablehlo.constant dense<1> : tensor<i32>
        %u = stablehlo.constant dense<-1.0> : tensor<1xf32>
        %r:2 = stablehlo.while(%x = %a, %i = %zero) : tensor<8xf32>, tensor<i32>
          cond {
            %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
          } do {
            %y = stablehlo.dynamic_update_slice %x, %u, %i
              : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
            %j = stablehlo.add %i, %one : tensor<i32>
            stablehlo.return %y, %j : tensor<8xf32>, tensor<i32>
          }
        return %r#0 : tensor<8xf32>
      }""")
    a = np.arange(8, dtype=np.float32)
    before = a.copy()
    result = exe(a, np.int32(3))
    np.testing.assert_array_equal(a, before)
    np.testing.assert_array_equal(result, [-1, -1, -1, 3, 4, 5, 6, 7])
    np.testing.assert_array_equal(exe(a, np.int32(0)), before)


def misaligned(array):
    raw = np.empty(array.nbytes + 1, np.uint8)
    view = raw[1:].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


class OnlyArray:
    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


class OnlyDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.parametrize(
    "wrap",
    [
        np.asfortranarray,
        lambda a: np.repeat(a, 2, axis=1)[:, ::2],
        lambda a: a[::-1, ::-1].copy()[::-1, ::-1],
        misaligned,
        read_only,
        lambda a: a.astype(">f4"),
        lambda a: a.view(type("Sub", (np.ndarray,), {})),
        OnlyArray,
        OnlyDlpack,
    ],
)
def test_any_array_is_accepted(add, wrap):
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(add(wrap(a), a), a + a)


def test_one_array_may_be_given_twice(add):
    a = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(add(a, a), a + a)


@pytest.mark.parametrize(
    ("type", "value", "expected"),
    [
        ("f32", 2, 2.0),
        ("f32", 2.5, 2.5),
        ("bf16", 1.5, 1.5),
        ("i8", -128, -128),
        ("ui8", 255, 255),
        ("i1", True, True),
        ("complex<f32>", 1 + 2j, 1 + 2j),
        ("complex<f64>", 3, 3),
        ("f64", np.float64(1.25), 1.25),
        ("i4", -8, -8),
    ],
)
def test_scalars_for_rank_0(type, value, expected):
    result = identity(f"tensor<{type}>")(value)
    assert result.shape == ()
    assert result[()] == expected


@pytest.mark.parametrize(
    ("type", "value", "kind", "message"),
    [
        ("tensor<i8>", 128, ValueError, "got 128, which is out of range"),
        ("tensor<ui8>", -1, ValueError, "got -1, which is out of range"),
        ("tensor<i32>", 1.5, TypeError, "got 1.5"),
        ("tensor<i32>", True, TypeError, "got True"),
        ("tensor<i1>", 1, TypeError, "got 1"),
        ("tensor<f32>", 1j, TypeError, "got 1j"),
        ("tensor<1xf32>", 1.0, ValueError, "got the scalar 1.0"),
        ("tensor<2xf32>", [1.0, 2.0], TypeError, "got list"),
        ("tensor<2xf32>", None, TypeError, "got NoneType"),
        ("tensor<2xf32>", np.zeros(2), TypeError, "got dtype float64"),
        ("tensor<2xf32>", np.zeros(2, np.int32), TypeError, "got dtype int32"),
        ("tensor<2xi32>", np.zeros(2, np.uint32), TypeError, "got dtype uint32"),
        ("tensor<2xf32>", np.zeros(3, np.float32), ValueError, r"got shape \(3,\)"),
        ("tensor<2xf32>", np.zeros((2, 1), np.float32), ValueError, r"got shape \(2, 1\)"),
        ("tensor<2xbf16>", np.zeros(2, np.float32), TypeError, "got dtype float32"),
    ],
)
def test_what_does_not_fit_is_named(type, value, kind, message):
    import re

    with pytest.raises(
        kind, match=rf"^argument 0 \(%arg0\): expected {re.escape(type)}, {message}"
    ):
        identity(type)(value)


def test_the_argument_is_named(add):
    a = np.zeros((2, 3), np.float32)
    with pytest.raises(
        ValueError, match=r"^argument 1 \(%arg1\): expected tensor<2x3xf32>, got shape \(3, 2\)$"
    ):
        add(a, a.T)


def test_the_number_of_arguments(add):
    a = np.zeros((2, 3), np.float32)
    message = r"^'main' takes 2 arguments \(tensor<2x3xf32>, tensor<2x3xf32>\), got 1$"
    with pytest.raises(TypeError, match=message):
        add(a)
    with pytest.raises(TypeError, match=r"got 3$"):
        add(a, a, a)


def test_a_failed_call_leaves_the_executable_usable(add):
    a = np.ones((2, 3), np.float32)
    for _ in range(3):
        with pytest.raises(ValueError, match="argument 1"):
            add(a, a.T)
        np.testing.assert_array_equal(add(a, a), 2 * a)


# --- element types and shapes ---------------------------------------------------

EXAMPLES = {
    "i1": [True, False],
    "i2": np.array([-2, 1], ml_dtypes.int2),
    "i4": np.array([-8, 7], ml_dtypes.int4),
    "i8": np.array([-128, 127], np.int8),
    "i16": np.array([-32768, 32767], np.int16),
    "i32": np.array([-(2**31), 2**31 - 1], np.int32),
    "i64": np.array([-(2**63), 2**63 - 1], np.int64),
    "ui2": np.array([0, 3], ml_dtypes.uint2),
    "ui4": np.array([0, 15], ml_dtypes.uint4),
    "ui8": np.array([0, 255], np.uint8),
    "ui16": np.array([0, 65535], np.uint16),
    "ui32": np.array([0, 2**32 - 1], np.uint32),
    "ui64": np.array([0, 2**64 - 1], np.uint64),
    "f4E2M1FN": np.array([-6, 0.5], ml_dtypes.float4_e2m1fn),
    "f6E2M3FN": np.array([-7.5, 0.125], ml_dtypes.float6_e2m3fn),
    "f6E3M2FN": np.array([-28, 0.0625], ml_dtypes.float6_e3m2fn),
    "f8E3M4": np.array([-15.5, np.inf], ml_dtypes.float8_e3m4),
    "f8E4M3": np.array([-240, np.inf], ml_dtypes.float8_e4m3),
    "f8E4M3B11FNUZ": np.array([-30, np.nan], ml_dtypes.float8_e4m3b11fnuz),
    "f8E4M3FN": np.array([-448, np.nan], ml_dtypes.float8_e4m3fn),
    "f8E4M3FNUZ": np.array([-240, np.nan], ml_dtypes.float8_e4m3fnuz),
    "f8E5M2": np.array([-57344, np.inf], ml_dtypes.float8_e5m2),
    "f8E5M2FNUZ": np.array([-57344, np.nan], ml_dtypes.float8_e5m2fnuz),
    "f8E8M0FNU": np.array([2.0**-127, np.nan], ml_dtypes.float8_e8m0fnu),
    "bf16": np.array([-3e38, np.nan], ml_dtypes.bfloat16),
    "f16": np.array([-65504, np.nan], np.float16),
    "f32": np.array([-0.0, np.inf], np.float32),
    "f64": np.array([5e-324, -np.inf], np.float64),
    "complex<f32>": np.array([1 - 2j, complex(np.nan, 0)], np.complex64),
    "complex<f64>": np.array([1e300 - 2j, complex(0, np.inf)], np.complex128),
}


@pytest.mark.parametrize("element", EXAMPLES)
def test_every_element_type_goes_in_and_out(element):
    a = np.asarray(EXAMPLES[element])
    exe = identity(f"tensor<2x{element}>")
    assert exe.arguments[0].dtype == a.dtype
    result = exe(a)
    assert result.dtype == a.dtype
    assert result.tobytes() == a.tobytes()


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 0, 2)])
def test_arrays_without_elements(shape):
    type = f"tensor<{'x'.join(map(str, shape))}xf32>"
    exe = hlo_opt.compile(
        f"func.func @main(%a: {type}, %b: tensor<2xf32>) -> ({type}, tensor<2xf32>) {{\n"
        f"%0 = stablehlo.add %a, %a : {type}\n"
        f"return %0, %b : {type}, tensor<2xf32> }}"
    )
    empty, rest = exe(np.zeros(shape, np.float32), np.ones(2, np.float32))
    assert empty.shape == shape
    np.testing.assert_array_equal(rest, [1, 1])


def test_tuples_are_flattened():
    exe = hlo_opt.compile("""
      func.func @main(%a: tuple<tensor<f32>, tuple<tensor<2xi32>>>) -> tuple<tensor<2xi32>, tensor<f32>> {
        %0 = stablehlo.get_tuple_element %a[0] : (tuple<tensor<f32>, tuple<tensor<2xi32>>>) -> tensor<f32>
        %1 = stablehlo.get_tuple_element %a[1] : (tuple<tensor<f32>, tuple<tensor<2xi32>>>) -> tuple<tensor<2xi32>>
        %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<2xi32>>) -> tensor<2xi32>
        %3 = stablehlo.tuple %2, %0 : tuple<tensor<2xi32>, tensor<f32>>
        return %3 : tuple<tensor<2xi32>, tensor<f32>>
      }""")  # noqa: E501
    assert [spec.type for spec in exe.arguments] == ["tensor<f32>", "tensor<2xi32>"]
    integers, number = exe(1.5, np.array([1, 2], np.int32))
    np.testing.assert_array_equal(integers, [1, 2])
    assert number == 1.5


# --- what an executable tells --------------------------------------------------


def test_what_an_executable_tells(add):
    assert repr(add) == (
        "<Executable 'main': (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)>"
    )
    assert [(s.name, s.shape, s.dtype) for s in add.arguments] == [
        ("%arg0", (2, 3), np.float32),
        ("%arg1", (2, 3), np.float32),
    ]
    assert add.results[0].name == "result 0"
    assert add.scratch_bytes == 0
    assert add.memory_bytes == 3 * 24
