"""Donated arguments: results in their arrays, and nothing lost that is still read."""

from __future__ import annotations

import platform

import numpy as np
import pytest
from test_dynamic import ADD_ROW

import hlo_opt
from hlo_opt import DiagnosedError

V, M = "tensor<6xf32>", "tensor<4x4xf32>"
X, Y, Z = (np.arange(6, dtype=np.float32) * s + 1 for s in (1, 10, 100))
A = np.arange(16, dtype=np.float32).reshape(4, 4)


def program(arguments: list[str], results: list[str], body: str) -> str:
    """Return a program with arguments %a, %b, %c and marks behind their types."""
    parameters = ", ".join(f"%{n}: {t}" for n, t in zip("abc", arguments, strict=False))
    return f"func.func @main({parameters}) -> ({', '.join(results)}) {{\n{body}\n}}"


SCATTER = f"""
%i = stablehlo.constant dense<[[1], [4], [1]]> : tensor<3x1xi32>
%u = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
%0 = "stablehlo.scatter"(%a, %i, %u) ({{
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
}}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
  : ({V}, tensor<3x1xi32>, tensor<3xf32>) -> {V}
"""
WHILE = f"""
%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%r:3 = stablehlo.while(%x = %a, %y = %b, %i = %zero) : {V}, {V}, tensor<i32>
  cond {{
    %three = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }} do {{
    %s = stablehlo.add %x, %y : {V}
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %y, %s, %j : {V}, {V}, tensor<i32>
  }}
"""
SCATTERED = X + np.float32([0, 5, 0, 0, 2, 0])

# Types of arguments (with marks, that say which result), body, inputs, results by numpy.
CASES = {
    "an update": ([V, V], f"%0 = stablehlo.add %a, %b : {V}\nreturn %0 : {V}", [X, Y], [X + Y]),
    "an argument used twice": (
        [V],
        f"%0 = stablehlo.multiply %a, %a : {V}\n%1 = stablehlo.add %0, %a : {V}\nreturn %1 : {V}",
        [X],
        [X * X + X],
    ),
    "a swap that renames": (
        [V + " {tf.aliasing_output = 1 : i32}", V + " {tf.aliasing_output = 0 : i32}"],
        f"return %b, %a : {V}, {V}",
        [X, Y],
        [Y, X],
    ),
    "a swap that moves": ([V, V], f"return %b, %a : {V}, {V}", [X, Y], [Y, X]),
    "a rotation": ([V, V, V], f"return %b, %c, %a : {V}, {V}, {V}", [X, Y, Z], [Y, Z, X]),
    "unchanged": ([V], f"return %a : {V}", [X], [X]),
    "unchanged, twice": ([V], f"return %a, %a : {V}, {V}", [X], [X, X]),
    "a transpose": (
        [M],
        f"%0 = stablehlo.transpose %a, dims = [1, 0] : ({M}) -> {M}\nreturn %0 : {M}",
        [A],
        [A.T],
    ),
    "a transpose, and the argument": (
        [M],
        f"%0 = stablehlo.transpose %a, dims = [1, 0] : ({M}) -> {M}\nreturn %0, %a : {M}, {M}",
        [A],
        [A.T, A],
    ),
    "a product with itself": (
        [M],
        f"%0 = stablehlo.dot %a, %a : ({M}, {M}) -> {M}\nreturn %0 : {M}",
        [A],
        [A @ A],
    ),
    "a reversal": (
        [V],
        f"%0 = stablehlo.reverse %a, dims = [0] : {V}\nreturn %0 : {V}",
        [X],
        [X[::-1]],
    ),
    "read after the first result": (
        [V, V],
        f"""%0 = stablehlo.add %a, %b : {V}
        %1 = stablehlo.subtract %a, %b : {V}
        %2 = stablehlo.multiply %0, %1 : {V}
        return %2, %0, %1 : {V}, {V}, {V}""",
        [X, Y],
        [(X + Y) * (X - Y), X + Y, X - Y],
    ),
    "read by a result of another type": (
        [V],
        f"""%0 = stablehlo.negate %a : {V}
        %1 = stablehlo.convert %a : ({V}) -> tensor<6xf64>
        return %1, %0 : tensor<6xf64>, {V}""",
        [X],
        [X.astype(np.float64), -X],
    ),
    "a scatter": ([V], SCATTER + f"return %0 : {V}", [X], [SCATTERED]),
    "a scatter, and the argument": (
        [V],
        SCATTER + f"return %0, %a : {V}, {V}",
        [X],
        [SCATTERED, X],
    ),
    "a loop": ([V, V], WHILE + f"return %r#0, %r#1 : {V}, {V}", [X, Y], [X + 2 * Y, 2 * X + 3 * Y]),
    "a loop, crossed": (
        [V, V],
        WHILE + f"return %r#1, %r#0, %a : {V}, {V}, {V}",
        [X, Y],
        [2 * X + 3 * Y, X + 2 * Y, X],
    ),
    "a scalar": (
        ["tensor<i64>"],
        "%0 = stablehlo.add %a, %a : tensor<i64>\nreturn %0, %a : tensor<i64>, tensor<i64>",
        [np.array(21)],
        [np.array(42), np.array(21)],
    ),
    "no elements": (
        ["tensor<0x3xi8>"],
        "return %a : tensor<0x3xi8>",
        [np.zeros((0, 3), np.int8)],
        [np.zeros((0, 3), np.int8)],
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("profile", [False, True])
def test_results_in_donated_arrays(name, profile):
    types, body, inputs, expected = CASES[name]
    results = body.rpartition("return ")[2].partition(" : ")[2].split(", ")
    text = program(types, results, body)
    count = min(len(types), len(results))
    run = hlo_opt.compile(text, donate=range(count), profile=profile)
    assert sorted(run.donated.values()) == list(range(count))
    for _ in range(10):  # machine code takes no calls over
        arrays = [np.array(a) for a in inputs]
        got = run(*arrays)
        got = got if isinstance(got, tuple) else (got,)
        for n, (array, wanted) in enumerate(zip(got, expected, strict=True)):
            assert array.dtype == wanted.dtype
            np.testing.assert_array_equal(array, wanted)
            if n in run.donated:
                assert array is arrays[run.donated[n]]
            else:
                assert not any(np.shares_memory(array, a) for a in arrays)


def test_arguments_that_are_not_donated_stay():
    text = program([V, V], [V], f"%0 = stablehlo.add %a, %b : {V}\nreturn %0 : {V}")
    x, y = X.copy(), Y.copy()
    run = hlo_opt.compile(text, donate=(1,))
    assert run.donated == {0: 1}
    assert run(x, y) is y
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(y, X + Y)
    assert run.memory_bytes == hlo_opt.compile(text).memory_bytes - y.nbytes


MARKED = program(
    [V + " {jax.buffer_donor = true}", V, V + " {tf.aliasing_output = 0 : i32}"],
    [V, V],
    f"%0 = stablehlo.add %a, %b : {V}\n%1 = stablehlo.add %a, %c : {V}\nreturn %0, %1 : {V}, {V}",
)


@pytest.mark.parametrize(
    ("donate", "donated"),
    [
        ((), {}),
        (False, {}),
        (True, {0: 2, 1: 0}),
        (0, {0: 0}),
        ([0], {0: 0}),
        ((2, 1), {0: 2, 1: 1}),
    ],
)
def test_marks_of_jax_hold_on_request(donate, donated):
    run = hlo_opt.compile(MARKED, donate=donate)
    assert run.donated == donated
    arrays = [X.copy(), Y.copy(), Z.copy()]
    got = run(*arrays)
    np.testing.assert_array_equal(got, [X + Y, X + Z])
    for i, before in enumerate((X, Y, Z)):
        if i not in donated.values():
            np.testing.assert_array_equal(arrays[i], before)


def test_a_mark_may_fit_no_result():
    text = program(
        [V + " {jax.buffer_donor = true}"],
        ["tensor<f32>"],
        "%z = stablehlo.constant dense<7.0> : tensor<f32>\nreturn %z : tensor<f32>",
    )
    run = hlo_opt.compile(text, donate=True)
    assert run.donated == {}
    assert run(X) == 7


@pytest.mark.parametrize(
    ("donate", "message"),
    [
        ((1,), r"1:1: error: argument 1 \(%arg1: tensor<4x4xf32>\) is donated, and no result of "
         r"its type is left for it \(results: tensor<6xf32>\)"),
        ((0, 2), r"argument 2 \(%arg2: tensor<6xf32>\) is donated, and no result"),
        ((3,), "argument 3 is donated, and there are 3 arguments"),
        ((-1,), "argument -1 is donated, and there are 3 arguments"),
    ],
)  # fmt: skip
def test_what_cannot_be_donated(donate, message):
    text = program([V, M, V], [V], f"return %a : {V}")
    with pytest.raises(DiagnosedError, match=message):
        hlo_opt.compile(text, donate=donate)


class Exported:
    """An array of another library."""

    def __init__(self, array: np.ndarray):
        self.array = array

    def __array__(self, *args, **kwargs) -> np.ndarray:
        return self.array


@pytest.mark.parametrize("donate", ["0", 1.5, [None]])
def test_what_is_no_number_of_an_argument(donate):
    with pytest.raises(TypeError, match="donate: expected True or the numbers of arguments, got"):
        hlo_opt.compile(MARKED, donate=donate)


@pytest.mark.parametrize(
    ("arrays", "kind", "message"),
    [
        (lambda x: (x, x), ValueError, r"donated argument 0 \(%arg0\) shares memory with another"),
        (
            lambda x: (x, np.zeros(7, np.float32)),
            ValueError,
            r"argument 1 \(%arg1\): expected .* shape",
        ),
        (
            lambda x: (np.zeros(7, np.float32), x),
            ValueError,
            r"argument 0 .*: expected .* \(7,\)",
        ),
        (lambda x: (x[::-1], x.copy()), ValueError, "donated argument 0 .* must be row-major"),
        (lambda x: (x.astype(">f4"), x), TypeError, "donated argument 0 .*: expected .* >f4"),
        (lambda x: (x.tolist(), x), TypeError, r"argument 0 \(%arg0\): expected .* got list"),
        (lambda x: (Exported(x), x.copy()), TypeError, "donated argument 0 .* got Exported"),
        (lambda x: (x, Exported(x)), ValueError, "donated argument 0 .* shares memory"),
        (lambda x: (x, x[::-1]), ValueError, "donated argument 0 .* shares memory"),
        (lambda x: (x.astype(np.float64), x), TypeError, "argument 0 .* got dtype float64"),
        (lambda x: (np.frombuffer(bytes(24), np.float32), x), ValueError, "aligned and writable"),
        (lambda x: (x,), TypeError, "takes 2 arguments"),
    ],
)
def test_arrays_that_cannot_be_donated(arrays, kind, message):
    run = hlo_opt.compile(
        program([V, V], [V], f"%0 = stablehlo.add %a, %b : {V}\nreturn %0 : {V}"), donate=[0]
    )
    x = X.copy()
    with pytest.raises(kind, match=message):
        run(*arrays(x))
    np.testing.assert_array_equal(x, X)


def test_other_results_go_to_arrays_that_are_given():
    body = (
        f"%0 = stablehlo.add %a, %b : {V}\n%1 = stablehlo.negate %a : {V}\nreturn %0, %1 : {V}, {V}"
    )
    run = hlo_opt.compile(program([V, V], [V, V], body), donate=[0])
    for first in (lambda x: x, lambda x: None):
        x, other = X.copy(), np.empty(6, np.float32)
        got = run(x, Y, out=(first(x), other))
        assert got[0] is x
        assert got[1] is other
        np.testing.assert_array_equal(got, [X + Y, -X])
    x = X.copy()
    with pytest.raises(ValueError, match="out for result 0 must be argument 0, which is donated"):
        run(x, Y, out=(other, np.empty(6, np.float32)))
    with pytest.raises(ValueError, match="out for result 1 shares memory"):
        run(x, Y, out=(x, x))
    np.testing.assert_array_equal(x, X)


def test_dynamic_shapes():
    text = ADD_ROW
    run = hlo_opt.compile(text, donate=[0])
    row = np.arange(3, dtype=np.float32)
    for count in (2, 5, 2):
        x = np.full((count, 3), count, np.float32)
        assert run(x, row) is x
        np.testing.assert_array_equal(x, np.full((count, 3), count) + row)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="object files are loaded on x86-64 only")
def test_the_cache_tells_donation_apart(tmp_path):
    text = program([V, V], [V], f"%0 = stablehlo.add %a, %b : {V}\nreturn %0 : {V}")
    for donate in ((0,), (0,), (1,), ()):
        run = hlo_opt.compile(text, donate=donate, cache_dir=tmp_path)
        arrays = [X.copy(), Y.copy()]
        got = run(*arrays)
        np.testing.assert_array_equal(got, X + Y)
        assert [i for i in (0, 1) if got is arrays[i]] == list(donate)
    assert len(list(tmp_path.iterdir())) == 3


def test_custom_calls_get_what_was_donated():
    @hlo_opt.ffi_target("donation_doubled")
    def double(x):
        return 2 * x

    body = f"""
    %0 = stablehlo.custom_call @donation_doubled(%a) {{api_version = 4 : i32}} : ({V}) -> {V}
    %1 = stablehlo.add %0, %a : {V}
    return %0, %1 : {V}, {V}"""
    x = X.copy()
    got = hlo_opt.compile(program([V], [V, V], body), donate=[0])(x)
    assert got[0] is x
    np.testing.assert_array_equal(got, [2 * X, 3 * X])


@pytest.mark.parametrize("num_threads", [1, None])
def test_files_keep_the_convention(num_threads):
    text = program([V, V], [V], f"%0 = stablehlo.add %a, %b : {V}\nreturn %0 : {V}")
    header = hlo_opt.compile(text, donate=[0], num_threads=num_threads).c_header()
    assert "    float *arg0, /* tensor<6xf32>; result 0 is put here */\n" in header
    assert "    const float *arg1, /* tensor<6xf32> */\n" in header
    assert "    float *result0, /* tensor<6xf32>; not used, result 0 is in arg0 */\n" in header
