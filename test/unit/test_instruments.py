"""Timing, printing and reproducers, without the driver."""

from __future__ import annotations

import json
import time

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.parse import parse
from hlo_opt.dialect.printing import PrintOptions
from hlo_opt.passes.instrument_print import EVERY_PASS, PrintIR, PrintRequest
from hlo_opt.passes.instrument_timing import Timing
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipeline import parse_pipeline
from hlo_opt.passes.registry import hlo_pass
from hlo_opt.passes.reproducer import CrashReproducer, Reproducer

pytestmark = pytest.mark.usefixtures("own_passes")

TEXT = "func.func @f() {\n  return\n}"
SLEEP = 0.02


@pytest.fixture(autouse=True)
def some_passes(own_passes):
    @hlo_pass("sleep", "Sleep", on=None)
    def sleep(op):
        time.sleep(SLEEP)

    @hlo_pass("fail", "Fail", on=None)
    def fail(op):
        raise KeyError("k")


def run(pipeline, *instrumentations, text=TEXT):
    run_pipeline(parse_pipeline(pipeline), parse(text).operation, instrumentations)


def rows(timing, display="tree"):
    return json.loads(timing.report(display, "json"))


def test_times_add_up():
    timing = Timing()
    with timing.span("Parser"):
        time.sleep(SLEEP)
    run("builtin.module(sleep,func.func(sleep,cse))", timing)
    parser, module, nested, rest, total = rows(timing)
    assert [r["name"] for r in nested["passes"]] == ["sleep", "cse"]
    assert nested["name"] == "'func.func' Pipeline"
    for row in (parser, module, nested, nested["passes"][0]):
        assert SLEEP <= row["wall"]["duration"] < total["wall"]["duration"]
        # Sleeping takes no processor time.
        assert row["user"]["duration"] < SLEEP
    assert total["wall"]["duration"] >= 3 * SLEEP
    parts = sum(r["wall"]["duration"] for r in (parser, module, nested, rest))
    assert parts == pytest.approx(total["wall"]["duration"], abs=1e-5)
    assert total["wall"]["percentage"] == 100.0


def test_runs_of_one_pipeline_share_rows():
    timing = Timing()
    for _ in range(2):
        run("builtin.module(func.func(sleep),cse,func.func(sleep))", timing)
    first, cse, second, *_ = rows(timing)
    assert (first["name"], cse["name"]) == (second["name"], "cse")
    assert first["wall"]["duration"] >= 2 * SLEEP
    listed = {row["name"]: row for row in rows(timing, "list")}
    assert listed["sleep"]["wall"]["duration"] >= 4 * SLEEP
    assert "passes" not in listed["sleep"]


def test_a_failed_pass_is_timed():
    timing = Timing()
    with pytest.raises(DiagnosedError):
        run("builtin.module(sleep,fail)", timing)
    assert [row["name"] for row in rows(timing)] == ["sleep", "fail", "Rest", "Total"]


def test_printing_to_a_function():
    dumps = []
    request = PrintRequest(before=EVERY_PASS, after={"cse"})
    run(
        "builtin.module(canonicalize,func.func(cse))",
        PrintIR(request, PrintOptions(), dumps.append),
    )
    assert [dump.split(b"\n")[0] for dump in dumps] == [
        b"// -----// IR Dump Before canonicalize //----- //",
        b"// -----// IR Dump Before cse //----- //",
        b"// -----// IR Dump After cse //----- //",
    ]


def test_tree_folders_have_safe_names(tmp_path):
    text = 'func.func private @"a/../b c"() attributes {}'
    request = PrintRequest(after=EVERY_PASS, tree_dir=tmp_path)
    run("builtin.module(func.func(cse))", PrintIR(request, PrintOptions(), print), text=text)
    (file,) = (p for p in tmp_path.rglob("*") if p.is_file())
    assert file.relative_to(tmp_path).parts == (
        "builtin_module_no-symbol-name",
        "func_func_a_.._b_c",
        "0_cse.mlir",
    )


@pytest.mark.parametrize("pipeline", ["builtin.module(cse)", 'any(x{a="b\\c" d=\n\t{é}})'])
@pytest.mark.parametrize("verify", [True, False])
def test_reproducers_read_back(pipeline, verify):
    reproducer = Reproducer(pipeline, verify)
    text = reproducer.attach_to(b"module {\n}\n").decode()
    assert Reproducer.find_in(text) == reproducer
    parse(text)


def test_reproducers_of_mlir_opt_are_read():
    text = r"""module {}
    {-#
      external_resources: {
        mlir_reproducer: {
          pipeline: "any(a{b=\22c d\22 e=\\ f=\"})",
          disable_threading: true,
          verify_each: false
        }
      }
    #-}"""
    assert Reproducer.find_in(text) == Reproducer('any(a{b="c d" e=\\ f="})', False)


@pytest.mark.parametrize("text", ["module {}", "mlir_reproducer: {", "{-# mlir_reproducer: {} #-}"])
def test_programs_without_a_reproducer(text):
    with pytest.raises(DiagnosedError, match="the program holds no reproducer"):
        Reproducer.find_in(text)


def test_the_crash_reproducer_is_there_while_passes_run(tmp_path):
    path = tmp_path / "r.mlir"
    states = []

    @hlo_pass("look", "Look for the file")
    def look(op):
        states.append(path.exists())

    pipeline = parse_pipeline("builtin.module(look)")
    run(pipeline.text, CrashReproducer(path, pipeline, True))
    assert states == [True]
    assert not path.exists()

    pipeline = parse_pipeline("builtin.module(look,fail)")
    with pytest.raises(DiagnosedError):
        run(pipeline.text, CrashReproducer(path, pipeline, True))
    assert Reproducer.find_in(path.read_text()) == Reproducer(pipeline.text, True)


def test_a_file_that_cannot_be_written_is_left_alone(tmp_path):
    pipeline = parse_pipeline("builtin.module(cse)")
    with pytest.raises(DiagnosedError, match=r"cannot write '.*': Is a directory"):
        run(pipeline.text, CrashReproducer(tmp_path, pipeline, True))
    assert tmp_path.is_dir()
