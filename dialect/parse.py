"""Reading programs: StableHLO text, MLIR bytecode and portable artifacts.

The three forms are told apart by content.  Bytecode and portable artifacts
start with ``ML\\xefR`` and a producer string; anything else is text.  The
native bytecode reader can loop forever on a damaged file, and the text parser
overflows the stack on deep nesting, and the bindings abort the process where
an operation's name is not UTF-8; so input that may do so is first read and
walked in a forked child under a time limit.
"""

from __future__ import annotations

import errno
import faulthandler
import os
import re
import select
import signal
import stat
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .context import default_context
from .diagnostics import (
    DiagnosedError,
    Diagnostic,
    capture,
    error,
    from_mlir_error,
    plain_error,
)
from .mlir import ir, stablehlo

BYTECODE_MAGIC = b"ML\xefR"

# Opened with these dialects: operations of any other unregistered dialect are
# rejected, as the native parser would, although their attributes are kept.
_TOLERATED_OP_DIALECTS = ("sdy",)

# What each byte adds to the nesting depth, and a depth far below what overflows the stack.
_BRACKET_STEPS = np.zeros(256, np.int8)
_BRACKET_STEPS[list(b"([{<")] = 1
_BRACKET_STEPS[list(b")]}>")] = -1
_DEEP = 500

# Operations on which the bindings' verifier can divide by zero.
_CRASHING = ("all_to_all",)

# An escape in a string that stands for a byte beyond ASCII.
_ESCAPED_BYTE = re.compile(r"\\[89A-Fa-f][0-9A-Fa-f]")

# `sdy.mesh @name = <...> {...}` has no registered parser; the generic form has one.
_SDY_MESH = re.compile(
    r"\bsdy\.mesh\s+@([\w.$-]+)\s*=\s*(<\[[^\]\n]*\](?:,\s*device_ids\s*=\s*\[[^\]\n]*\])?>)"
    r"(?:[ \t]*\{[^\n]*\})?"
)


@dataclass(frozen=True)
class Program:
    """A source program: its name for messages and its content, text or binary."""

    filename: str
    content: str | bytes

    @property
    def sources(self) -> dict[str, str]:
        """File name to text, for rendering diagnostics with the source line."""
        return {self.filename: self.content} if isinstance(self.content, str) else {}


def read_program(path: str) -> Program:
    """Read a program from a file, or from standard input if ``path`` is ``-``.

    Raises `DiagnosedError` if the file cannot be read or is neither bytecode
    nor UTF-8 text.
    """
    try:
        if path == "-":
            with open(0, "rb", closefd=False) as stream:
                data = stream.read()
        else:
            data = read_file(path)
    except OSError as exc:
        source = "standard input" if path == "-" else f"'{path}'"
        raise plain_error(f"cannot read {source}: {exc.strerror}") from None
    return decode_program(data, "<stdin>" if path == "-" else path)


def read_file(path: str | os.PathLike) -> bytes:
    """Return the bytes of a file; raises OSError, also for a device that never ends."""
    mode = os.stat(path).st_mode
    if stat.S_ISCHR(mode) and not os.path.samefile(path, os.devnull):
        with open(path, "rb", buffering=0) as stream:
            if not stream.isatty():
                raise OSError(errno.EINVAL, "a device, not a file")
    return Path(path).read_bytes()


def decode_program(data: bytes, filename: str) -> Program:
    """Classify the bytes of a program; see `read_program`."""
    if data.startswith(BYTECODE_MAGIC):
        return Program(filename, data)
    try:
        return Program(filename, data.decode("utf-8"))
    except UnicodeDecodeError as exc:
        raise plain_error(
            f"'{filename}' is neither MLIR text (byte {exc.start} is not UTF-8) "
            "nor bytecode (no 'ML\\xefR' at the start)"
        ) from None


def parse(
    program: str | bytes | os.PathLike | Program | ir.Module,
    *,
    context: ir.Context | None = None,
    allow_unregistered: bool = False,
    explain: bool = True,
) -> ir.Module:
    """Return the verified module of a program.

    ``program`` is MLIR text, bytecode, a portable artifact, a path (a
    ``PathLike``, or a one-line string that names an existing file), a
    `Program`, or a module, which is returned as it is.  Operations of
    unregistered dialects are errors unless ``allow_unregistered``.

    Raises `DiagnosedError` with the location of each problem: the constraints
    of the specification that the program violates or, where it violates none
    or not ``explain``, what the bindings say.
    """
    if isinstance(program, ir.Module):
        return program
    return _parse(as_program(program), ir.Module.parse, context, allow_unregistered, explain)


def parse_operation(
    program: Program,
    *,
    context: ir.Context | None = None,
    allow_unregistered: bool = False,
    explain: bool = True,
) -> ir.Operation:
    """Return the verified top-level operation of a program that has just one.

    Unlike `parse`, this wraps no text in a module; binary programs have one.
    Raises `DiagnosedError`.
    """
    read = ir.Operation.parse
    return _parse(program, read, context, allow_unregistered, explain).operation


def _parse(
    program: Program,
    read_text: Callable,
    context: ir.Context | None,
    allow_unregistered: bool,
    explain: bool,
) -> ir.Module | ir.OpView:
    context = context or default_context()
    try:
        if isinstance(program.content, bytes):
            parsed = _parse_binary(program.content, context)
        else:
            parsed = _parse_text(program.content, read_text, context)
        if not allow_unregistered:
            _reject_unregistered(parsed.operation, context)
    except _Rejected as exc:
        found = _violations(exc, context) if explain else exc.diagnostics
        raise DiagnosedError(found).in_file(program.filename) from None
    except DiagnosedError as exc:
        raise exc.in_file(program.filename) from None
    return parsed


class _Rejected(DiagnosedError):
    """What the bindings say of a program that they read and reject."""

    def __init__(self, content: str | bytes, diagnostics: Sequence[Diagnostic]):
        super().__init__(tuple(diagnostics))
        self.content = content


def _violations(rejected: _Rejected, context: ir.Context) -> list[Diagnostic]:
    from .verify import diagnose  # loading it takes as long as parsing a program

    return diagnose(rejected.content, context, rejected.diagnostics)


def as_program(program: str | bytes | os.PathLike | Program) -> Program:
    """Return name and content of a program in any form that `parse` takes, bar a module.

    Raises `DiagnosedError` if it is a path that cannot be read.
    """
    if isinstance(program, Program):
        return program
    if isinstance(program, bytes):
        return decode_program(program, "<bytes>")
    if isinstance(program, os.PathLike):
        return read_program(os.fspath(program))
    if isinstance(program, str):
        if "\n" not in program and len(program) < 4096 and "(" not in program:
            if os.path.isfile(program):
                return read_program(program)
            if program.endswith((".mlir", ".mlirbc", ".stablehlo")):
                raise plain_error(f"cannot read '{program}': No such file or directory")
        return Program("<string>", program)
    raise TypeError(
        f"a program is text, bytes, a path or an ir.Module, not {type(program).__name__}"
    )


def _parse_text(text: str, read: Callable, context: ir.Context) -> ir.Module | ir.OpView:
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise plain_error(f"not MLIR text: NUL character in line {line}")
    if _may_nest_deeply(text):
        _try_in_child(lambda: _read_text(text, read, context), "the program nests too deeply")
    elif _ESCAPED_BYTE.search(text):
        _try_in_child(lambda: _read_text(text, read, context), "a name may not be UTF-8")
    elif any(name in text for name in _CRASHING):
        try:
            _try_in_child(lambda: _read_text(text, read, context), "an invalid operation")
        except DiagnosedError as exc:
            raise _Rejected(text, exc.diagnostics) from None
    return _read_text(text, read, context)


def _may_nest_deeply(text: str) -> bool:
    """Tell whether brackets nest deeply, if those in strings and comments count too."""
    data = np.frombuffer(text.replace("->", "").encode(), np.uint8)
    return bool(data.size) and int(_BRACKET_STEPS[data].cumsum(dtype=np.int64).max()) > _DEEP


def _read_text(text: str, read: Callable, context: ir.Context) -> ir.Module | ir.OpView:
    if "sdy.mesh" in text:
        text = _SDY_MESH.sub(r'"sdy.mesh"() {sym_name = "\1", mesh = #sdy.mesh\2} : () -> ()', text)
    try:
        with context:
            return read(text)
    except ir.MLIRError as exc:
        raise _Rejected(text, from_mlir_error(exc).diagnostics) from None


def _parse_binary(data: bytes, context: ir.Context) -> ir.Module:
    portable = is_portable_artifact(data)

    def read() -> ir.Module:
        if portable:
            return stablehlo.deserialize_portable_artifact(context, data)
        with context:
            return ir.Module.parse(data)

    _try_in_child(read, "damaged bytecode", seconds=5 + len(data) / 1e6)
    with capture(context) as found:
        try:
            return read()
        except ir.MLIRError as exc:
            said = from_mlir_error(exc)
            raise said if portable else _Rejected(data, said.diagnostics) from None
        except RuntimeError as exc:  # a message with bytes of the file in it
            raise plain_error(f"damaged bytecode: {exc}") from None
        except ValueError as exc:
            raise DiagnosedError(
                found or [Diagnostic("error", f"not a valid portable artifact: {exc}")]
            ) from None


def is_portable_artifact(data: bytes) -> bool:
    """Tell whether bytecode was written as a StableHLO portable artifact (VHLO)."""
    return data.startswith(BYTECODE_MAGIC) and b"StableHLO_v" in data[4:20]


def _try_in_child(read: Callable, complaint: str, seconds: float = 60) -> None:
    """Read and walk a program in a forked child; raise if that hangs, crashes or lacks memory.

    ``complaint`` begins the message.  An ordinary failure of ``read`` is left
    to the caller, who runs it again.
    """
    if not hasattr(os, "fork"):
        return
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # The child runs native code only and never returns to the interpreter's
        # threads, which is what the warning about forking is for.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            faulthandler.disable()  # a crash becomes a message of the parent's
            read().operation.walk(_read_name)
        except BaseException:
            pass
        finally:
            os._exit(0)
    os.close(writer)
    try:
        # The pipe closes when the child ends, however it ends.
        ready, _, _ = select.select([reader], [], [], seconds)
        if not ready:
            os.kill(child, signal.SIGKILL)
    finally:
        os.close(reader)
        _, status = os.waitpid(child, 0)
    if not ready:
        raise plain_error(f"{complaint}: reading it did not end within {seconds:.0f} s")
    if os.WIFSIGNALED(status):
        raise plain_error(
            f"{complaint}: reading it ended in signal {os.WTERMSIG(status)} "
            f"({signal.strsignal(os.WTERMSIG(status))})"
        )


def _read_name(op: ir.Operation) -> ir.WalkResult:
    op.name  # noqa: B018 - the bindings abort the process if it is not UTF-8
    return ir.WalkResult.ADVANCE


def _reject_unregistered(root: ir.Operation, context: ir.Context) -> None:
    unknown = []

    def visit(op) -> ir.WalkResult:
        name = op.name
        if name not in known and not context.is_registered_operation(name):
            unknown.append(op)
        else:
            known.add(name)
        return ir.WalkResult.ADVANCE

    known: set[str] = set()
    root.walk(visit)
    for op in unknown:
        dialect = op.name.split(".")[0]
        if dialect not in _TOLERATED_OP_DIALECTS:
            raise error(
                op,
                f"unregistered operation '{op.name}': no dialect '{dialect}' that has it "
                "is registered (use --allow-unregistered-dialect to accept it)",
            )
