"""The lifetimes of buffers, on small programs where they can be told by eye."""

from __future__ import annotations

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.mlir import ir
from hlo_opt.dialect.parse import parse
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipeline import parse_pipeline

PROLOGUE = """
  func.func @main(%in: memref<16xf32>, %out: memref<16xf32>, %c: i1, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f = arith.constant 1.0 : f32
"""


def plan(body: str, options: str = "") -> tuple[list[int], int]:
    """Return the offsets of the buffers of a function, in order, and the scratch size."""
    module = parse(f"{PROLOGUE}{body}\n return\n }}")
    with module.context:
        passes = parse_pipeline(f"builtin.module(hlo-plan-memory{options})")
        run_pipeline(passes, module.operation)
    offsets = []

    def visit(op):
        if op.name == "memref.view":
            constant = op.operands[1].owner.attributes["value"]
            offsets.append(ir.IntegerAttr(constant).value)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    main = module.body.operations[0]
    return offsets, ir.IntegerAttr(main.attributes["hlo.scratch_bytes"]).value


def fill(buffer: str) -> str:
    return f"linalg.fill ins(%f : f32) outs({buffer} : memref<16xf32>)"


def copy(source: str, target: str) -> str:
    return f"memref.copy {source}, {target} : memref<16xf32> to memref<16xf32>"


ALLOC = "memref.alloc() : memref<16xf32>"


def test_buffers_that_follow_each_other_share():
    offsets, total = plan(
        f"""%a = {ALLOC}
        {copy("%in", "%a")}
        {copy("%a", "%out")}
        %b = {ALLOC}
        {copy("%in", "%b")}
        {copy("%b", "%out")}"""
    )
    assert offsets == [0, 0]
    assert total == 64


def test_sharing_can_be_switched_off():
    body = f"""%a = {ALLOC}
        {copy("%a", "%out")}
        %b = {ALLOC}
        {copy("%b", "%out")}"""
    assert plan(body, "{share=false}") == ([0, 64], 128)


def test_buffers_of_one_operation_do_not_share():
    offsets, total = plan(
        f"""%a = {ALLOC}
        {fill("%a")}
        %b = {ALLOC}
        {copy("%a", "%b")}
        {copy("%b", "%out")}"""
    )
    assert offsets == [0, 64]
    assert total == 128


def test_a_use_in_a_loop_lasts_as_long_as_the_loop():
    """%a is read in every iteration, also after %b of the one before was written."""
    offsets, _ = plan(
        f"""%a = {ALLOC}
        {fill("%a")}
        scf.for %i = %c0 to %n step %c1 {{
          {copy("%a", "%out")}
          %b = {ALLOC}
          {fill("%b")}
          {copy("%b", "%out")}
        }}"""
    )
    assert offsets == [0, 64]


def test_buffers_inside_a_loop_share():
    offsets, _ = plan(
        f"""scf.for %i = %c0 to %n step %c1 {{
          %a = {ALLOC}
          {copy("%a", "%out")}
          %b = {ALLOC}
          {copy("%b", "%out")}
        }}
        %d = {ALLOC}
        {copy("%d", "%out")}"""
    )
    assert offsets == [0, 0, 0]


def test_views_keep_a_buffer_alive():
    offsets, _ = plan(
        f"""%a = {ALLOC}
        {fill("%a")}
        %s = memref.subview %a[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
        %t = memref.cast %s : memref<8xf32, strided<[1], offset: 4>>
          to memref<8xf32, strided<[?], offset: ?>>
        %b = {ALLOC}
        {fill("%b")}
        %x = memref.load %t[%c0] : memref<8xf32, strided<[?], offset: ?>>
        {copy("%b", "%out")}"""
    )
    assert offsets == [0, 64]


def test_the_result_of_a_branch_may_be_either_buffer():
    offsets, _ = plan(
        f"""%a = {ALLOC}
        %r = scf.if %c -> memref<16xf32> {{
          %b = {ALLOC}
          {fill("%b")}
          scf.yield %b : memref<16xf32>
        }} else {{
          scf.yield %a : memref<16xf32>
        }}
        %d = {ALLOC}
        {fill("%d")}
        {copy("%r", "%out")}
        {copy("%d", "%out")}"""
    )
    assert len(set(offsets)) == 3


def test_a_select_may_be_either_buffer():
    offsets, _ = plan(
        f"""%a = {ALLOC}
        %b = {ALLOC}
        %r = arith.select %c, %a, %b : memref<16xf32>
        %d = {ALLOC}
        {fill("%d")}
        {copy("%r", "%out")}
        {copy("%d", "%out")}"""
    )
    assert len(set(offsets)) == 3


def test_a_loop_passes_its_buffer_through():
    offsets, _ = plan(
        f"""%a = {ALLOC}
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<16xf32>) {{
          {fill("%x")}
          scf.yield %x : memref<16xf32>
        }}
        %d = {ALLOC}
        {fill("%d")}
        {copy("%r", "%out")}
        {copy("%d", "%out")}"""
    )
    assert offsets == [0, 64]


def test_a_while_loop_passes_its_buffer_through():
    offsets, _ = plan(
        f"""%a = {ALLOC}
        %r = scf.while (%x = %a) : (memref<16xf32>) -> memref<16xf32> {{
          scf.condition(%c) %x : memref<16xf32>
        }} do {{
        ^bb0(%y: memref<16xf32>):
          scf.yield %y : memref<16xf32>
        }}
        %d = {ALLOC}
        {fill("%d")}
        {copy("%r", "%out")}
        {copy("%d", "%out")}"""
    )
    assert offsets == [0, 64]


def test_a_condition_may_hand_a_new_buffer_to_the_body():
    offsets, _ = plan(
        f"""%r = scf.while : () -> memref<16xf32> {{
          %a = {ALLOC}
          {fill("%a")}
          scf.condition(%c) %a : memref<16xf32>
        }} do {{
        ^bb0(%y: memref<16xf32>):
          %b = {ALLOC}
          {copy("%y", "%b")}
          {copy("%b", "%out")}
          scf.yield
        }}
        %d = {ALLOC}
        {copy("%r", "%d")}
        {copy("%d", "%out")}"""
    )
    assert offsets == [0, 64, 64]


def test_a_buffer_that_changes_from_iteration_to_iteration_is_refused():
    """Two buffers of one allocation live at the same time: no single place can hold them."""
    with pytest.raises(DiagnosedError, match=r"inside 'scf.for' and carried into its next"):
        plan(
            f"""%a = {ALLOC}
            %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<16xf32>) {{
              %b = {ALLOC}
              {copy("%x", "%b")}
              scf.yield %b : memref<16xf32>
            }}
            {copy("%r", "%out")}"""
        )


def test_a_buffer_in_a_parallel_loop_is_refused():
    with pytest.raises(DiagnosedError, match=r"allocated inside 'scf\.parallel'"):
        plan(
            f"""scf.parallel (%i) = (%c0) to (%n) step (%c1) {{
              %b = {ALLOC}
              {fill("%b")}
              scf.reduce
            }}"""
        )


def test_a_size_that_nobody_knows_is_refused():
    with pytest.raises(DiagnosedError, match="dynamic shapes are not supported yet"):
        plan("%b = memref.alloc(%n) : memref<?xf32>")


def test_a_size_that_no_machine_has_is_refused():
    with pytest.raises(DiagnosedError, match="more than can be addressed"):
        plan("%b = memref.alloc() : memref<1000000000x1000000000xf32>")


@pytest.mark.parametrize(
    ("type", "size"),
    [
        ("memref<3xi1>", 64),
        ("memref<65xi8>", 128),
        ("memref<33xf16>", 128),
        ("memref<8xcomplex<f32>>", 64),
        ("memref<9xindex>", 128),
        ("memref<2xvector<16xf32>>", 128),
        ("memref<0x5xf32>", 0),
        ("memref<f64>", 64),
    ],
)
def test_sizes(type, size):
    assert plan(f"%b = memref.alloc() : {type}")[1] == size
