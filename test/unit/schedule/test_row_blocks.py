"""Products with something between them, by blocks of rows, against numpy in double precision."""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt.passes import block_rows, vectorize_loops
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline
from hlo_opt.passes.target import host
from hlo_opt.runtime.threads import load_openmp

from .programs import NUMPY, TARGETS, tensor

COUNTS = [1, 2] if load_openmp() else [1]


@pytest.fixture(autouse=True)
def _small_cache(monkeypatch):
    """Let small scores be worth blocks."""
    monkeypatch.setattr(block_rows, "host", lambda: replace(host(), l2_bytes=64 << 10))


def attention(batch, rows, keys, width, type="f32", *, causal=False) -> str:
    """Return a program of attention: ``softmax(q k^T / 2) v``, for each iteration of batches."""
    n = len(batch)
    q, k = tensor((*batch, rows, width), type), tensor((*batch, keys, width), type)
    scores, row = tensor((*batch, rows, keys), type), tensor((*batch, rows), type)
    batches = f"batching_dims = {list(range(n))} x {list(range(n))}, " if n else ""
    spread = f"dims = {list(range(n + 1))} : ({row}) -> {scores}"
    mask = f"""
      %i = stablehlo.iota dim = {n} : {tensor((*batch, rows, keys), "i32")}
      %j = stablehlo.iota dim = {n + 1} : {tensor((*batch, rows, keys), "i32")}
      %later = stablehlo.compare GT, %j, %i : ({tensor((*batch, rows, keys), "i32")},
        {tensor((*batch, rows, keys), "i32")}) -> {tensor((*batch, rows, keys), "i1")}
      %low = stablehlo.constant dense<-1.0e+09> : {scores}
      %masked = stablehlo.select %later, %low, %scaled
        : {tensor((*batch, rows, keys), "i1")}, {scores}
    """
    x = "%masked" if causal else "%scaled"
    return f"""func.func @main(%q: {q}, %k: {k}, %v: {k}) -> {q} {{
      %s = stablehlo.dot_general %q, %k, {batches}contracting_dims = [{n + 1}] x [{n + 1}]
        : ({q}, {k}) -> {scores}
      %half = stablehlo.constant dense<0.5> : {scores}
      %scaled = stablehlo.multiply %s, %half : {scores}
      {mask if causal else ""}
      %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %start = stablehlo.convert %least : (tensor<f32>) -> tensor<{type}>
      %zero = stablehlo.constant dense<0.0> : tensor<{type}>
      %most = stablehlo.reduce({x} init: %start) applies stablehlo.maximum
        across dimensions = [{n + 1}] : ({scores}, tensor<{type}>) -> {row}
      %most_all = stablehlo.broadcast_in_dim %most, {spread}
      %shifted = stablehlo.subtract {x}, %most_all : {scores}
      %e = stablehlo.exponential %shifted : {scores}
      %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add
        across dimensions = [{n + 1}] : ({scores}, tensor<{type}>) -> {row}
      %sum_all = stablehlo.broadcast_in_dim %sum, {spread}
      %p = stablehlo.divide %e, %sum_all : {scores}
      %r = stablehlo.dot_general %p, %v, {batches}contracting_dims = [{n + 1}] x [{n}]
        : ({scores}, {k}) -> {q}
      return %r : {q}
    }}"""


def _expected(q, k, v, *, causal: bool) -> np.ndarray:
    q, k, v = (x.astype(np.float64) for x in (q, k, v))
    scores = q @ np.swapaxes(k, -1, -2) / 2
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -1e9)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True) @ v


def _is_blocked(program: str) -> bool:
    module = hlo_opt.parse(program)
    run_pipeline(named_pipeline("cpu", "group"), module.operation)
    return block_rows.BLOCK_ROWS in str(module)


SHAPES = [
    ((), 96, 100, 16),
    ((), 125, 64, 8),
    ((2,), 64, 70, 16),
    ((3,), 51, 133, 5),
    ((2, 3), 48, 96, 12),
    ((1, 2), 90, 90, 20),
    ((16,), 32, 64, 16),
]


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("type", ["f32", "f64", "bf16"])
@pytest.mark.parametrize(("batch", "rows", "keys", "width"), SHAPES, ids=str)
def test_attention(batch, rows, keys, width, type, causal):
    program = attention(batch, rows, keys, width, type, causal=causal)
    assert type != "f32" or _is_blocked(program)
    rng = np.random.default_rng(rows)
    shapes = [(*batch, n, width) for n in (rows, keys, keys)]
    q, k, v = (rng.standard_normal(s).astype(NUMPY[type]) for s in shapes)
    results = [hlo_opt.compile(program, num_threads=n)(q, k, v) for n in COUNTS]
    for result in results:
        np.testing.assert_array_equal(result, results[0])
    epsilon = float(ml_dtypes.finfo(NUMPY[type]).eps)
    actual = results[0].astype(np.float64)
    np.testing.assert_allclose(
        actual,
        _expected(q, k, v, causal=causal),
        rtol=0,
        atol=(16 if type == "bf16" else 64) * epsilon,
    )


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("batch", "rows", "keys", "width", "type"),
    [
        ((), 96, 1024, 8, "bf16"),
        ((2,), 64, 1030, 6, "bf16"),
        ((2, 3), 64, 600, 16, "f32"),
        ((), 64, 2060, 20, "f32"),
    ],
)
def test_long_depths_and_other_machines(batch, rows, keys, width, type, target, monkeypatch):
    monkeypatch.setattr(vectorize_loops, "host", lambda: TARGETS[target])
    cache = replace(host(), l2_bytes=rows * keys * 8)
    monkeypatch.setattr(block_rows, "host", lambda: cache)
    program = attention(batch, rows, keys, width, type)
    assert _is_blocked(program)
    rng = np.random.default_rng(keys)
    shapes = [(*batch, n, width) for n in (rows, keys, keys)]
    q, k, v = (rng.standard_normal(s).astype(NUMPY[type]) for s in shapes)
    for count in COUNTS:
        actual = hlo_opt.compile(program, num_threads=count)(q, k, v).astype(np.float64)
        epsilon = float(ml_dtypes.finfo(NUMPY[type]).eps)
        expected = _expected(q, k, v, causal=False)
        np.testing.assert_allclose(actual, expected, rtol=0, atol=64 * epsilon)


@pytest.mark.parametrize("type", ["f32", "f64"])
def test_complex_numbers(type):
    x = f"complex<{type}>"
    a, b, s = tensor((96, 8), x), tensor((8, 100), x), tensor((96, 100), x)
    c, r = tensor((100, 8), x), tensor((96, 8), x)
    program = f"""func.func @main(%a: {a}, %b: {b}, %c: {c}) -> {r} {{
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({a}, {b}) -> {s}
      %1 = stablehlo.multiply %0, %0 : {s}
      %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : ({s}, {c}) -> {r}
      return %2 : {r}
    }}"""
    rng = np.random.default_rng(1)
    shapes = [(96, 8), (8, 100), (100, 8)]
    arrays = [rng.standard_normal(s) + 1j * rng.standard_normal(s) for s in shapes]
    expected = (arrays[0] @ arrays[1]) ** 2 @ arrays[2]
    dtype = np.complex64 if type == "f32" else np.complex128
    for count in COUNTS:
        run = hlo_opt.compile(program, num_threads=count)
        actual = run(*(array.astype(dtype) for array in arrays))
        np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-2 if type == "f32" else 1e-10)


def test_results_are_those_without_blocks(monkeypatch):
    program = attention((2, 2), 96, 80, 16, causal=True)
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((2, 2, n, 16)).astype(np.float32) for n in (96, 80, 80))
    blocked = hlo_opt.compile(program)
    monkeypatch.setattr(block_rows, "host", host)
    whole = hlo_opt.compile(program)
    assert blocked.scratch_bytes < whole.scratch_bytes
    np.testing.assert_array_equal(blocked(q, k, v), whole(q, k, v))


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(("rows", "keys", "width"), [(96, 80, 16), (64, 150, 20), (51, 133, 5)])
def test_dimensions_in_the_order_of_a_model(rows, keys, width, transposed):
    """Heads come after positions; the second product has the values first."""
    q, k = tensor((2, rows, 3, width), "f32"), tensor((2, keys, 3, width), "f32")
    scores, row = tensor((2, 3, rows, keys), "f32"), tensor((2, 3, rows), "f32")
    out = tensor((2, 3, width, rows), "f32")
    end = (
        "return %o"
        if not transposed
        else f"""%t = stablehlo.transpose %o, dims = [0, 3, 1, 2]
        : ({out}) -> {q}
      return %t"""
    )
    program = f"""func.func @main(%q: {q}, %k: {k}, %v: {k}) -> {q if transposed else out} {{
      %s = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2],
        contracting_dims = [3] x [3] : ({q}, {k}) -> {scores}
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %e = stablehlo.exponential %s : {scores}
      %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3]
        : ({scores}, tensor<f32>) -> {row}
      %all = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : ({row}) -> {scores}
      %p = stablehlo.divide %e, %all : {scores}
      %o = stablehlo.dot_general %v, %p, batching_dims = [0, 2] x [0, 1],
        contracting_dims = [1] x [3] : ({k}, {scores}) -> {out}
      {end} : {q if transposed else out}
    }}"""
    assert _is_blocked(program)
    rng = np.random.default_rng(rows)
    arrays = [rng.standard_normal((2, n, 3, width)).astype("f4") / 2 for n in (rows, keys, keys)]
    x, y, z = (a.astype(np.float64) for a in arrays)
    e = np.exp(np.einsum("bqhd,bkhd->bhqk", x, y))
    order = "bqhd" if transposed else "bhdq"
    expected = np.einsum(f"bhqk,bkhd->{order}", e / e.sum(-1, keepdims=True), z)
    for count in COUNTS:
        actual = hlo_opt.compile(program, num_threads=count)(*arrays)
        np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-5)


def test_scores_that_are_needed_elsewhere_are_kept():
    program = attention((), 96, 100, 16)
    program = program.replace(
        "-> tensor<96x16xf32> {", "-> (tensor<96x16xf32>, tensor<96x100xf32>) {"
    )
    program = program.replace(
        "return %r : tensor<96x16xf32>", "return %r, %p : tensor<96x16xf32>, tensor<96x100xf32>"
    )
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((n, 16)).astype(np.float32) for n in (96, 100, 100))
    r, p = hlo_opt.compile(program)(q, k, v)
    np.testing.assert_allclose(r, _expected(q, k, v, causal=False), atol=1e-5)
    np.testing.assert_allclose(p.sum(-1), np.ones(96), atol=1e-5)


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        (((), 97, 100, 16), "no number of rows divides 97"),
        (((), 96, 20, 16), "scores fit into the cache"),
        (((), 96, 100, 400), "second operands do not"),
    ],
)
def test_no_blocks_where_they_do_not_pay(shape, why):
    assert not _is_blocked(attention(*shape)), why


def test_sums_over_rows_are_no_part_of_a_block():
    """The mean of all rows of the scores needs every block."""
    program = """func.func @main(%a: tensor<96x16xf32>, %b: tensor<16x200xf32>,
        %c: tensor<200x8xf32>) -> tensor<96x8xf32> {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<96x16xf32>, tensor<16x200xf32>) -> tensor<96x200xf32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<96x200xf32>, tensor<f32>) -> tensor<200xf32>
      %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<200xf32>) -> tensor<96x200xf32>
      %3 = stablehlo.subtract %0, %2 : tensor<96x200xf32>
      %4 = stablehlo.dot_general %3, %c, contracting_dims = [1] x [0]
        : (tensor<96x200xf32>, tensor<200x8xf32>) -> tensor<96x8xf32>
      return %4 : tensor<96x8xf32>
    }"""
    rng = np.random.default_rng(0)
    a, b, c = (rng.standard_normal(s).astype(np.float32) for s in [(96, 16), (16, 200), (200, 8)])
    x = a.astype(np.float64) @ b
    np.testing.assert_allclose(hlo_opt.compile(program)(a, b, c), (x - x.sum(0)) @ c, atol=1e-2)


def test_the_bytes_of_long_scores_are_not_needed(monkeypatch):
    monkeypatch.setattr(block_rows, "host", host)
    run = hlo_opt.compile(attention((), 8192, 8192, 16))
    assert run.scratch_bytes < 8192 * 8192 * 4 // 10
