"""Products by constants, which are packed while the program is compiled."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline

from .programs import NUMPY, tensor

TYPES = [
    ("f32",) * 3,
    ("f64",) * 3,
    ("i32",) * 3,
    ("bf16", "bf16", "f32"),
    ("bf16",) * 3,
    ("i8", "i8", "i32"),
    ("ui8", "i8", "i32"),
    ("i8", "ui8", "i8"),
    ("f32", "bf16", "f32"),
]
SHAPES = [(64, 512, 300), (48, 65, 33), (145, 780, 37), (32, 100, 2100)]


def _values(rng: np.random.Generator, shape, type: str) -> np.ndarray:
    """Return small whole numbers, of which sums in f32 are exact, and all bytes."""
    low, high = {"i8": (-128, 128), "ui8": (0, 256)}.get(type, (-8, 9))
    return rng.integers(low, high, shape).astype(NUMPY[type])


def _constant(array: np.ndarray, type: str) -> str:
    return f'dense<"0x{array.tobytes().hex().upper()}"> : {tensor(array.shape, type)}'


def _expected(a, b, type: str) -> np.ndarray:
    wide = np.int64 if NUMPY[type].kind in "iu" else np.float64
    return (a.astype(wide) @ b.astype(wide)).astype(NUMPY[type])


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("types", TYPES, ids="-".join)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_products_by_constants(shape, types, transposed):
    m, n, k = shape
    rng = np.random.default_rng(n)
    a = _values(rng, (m, k), types[0])
    b = _values(rng, (n, k) if transposed else (k, n), types[1])
    left, right, result = (
        tensor(a.shape, types[0]),
        tensor(b.shape, types[1]),
        tensor((m, n), types[2]),
    )
    program = f"""func.func @main(%a: {left}) -> {result} {{
      %b = stablehlo.constant {_constant(b, types[1])}
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [{int(transposed)}]
        : ({left}, {right}) -> {result}
      return %0 : {result}
    }}"""
    expected = _expected(a, b.T if transposed else b, types[2])
    np.testing.assert_array_equal(hlo_opt.compile(program)(a), expected)


def _vector_code(program: str) -> str:
    module = hlo_opt.parse(program)
    run_pipeline(named_pipeline("cpu", "vectorize"), module.operation)
    return module.operation.get_asm(large_elements_limit=1)


WEIGHTS = _constant(_values(np.random.default_rng(0), (256, 512), "f32"), "f32")
LAYER = f"""func.func @main(%a: tensor<64x512xf32>, %c: tensor<64x512xf32>)
    -> (tensor<64x256xf32>, tensor<64x256xf32>) {{
  %b = stablehlo.constant {WEIGHTS}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1]
    : (tensor<64x512xf32>, tensor<256x512xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.dot_general %c, %b, contracting_dims = [1] x [1]
    : (tensor<64x512xf32>, tensor<256x512xf32>) -> tensor<64x256xf32>
  return %0, %1 : tensor<64x256xf32>, tensor<64x256xf32>
}}"""


def test_there_is_one_copy_and_the_original_is_gone():
    text = _vector_code(LAYER)
    constants = [line for line in text.splitlines() if "memref.global" in line]
    assert len(constants) == 1
    assert "_packed_" in constants[0]


def test_what_is_read_elsewhere_stays():
    program = """func.func @main(%a: tensor<64x512xf32>, %i: tensor<i32>)
        -> (tensor<64x256xf32>, tensor<1x512xf32>) {
      %b = stablehlo.constant WEIGHTS
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1]
        : (tensor<64x512xf32>, tensor<256x512xf32>) -> tensor<64x256xf32>
      %1 = stablehlo.dynamic_slice %b, %i, %zero, sizes = [1, 512]
        : (tensor<256x512xf32>, tensor<i32>, tensor<i32>) -> tensor<1x512xf32>
      return %0, %1 : tensor<64x256xf32>, tensor<1x512xf32>
    }""".replace("WEIGHTS", WEIGHTS)
    rng = np.random.default_rng(0)
    b = _values(rng, (256, 512), "f32")
    a = _values(rng, (64, 512), "f32")
    product, row = hlo_opt.compile(program)(a, np.int32(7))
    np.testing.assert_array_equal(product, a @ b.T)
    np.testing.assert_array_equal(row, b[7:8])


def test_all_elements_alike():
    program = LAYER.replace(WEIGHTS, "dense<0.5> : tensor<256x512xf32>")
    a = _values(np.random.default_rng(1), (64, 512), "f32")
    first, second = hlo_opt.compile(program)(a, 2 * a)
    expected = np.broadcast_to(a.sum(1, keepdims=True) / 2, (64, 256))
    np.testing.assert_array_equal(first, expected)
    np.testing.assert_array_equal(second, 2 * expected)


def test_a_saved_program_has_its_constants(tmp_path):
    a = _values(np.random.default_rng(2), (64, 512), "f32")
    b = _values(np.random.default_rng(0), (256, 512), "f32")
    for _ in range(2):
        run = hlo_opt.compile(LAYER, cache_dir=tmp_path)
        np.testing.assert_array_equal(run(a, a)[1], a @ b.T)
    assert run._lowered.module is None
