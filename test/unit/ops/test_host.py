"""Scalars, blocks and structured control flow in StableHLO programs, against Python and numpy."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlo_opt
from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.parse import parse
from hlo_opt.passes.raise_to_stablehlo import raise_to_stablehlo

I32 = np.array([7, -7, 0, 1, -(2**31), 2**31 - 1, 5], np.int32)
J32 = np.array([2, 2, 5, -1, 3, 3, 4], np.int32)
F32 = np.array([1.5, -2.25, 0.0, np.nan, np.inf, 3.0, -0.0], np.float32)
G32 = np.array([0.5, -2.25, np.nan, np.nan, 1.0, -np.inf, 0.0], np.float32)
B1 = np.array([True, False, True, False, True, False, False])
C1 = np.array([True, True, False, False, True, True, False])


def u32(x):
    return x.view(np.uint32)


def signed(x):
    return np.asarray(x).astype(np.int32, copy=False)


def floored(f):
    with np.errstate(all="ignore"):
        return f()


BINARY = {
    "addi": (I32, J32, lambda a, b: a + b),
    "subi": (I32, J32, lambda a, b: a - b),
    "muli": (I32, J32, lambda a, b: a * b),
    "divsi": (I32, J32, lambda a, b: np.trunc(a.astype(np.float64) / b).astype(np.int32)),
    "remsi": (I32, J32, lambda a, b: np.fmod(a, b)),
    "divui": (I32, J32, lambda a, b: (u32(a) // u32(b)).view(np.int32)),
    "remui": (I32, J32, lambda a, b: (u32(a) % u32(b)).view(np.int32)),
    "maxsi": (I32, J32, np.maximum),
    "minsi": (I32, J32, np.minimum),
    "maxui": (I32, J32, lambda a, b: np.maximum(u32(a), u32(b)).view(np.int32)),
    "minui": (I32, J32, lambda a, b: np.minimum(u32(a), u32(b)).view(np.int32)),
    "andi": (I32, J32, np.bitwise_and),
    "ori": (I32, J32, np.bitwise_or),
    "xori": (I32, J32, np.bitwise_xor),
    "shli": (I32, np.abs(J32), np.left_shift),
    "shrsi": (I32, np.abs(J32), np.right_shift),
    "shrui": (I32, np.abs(J32), lambda a, b: (u32(a) >> u32(b)).view(np.int32)),
    "addf": (F32, G32, np.add),
    "subf": (F32, G32, np.subtract),
    "mulf": (F32, G32, np.multiply),
    "divf": (F32, G32, np.divide),
    "remf": (F32, G32, np.fmod),
    "maximumf": (F32, G32, np.maximum),
    "minimumf": (F32, G32, np.minimum),
}


def run(body: str, inputs: list[np.ndarray], result: str, count: int = 7):
    names = {np.dtype(np.int32): "i32", np.dtype(np.float32): "f32", np.dtype(bool): "i1"}
    arguments = ", ".join(
        f"%{'ab'[i]}: tensor<{count}x{names[x.dtype]}>" for i, x in enumerate(inputs)
    )
    text = f"func.func @main({arguments}) -> tensor<{result}> {{\n{body}\n}}"
    return hlo_opt.compile(text)(*inputs)


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    a, b, expected = BINARY[name]
    kind = "7xf32" if name.endswith("f") else "7xi32"
    body = f"%r = arith.{name} %a, %b : tensor<{kind}>\nreturn %r : tensor<{kind}>"
    got = run(body, [a, b], kind)
    np.testing.assert_array_equal(got, floored(lambda: expected(a, b)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        *(("addi", np.logical_xor), ("subi", np.logical_xor), ("muli", np.logical_and)),
        *(("maxui", np.logical_or), ("minui", np.logical_and)),
        *(("maxsi", np.logical_and), ("minsi", np.logical_or)),  # true is -1
    ],
)
def test_booleans_are_modulo_two(name, expected):
    body = f"%r = arith.{name} %a, %b : tensor<7xi1>\nreturn %r : tensor<7xi1>"
    np.testing.assert_array_equal(run(body, [B1, C1], "7xi1"), expected(B1, C1))


CMPI = {
    "eq": np.equal,
    "ne": np.not_equal,
    **{"slt": np.less, "sle": np.less_equal, "sgt": np.greater, "sge": np.greater_equal},
    "ult": lambda a, b: u32(a) < u32(b),
    "ule": lambda a, b: u32(a) <= u32(b),
    "ugt": lambda a, b: u32(a) > u32(b),
    "uge": lambda a, b: u32(a) >= u32(b),
}


@pytest.mark.parametrize("predicate", CMPI)
def test_integer_comparisons(predicate):
    body = f"%r = arith.cmpi {predicate}, %a, %b : tensor<7xi32>\nreturn %r : tensor<7xi1>"
    np.testing.assert_array_equal(run(body, [I32, J32], "7xi1"), CMPI[predicate](I32, J32))


@pytest.mark.parametrize("predicate", ["slt", "sge", "ult", "uge", "eq"])
def test_boolean_comparisons(predicate):
    # A signed boolean that is true is -1.
    sign = -1 if predicate[0] == "s" else 1
    a, b = (sign * x.astype(np.int32) for x in (B1, C1))
    body = f"%r = arith.cmpi {predicate}, %a, %b : tensor<7xi1>\nreturn %r : tensor<7xi1>"
    np.testing.assert_array_equal(run(body, [B1, C1], "7xi1"), CMPI[predicate](a, b))


CMPF = {
    **{"oeq": np.equal, "ogt": np.greater, "oge": np.greater_equal},
    **{"olt": np.less, "ole": np.less_equal, "une": np.not_equal},
    "one": lambda a, b: (a < b) | (a > b),
    "ord": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
    "ueq": lambda a, b: ~((a < b) | (a > b)),
    "ugt": lambda a, b: ~(a <= b),
    "uge": lambda a, b: ~(a < b),
    "ult": lambda a, b: ~(a >= b),
    "ule": lambda a, b: ~(a > b),
    "uno": lambda a, b: np.isnan(a) | np.isnan(b),
}


@pytest.mark.parametrize("predicate", CMPF)
def test_float_comparisons(predicate):
    body = f"%r = arith.cmpf {predicate}, %a, %b : tensor<7xf32>\nreturn %r : tensor<7xi1>"
    np.testing.assert_array_equal(run(body, [F32, G32], "7xi1"), CMPF[predicate](F32, G32))


@pytest.mark.parametrize(
    ("operation", "source", "input", "result", "expected"),
    [
        ("extsi", "7xi1", B1, "7xi32", -B1.astype(np.int32)),
        ("extui", "7xi1", B1, "7xi32", B1.astype(np.int32)),
        ("extsi", "7xi32", I32, "7xi64", I32.astype(np.int64)),
        ("extui", "7xi32", I32, "7xi64", u32(I32).astype(np.int64)),
        ("trunci", "7xi32", I32, "7xi8", I32.astype(np.int8)),
        ("trunci", "7xi32", I32, "7xi1", (I32 & 1).astype(bool)),
        ("sitofp", "7xi32", I32, "7xf32", I32.astype(np.float32)),
        ("uitofp", "7xi32", I32, "7xf32", u32(I32).astype(np.float32)),
        ("uitofp", "7xi1", B1, "7xf32", B1.astype(np.float32)),
        ("fptosi", "7xf32", G32[:1].repeat(7) * 5, "7xi32", np.full(7, 2, np.int32)),
        ("extf", "7xf32", F32, "7xf64", F32.astype(np.float64)),
        ("truncf", "7xf32", F32, "7xbf16", F32.astype(ml_dtypes.bfloat16)),
        ("bitcast", "7xf32", F32, "7xi32", F32.view(np.int32)),
        ("negf", "7xf32", F32, "", -F32),
    ],
)
def test_unary(operation, source, input, result, expected):
    types = f"tensor<{source}> to tensor<{result}>" if result else f"tensor<{source}>"
    result = result or source
    body = f"%r = arith.{operation} %a : {types}\nreturn %r : tensor<{result}>"
    got = run(body, [input], result)
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got.astype(np.float64), expected.astype(np.float64))


def test_scalars_and_elements():
    body = """
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : i32
      %x = tensor.extract %a[%c1] : tensor<7xi32>
      %y = arith.addi %x, %c3 : i32
      %n = tensor.dim %a, %c1_0 : tensor<7xi32>
      %m = arith.index_cast %n : index to i32
      %p = arith.cmpi slt, %y, %m : i32
      %q = arith.select %p, %y, %m : i32
      %t = tensor.from_elements %x, %y, %m, %q : tensor<2x2xi32>
      return %t : tensor<2x2xi32>
    """.replace("%n =", "%c1_0 = arith.constant 0 : index\n%n =")
    got = run(body, [I32], "2x2xi32")
    np.testing.assert_array_equal(got, [[-7, -4], [7, -4]])


COLLATZ = """
func.func @main(%n: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  cf.br ^head(%n, %zero : tensor<i64>, tensor<i64>)
^head(%x: tensor<i64>, %steps: tensor<i64>):
  %v = tensor.extract %x[] : tensor<i64>
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %nought = arith.constant 0 : i64
  %more = arith.cmpi sgt, %v, %one : i64
  cf.cond_br %more, ^step, ^done
^step:
  %bit = arith.remsi %v, %two : i64
  %even = arith.cmpi eq, %bit, %nought : i64
  cf.cond_br %even, ^half, ^triple
^half:
  %h = arith.divsi %v, %two : i64
  cf.br ^next(%h : i64)
^triple:
  %t = arith.muli %v, %three : i64
  %u = arith.addi %t, %one : i64
  cf.br ^next(%u : i64)
^next(%w: i64):
  %y = tensor.from_elements %w : tensor<i64>
  %unit = stablehlo.constant dense<1> : tensor<i64>
  %count = stablehlo.add %steps, %unit : tensor<i64>
  cf.br ^head(%y, %count : tensor<i64>, tensor<i64>)
^done:
  return %x, %steps : tensor<i64>, tensor<i64>
}
"""


@pytest.mark.parametrize("n", [1, 2, 7, 27])
def test_blocks(n):
    x, steps = n, 0
    while x > 1:
        x, steps = (x // 2 if x % 2 == 0 else 3 * x + 1), steps + 1
    got = hlo_opt.compile(COLLATZ)(np.int64(n))
    assert [int(v) for v in got] == [x, steps]


SWITCH = """
func.func @main(%i: tensor<i32>, %x: tensor<3xbf16>) -> tensor<3xbf16> {
  %s = tensor.extract %i[] : tensor<i32>
  cf.switch %s : i32, [
    default: ^other(%x : tensor<3xbf16>),
    -2: ^negate,
    5: ^twice,
    9: ^other(%x : tensor<3xbf16>)
  ]
^negate:
  %n = stablehlo.negate %x : tensor<3xbf16>
  cf.br ^other(%n : tensor<3xbf16>)
^twice:
  %t = stablehlo.add %x, %x : tensor<3xbf16>
  return %t : tensor<3xbf16>
^other(%y: tensor<3xbf16>):
  %a = stablehlo.abs %y : tensor<3xbf16>
  return %a : tensor<3xbf16>
}
"""


@pytest.mark.parametrize("i", [-2, 0, 5, 9, 1000])
def test_a_switch(i):
    x = np.array([1.5, -2.0, 0.25], ml_dtypes.bfloat16)
    got = hlo_opt.compile(SWITCH)(np.int32(i), x)
    expected = x + x if i == 5 else np.abs(x)
    np.testing.assert_array_equal(got.astype(np.float32), expected.astype(np.float32))


def test_structured_control_flow():
    text = """
      func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
        %limit = tensor.extract %n[] : tensor<i32>
        %zero = arith.constant 0 : i32
        %one = arith.constant 1 : i32
        %r:2 = scf.while (%v = %x, %i = %zero) : (tensor<4xf32>, i32) -> (tensor<4xf32>, i32) {
          %c = arith.cmpi slt, %i, %limit : i32
          scf.condition(%c) %v, %i : tensor<4xf32>, i32
        } do {
        ^bb0(%v: tensor<4xf32>, %i: i32):
          %odd = arith.andi %i, %one : i32
          %isodd = arith.trunci %odd : i32 to i1
          %w = scf.if %isodd -> tensor<4xf32> {
            %d = stablehlo.multiply %v, %v : tensor<4xf32>
            scf.yield %d : tensor<4xf32>
          } else {
            %d = stablehlo.add %v, %x : tensor<4xf32>
            scf.yield %d : tensor<4xf32>
          }
          %j = arith.addi %i, %one : i32
          scf.yield %w, %j : tensor<4xf32>, i32
        }
        %k = tensor.from_elements %r#1 : tensor<i32>
        return %r#0, %k : tensor<4xf32>, tensor<i32>
      }
    """
    x = np.array([0.5, 1.0, -1.5, 2.0], np.float32)
    v = x
    for i in range(5):
        v = v * v if i % 2 else v + x
    got, count = hlo_opt.compile(text)(x, np.int32(5))
    np.testing.assert_array_equal(got, v)
    assert int(count) == 5


def test_sizes_of_dynamic_tensors():
    text = """
      func.func @main(%x: tensor<?x4xf32>) -> tensor<2xi64> {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %rows = tensor.dim %x, %c0 : tensor<?x4xf32>
        %columns = tensor.dim %x, %c1 : tensor<?x4xf32>
        %n = arith.muli %rows, %columns : index
        %a = arith.index_cast %rows : index to i64
        %b = arith.index_cast %n : index to i64
        %shape = tensor.from_elements %a, %b : tensor<2xi64>
        return %shape : tensor<2xi64>
      }
    """
    got = hlo_opt.compile(text)(np.zeros((3, 4), np.float32))
    np.testing.assert_array_equal(got, [3, 12])


def test_what_is_raised_is_stablehlo_and_the_rest_stays():
    text = """
      func.func @main(%a: i32, %b: i32) -> i32 {
        %r = arith.ceildivsi %a, %b : i32
        return %r : i32
      }
    """
    module = parse(text)
    raise_to_stablehlo(module.operation)
    assert "arith.ceildivsi" in str(module)


SUM = """func.func @main(%a: tensor<?xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %e = tensor.extract %a[%i] : tensor<?xf32>
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  %o = tensor.from_elements %r : tensor<f32>
  return %o : tensor<f32>
}"""


@pytest.mark.parametrize("count", [0, 1, 5])
def test_counted_loops(count):
    values = np.arange(count, dtype=np.float32)
    assert hlo_opt.compile(SUM)(values) == values.sum()


@pytest.mark.parametrize(
    ("arguments", "body", "message"),
    [
        (
            "%a: tensor<i32>, %k: i32",
            "%v = tensor.extract %a[] : tensor<i32>\n%w = arith.addi %v, %k : i32\n"
            "%r = tensor.from_elements %w : tensor<i32>",
            "'arith.addi' takes a scalar of type 'i32'",
        ),
        (
            "%a: tensor<i32>",
            "%v = tensor.extract %a[] : tensor<i32>\n%w = func.call @f(%v) : (i32) -> i32\n"
            "%r = tensor.from_elements %w : tensor<i32>",
            "'func.call' takes a scalar of type 'i32'",
        ),
        (
            "%a: tensor<i32>",
            "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
            "scf.parallel (%i) = (%c0) to (%c1) step (%c1) { scf.reduce }\n"
            "%r = stablehlo.negate %a : tensor<i32>",
            "'scf.parallel' takes a scalar of type 'index'",
        ),
    ],
)
def test_what_stays_is_named(arguments, body, message):
    text = f"""func.func private @f(%x: i32) -> i32 {{
  return %x : i32
}}
func.func @main({arguments}) -> tensor<i32> {{
  {body}
  return %r : tensor<i32>
}}"""
    with pytest.raises(DiagnosedError, match=message):
        hlo_opt.compile(text)
