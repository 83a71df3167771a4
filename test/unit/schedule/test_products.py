"""Products of packed operands, against numpy: exactly, where the elements are integers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import hlo_opt
from hlo_opt.passes import vectorize_loops
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline
from hlo_opt.passes.target import Target, host

NUMPY = {
    **{f"i{n}": np.dtype(f"int{n}") for n in (8, 16, 32)},
    **{f"ui{n}": np.dtype(f"uint{n}") for n in (8, 16, 32)},
    **{f"f{n}": np.dtype(f"float{n}") for n in (32, 64)},
}
TARGETS = {
    "host": host(),
    "sse": Target("sse", 128, 16, cores=3),
    "no pairs": replace(host(), name="none"),
    "many registers": Target("neon", 128, 32, cores=2),
}


@pytest.fixture(params=TARGETS)
def target(request, monkeypatch) -> Target:
    """Compile for a machine that may have less than this one."""
    monkeypatch.setattr(vectorize_loops, "host", lambda: TARGETS[request.param])
    return TARGETS[request.param]


def _values(rng: np.random.Generator, shape, type: str) -> np.ndarray:
    """Return values over the whole range of a type, the least and greatest among them."""
    dtype = NUMPY[type]
    if dtype.kind == "f":
        return rng.standard_normal(shape).astype(dtype)
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    values = rng.integers(low, high, shape, dtype, endpoint=True)
    values[rng.random(shape) < 0.2] = low
    return values


def _text(shape, type: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"


def _check(shape, types, transposed=(False, False), **options) -> None:
    """Compare ``[m, k] x [k, n]`` of two types, to a third, with numpy's result."""
    m, n, k = shape
    rng = np.random.default_rng(m * n + k)
    a = _values(rng, (k, m) if transposed[0] else (m, k), types[0])
    b = _values(rng, (n, k) if transposed[1] else (k, n), types[1])
    left, right, result = _text(a.shape, types[0]), _text(b.shape, types[1]), types[2]
    program = f"""func.func @main(%a: {left}, %b: {right}) -> {_text((m, n), result)} {{
      %0 = stablehlo.dot_general %a, %b,
        contracting_dims = [{int(not transposed[0])}] x [{int(transposed[1])}]
        : ({left}, {right}) -> {_text((m, n), result)}
      return %0 : {_text((m, n), result)}
    }}"""
    actual = hlo_opt.compile(program, **options)(a, b)
    a, b = (a.T if transposed[0] else a), (b.T if transposed[1] else b)
    if actual.dtype.kind == "f":
        expected = a.astype(np.float64) @ b.astype(np.float64)
        bound = 2 * k * float(np.finfo(actual.dtype).eps) * (np.abs(a) @ np.abs(b))
        assert np.all(np.abs(actual - expected) <= bound)
    else:
        expected = (a.astype(np.int64) @ b.astype(np.int64)).astype(NUMPY[result])
        np.testing.assert_array_equal(actual, expected)


BYTES = [
    ("i8", "i8", "i32"),
    ("ui8", "ui8", "i32"),
    ("ui8", "i8", "i32"),
    ("i8", "ui8", "i32"),
    ("i8", "i8", "i8"),
    ("ui8", "ui8", "ui8"),
    ("i8", "i8", "i16"),
]
BLOCKS = [
    ((False, False), (145, 780, 37)),
    ((False, True), (97, 40, 300)),
    ((True, False), (40, 47, 523)),
    ((True, True), (160, 33, 514)),
]
"""Which of the operands are transposed, and a shape, with more than one block of something."""


@pytest.mark.parametrize("types", BYTES, ids="-".join)
@pytest.mark.parametrize("n", range(1, 71, 5))
def test_bytes_on_odd_shapes(n, types):
    _check((71 - n, n, 1 + n // 2), types)
    _check((n, 71 - n, 70 - n), types)


@pytest.mark.parametrize("types", BYTES[::2], ids="-".join)
@pytest.mark.parametrize(("transposed", "shape"), BLOCKS)
def test_bytes_in_blocks(types, transposed, shape, target):
    _check(shape, types, transposed)


@pytest.mark.parametrize(
    ("machine", "type", "intrinsic"),
    [
        (Target("sse", 128, 16), "i8", "llvm.x86.sse2.pmadd.wd"),
        (Target("avx2", 256, 16), "i8", "llvm.x86.avx2.pmadd.wd"),
        (Target("avx512", 512, 32), "i8", None),  # it is of AVX-512BW
        (Target("neon", 128, 32), "i8", None),
        (Target("avx2", 256, 16), "i16", None),  # two products may overflow
    ],
)
def test_pairs_where_there_are_some(machine, type, intrinsic, monkeypatch):
    monkeypatch.setattr(vectorize_loops, "host", lambda: machine)
    program = f"""func.func @main(%a: tensor<64x64x{type}>, %b: tensor<64x64x{type}>)
        -> tensor<64x64xi32> {{
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<64x64x{type}>, tensor<64x64x{type}>) -> tensor<64x64xi32>
      return %0 : tensor<64x64xi32>
    }}"""
    module = hlo_opt.parse(program)
    run_pipeline(named_pipeline("cpu", "vectorize"), module.operation)
    text = str(module)
    assert (f'"{intrinsic}"' in text) if intrinsic else ("call_intrinsic" not in text)


@pytest.mark.parametrize("types", [("i16", "i16", "i32"), ("i32",) * 3, ("ui16", "i8", "i32")])
def test_integers_that_pairs_would_overflow(types, target):
    _check((40, 50, 70), types)


@pytest.mark.parametrize("type", ["f32", "f64"])
@pytest.mark.parametrize(("transposed", "shape"), BLOCKS)
def test_floats_in_blocks(type, transposed, shape, target):
    _check(shape, (type,) * 3, transposed)


@pytest.mark.parametrize("shape", [(17, 300, 300), (300, 17, 300), (307, 801, 263)])
def test_sums_do_not_depend_on_the_number_of_threads(shape):
    m, n, k = shape
    rng = np.random.default_rng(m)
    a, b = rng.standard_normal((m, k)), rng.standard_normal((k, n))
    program = f"""func.func @main(%a: tensor<{m}x{k}xf32>, %b: tensor<{k}x{n}xf32>)
        -> tensor<{m}x{n}xf32> {{
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<{m}x{k}xf32>, tensor<{k}x{n}xf32>) -> tensor<{m}x{n}xf32>
      return %0 : tensor<{m}x{n}xf32>
    }}"""
    a, b = a.astype(np.float32), b.astype(np.float32)
    one, two = (hlo_opt.compile(program, num_threads=n)(a, b) for n in (1, 2))
    np.testing.assert_array_equal(one, two)


def test_rows_of_several_dimensions_share_the_packed_operand():
    rng = np.random.default_rng(5)
    a = rng.standard_normal((5, 300, 40)).astype(np.float32)
    b = rng.standard_normal((300, 260)).astype(np.float32)
    program = """func.func @main(%a: tensor<5x300x40xf32>, %b: tensor<300x260xf32>)
        -> tensor<5x40x260xf32> {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<5x300x40xf32>, tensor<300x260xf32>) -> tensor<5x40x260xf32>
      return %0 : tensor<5x40x260xf32>
    }"""
    expected = np.einsum("bkm,kn->bmn", a.astype(np.float64), b.astype(np.float64))
    np.testing.assert_allclose(hlo_opt.compile(program)(a, b), expected, rtol=0, atol=1e-3)
