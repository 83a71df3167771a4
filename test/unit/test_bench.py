"""The benchmark's own arithmetic: signatures, averages, differences between results."""

from __future__ import annotations

import json

import numpy as np
import pytest

from bench.inputs import make_inputs, signature
from bench.measure import Row, _difference
from bench.report import geometric_mean, summary, write_json, write_plot

PROGRAM = """// below: 1=5
module {
  func.func public @main(%arg0: tensor<2x3xf32> {jax.x = "a"}, %arg1: tensor<4xi32>,
      %arg2: tensor<bf16>) -> (tensor<2x3xf32> {jax.result_info = ""}) {
    return %arg0 : tensor<2x3xf32>
  }
}
"""


def test_signature_has_shapes_and_dtypes():
    shapes = [(shape, dtype.name) for shape, dtype in signature(PROGRAM)]
    assert shapes == [((2, 3), "float32"), ((4,), "int32"), ((), "bfloat16")]


def test_inputs_are_the_same_each_time_and_below_their_bound(tmp_path):
    path = tmp_path / "program.mlir"
    path.write_text(PROGRAM)
    first, second = make_inputs(path), make_inputs(path)
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)
    assert first[1].max() < 5
    assert all(a.ctypes.data % 64 == 0 for a in first)


def test_geometric_mean():
    assert geometric_mean([2.0, 8.0]) == pytest.approx(4.0)
    assert geometric_mean([]) is None


@pytest.mark.parametrize(
    ("got", "differs"), [([1.0, 2.0], False), ([1.0, 2.1], True), ([1.0, np.nan], True)]
)
def test_results_that_differ_are_found(got, differs):
    found = _difference([np.array(got, "f4")], [np.array([1.0, 2.0], "f4")])
    assert bool(found) == differs


def test_averages_leave_out_wrong_results_and_are_written(tmp_path):
    good = Row("a", 1, {"ours": 1.0, "xla": 2.0}, {"ours": 0.1, "xla": 0.2}, {"xla": 0.5})
    wrong = Row("b", 1, {"ours": 1.0}, {"ours": 0.1}, {"xla": 9.0}, {"ours": "result 0 differs"})
    averages = summary([good, wrong], ["ours", "xla"], {"a"})
    assert averages["geomean_xla_1t"] == pytest.approx(0.5)
    assert averages["geomean_programs_xla_1t"] == pytest.approx(0.5)
    assert averages["geomean_compile_xla"] == pytest.approx(0.5)
    write_json(tmp_path / "out.json", [good, wrong], averages)
    stored = json.loads((tmp_path / "out.json").read_text())
    assert stored["geomean_xla_1t"] == pytest.approx(0.5)
    assert [row["name"] for row in stored["rows"]] == ["a", "b"]
    write_plot(tmp_path / "out.svg", [good])
    assert "a 1t" in (tmp_path / "out.svg").read_text()
