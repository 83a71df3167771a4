"""Programs that are valid for reasons of their own, and groups of ids given as axes of a mesh."""

from __future__ import annotations

import pytest

from hlo_opt.dialect.context import default_context
from hlo_opt.dialect.mlir import ir, stablehlo
from hlo_opt.dialect.ops.mesh import mesh_groups
from hlo_opt.dialect.parse import parse
from hlo_opt.dialect.verify import verify

_MESH = (
    "#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = "
    '[#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, '
    'axes = [#stablehlo.axis_ref<name = "x">]>'
)
_QUANTIZED = "!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0, 4.0}}>"


def _function(arguments: str, body: str, attributes: str = "") -> str:
    return f"""
module attributes {{{attributes}}} {{
  func.func @main({arguments}) {{
    {body}
    return
  }}
}}"""


def _all_gather(groups: str, size: int, attributes: str = "") -> str:
    op = (
        f'"stablehlo.all_gather"(%a) {{all_gather_dim = 0 : i64, replica_groups = {groups}}} '
        f": (tensor<4xf32>) -> tensor<{size}xf32>"
    )
    return _function("%a: tensor<4xf32>", f"%0 = {op}", attributes)


def _all_reduce(groups: str, attributes: str) -> str:
    op = f"""%0 = "stablehlo.all_reduce"(%a) ({{
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %s = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %s : tensor<f32>
    }}) {{replica_groups = {groups}}} : (tensor<4xf32>) -> tensor<4xf32>"""
    return _function("%a: tensor<4xf32>", op, attributes)


def _dot_general(lhs: str, rhs: str, more: str = "") -> str:
    numbers = "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>"
    op = (
        f'%0 = "stablehlo.dot_general"(%a, %b) {{dot_dimension_numbers = {numbers}{more}}} '
        f": ({lhs}, {rhs}) -> tensor<2x2xf32>"
    )
    return _function(f"%a: {lhs}, %b: {rhs}", op)


VALID = {
    "groups of all processes": _all_reduce(
        "dense<> : tensor<0x0xi64>", "mhlo.num_replicas = 3 : i32"
    ),
    "gathered from all processes": _all_gather(
        "dense<> : tensor<0x0xi64>", 12, "mhlo.num_replicas = 3 : i32"
    ),
    "groups of several lengths": _all_reduce(
        "dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>", "mhlo.num_replicas = 3 : i32"
    ),
    "groups of a mesh": _all_gather(_MESH, 8, "mhlo.num_replicas = 4 : i32"),
    "no precisions": _dot_general("tensor<2x3xf32>", "tensor<3x2xf32>", ", precision_config = []"),
    "formats of 8-bit floats": _dot_general("tensor<2x3xf8E4M3FN>", "tensor<3x2xf8E5M2>"),
    "buffers": _function(
        "%a: memref<4xf32>, %p: tensor<i1>",
        """%0 = stablehlo.while(%x = %a) : memref<4xf32>
      cond { stablehlo.return %p : tensor<i1> } do { stablehlo.return %x : memref<4xf32> }
    stablehlo.custom_call @f(%0) : (memref<4xf32>) -> ()""",
    ),
    "functions of a module inside": """
module {
  module @inside {
    func.func private @f(%a: tensor<f32>) -> tensor<f32> {
      return %a : tensor<f32>
    }
    func.func @main(%a: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.composite "a.b" %a {decomposition = @f} : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
  }
}""",
    "element types quantized in blocks": _function(f"%a: tensor<2x4x{_QUANTIZED}>", ""),
}


@pytest.mark.parametrize("text", VALID.values(), ids=VALID)
def test_nothing_is_found(text):
    assert verify(parse(text).operation) == []


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (_all_gather(_MESH, 12), "C6"),
        (_all_gather(_MESH, 8, "mhlo.num_replicas = 8 : i32"), "C3"),
        (_all_reduce("dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>", "mhlo.num_replicas = 4"), "C2"),
    ],
)
def test_groups_are_checked(text, label):
    assert label in [found.constraint for found in verify(parse(text).operation)]


# The axes x (2) and y (4), row-major: id = 4 x + y.  A number is a factor before and a size.
@pytest.mark.parametrize(
    ("axes", "expected"),
    [
        (["x"], [[0, 4], [1, 5], [2, 6], [3, 7]]),
        (["y"], [[0, 1, 2, 3], [4, 5, 6, 7]]),
        (["y", "x"], [[0, 4, 1, 5, 2, 6, 3, 7]]),
        ([("y", 1, 2)], [[0, 2], [1, 3], [4, 6], [5, 7]]),
        ([("y", 2, 2)], [[0, 1], [2, 3], [4, 5], [6, 7]]),
        ([("y", 2, 2), "x"], [[0, 4, 1, 5], [2, 6, 3, 7]]),
        ([], [[0], [1], [2], [3], [4], [5], [6], [7]]),
    ],
)
def test_groups_of_a_mesh(axes, expected):
    assert mesh_groups(_mesh_axes({"x": 2, "y": 4}, axes)) == expected


def test_groups_of_a_mesh_with_other_ids():
    ids = ", device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>"
    assert mesh_groups(_mesh_axes({"x": 2, "y": 2}, ["y"], ids)) == [[3, 2], [1, 0]]


def test_an_axis_of_one():
    assert mesh_groups(_mesh_axes({"x": 1, "y": 2}, ["x"])) == [[0], [1]]


def _mesh_axes(sizes: dict[str, int], axes: list, ids: str = "") -> ir.Attribute:
    spelled = ", ".join(
        f'#stablehlo.mesh_axis<name = "{name}", size = {size}>' for name, size in sizes.items()
    )
    context = default_context()
    mesh = ir.Attribute.parse(f"#stablehlo.mesh<axes = [{spelled}]{ids}>", context)
    with context:
        references = ir.ArrayAttr.get([_reference(axis) for axis in axes])
        return stablehlo.ReplicaGroupMeshAxesAttr.get(mesh, references)


def _reference(axis) -> ir.Attribute:
    if isinstance(axis, str):
        return stablehlo.AxisRefAttr.get(axis)
    name, before, size = axis
    return stablehlo.AxisRefAttr.get(name, stablehlo.SubAxisInfoAttr.get(before, size))
