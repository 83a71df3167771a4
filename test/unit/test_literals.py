"""Tensors as text, read and printed."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from hlo_opt.runtime.literals import Layout, format_array, parse_literal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2x3xf32=1,2,3,4,5,6", np.array([[1, 2, 3], [4, 5, 6]], np.float32)),
        ("3xf32=7", np.array([7, 7, 7], np.float32)),
        ("tensor<2xi8>=[-128 127]", np.array([-128, 127], np.int8)),
        ("2x2xui8=[[0xff, 0], [1, 2]]", np.array([[255, 0], [1, 2]], np.uint8)),
        ("f64=-1e-3", np.array(-1e-3)),
        ("i64=-0x8000000000000000", np.array(-(2**63))),
        ("3xi1=true,0,TRUE", np.array([True, False, True])),
        ("3xf32=nan, -inf, inf", np.array([np.nan, -np.inf, np.inf], np.float32)),
        ("2xf32=0x7fc00000,0x80000000", np.array([np.nan, -0.0], np.float32)),
        ("2xcomplex<f32>=(1,-2),(nan,0)", np.array([1 - 2j, complex(np.nan, 0)], np.complex64)),
        ("complex<f64>=(0.5 2)", np.array(0.5 + 2j)),
        ("2xbf16=1.5,0x7F80", np.array([1.5, np.inf], ml_dtypes.bfloat16)),
        ("2xf8E4M3FN=448,0x01", np.array([448, 2**-9], ml_dtypes.float8_e4m3fn)),
        ("2xi4=-8,7", np.array([-8, 7], ml_dtypes.int4)),
        ("0xf32=", np.zeros(0, np.float32)),
        ("2x0xf32=", np.zeros((2, 0), np.float32)),
    ],
)
def test_parse(text, expected):
    got = parse_literal(text)
    assert got.dtype == expected.dtype
    assert got.shape == expected.shape
    np.testing.assert_array_equal(got, expected)
    if got.dtype.kind == "f":
        np.testing.assert_array_equal(np.signbit(got), np.signbit(expected))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x3xf32", "expected TYPE=VALUES such as '2x3xf32=1,2,3,4,5,6', got '2x3xf32'"),
        ("x=3", "expected a type such as '2x3xf32', got 'x'"),
        ("2xf33=1", "expected a type such as '2x3xf32', got '2xf33'"),
        ("-1xf32=1", "expected a type such as '2x3xf32', got '-1xf32'"),
        ("?xf32=1", "expected a type such as '2x3xf32', got '?xf32'"),
        ("tensor<2xf32=1", "expected a type such as '2x3xf32', got 'tensor<2xf32'"),
        ("3xf32=1,2", "3xf32 has 3 elements, got 2 values (1 fills all)"),
        ("3xf32=", "3xf32 has 3 elements, got 0 values (1 fills all)"),
        ("2xi8=128", "'128' is not a value of type i8"),
        ("2xui8=-1", "'-1' is not a value of type ui8"),
        ("i32=1.5", "'1.5' is not a value of type i32"),
        ("i1=2", "'2' is not a value of type i1"),
        ("f32=abc", "'abc' is not a value of type f32"),
        ("f16=0x12345", "'0x12345' is not a value of type f16"),
        ("2xcomplex<f32>=1,2", "expected complex numbers such as '(1,2)', got '1,2'"),
        ("complex<f32>=(1,x)", "'1 x' is not a value of type complex<f32>"),
    ],
)
def test_errors(text, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared)
        parse_literal(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (np.array([[1, 2.5], [np.nan, -np.inf]], np.float32), "[[1.0, 2.5], [nan, -inf]]"),
        (np.array(0.1, np.float32), "0.1"),
        (np.array(0.1), "0.1"),
        (np.array([True, False]), "[true, false]"),
        (np.array(255, np.uint8), "255"),
        (np.array([1 - 2j], np.complex64), "[(1.0, -2.0)]"),
        (np.array([1.5], ml_dtypes.bfloat16), "[1.5]"),
        (np.array([-8], ml_dtypes.int4), "[-8]"),
        (np.zeros((2, 0)), "[[], []]"),
        (np.zeros((0, 2)), "[]"),
    ],
)
def test_format(array, expected):
    assert format_array(array) == expected


def test_long_arrays_show_their_ends():
    array = np.arange(20).reshape(2, 10)
    short = format_array(array, Layout(limit=10, edge=2))
    assert short == "[[0, 1, ..., 8, 9], [10, 11, ..., 18, 19]]"
    assert format_array(array, Layout(limit=20, edge=2)).count(",") == 19
    assert format_array(array, Layout(limit=0, edge=2)).count(",") == 19
    tall = format_array(np.arange(8).reshape(8, 1), Layout(limit=4, edge=1))
    assert tall == "[[0], ..., [7]]"


def test_what_is_printed_is_read_back():
    rng = np.random.default_rng(0)
    array = rng.standard_normal((3, 4)).astype(np.float32)
    np.testing.assert_array_equal(parse_literal(f"3x4xf32={format_array(array)}"), array)
