"""Diagnostics as data: locations, rendering, and what the bindings emit."""

from __future__ import annotations

import pytest

from hlo_opt.dialect.context import default_context
from hlo_opt.dialect.diagnostics import (
    DiagnosedError,
    Diagnostic,
    SourceLoc,
    capture,
    error,
    from_mlir_error,
    handling,
    listening,
    plain_error,
    remark,
    render,
    source_loc,
    warning,
)
from hlo_opt.dialect.mlir import ir


@pytest.fixture
def context():
    with default_context() as context:
        yield context


def test_source_loc_looks_through_locations(context):
    file = ir.Location.file("a.py", 3, 7)
    other = ir.Location.file("b.py", 1, 2)
    unknown = ir.Location.unknown()
    expected = SourceLoc("a.py", 3, 7)
    assert source_loc(file) == expected
    assert source_loc(ir.Location.name("n", file)) == expected
    assert source_loc(ir.Location.callsite(file, [other])) == expected
    assert source_loc(ir.Location.callsite(unknown, [file])) == expected
    assert source_loc(ir.Location.fused([unknown, file, other])) == expected
    assert source_loc(unknown) is None
    assert source_loc(ir.Location.name("n")) is None
    assert source_loc(None) is None


def test_source_loc_prints_as_clang_does():
    assert str(SourceLoc("a.mlir", 3, 7)) == "a.mlir:3:7"
    assert str(SourceLoc("a.mlir", 0, 0)) == "a.mlir"


def test_render_quotes_the_line():
    note = Diagnostic("note", "see here", SourceLoc("b.mlir", 1, 1))
    diagnostic = Diagnostic("error", "wrong", SourceLoc("a.mlir", 2, 4), (note,))
    sources = {"a.mlir": "first\n\tab cd\r\n", "b.mlir": "x"}
    assert render(diagnostic, sources).split("\n") == [
        "a.mlir:2:4: error: wrong",
        "\tab cd",
        "\t  ^",
        "b.mlir:1:1: note: see here",
        "x",
        "^",
    ]
    assert render(diagnostic) == "a.mlir:2:4: error: wrong\nb.mlir:1:1: note: see here"


@pytest.mark.parametrize("column", [1, 100, 101, 250, 399, 401, 500])
def test_render_cuts_long_lines(column):
    line = "x" * (column - 1) + "X" + "x" * (500 - column)
    diagnostic = Diagnostic("error", "e", SourceLoc("a", 1, column))
    _, text, caret = render(diagnostic, {"a": line}).split("\n")
    assert len(text) <= 206
    assert text[len(caret) - 1] == "X"
    assert text.startswith("...") == (column > 101)
    assert text.endswith("...") == (column < 400)


@pytest.mark.parametrize("line", [0, 9])
def test_render_without_a_line_to_quote(line):
    diagnostic = Diagnostic("warning", "odd", SourceLoc("a.mlir", line, 1))
    assert render(diagnostic, {"a.mlir": "x"}).count("\n") == 0


def test_the_anonymous_file_gets_a_name():
    note = Diagnostic("note", "n", SourceLoc("-", 1, 1))
    failure = DiagnosedError([Diagnostic("error", "e", SourceLoc("-", 2, 2), (note,))])
    (diagnostic,) = failure.in_file("a.mlir").diagnostics
    assert diagnostic.location == SourceLoc("a.mlir", 2, 2)
    assert diagnostic.notes[0].location == SourceLoc("a.mlir", 1, 1)
    elsewhere = Diagnostic("error", "e", SourceLoc("b.py", 2, 2))
    assert elsewhere.in_file("a.mlir") == elsewhere


def test_errors_are_located_at_operations_values_and_locations(context):
    text = "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}"
    module = ir.Module.parse(text)
    func = module.body.operations[0]
    argument = func.regions[0].blocks[0].arguments[0]
    failure = error(func, "bad function", notes=((argument, "this argument"),))
    (diagnostic,) = failure.diagnostics
    assert diagnostic == Diagnostic(
        "error",
        "bad function",
        SourceLoc("-", 1, 1),
        (Diagnostic("note", "this argument", SourceLoc("-", 1, 14)),),
    )
    assert str(failure) == "-:1:1: error: bad function\n-:1:14: note: this argument"
    assert error(ir.Location.file("x", 1, 2), "m").diagnostics[0].location.file == "x"
    assert plain_error("m", "n").diagnostics[0].notes == (Diagnostic("note", "n"),)


def test_warnings_and_remarks_go_to_the_listener(context):
    found = []
    place = ir.Location.file("x", 1, 2)
    with listening(found.append):
        warning(place, "careful", notes=((None, "why"),))
        with listening(None):
            remark(place, "lost")
        remark(place, "by the way")
    remark(place, "lost")
    assert found == [
        Diagnostic("warning", "careful", SourceLoc("x", 1, 2), (Diagnostic("note", "why"),)),
        Diagnostic("remark", "by the way", SourceLoc("x", 1, 2)),
    ]


def test_capture_collects_what_native_code_emits(context):
    with capture(context) as found:
        ir.Location.file("x", 1, 2).emit_error("native")
    assert found == [Diagnostic("error", "native", SourceLoc("x", 1, 2))]


def test_what_a_handler_raises_comes_out_at_the_end(context, capfd):
    def handler(diagnostic):
        raise KeyError(diagnostic.message)

    def emit():
        with handling(context, handler):
            ir.Location.unknown().emit_error("native")
            reached.append(True)

    reached = []
    with pytest.raises(KeyError, match="native"):
        emit()
    assert reached
    assert capfd.readouterr().err == ""


def test_the_note_about_the_operation_can_go():
    notes = (Diagnostic("note", "see current operation: x"), Diagnostic("note", "y"))
    assert Diagnostic("error", "e", None, notes).without_operation().notes == notes[1:]


def test_mlir_errors_keep_their_diagnostics(context):
    with pytest.raises(ir.MLIRError) as caught:
        ir.Module.parse("func.func @f() {\n  return %missing : i32\n}")
    (diagnostic,) = from_mlir_error(caught.value).diagnostics
    assert diagnostic.location == SourceLoc("-", 2, 10)
    assert "undeclared SSA value" in diagnostic.message
