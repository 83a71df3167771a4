"""What the tools share: exit status, messages, output files."""

from __future__ import annotations

import os
import stat

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError, plain_error
from hlo_opt.passes.manager import PassFailure
from hlo_opt.tools.cli import one_file, run_tool, write_output
from hlo_opt.tools.options import UsageError


def raising(exc):
    def body(argv):
        raise exc

    return body


def test_status_of_the_body():
    assert run_tool("tool", lambda argv: len(argv), ["a", "b"]) == 2


@pytest.mark.parametrize(
    ("exc", "status", "text"),
    [
        (UsageError("bad"), 2, "tool: error: bad\nrun 'tool --help' for the options\n"),
        (plain_error("bad program", "why"), 1, "error: bad program\nnote: why\n"),
        (KeyboardInterrupt(), 130, "tool: interrupted\n"),
        (MemoryError(), 1, "tool: error: out of memory\n"),
        (
            KeyError("k"),
            1,
            "tool: internal error: KeyError: 'k'\n"
            "this is a defect of the tool; --debug shows the Python traceback\n",
        ),
    ],
)
def test_exceptions_become_messages(exc, status, text, capsys):
    assert run_tool("tool", raising(exc), []) == status
    assert capsys.readouterr().err == text


def test_debug_shows_tracebacks(capsys):
    assert run_tool("tool", raising(KeyError("k")), ["--debug"]) == 1
    assert "Traceback" in capsys.readouterr().err
    failure = PassFailure(plain_error("m").diagnostics, "Traceback of the pass\n")
    assert run_tool("tool", raising(failure), ["-debug"]) == 1
    assert capsys.readouterr().err == "error: m\nTraceback of the pass\n"
    assert run_tool("tool", raising(failure), []) == 1
    assert capsys.readouterr().err == "error: m\n"


def test_one_file():
    assert one_file([]) == "-"
    assert one_file(["x"]) == "x"
    with pytest.raises(UsageError, match="expected one input file, got 2: x, y"):
        one_file(["x", "y"])


def test_output_replaces_a_file_and_keeps_its_mode(tmp_path):
    path = tmp_path / "out"
    write_output(str(path), b"one")
    path.chmod(0o640)
    write_output(str(path), b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["out"]


def test_output_goes_through_a_link(tmp_path):
    target = tmp_path / "target"
    target.write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(target)
    write_output(str(link), b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_output_to_a_device():
    write_output(os.devnull, b"x")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_output_that_fails_leaves_nothing(tmp_path, monkeypatch):
    path = tmp_path / "out"
    path.write_bytes(b"old")

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(DiagnosedError, match=r"cannot write '.*out': No space left on device"):
        write_output(str(path), b"new")
    assert os.listdir(tmp_path) == ["out"]
    assert path.read_bytes() == b"old"
