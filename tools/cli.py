"""What the tools share: exit status, diagnostics, output files.

The exit status is 0 only if everything went well, 1 if the program or a pass
failed, 2 if the command line was wrong, and 130 after an interrupt.  A tool's
user sees messages, never a Python traceback, unless ``--debug`` is given.

With ``--diagnostics-format=json`` every diagnostic is an object of JSON on a
line of its own on standard error, those about the command line included.
"""

from __future__ import annotations

import itertools
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .options import UsageError

SUCCESS, FAILURE, USAGE = 0, 1, 2
INTERRUPTED = 130

_json = False


def run_tool(tool: str, body: Callable[[Sequence[str]], int], argv: Sequence[str] | None) -> int:
    """Return the exit status of ``body`` on ``argv`` (by default, the process's own).

    Whatever ``body`` raises becomes one clear message on standard error.
    """
    argv = sys.argv[1:] if argv is None else argv
    global _json
    _json = _asks_for_json(argv)
    # A stream that was closed when the process began is None in Python.
    sys.stdout = sys.stdout or open(os.devnull)  # not open for writing: output is an error
    sys.stderr = sys.stderr or open(os.devnull, "w")
    try:
        status = body(argv)
        _flush_stdout()
        return status
    except UsageError as exc:
        _complain(f"{tool}: error: ", str(exc), f"run '{tool} --help' for the options")
        return USAGE
    except BrokenPipeError:  # the reader has gone
        return FAILURE
    except KeyboardInterrupt:
        message(f"{tool}: interrupted")
        return INTERRUPTED
    except MemoryError:
        _complain(f"{tool}: error: ", "out of memory")
        return FAILURE
    except Exception as exc:
        return _report(tool, exc, debug="--debug" in argv or "-debug" in argv)


def _report(tool: str, exc: Exception, debug: bool) -> int:
    from ..dialect.diagnostics import DiagnosedError

    if isinstance(exc, DiagnosedError):
        print_diagnostics(exc.diagnostics)
        if debug:
            print_traceback(exc)
        return FAILURE
    text = f"internal error: {type(exc).__name__}: {exc}"
    if debug:
        import traceback

        _complain(f"{tool}: ", text, "".join(traceback.format_exception(exc)).rstrip())
    else:
        advice = "this is a defect of the tool; --debug shows the Python traceback"
        _complain(f"{tool}: ", text, advice)
    return FAILURE


def _asks_for_json(argv: Sequence[str]) -> bool:
    """Tell whether diagnostics are to be JSON, also if the command line has faults."""
    words = " ".join(argv).replace("=", " ").split()
    return any(
        name.lstrip("-") == "diagnostics-format" and name.startswith("-") and value == "json"
        for name, value in itertools.pairwise(words)
    )


def advise(*lines: str) -> None:
    """Print lines of advice after an error."""
    if _json:
        for line in lines:
            _complain("", line, severity="remark")
    else:
        message(*lines)


def _complain(prefix: str, text: str, *notes: str, severity: str = "error") -> None:
    """Print what is wrong with the tool's own run; the bindings may not be loaded."""
    if not _json:
        message(prefix + text, *notes)
        return
    nowhere = dict.fromkeys(("file", "line", "column"))
    about = {"op": None, "constraint": None}

    def row(severity: str, text: str, notes: list) -> dict[str, object]:
        return {**nowhere, "severity": severity, **about, "message": text, "notes": notes}

    message(json.dumps(row(severity, text, [row("note", note, []) for note in notes])))


def print_traceback(exc: Exception) -> None:
    """Print the Python traceback that a failed pass or plugin left, if any."""
    if text := getattr(exc, "traceback_text", ""):
        message(text.rstrip())


def message(*lines: str) -> None:
    """Print lines to standard error, after everything that standard output holds."""
    _flush_stdout()
    for line in lines:
        print(line, file=sys.stderr)


def _flush_stdout() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        # What is left in the buffer must go nowhere, or the interpreter tries again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def print_diagnostics(diagnostics: Iterable, sources: dict[str, str] | None = None) -> None:
    """Print diagnostics to standard error; ``sources`` gives the lines to quote."""
    from ..dialect.diagnostics import as_json, render

    if _json:
        message(*(json.dumps(as_json(diagnostic)) for diagnostic in diagnostics))
        return
    message(*(render(diagnostic, sources) for diagnostic in diagnostics))


def one_file(files: Sequence[str]) -> str:
    """Return the input file of a command line, ``-`` if there is none; raises `UsageError`."""
    if len(files) > 1:
        raise UsageError(f"expected one input file, got {len(files)}: {', '.join(files)}")
    return files[0] if files else "-"


def write_output(path: str, data: bytes) -> None:
    """Write ``data`` to a file, or to standard output if ``path`` is ``-``.

    A file holds all of ``data`` or what it held before, never a part.  Raises
    `DiagnosedError` if it cannot be written.
    """
    try:
        if path == "-":
            sys.stdout.buffer.write(data)
            _flush_stdout()
        else:
            _write_file(Path(path), data)
    except BrokenPipeError:
        raise
    except OSError as exc:
        from ..dialect.diagnostics import plain_error

        target = "standard output" if path == "-" else f"'{path}'"
        raise plain_error(f"cannot write {target}: {exc.strerror or 'not writable'}") from None


def _write_file(path: Path, data: bytes) -> None:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):
        path.write_bytes(data)  # a device or a pipe is written to, not replaced
        return
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
