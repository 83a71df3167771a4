"""Which programs run for microseconds only, and so keep the interpreter's lock."""

from __future__ import annotations

import numpy as np
import pytest
from test_profile import LOOP

import hlo_opt
from hlo_opt.passes.loop_work import is_brief
from hlo_opt.runtime.lowering import lower_program


def unary(type: str, body: str) -> str:
    return f"func.func @main(%x: {type}) -> {type} {{\n{body}\nreturn %0 : {type}\n}}"


def product(n: int) -> str:
    t = f"tensor<{n}x{n}xf32>"
    return unary(t, f"%0 = stablehlo.dot %x, %x : ({t}, {t}) -> {t}")


@pytest.mark.parametrize(
    ("program", "brief"),
    [
        (unary("tensor<f32>", "%0 = stablehlo.tanh %x : tensor<f32>"), True),
        (unary("tensor<64x3xf32>", "%0 = stablehlo.abs %x : tensor<64x3xf32>"), True),
        (unary("tensor<1000000xf32>", "%0 = stablehlo.abs %x : tensor<1000000xf32>"), False),
        (product(8), True),
        (product(128), False),
        ("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }", True),
        (
            f"func.func @main(%x: tensor<{1 << 20}xi8>) -> tensor<{1 << 20}xi8> "
            f"{{ return %x : tensor<{1 << 20}xi8> }}",
            False,
        ),
        (LOOP.replace("32768", "4"), False),  # how often it runs depends on an argument
    ],
)
def test_programs_that_are_brief(program, brief):
    assert lower_program(program).brief is brief


@pytest.mark.parametrize(
    ("body", "brief"),
    [
        ("", True),
        ("scf.for %i = %c0 to %c9 step %c1 { func.call @small() : () -> () }", True),
        ("scf.for %i = %c0 to %c9 step %c1 { func.call @large() : () -> () }", False),
        ("scf.for %i = %c0 to %n step %c1 { func.call @small() : () -> () }", False),
        ("scf.if %c { func.call @small() : () -> () }", True),
        ("scf.if %c { func.call @large() : () -> () }", False),
        ("func.call @elsewhere() : () -> ()", False),
        ("memref.copy %m, %m : memref<?xf32> to memref<?xf32>", False),
    ],
)
def test_loops_branches_and_calls(body, brief):
    functions = "\n".join(
        f"""func.func @{name}() {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %end = arith.constant {trips} : index
          scf.for %i = %c0 to %end step %c1 {{ }}
          return
        }}"""
        for name, trips in (("small", 20), ("large", 5000))
    )
    module = hlo_opt.parse(f"""
      func.func @main(%n: index, %c: i1, %m: memref<?xf32>) {{
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c9 = arith.constant 9 : index
        {body}
        return
      }}
      func.func private @elsewhere()
      {functions}""")
    found = {op.attributes["sym_name"].value: op.operation for op in module.body.operations}
    del found["elsewhere"]
    assert is_brief(found["main"], found) is brief


@pytest.mark.parametrize("n", [4, 128])
def test_results_are_the_same_with_and_without_the_lock(n):
    run = hlo_opt.compile(product(n))
    assert run._lowered.brief is (n == 4)
    x = np.arange(n * n, dtype=np.float32).reshape(n, n) % 5
    for _ in range(20):
        np.testing.assert_array_equal(run(x), x @ x)
