"""What ``hlo-outline-kernels`` makes of long functions."""

from __future__ import annotations

import pytest

from hlo_opt import parse
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipeline import parse_pipeline

OUTLINE = "builtin.module(hlo-outline-kernels)"
FILL = "linalg.fill ins(%x : f32) outs(%a : memref<4xf32>)\n"
SUM = """
%c0 = arith.constant 0 : index
%c4 = arith.constant 4 : index
%c1 = arith.constant 1 : index
%s = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> (f32) {
  %y = memref.load %a[%i] : memref<4xf32>
  %u = arith.addf %t, %y : f32
  scf.yield %u : f32
}
memref.store %s, %a[%c0] : memref<4xf32>
"""


@pytest.mark.parametrize(
    ("body", "optimized"), [(FILL * 10, True), (FILL * 600, False), (FILL * 600 + SUM, True)]
)
def test_only_long_functions_of_calls_are_left_alone_by_llvm(body, optimized):
    module = parse(f"func.func @main(%a: memref<4xf32>, %x: f32) {{\n{body}return\n}}")
    run_pipeline(parse_pipeline(OUTLINE), module.operation)
    attributes = module.body.operations[0].attributes
    assert ("llvm.optimize_none" in attributes) is not optimized


def test_kernels_make_their_own_views_of_constants():
    program = """
memref.global "private" constant @table : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @main(%a: memref<4xf32>) {
  %t = memref.get_global @table : memref<4xf32>
  linalg.copy ins(%t : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}"""
    module = parse(program)
    run_pipeline(parse_pipeline(OUTLINE), module.operation)
    kernel = module.body.operations[2]
    assert kernel.name.value == "kernel_0"
    assert "memref.get_global" in str(kernel)
