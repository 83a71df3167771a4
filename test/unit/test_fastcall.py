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
from hlo_opt.runtime.arrays import ALIGNMENT, SMALL
from hlo_opt.runtime.executable import _CALLS_IN_PYTHON

pytestmark = pytest.mark.skipif(
    not fastcall.available(), reason="CPython before 3.11, or another layout of array objects"
)


def fast(program: str, *arrays):
    """Return an executable that has been called often enough to be called fast."""
    run = hlo_opt.compile(program)
    for _ in range(_CALLS_IN_PYTHON):
        run(*arrays)
    assert type(run.__call__).__name__ == "builtin_function_or_method"
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
        assert array.flags.owndata


def test_results_that_are_not_small_are_aligned():
    x = np.arange(SMALL // 4 + 1, dtype=np.float32)
    tensor = f"tensor<{x.size}xf32>"
    run = fast(f"func.func @main(%x: {tensor}) -> {tensor} {{ return %x : {tensor} }}", x)
    for _ in range(20):
        got = run(x)
        np.testing.assert_array_equal(got, x)
        assert got.ctypes.data % ALIGNMENT == 0
        assert got.flags.writeable


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


@pytest.fixture
def not_in_python(monkeypatch):
    """Let a call that is not made by machine code fail."""

    def use():
        monkeypatch.setattr(hlo_opt.Executable, "_run", lambda *args: pytest.fail("went to Python"))

    return use


@pytest.mark.parametrize("kind", [tuple, list])
def test_results_into_given_arrays(arrays, kind, not_in_python):
    run = fast(MULTIPLY_ADD, *arrays)
    product = arrays[0] * arrays[1]
    both = np.full(24, np.nan, np.float32)  # they touch, and have nothing in common
    out = kind([both[:20].reshape(4, 5), both[20:]])
    in_python = run._run(arrays, out)
    assert isinstance(in_python, tuple)
    np.testing.assert_array_equal(out[0], product)
    both[:] = np.nan
    not_in_python()
    got = run(*arrays, out=out)
    assert isinstance(got, tuple)
    assert got[0] is out[0]
    assert got[1] is out[1]
    np.testing.assert_array_equal(got[0], product)
    np.testing.assert_allclose(got[1], product.sum(1), rtol=1e-6)


def test_one_result_into_a_given_array(not_in_python):
    x = np.arange(5, dtype=np.int32)
    run = fast(
        """func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
          %0 = stablehlo.negate %x : tensor<5xi32>
          return %0 : tensor<5xi32>
        }""",
        x,
    )
    not_in_python()
    for wrapped in (lambda a: a, lambda a: (a,), lambda a: [a]):
        out = np.zeros(5, np.int32)
        assert run(x, out=wrapped(out)) is out
        np.testing.assert_array_equal(out, -x)


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
        (lambda x: (np.empty((4, 5), np.float32), x[1, 1:]), "out for result 1 shares memory"),
        (
            lambda x: (lambda a: (a[:20].reshape(4, 5), a[19:]))(np.empty(23, np.float32)),
            "out for result 1 shares memory",
        ),
        (
            lambda x: (np.broadcast_to(np.float32(0), (4, 5)), np.empty(4, np.float32)),
            "out for result 0 must be row-major",
        ),
        (
            lambda x: (np.frombuffer(bytes(80), np.float32).reshape(4, 5), x[0, :4].copy()),
            "out for result 0 must be row-major, aligned and writable",
        ),
        (
            lambda x: (np.empty(81, np.uint8)[1:].view(np.float32).reshape(4, 5), x[0, :4].copy()),
            "out for result 0 must be row-major, aligned and writable",
        ),
        (lambda x: (np.empty((4, 5), np.float32),) * 3, "has 2 results, got 3 in out"),
        (lambda x: [], "has 2 results, got 0 in out"),
    ],
)
def test_arrays_that_results_cannot_go_into(arrays, out, message):
    """Machine code hands over to Python, which says what is wrong; both do so early."""
    before = arrays[0].copy()
    for run in (hlo_opt.compile(MULTIPLY_ADD), fast(MULTIPLY_ADD, *arrays)):
        with pytest.raises((TypeError, ValueError), match=message):
            run(*arrays, out=out(arrays[0]))
        np.testing.assert_array_equal(arrays[0], before)


def test_other_keywords(arrays):
    run = fast(MULTIPLY_ADD, *arrays)
    np.testing.assert_array_equal(run(*arrays, out=None)[0], arrays[0] * arrays[1])
    for keywords in ({"where": 3}, {"out": None, "where": 3}, {"where": 3, "out": None}):
        with pytest.raises(TypeError, match="unexpected keyword"):
            run(*arrays, **keywords)
    with pytest.raises(TypeError, match="takes 2 arguments"):
        run(arrays[0], out=None)


def test_nothing_is_kept(arrays):
    run = fast(MULTIPLY_ADD, *arrays)
    x, y = arrays
    dtype = x.dtype
    gc.collect()
    out = [np.empty((4, 5), np.float32), np.empty(4, np.float32)]

    def references():
        return [sys.getrefcount(held) for held in (dtype, x, out, out[0], out[1])]

    before, blocks = references(), sys.getallocatedblocks()
    for _ in range(5000):
        run(x, y)
        run(x, y, out=out)
    assert references() == before
    assert sys.getallocatedblocks() - blocks < 100


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
