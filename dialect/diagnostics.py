"""Diagnostics as data, and their rendering in clang's form.

A `Diagnostic` is what a user sees: severity, message, source location, notes.
`DiagnosedError` carries one or more of them through the program; the tools
print them and exit with a non-zero status.  Inside a pass, use::

    raise error(op, "expected rank 2, got rank 3")

and, for what does not stop the pass, ``warning(op, …)`` or ``remark(op, …)``.
`capture` turns the diagnostics that the bindings emit into the same data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache

from .mlir import ir

_OPERATION_NOTE = "see current operation: "


@dataclass(frozen=True)
class SourceLoc:
    """A position in a source text; ``line`` and ``column`` count from 1, 0 is unknown."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file

    def in_file(self, filename: str) -> SourceLoc:
        """Return this position with the bindings' anonymous file ``-`` named."""
        return replace(self, file=filename) if self.file == "-" else self


@dataclass(frozen=True)
class Diagnostic:
    """One message: ``severity`` is ``error``, ``warning``, ``note`` or ``remark``.

    ``op`` and ``constraint`` are the name of an operation or type and the label
    of its constraint, such as ``C10``, if the message is about those.
    """

    severity: str
    message: str
    location: SourceLoc | None = None
    notes: tuple[Diagnostic, ...] = ()
    op: str | None = None
    constraint: str | None = None

    def without_operation(self) -> Diagnostic:
        """Return this diagnostic without the note that shows the operation at fault.

        The bindings attach it to every error at an operation.
        """
        notes = (n for n in self.notes if not n.message.startswith(_OPERATION_NOTE))
        return replace(self, notes=tuple(notes))

    def in_file(self, filename: str) -> Diagnostic:
        """Return this diagnostic with the bindings' anonymous file ``-`` named."""
        location = self.location and self.location.in_file(filename)
        notes = tuple(note.in_file(filename) for note in self.notes)
        return replace(self, location=location, notes=notes)


class DiagnosedError(Exception):
    """A failure that is explained by diagnostics (at least one of them an error)."""

    def __init__(self, diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]):
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(render(d) for d in self.diagnostics))

    def in_file(self, filename: str) -> DiagnosedError:
        """Return the same error with the anonymous source file named."""
        return DiagnosedError([d.in_file(filename) for d in self.diagnostics])


def source_loc(location: ir.Location | None) -> SourceLoc | None:
    """Return the first file position inside an MLIR location, or None.

    Names, fusions and call sites are looked through in the order in which
    MLIR's own printer does: the callee before the caller.
    """
    if location is None:
        return None
    if type(location) is ir.Location:  # those of diagnostics come without their kind
        location = ir.Location.from_attr(location.attr, location.context)
    if isinstance(location, ir.FileLineColLoc):
        return SourceLoc(location.filename, location.start_line, location.start_col)
    if isinstance(location, ir.NameLoc):
        return source_loc(location.child_loc)
    if isinstance(location, ir.CallSiteLoc):
        return source_loc(location.callee) or source_loc(location.caller)
    if isinstance(location, ir.FusedLoc):
        for part in location.locations:
            if (found := source_loc(part)) is not None:
                return found
    return None


def error(op, message: str, notes: tuple[tuple[object, str], ...] = ()) -> DiagnosedError:
    """Return (to be raised) an error at ``op``, an operation, value or location.

    ``notes`` are pairs of such a place and a message.
    """
    return DiagnosedError([_at("error", op, message, notes)])


def plain_error(message: str, *notes: str) -> DiagnosedError:
    """Return (to be raised) an error that has no source location."""
    return DiagnosedError(
        [Diagnostic("error", message, None, tuple(Diagnostic("note", n) for n in notes))]
    )


# Lines that hold a large constant are much longer.
_LINE_WIDTH = 200

_listener: ContextVar[Callable[[Diagnostic], None] | None] = ContextVar("listener", default=None)


@contextmanager
def listening(listener: Callable[[Diagnostic], None] | None) -> Iterator[None]:
    """Send the warnings and remarks of Python passes to ``listener`` while inside."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def warning(op, message: str, notes: tuple[tuple[object, str], ...] = ()) -> None:
    """Report a warning at ``op``; see `error` for the parameters."""
    _report("warning", op, message, notes)


def remark(op, message: str, notes: tuple[tuple[object, str], ...] = ()) -> None:
    """Report a remark at ``op``; see `error` for the parameters."""
    _report("remark", op, message, notes)


def _report(severity: str, op, message: str, notes: tuple[tuple[object, str], ...]) -> None:
    if (listener := _listener.get()) is not None:
        listener(_at(severity, op, message, notes))


def _at(severity: str, op, message: str, notes: tuple[tuple[object, str], ...]) -> Diagnostic:
    rendered = tuple(Diagnostic("note", text, _place(where)) for where, text in notes)
    return Diagnostic(severity, message, _place(op), rendered)


def _place(where) -> SourceLoc | None:
    if where is None or isinstance(where, ir.Location):
        return source_loc(where)
    return source_loc(where.location)


def from_bindings(info) -> Diagnostic:
    """Convert a diagnostic of the bindings (``Diagnostic`` or ``DiagnosticInfo``)."""
    return Diagnostic(
        info.severity.name.lower(),
        info.message,
        source_loc(info.location),
        tuple(from_bindings(note) for note in info.notes),
    )


def from_mlir_error(exc: ir.MLIRError) -> DiagnosedError:
    """Convert an ``MLIRError`` of the bindings, whatever it carries."""
    found = [from_bindings(info) for info in exc.error_diagnostics]
    return DiagnosedError(found or [Diagnostic("error", exc.message.strip() or "operation failed")])


@contextmanager
def handling(context: ir.Context, handler: Callable[[Diagnostic], object]) -> Iterator[None]:
    """Send the diagnostics that native code emits in ``context`` to ``handler`` while inside.

    Errors that an ``MLIRError`` carries do not come this way unless
    ``context.emit_error_diagnostics`` is set.  What ``handler`` raises is
    raised at the end, because it cannot pass through native code.
    """
    raised: list[BaseException] = []

    def handle(info) -> bool:
        try:
            handler(from_bindings(info))
        except BaseException as exc:
            raised.append(exc)
        return True

    attached = context.attach_diagnostic_handler(handle)
    try:
        yield
    finally:
        attached.detach()
    if raised:
        raise raised[0]


@contextmanager
def capture(context: ir.Context) -> Iterator[list[Diagnostic]]:
    """Collect what `handling` would send to a handler."""
    found: list[Diagnostic] = []
    with handling(context, found.append):
        yield found


def render(diagnostic: Diagnostic, sources: dict[str, str] | None = None) -> str:
    """Return the text of a diagnostic as clang prints it.

    ``sources`` maps file names to their text; where the file is in it, the
    source line and a caret follow the message, but not twice in a row.
    """
    lines = []
    shown = None
    for item in (diagnostic, *diagnostic.notes):
        where = f"{item.location}: " if item.location else ""
        lines.append(f"{where}{item.severity}: {item.message}")
        if item.location != shown:
            lines.extend(_excerpt(item.location, sources or {}))
        shown = item.location
    return "\n".join(lines)


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as an object of JSON; what is not known of it is null."""
    where = diagnostic.location or SourceLoc("", 0, 0)
    return {
        "file": where.file or None,
        "line": where.line or None,
        "column": where.column or None,
        "severity": diagnostic.severity,
        "op": diagnostic.op,
        "constraint": diagnostic.constraint,
        "message": diagnostic.message,
        "notes": [as_json(note) for note in diagnostic.notes],
    }


@lru_cache(maxsize=4)
def _lines(text: str) -> list[str]:
    return text.split("\n")


def _excerpt(location: SourceLoc | None, sources: dict[str, str]) -> list[str]:
    if location is None or location.line < 1 or location.file not in sources:
        return []
    lines = _lines(sources[location.file])
    if location.line > len(lines):
        return []
    text, position = _cut(lines[location.line - 1].rstrip("\r"), max(location.column - 1, 0))
    # Tabs are kept in front of the caret, so that it stands under its column.
    lead = "".join("\t" if c == "\t" else " " for c in text[:position])
    return [text, f"{lead}^"]


def _cut(text: str, position: int) -> tuple[str, int]:
    """Return the part of a long line around ``position``, and where that is in it."""
    if len(text) <= _LINE_WIDTH:
        return text, position
    start = max(0, min(position - _LINE_WIDTH // 2, len(text) - _LINE_WIDTH))
    end = start + _LINE_WIDTH
    before, after = "..." if start else "", "..." if end < len(text) else ""
    return f"{before}{text[start:end]}{after}", position - start + len(before)
