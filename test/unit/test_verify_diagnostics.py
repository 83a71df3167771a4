"""The comparison of diagnostics with the expectations of a program, after MLIR's rules."""

from __future__ import annotations

import pytest

from hlo_opt.dialect.diagnostics import Diagnostic, SourceLoc
from hlo_opt.tools.verify_diagnostics import Expectations


def at(line, message, severity="error", notes=(), file="f.mlir"):
    location = SourceLoc(file, line, 1) if line else None
    return Diagnostic(severity, message, location, tuple(notes))


def faults(text, *diagnostics, level="all"):
    found = Expectations(text, "f.mlir", level).check(diagnostics)
    assert all(fault.severity == "error" for fault in found)
    return [fault.message for fault in found]


@pytest.mark.parametrize("severity", ["error", "warning", "note", "remark"])
def test_each_severity(severity):
    text = f"x // expected-{severity} {{{{abc}}}}"
    assert faults(text, at(1, "xabcx", severity)) == []
    assert faults(text) == [f'expected {severity} "abc" was not produced']


@pytest.mark.parametrize(
    ("place", "line"),
    [("", 3), ("@+1", 4), ("@+10", 13), ("@-2", 1), ("@above", 2), ("@below", 4), ("@unknown", 0)],
)
def test_each_place(place, line):
    text = f"a\nb\n// expected-error{place} {{{{abc}}}}\nc\n"
    assert faults(text, at(line, "abc")) == []
    assert len(faults(text, at(line + 1, "abc"))) == 2


def test_above_and_below_skip_lines_with_expectations():
    places = [("above", "x"), ("below", "y"), ("above", "z")]
    comments = [f"// expected-error @{place} {{{{{text}}}}}" for place, text in places]
    text = "\n".join(["a", *comments, "b"])
    assert faults(text, at(1, "x"), at(5, "y"), at(1, "z")) == []


def test_below_the_end_is_the_last_line():
    assert faults("a\n// expected-error @below {{x}}", at(2, "x")) == []


def test_one_expectation_takes_many_diagnostics():
    assert faults("// expected-error {{x}}", at(1, "x"), at(1, "x")) == []


def test_notes_are_diagnostics_too():
    diagnostic = at(1, "x", notes=[at(2, "y", "note")])
    assert faults("a // expected-error {{x}}\nb", diagnostic) == ["unexpected note: y"]
    assert faults("a // expected-error {{x}}\nb // expected-note {{y}}", diagnostic) == []


def test_the_note_about_the_operation_is_not():
    diagnostic = at(1, "x", notes=[at(1, "see current operation: foo", "note")])
    assert faults("a // expected-error {{x}}", diagnostic) == []


def test_wrong_severity_is_said_to_be_one():
    assert faults("// expected-error {{x}}", at(1, "x", "remark")) == [
        "'remark' diagnostic emitted when expecting a 'error'",
        'expected error "x" was not produced',
    ]


def test_unexpected():
    assert faults("a", at(1, "x", "warning")) == ["unexpected warning: x"]
    assert faults("a", at(1, "x"), level="only-expected") == []
    assert faults("a // expected-error @unknown {{x}}", at(3, "x", file="other.py")) == []


@pytest.mark.parametrize(
    ("pattern", "message", "matches"),
    [
        ("a {{[0-9]+}} b", "a 12 b", True),
        ("a {{[0-9]+}} b", "a x b", False),
        ("a.b", "axb", False),
        ("(a) {{b|c}} d", "(a) c d", True),
        ("(a) {{b|c}}", "(a) d", False),
    ],
)
def test_regular_expressions(pattern, message, matches):
    text = f"// expected-error-re {{{{{pattern}}}}}"
    assert (faults(text, at(1, message), level="only-expected") == []) is matches


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("// expected-error @+1 2 {{x}}", "malformed expectation"),
        ("// expected-error @here {{x}}", "malformed expectation"),
        ("// expected-error {{x}", "malformed expectation"),
        ("// expected-error {{x}} trailing", "malformed expectation"),
        ("// expected-error-re {{a {{b}}", "found start of regex with no end '}}'"),
        ("// expected-error-re {{a {{(}}}}", "invalid regex: missing ), unterminated subpattern"),
    ],
)
def test_malformed(text, message):
    (fault,) = faults(text)
    assert fault.startswith(message)


def test_text_that_is_not_an_expectation():
    assert faults("// unexpected-error: expected-errors are {{fun}}\n// expected-fatal {{x}}") == []
