"""Every schedule on shapes that fill no tile and no vector, against numpy in double precision."""

from __future__ import annotations

import numpy as np
import pytest

import hlo_opt

SIZES = range(1, 71)


def _values(rng: np.random.Generator, shape, dtype: str) -> np.ndarray:
    if dtype.startswith("i"):
        return rng.integers(-9, 9, shape).astype(f"int{dtype[1:]}")
    return rng.standard_normal(shape).astype(f"float{dtype[1:]}")


def _type(shape, dtype: str) -> str:
    return f"tensor<{''.join(f'{n}x' for n in shape)}{dtype}>"


def _run(body: str, arrays, dtype: str, result: str) -> np.ndarray:
    arguments = ", ".join(f"%{'abc'[i]}: {_type(a.shape, dtype)}" for i, a in enumerate(arrays))
    program = f"func.func @main({arguments}) -> {result} {{\n{body}\n}}"
    return hlo_opt.compile(program)(*arrays)


def _check(actual: np.ndarray, expected: np.ndarray, scale: float = 1.0) -> None:
    if actual.dtype.kind == "i":
        np.testing.assert_array_equal(actual, expected)
    else:
        epsilon = float(np.finfo(actual.dtype).eps)
        np.testing.assert_allclose(actual, expected, rtol=0, atol=8 * epsilon * scale)


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32", "i8"])
@pytest.mark.parametrize("n", SIZES)
def test_elementwise_with_broadcast_rows_and_columns(n, dtype):
    m = 71 - n
    rng = np.random.default_rng(n)
    x, row, column = (_values(rng, shape, dtype) for shape in ((m, n), (n,), (m,)))
    full = _type((m, n), dtype)
    body = (
        f"%r = stablehlo.broadcast_in_dim %b, dims = [1] : ({_type((n,), dtype)}) -> {full}\n"
        f"%s = stablehlo.broadcast_in_dim %c, dims = [0] : ({_type((m,), dtype)}) -> {full}\n"
        f"%0 = stablehlo.multiply %a, %r : {full}\n"
        f"%1 = stablehlo.add %0, %s : {full}\n"
        f"return %1 : {full}"
    )
    actual = _run(body, [x, row, column], dtype, full)
    _check(actual, (x * row + column[:, None]).astype(x.dtype), 16.0)


@pytest.mark.parametrize("donate", [(), (0,)])
@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("n", [*SIZES, 100, 129, 255, 300])
def test_long_bodies(n, dtype, donate):
    """The last vector may overlap the one before, unless the argument is written over."""
    x = _values(np.random.default_rng(n), (n,), dtype)
    full = _type((n,), dtype)
    body = (
        f"%0 = stablehlo.exponential %a : {full}\n%1 = stablehlo.sine %0 : {full}\n"
        f"%2 = stablehlo.add %1, %a : {full}\nreturn %2 : {full}"
    )
    program = f"func.func @main(%a: {full}) -> {full} {{\n{body}\n}}"
    expected = np.sin(np.exp(x.astype(np.float64))) + x
    _check(hlo_opt.compile(program, donate=donate)(x), expected, 64.0)


@pytest.mark.parametrize("dtype", ["f32", "f64", "f16", "i32", "i8"])
@pytest.mark.parametrize("donate", [(), (0,)], ids=["apart", "in place"])
@pytest.mark.parametrize(
    "shape",
    [(7, 513), (9, 1025), (5, 1023), (3, 700), (2, 3, 999), (9, 129), (6, 143), (2, 4, 201)],
)
def test_long_rows_that_start_anywhere_in_a_line_of_the_cache(shape, dtype, donate):
    rng = np.random.default_rng(shape[-1])
    x, row = _values(rng, shape, dtype), _values(rng, shape[-1:], dtype)
    full, flags = _type(shape, dtype), _type(shape, "i1")
    program = f"""func.func @main(%a: {full}, %b: {_type(row.shape, dtype)}) -> ({full}, {flags}) {{
      %r = stablehlo.broadcast_in_dim %b, dims = [{len(shape) - 1}]
        : ({_type(row.shape, dtype)}) -> {full}
      %0 = stablehlo.add %a, %r : {full}
      %1 = stablehlo.compare GT, %a, %r : ({full}, {full}) -> {flags}
      return %0, %1 : {full}, {flags}
    }}"""
    expected = x + row, x > row
    for actual, value in zip(
        hlo_opt.compile(program, donate=donate)(x, row), expected, strict=True
    ):
        np.testing.assert_array_equal(actual, value)


@pytest.mark.parametrize("dtype", ["f32", "f64", "i8"])
@pytest.mark.parametrize("shape", [(512, 1024), (40, 512), (512, 17), (1024, 16), (530, 2048)])
def test_transpose_of_rows_in_the_same_sets_of_the_cache(shape, dtype):
    x = _values(np.random.default_rng(0), shape, dtype)
    result = _type(shape[::-1], dtype)
    body = (
        f"%0 = stablehlo.transpose %a, dims = [1, 0] : ({_type(shape, dtype)}) -> {result}\n"
        f"return %0 : {result}"
    )
    np.testing.assert_array_equal(_run(body, [x], dtype, result), x.T)


@pytest.mark.parametrize("dtype", ["f32", "i32", "i8"])
@pytest.mark.parametrize("n", SIZES)
def test_transpose(n, dtype):
    m = 77 - n
    x = _values(np.random.default_rng(n), (2, m, n), dtype)
    result = _type((2, n, m), dtype)
    body = (
        f"%0 = stablehlo.transpose %a, dims = [0, 2, 1] : ({_type(x.shape, dtype)}) -> {result}\n"
        f"return %0 : {result}"
    )
    np.testing.assert_array_equal(_run(body, [x], dtype, result), x.transpose(0, 2, 1))


@pytest.mark.parametrize("dimensions", [[0], [1], [2], [0, 2], [1, 2], [0, 1, 2]])
@pytest.mark.parametrize("n", SIZES)
def test_sum(n, dimensions):
    shape = (3, 71 - n, n)
    x = _values(np.random.default_rng(n), shape, "f32")
    kept = [e for d, e in enumerate(shape) if d not in dimensions]
    result = _type(kept, "f32")
    body = (
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f"%0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = "
        f"{dimensions} : ({_type(shape, 'f32')}, tensor<f32>) -> {result}\n"
        f"return %0 : {result}"
    )
    expected = x.astype(np.float64).sum(tuple(dimensions))
    _check(_run(body, [x], "f32", result), expected, 64.0)


@pytest.mark.parametrize("dtype", ["f32", "f64", "i32", "i8"])
@pytest.mark.parametrize("rows", [8, 24, 40, 56, 77, 104])
def test_first_largest_of_each_row(rows, dtype):
    """What is no sum takes columns of several rows at a time: these are transposed in squares."""
    shape = (rows, 203)
    x = _values(np.random.default_rng(rows), shape, dtype)
    lowest = "0xFF800000" if dtype == "f32" else "0xFFF0000000000000" if dtype == "f64" else "-99"
    value, full, i1 = f"tensor<{dtype}>", _type(shape, "i32"), "tensor<i1>"
    body = (
        f"%i = stablehlo.iota dim = 1 : {full}\n"
        f"%low = stablehlo.constant dense<{lowest}> : {value}\n"
        "%zero = stablehlo.constant dense<0> : tensor<i32>\n"
        "%r:2 = stablehlo.reduce(%a init: %low), (%i init: %zero) across dimensions = [1] : "
        f"({_type(shape, dtype)}, {full}, {value}, tensor<i32>) -> "
        f"({_type((rows,), dtype)}, {_type((rows,), 'i32')})\n"
        f"reducer(%x: {value}, %y: {value}) (%j: tensor<i32>, %k: tensor<i32>) {{\n"
        f"%more = stablehlo.compare GT, %x, %y : ({value}, {value}) -> {i1}\n"
        f"%same = stablehlo.compare EQ, %x, %y : ({value}, {value}) -> {i1}\n"
        f"%before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> {i1}\n"
        f"%first = stablehlo.and %same, %before : {i1}\n%is = stablehlo.or %more, %first : {i1}\n"
        f"%v = stablehlo.select %more, %x, %y : {i1}, {value}\n"
        f"%w = stablehlo.select %is, %j, %k : {i1}, tensor<i32>\n"
        f"stablehlo.return %v, %w : {value}, tensor<i32>\n}}\nreturn %r#1 : {_type((rows,), 'i32')}"
    )
    actual = _run(body, [x], dtype, _type((rows,), "i32"))
    np.testing.assert_array_equal(actual, x.argmax(axis=1))


@pytest.mark.parametrize("n", SIZES)
def test_softmax_rows_run_together(n):
    m = 71 - n
    x = _values(np.random.default_rng(n), (m, n), "f32")
    full, row = _type((m, n), "f32"), _type((m,), "f32")
    lines = [
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%low = stablehlo.constant dense<0xFF800000> : tensor<f32>",
    ]
    for name, source, start, op in (("m", "a", "low", "maximum"), ("s", "e", "z", "add")):
        if name == "s":
            lines += [f"%d = stablehlo.subtract %a, %mb : {full}"]
            lines += [f"%e = stablehlo.exponential %d : {full}"]
        lines += [
            f"%{name} = stablehlo.reduce(%{source} init: %{start}) applies stablehlo.{op} across "
            f"dimensions = [1] : ({full}, tensor<f32>) -> {row}",
            f"%{name}b = stablehlo.broadcast_in_dim %{name}, dims = [0] : ({row}) -> {full}",
        ]
    lines += [f"%q = stablehlo.divide %e, %sb : {full}", f"return %q : {full}"]
    e = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    _check(_run("\n".join(lines), [x], "f32", full), e / e.sum(1, keepdims=True), 4.0)


def _product(m, n, k, dtype, *, transposed=(False, False), batch=()) -> None:
    rng = np.random.default_rng(m * n + k)
    a = _values(rng, (*batch, *((k, m) if transposed[0] else (m, k))), dtype)
    b = _values(rng, (*batch, *((n, k) if transposed[1] else (k, n))), dtype)
    result = _type((*batch, m, n), dtype)
    at = len(batch)
    batching = f"batching_dims = {list(range(at))} x {list(range(at))}, " if batch else ""
    body = (
        f"%0 = stablehlo.dot_general %a, %b, {batching}contracting_dims = "
        f"[{at + (not transposed[0])}] x [{at + transposed[1]}] : "
        f"({_type(a.shape, dtype)}, {_type(b.shape, dtype)}) -> {result}\nreturn %0 : {result}"
    )
    wide = np.int64 if dtype.startswith("i") else np.float64
    left = (a.swapaxes(-1, -2) if transposed[0] else a).astype(wide)
    right = (b.swapaxes(-1, -2) if transposed[1] else b).astype(wide)
    _check(_run(body, [a, b], dtype, result), (left @ right).astype(a.dtype), 4.0 * k)


@pytest.mark.parametrize("dtype", ["f32", "i32"])
@pytest.mark.parametrize("n", SIZES)
def test_small_products(n, dtype):
    _product(n, 71 - n, 1 + n // 2, dtype)
    _product(71 - n, n, 13, dtype, batch=(2,))


@pytest.mark.parametrize("transposed", [(False, False), (False, True), (True, False), (True, True)])
@pytest.mark.parametrize("shape", [(33, 17, 9), (97, 16, 300), (40, 300, 530), (200, 130, 257)])
def test_packed_products(shape, transposed):
    _product(*shape, "f32", transposed=transposed)
    _product(*shape, "f32", transposed=transposed, batch=(3,))


@pytest.mark.parametrize("n", SIZES)
def test_matrix_times_vector(n):
    _product(n, 1, 71 - n, "f32")
    _product(1, n, 71 - n, "f64")
