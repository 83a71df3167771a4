"""Textual pipelines: what parses to what, and where errors point."""

from __future__ import annotations

from typing import Annotated

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.passes.pipeline import (
    Pipeline,
    closest,
    known_names,
    make_steps,
    parse_pipeline,
    split_options,
)
from hlo_opt.passes.pipelines import PIPELINES, named_pipeline, stage_names
from hlo_opt.passes.registry import hlo_pass

pytestmark = pytest.mark.usefixtures("own_passes")


@pytest.fixture(autouse=True)
def some_passes(own_passes):
    @hlo_pass("test-module", "A module pass")
    def test_module(op, *, size: Annotated[int, "a size"] = 1, names: list[str] = ()):
        pass

    @hlo_pass("test-func", "A function pass", on="func.func")
    def test_func(op):
        pass

    @hlo_pass("test-any", "A pass on anything", on=None)
    def test_any(op):
        pass


@pytest.mark.parametrize(
    "text",
    [
        "builtin.module()",
        "builtin.module(cse)",
        "builtin.module(cse,canonicalize{max-iterations=2},test-module)",
        "builtin.module(func.func(cse,test-func),any(test-any),func.func(test-any))",
        "func.func(test-func)",
        "any(cse)",
        "builtin.module(gpu.module(llvm.func(cse)))",
        "builtin.module(test-module{size=3 names=a,b})",
        "builtin.module(inline{default-pipeline=canonicalize})",
    ],
)
def test_text_reads_back(text):
    assert parse_pipeline(text).text == text
    assert parse_pipeline(text) == parse_pipeline(parse_pipeline(text).text)


def test_blanks_do_not_matter():
    spread = "  builtin.module ( cse ,\n func.func( test-func ) , test-module { size=2 } )  "
    assert parse_pipeline(spread).text == (
        "builtin.module(cse,func.func(test-func),test-module{size=2})"
    )


def test_options_become_arguments():
    (step,) = parse_pipeline("builtin.module(test-module{size=0x10 names=a,b})").elements
    assert step.python.name == "test-module"
    assert step.arguments == {"size": 16, "names": ["a", "b"]}
    (step,) = parse_pipeline("builtin.module(cse)").elements
    assert step.python is None


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected an anchor such as 'builtin.module', got the end"),
        ("cse", 1, "a pipeline starts with an anchor and its passes in parentheses"),
        ("builtin.module(cse", 19, "expected ',' or ')', got the end"),
        ("builtin.module(cse))", 20, "expected the end, got ')'"),
        ("builtin.module(cse cse)", 20, "expected ',' or ')', got 'c'"),
        ("builtin.module(,)", 16, "expected a pass name, got ','"),
        ("builtin.module(csee)", 16, "unknown pass 'csee'; did you mean 'cse'?"),
        ("builtin.module(test-modul)", 16, "did you mean 'test-module'?"),
        ("builtin.module(cse{)", 19, "'{' is not closed"),
        ("builtin.module(canonicalize{nope=1})", 16, "no such option nope"),
        ("builtin.module(canonicalize{max-iterations=x})", 16, "pass 'canonicalize':"),
        (
            "builtin.module(test-module{sise=1})",
            16,
            "pass 'test-module' has no option 'sise' (it has size, names); did you mean 'size'?",
        ),
        ("builtin.module(test-module{size=x})", 16, "option 'size' expects int, got 'x'"),
        ("builtin.module(test-any{x})", 16, "pass 'test-any' has no option 'x' (it has none)"),
        (
            "builtin.module(test-func)",
            16,
            "pass 'test-func' runs on 'func.func', not on 'builtin.module'",
        ),
        ("builtin.module(func.func(test-module))", 26, "runs on 'builtin.module'"),
        ("any(" * 101 + ")" * 101, 404, "pipelines are nested more than 100 deep"),
        ("builtin.module(cpu{x=1})", 16, "pipeline 'cpu' takes no options"),
    ],
)
def test_errors_point_at_their_place(text, column, message):
    with pytest.raises(DiagnosedError) as caught:
        parse_pipeline(text)
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.location.column == column
    quoted, caret = diagnostic.notes[0].message.split("\n")
    assert quoted == text
    # The note is printed after "note: ", and the caret stands under the column.
    assert len(caret) == len("note: ") + column


def test_steps_from_options_are_nested_where_needed():
    assert Pipeline("m", make_steps("cse")).text == "m(cse)"
    assert Pipeline("m", make_steps("test-func")).text == "m(func.func(test-func))"
    assert Pipeline("m", make_steps("test-module", "size=2")).text == "m(test-module{size=2})"
    upstream = make_steps("chlo-legalize-to-stablehlo")
    assert Pipeline("m", upstream).text == "m(func.func(chlo-legalize-to-stablehlo))"
    assert Pipeline("builtin.module", make_steps("cpu")) == named_pipeline("cpu")
    with pytest.raises(DiagnosedError, match="unknown pass 'no-such-pass'"):
        make_steps("no-such-pass")


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("", []),
        ("a", [("a", None)]),
        ("a=1  b=x,y", [("a", "1"), ("b", "x,y")]),
        ("a={x=1 y=2} b", [("a", "x=1 y=2"), ("b", None)]),
        ("a='x y' b=\"p q\"", [("a", "x y"), ("b", "p q")]),
        ("a=f(x, y) b=[1, 2]", [("a", "f(x, y)"), ("b", "[1, 2]")]),
        ("a==b", [("a", "=b")]),
        ("a=", [("a", "")]),
    ],
)
def test_split_options(text, pairs):
    assert split_options(text) == pairs


def test_named_pipelines_carry_their_stages():
    def steps(pipeline):
        for element in pipeline.elements:
            yield from steps(element) if isinstance(element, Pipeline) else [element]

    for name, stages in PIPELINES.items():
        found = list(dict.fromkeys(step.stage for step in steps(named_pipeline(name))))
        assert found == [stage.name for stage in stages if stage.passes]
        assert set(found) <= set(stage_names())
        for count, stage in enumerate(stages, 1):
            assert stage.description
            cut = list(dict.fromkeys(s.stage for s in steps(named_pipeline(name, stage.name))))
            assert cut == [s.name for s in stages[:count] if s.passes]


def test_unknown_pipelines_and_stages():
    assert named_pipeline("gpuu") is None
    with pytest.raises(ValueError, match=r"pipeline 'cpu' has no stage 'legalise' .*'legalize'"):
        named_pipeline("cpu", "legalise")


def test_known_names_and_closest():
    assert {"cse", "test-module", "cpu"} <= set(known_names())
    assert closest("canonicalise", known_names()) == "; did you mean 'canonicalize'?"
    assert closest("qqqqqqq", known_names()) == ""
