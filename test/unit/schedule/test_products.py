"""Products of packed operands, against numpy: exactly, where the elements are integers."""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt.passes import vectorize_loops
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline
from hlo_opt.passes.report_schedule import describe_kernels
from hlo_opt.passes.target import Target, host

from .programs import NUMPY, TARGETS, tensor


@pytest.fixture(params=TARGETS)
def target(request, monkeypatch) -> Target:
    """Compile for a machine that may have less than this one."""
    monkeypatch.setattr(vectorize_loops, "host", lambda: TARGETS[request.param])
    return TARGETS[request.param]


def _values(rng: np.random.Generator, shape, type: str) -> np.ndarray:
    """Return values over the whole range of a type, the least and greatest among them."""
    dtype = NUMPY[type]
    if dtype.kind not in "iu":
        return rng.standard_normal(shape).astype(dtype)
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    values = rng.integers(low, high, shape, dtype, endpoint=True)
    values[rng.random(shape) < 0.2] = low
    return values


def _program(left: str, right: str, result: str, transposed=(False, False)) -> str:
    return f"""func.func @main(%a: {left}, %b: {right}) -> {result} {{
      %0 = stablehlo.dot_general %a, %b,
        contracting_dims = [{int(not transposed[0])}] x [{int(transposed[1])}]
        : ({left}, {right}) -> {result}
      return %0 : {result}
    }}"""


def _vector_code(shape, types, target: Target, monkeypatch) -> str:
    """Return the vector code for ``[m, k] x [k, n]`` on a machine."""
    m, n, k = shape
    monkeypatch.setattr(vectorize_loops, "host", lambda: target)
    texts = [tensor(s, t) for s, t in zip([(m, k), (k, n), (m, n)], types, strict=True)]
    module = hlo_opt.parse(_program(*texts))
    run_pipeline(named_pipeline("cpu", "vectorize"), module.operation)
    return str(module)


def _check(shape, types, transposed=(False, False), **options) -> None:
    """Compare ``[m, k] x [k, n]`` of two types, to a third, with numpy's result."""
    m, n, k = shape
    rng = np.random.default_rng(m * n + k)
    a = _values(rng, (k, m) if transposed[0] else (m, k), types[0])
    b = _values(rng, (n, k) if transposed[1] else (k, n), types[1])
    result = types[2]
    texts = tensor(a.shape, types[0]), tensor(b.shape, types[1]), tensor((m, n), result)
    actual = hlo_opt.compile(_program(*texts, transposed), **options)(a, b)
    a, b = (a.T if transposed[0] else a), (b.T if transposed[1] else b)
    if actual.dtype.kind not in "iu":
        a, b = a.astype(np.float64), b.astype(np.float64)
        epsilon = float(ml_dtypes.finfo(np.float32 if result == "bf16" else actual.dtype).eps)
        bound = 2 * k * epsilon * (np.abs(a) @ np.abs(b))
        if result == "bf16":  # summed in f32, rounded once
            bound += np.abs(a @ b) * float(ml_dtypes.finfo(NUMPY["bf16"]).eps) / 2
        assert np.all(np.abs(actual.astype(np.float64) - a @ b) <= bound)
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
BF16 = ("bf16", "bf16", "f32")
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
    text = _vector_code((64, 64, 64), (type, type, "i32"), machine, monkeypatch)
    assert (f'"{intrinsic}"' in text) if intrinsic else ("call_intrinsic" not in text)


@pytest.mark.parametrize("cores", [4, 8, 12, 16])
@pytest.mark.parametrize("panels", [3, 5, 6, 9, 12, 18, 20])
def test_panels_are_split_among_any_number_of_cores(panels, cores, monkeypatch):
    target = replace(host(), cores=cores)
    monkeypatch.setattr(vectorize_loops, "host", lambda: target)
    _check((40, 64 * panels, 900), ("f32",) * 3, num_threads=1)


@pytest.mark.parametrize("types", [("f32",) * 3, ("i16", "i16", "i32")])
@pytest.mark.parametrize("columns", [16, 48, 64])
@pytest.mark.parametrize(("rows", "depth"), [(17, 130), (131, 1100)])
def test_an_operand_that_is_one_panel(rows, columns, depth, types, target):
    _check((rows, columns, depth), types)
    _check((rows, columns, depth), types, (True, False), num_threads=2)


@pytest.mark.parametrize(("columns", "copies"), [(64, False), (63, True)])
def test_an_operand_that_is_one_panel_is_not_copied(columns, copies, monkeypatch):
    machine = Target("avx512", 512, 32, 48 << 10, 64 << 10)
    text = _vector_code((60, columns, 512), ("f32",) * 3, machine, monkeypatch)
    assert ("memref.alloc" in text) == copies


@pytest.mark.parametrize(
    ("columns", "said"),
    [(64, "read in place as one panel of 64 columns"), (63, "packed in panels of ")],
)
def test_the_report_tells_whether_the_second_operand_is_copied(columns, said):
    shapes = [tensor(s, "f32") for s in [(60, 512), (512, columns), (60, columns)]]
    module = hlo_opt.parse(_program(*shapes))
    run_pipeline(named_pipeline("cpu", "outline"), module.operation)
    machine = Target("avx512", 512, 32, 48 << 10, 64 << 10)
    with module.context:
        report = "\n".join(describe_kernels(module.operation, machine))
    assert f"second operand {said}" in report


@pytest.mark.parametrize("cores", [1, 2, 5])
def test_each_core_has_rows_of_a_product_with_few_panels(cores, monkeypatch):
    machine = Target("avx512", 512, 32, 48 << 10, 64 << 10, cores)
    text = _vector_code((60, 64, 512), ("f32",) * 3, machine, monkeypatch)
    assert (f"to %c{cores} step" in text) == (cores > 1)


@pytest.mark.parametrize(
    ("shape", "lines"),
    [
        ((600, 256, 512), 1),  # 16 lines in 4 steps of a panel, at least as many tiles
        ((600, 64, 512), 0),  # no other panel
        ((120, 256, 512), 0),  # each panel is packed just before its use
    ],
)
def test_tiles_bring_the_next_panel_near(shape, lines, monkeypatch):
    machine = Target("avx512", 512, 32, 48 << 10, 64 << 10)
    text = _vector_code(shape, ("f32",) * 3, machine, monkeypatch)
    assert text.count("read, locality<2>") == lines


@pytest.mark.parametrize("types", [("i16", "i16", "i32"), ("i32",) * 3, ("ui16", "i8", "i32")])
def test_integers_that_pairs_would_overflow(types, target):
    _check((40, 50, 70), types)


@pytest.mark.parametrize("types", [("f32",) * 3, ("f64",) * 3, ("bf16",) * 3, BF16], ids="-".join)
@pytest.mark.parametrize(("transposed", "shape"), [*BLOCKS, ((False, False), (50, 70, 1100))])
def test_floats_in_blocks(types, transposed, shape, target):
    _check(shape, types, transposed)


@pytest.mark.parametrize("n", range(1, 71, 3))
def test_bf16_on_odd_shapes(n):
    _check((71 - n, n, 1 + n // 2), ("bf16",) * 3)
    _check((n, 71 - n, 70 - n), BF16)


MATRIX_UNIT = replace(
    Target("avx512", 512, 32), features=frozenset({"amx_tile", "amx_int8", "amx_bf16"})
)


@pytest.mark.parametrize(
    ("types", "intrinsic"),
    [
        (("i8", "i8", "i32"), "tdpbssd"),
        (("i8", "ui8", "i32"), "tdpbsud"),
        (("ui8", "i8", "i32"), "tdpbusd"),
        (("ui8", "ui8", "i32"), "tdpbuud"),
        (("i8", "i8", "i8"), "tdpbssd"),
        (BF16, "tdpbf16ps"),
        (("bf16",) * 3, "tdpbf16ps"),
        (("f32",) * 3, None),
        (("i16", "i16", "i32"), None),
    ],
    ids=str,
)
def test_a_matrix_unit_is_used_where_there_is_one(types, intrinsic, monkeypatch):
    text = _vector_code((64, 64, 64), types, MATRIX_UNIT, monkeypatch)
    assert (f'"llvm.x86.{intrinsic}"' in text) if intrinsic else ("tdp" not in text)


@pytest.mark.parametrize("missing", ["amx_tile", "amx_int8"])
def test_no_matrix_unit_without_its_features(missing, monkeypatch):
    target = replace(MATRIX_UNIT, features=MATRIX_UNIT.features - {missing})
    assert "tdp" not in _vector_code((64, 64, 64), ("i8", "i8", "i32"), target, monkeypatch)


@pytest.mark.parametrize("shape", [(15, 64, 64), (64, 15, 64), (64, 64, 31)])
def test_no_matrix_unit_for_what_is_less_than_a_tile(shape, monkeypatch):
    assert "tdp" not in _vector_code(shape, ("i8", "i8", "i32"), MATRIX_UNIT, monkeypatch)


def test_a_matrix_unit_adds_to_what_sums_start_from():
    rng = np.random.default_rng(8)
    a, b = _values(rng, (3, 40, 70), "i8"), _values(rng, (3, 70, 50), "i8")
    program = """func.func @main(%a: tensor<3x40x70xi8>, %b: tensor<3x70x50xi8>)
        -> tensor<40x50xi32> {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [0, 2] x [0, 1]
        : (tensor<3x40x70xi8>, tensor<3x70x50xi8>) -> tensor<40x50xi32>
      return %0 : tensor<40x50xi32>
    }"""
    expected = np.einsum("bmk,bkn->mn", a.astype(np.int32), b.astype(np.int32))
    np.testing.assert_array_equal(hlo_opt.compile(program)(a, b), expected)


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


@pytest.mark.parametrize("start", ["1.5", "0.0"])
@pytest.mark.parametrize("order", [(2, 0, 1), (0, 2, 1), (1, 2, 0), (2, 1, 0)], ids=str)
def test_results_in_another_order(order, start):
    """A transposed product, all of whose dimensions differ."""
    rng = np.random.default_rng(6)
    a, b = (rng.standard_normal(s).astype(np.float32) for s in [(3, 40, 70), (3, 70, 50)])
    result = tensor([(3, 40, 50)[d] for d in order], "f32")
    program = f"""func.func @main(%a: tensor<3x40x70xf32>, %b: tensor<3x70x50xf32>) -> {result} {{
      %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]
        : (tensor<3x40x70xf32>, tensor<3x70x50xf32>) -> tensor<3x40x50xf32>
      %1 = stablehlo.constant dense<{start}> : tensor<3x40x50xf32>
      %2 = stablehlo.add %0, %1 : tensor<3x40x50xf32>
      %3 = stablehlo.transpose %{"2" if start != "0.0" else "0"}, dims = {list(order)}
        : (tensor<3x40x50xf32>) -> {result}
      return %3 : {result}
    }}"""
    expected = (a.astype(np.float64) @ b + float(start)).transpose(order)
    np.testing.assert_allclose(hlo_opt.compile(program)(a, b), expected, rtol=0, atol=1e-4)
