"""Calls that machine code makes: the same results and errors as those made in Python."""

from __future__ import annotations

import gc
import sys
import threading
import weakref

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt.runtime import fastcall
from hlo_opt.runtime.arrays import ALIGNMENT
from hlo_opt.runtime.executable import _CALLS_IN_PYTHON

pytestmark = pytest.mark.skipif(
    not fastcall.available(), reason="CPython before 3.11, or another layout of array objects"
)


def fast(program: str, *arrays):
    """Return an executable that has been called often enough to be called fast."""
    run = hlo_opt.compile(program)
    for _ in range(_CALLS_IN_PYTHON):
        run(*arrays)
    assert type(run._entry).__name__ == "builtin_function_or_method"
    return run


MULTIPLY_ADD = """
func.func @main(%x: tensor<4x5xf32>, %y: tensor<4x5xf32>) -> (tensor<4x5xf32>, tensor<4xf32>) {
  %0 = stablehlo.multiply %x, %y : tensor<4x5xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<4x5xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<4xf32>
}"""


@pytest.fixture
def arrays():
    return [np.arange(20, dtype=np.float32).reshape(4, 5) / s for s in (3, 7)]


def test_results(arrays):
    run = fast(MULTIPLY_ADD, *arrays)
    got = run(*arrays)
    assert isinstance(got, tuple)
    product = arrays[0] * arrays[1]
    np.testing.assert_array_equal(got[0], product)
    np.testing.assert_allclose(got[1], product.sum(1), rtol=1e-6)
    for array in got:
        assert array.dtype == np.float32
        assert array.flags.c_contiguous
        assert array.flags.writeable
        assert array.ctypes.data % ALIGNMENT == 0


@pytest.mark.parametrize(
    "array",
    [
        np.float64(2.5).reshape(()),
        np.zeros((0, 3), np.int8),
        np.array([True, False]),
        np.array([1 + 2j], np.complex64),
        np.array([1.5, -2.0], ml_dtypes.bfloat16),
        np.array([3, -4], ml_dtypes.int4),
        np.arange(24, dtype=np.uint16).reshape(2, 1, 3, 4),
    ],
    ids=lambda a: f"{a.dtype}-{a.ndim}",
)
def test_every_kind_of_array(array):
    kind = {"float64": "f64", "int8": "i8", "bool": "i1", "complex64": "complex<f32>"}
    kind |= {"bfloat16": "bf16", "int4": "i4", "uint16": "ui16"}
    sizes = "".join(f"{n}x" for n in array.shape)
    tensor = f"tensor<{sizes}{kind[array.dtype.name]}>"
    run = fast(f"func.func @main(%x: {tensor}) -> {tensor} {{ return %x : {tensor} }}", array)
    got = run(array)
    assert got.dtype == array.dtype
    assert got.shape == array.shape
    assert got.tobytes() == array.tobytes()
    assert not np.may_share_memory(got, array)


def test_no_results():
    run = fast("func.func @main(%x: tensor<f32>) { return }", np.float32(1).reshape(()))
    assert run(np.float32(1).reshape(())) == ()


def test_the_unexpected_goes_to_python(arrays):
    run = fast(MULTIPLY_ADD, *arrays)
    x, y = arrays
    expected = run(x, y)

    class Sub(np.ndarray):
        pass

    for strange in (np.asfortranarray(y), y[:, ::-1][:, ::-1], y.astype(">f4"), y.view(Sub)):
        for got, want in zip(run(x, strange), expected, strict=True):
            np.testing.assert_array_equal(got, want)
    with pytest.raises(TypeError, match="takes 2 arguments"):
        run(x)
    with pytest.raises(ValueError, match=r"argument 1 \(%arg1\): expected tensor<4x5xf32>"):
        run(x, y[:2])
    with pytest.raises(TypeError, match="got dtype float64"):
        run(x, y.astype(np.float64))
    with pytest.raises(TypeError):
        run(x, None)
    with pytest.raises(TypeError, match="unexpected keyword"):
        run(x, y, where=3)


def test_results_into_given_arrays(arrays):
    run = fast(MULTIPLY_ADD, *arrays)
    out = (np.empty((4, 5), np.float32), np.empty(4, np.float32))
    got = run(*arrays, out=out)
    assert got[0] is out[0]
    assert got[1] is out[1]
    for array, want in zip(out, run(*arrays), strict=True):
        np.testing.assert_array_equal(array, want)


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (lambda x: np.empty((4, 5), np.float32), "has 2 results, got 1 in out"),
        (
            lambda x: (np.empty((4, 5)), np.empty(4, np.float32)),
            "out for result 0: expected tensor<4x5xf32>, got float64",
        ),
        (
            lambda x: (np.empty((4, 5), np.float32), np.empty(5, np.float32)),
            r"out for result 1: expected tensor<4xf32>, got shape \(5,\)",
        ),
        (
            lambda x: (np.empty((5, 4), np.float32).T, np.empty(4, np.float32)),
            "out for result 0 must be row-major",
        ),
        (lambda x: (x, np.empty(4, np.float32)), "out for result 0 shares memory"),
        (lambda x: ([0.0], np.empty(4, np.float32)), "got list"),
    ],
)
def test_arrays_that_results_cannot_go_into(arrays, out, message):
    run = hlo_opt.compile(MULTIPLY_ADD)
    with pytest.raises((TypeError, ValueError), match=message):
        run(*arrays, out=out(arrays[0]))


def test_nothing_is_kept(arrays):
    run = fast(MULTIPLY_ADD, *arrays)
    x, y = arrays
    dtype = x.dtype
    gc.collect()
    before = sys.getrefcount(dtype), sys.getrefcount(x), sys.getallocatedblocks()
    for _ in range(5000):
        run(x, y)
    after = sys.getrefcount(dtype), sys.getrefcount(x), sys.getallocatedblocks()
    assert after[:2] == before[:2]
    assert after[2] - before[2] < 100


def test_an_executable_is_freed_at_once(arrays):
    run = fast(MULTIPLY_ADD, *arrays)
    alive = weakref.ref(run)
    del run
    assert alive() is None


def test_calls_from_several_threads():
    """Scratch memory is one call's at a time: others make their calls in Python."""
    n = 96
    program = f"""
func.func @main(%x: tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32> {{
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
    : (tensor<{n}x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0]
    : (tensor<{n}x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32>
  return %1 : tensor<{n}x{n}xf32>
}}"""
    inputs = [np.eye(n, dtype=np.float32) * k for k in range(1, 5)]
    run = fast(program, inputs[0])
    wrong: list[int] = []

    def work(k: int) -> None:
        for _ in range(200):
            if not np.array_equal(run(inputs[k - 1]), np.eye(n, dtype=np.float32) * k**3):
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
