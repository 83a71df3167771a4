"""Running pipelines: what runs on what, and how failures come out."""

from __future__ import annotations

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError, error, remark
from hlo_opt.dialect.mlir import ir
from hlo_opt.dialect.parse import parse
from hlo_opt.passes.manager import Instrumentation, PassFailure, VerifyEach, run_pipeline
from hlo_opt.passes.pipeline import Pipeline, parse_pipeline
from hlo_opt.passes.registry import hlo_pass

pytestmark = pytest.mark.usefixtures("own_passes")

TEXT = """
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  %1 = stablehlo.add %a, %a : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
module @inner {
  func.func @g() {
    return
  }
}
func.func @h() {
  return
}
"""


class Recorder(Instrumentation):
    """Writes down what it is told."""

    def __init__(self, name="", log=None):
        self.name = name
        self.log = [] if log is None else log

    def before(self, event):
        self.log.append(f"{self.name}before {event.step.name}")

    def after(self, event):
        self.log.append(f"{self.name}after {event.step.name}")

    def failed(self, event, failure):
        self.log.append(f"{self.name}failed {event.step.name}")

    def finish(self):
        self.log.append(f"{self.name}finish")


@pytest.fixture(autouse=True)
def seen(own_passes):
    """Register passes that write down the operations that they run on."""
    seen = []

    def label(op):
        name = op.attributes["sym_name"].value if "sym_name" in op.attributes else ""
        return f"{op.name} {name}".strip()

    @hlo_pass("see", "See an operation", on=None)
    def see(op):
        seen.append(label(op))

    @hlo_pass("fail", "Fail", on=None)
    def fail(op, *, how: str = "error"):
        if how == "error":
            raise error(op, "no good")
        if how == "mlir":
            ir.Type.parse("!nonsense")
        raise {"key": KeyError("k"), "exit": SystemExit(0), "empty": ValueError()}[how]

    @hlo_pass("tell", "Make a remark", on=None)
    def tell(op):
        remark(op, f"at {label(op)}")

    @hlo_pass("spoil", "Remove what constants need", on="func.func")
    def spoil(func):
        for op in func.regions[0].blocks[0].operations:
            if op.name == "stablehlo.constant":
                del op.operation.attributes["value"]

    return seen


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("builtin.module(see)", ["builtin.module"]),
        ("builtin.module(func.func(see))", ["func.func f", "func.func h"]),
        ("builtin.module(builtin.module(see))", ["builtin.module inner"]),
        ("builtin.module(builtin.module(func.func(see)))", ["func.func g"]),
        ("builtin.module(any(see))", ["func.func f", "builtin.module inner", "func.func h"]),
        ("any(see)", ["builtin.module"]),
        ("builtin.module(gpu.module(see))", []),
    ],
)
def test_anchors_select_operations(seen, text, expected):
    run_pipeline(parse_pipeline(text), parse(TEXT).operation)
    assert seen == expected


def test_python_and_upstream_passes_run_in_order():
    counts = []

    @hlo_pass("count", "Count", on="func.func")
    def count(func):
        counts.append(len(list(func.regions[0].blocks[0].operations)))

    text = "builtin.module(func.func(count,cse,count),symbol-dce,func.func(count))"
    run_pipeline(parse_pipeline(text), parse(TEXT).operation)
    assert counts == [4, 1, 3, 1, 3, 1]


def test_a_pipeline_runs_on_its_anchor_only():
    func = parse(TEXT)
    op = func.body.operations[0].operation
    with pytest.raises(DiagnosedError, match=r"on 'builtin\.module' cannot run on 'func\.func'"):
        run_pipeline(Pipeline("builtin.module"), op)
    run_pipeline(parse_pipeline("func.func(cse)"), op)


def test_instrumentations_nest():
    log = []
    watchers = [Recorder("1 ", log), Recorder("2 ", log)]
    run_pipeline(parse_pipeline("builtin.module(cse,see)"), parse(TEXT).operation, watchers)
    assert log == [
        *("1 before cse", "2 before cse", "2 after cse", "1 after cse"),
        *("1 before see", "2 before see", "2 after see", "1 after see"),
        *("1 finish", "2 finish"),
    ]


def test_a_failure_ends_the_run():
    recorder = Recorder()
    with pytest.raises(DiagnosedError):
        run_pipeline(
            parse_pipeline("builtin.module(see,fail,see)"), parse(TEXT).operation, [recorder]
        )
    assert recorder.log == ["before see", "after see", "before fail", "failed fail", "finish"]


@pytest.mark.parametrize(
    ("how", "kind", "message"),
    [
        ("error", DiagnosedError, "no good"),
        ("mlir", DiagnosedError, "nonsense"),
        ("key", PassFailure, "pass 'fail' raised KeyError: 'k'"),
        ("empty", PassFailure, "pass 'fail' raised ValueError"),
        ("exit", PassFailure, "pass 'fail' raised SystemExit: 0"),
    ],
)
def test_what_a_pass_raises(how, kind, message):
    pipeline = parse_pipeline(f"builtin.module(func.func(fail{{how={how}}}))")
    with pytest.raises(DiagnosedError, match=message) as caught:
        run_pipeline(pipeline, parse(TEXT).operation)
    assert type(caught.value) is kind
    if kind is PassFailure:
        assert "Traceback" in caught.value.traceback_text
        assert caught.value.diagnostics[0].location.line == 2


def test_upstream_failures_are_located():
    text = """func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
      ^bb0(%x: tensor<f32>):
        "stablehlo.return"(%x) : (tensor<f32>) -> ()
      }) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    pipeline = parse_pipeline(
        "builtin.module(func.func(stablehlo-legalize-deprecated-ops{fail-on-unused=true}))"
    )
    with pytest.raises(DiagnosedError, match=r"-:2:12: error: .*'stablehlo\.map'"):
        run_pipeline(pipeline, parse(text).operation)


def test_remarks_reach_the_caller():
    found = []
    pipeline = parse_pipeline("builtin.module(func.func(tell))")
    run_pipeline(pipeline, parse(TEXT).operation, on_diagnostic=found.append)
    assert [(d.severity, d.message) for d in found] == [
        ("remark", "at func.func f"),
        ("remark", "at func.func h"),
    ]
    run_pipeline(pipeline, parse(TEXT).operation)


def test_verify_each_names_the_pass():
    text = "func.func @f() {\n  %0 = stablehlo.constant dense<1.0> : tensor<f32>\n  return\n}"
    pipeline = parse_pipeline("builtin.module(func.func(spoil,see))")
    with pytest.raises(DiagnosedError) as caught:
        run_pipeline(pipeline, parse(text).operation, [VerifyEach()])
    diagnostic = caught.value.diagnostics[-1]
    assert "requires attribute 'value'" in diagnostic.message
    assert diagnostic.location.line == 2
    assert diagnostic.notes[-1].message == "the program does not verify after pass 'spoil'"
    run_pipeline(pipeline, parse(text).operation)


def test_stages_begin_and_end():
    edges = []

    class Edges(Instrumentation):
        def before(self, event):
            edges.append((event.step.name, event.starts_stage, event.ends_stage))

    one = parse_pipeline("builtin.module(cse,see)").in_stage("one")
    two = parse_pipeline("builtin.module(func.func(cse),see)").in_stage("two")
    pipeline = Pipeline(
        "builtin.module",
        (*one.elements, *two.elements, *parse_pipeline("builtin.module(see)").elements),
    )
    run_pipeline(pipeline, parse(TEXT).operation, [Edges()])
    assert edges == [
        ("cse", True, False),
        ("see", False, True),
        ("cse", True, False),
        ("see", False, True),
        ("see", False, False),
    ]
