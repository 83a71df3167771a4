"""The options of ``hlo-translate``."""

from __future__ import annotations

from types import SimpleNamespace

from .options import DIAGNOSTICS_FORMAT, CommandLine, Option, UsageError, flag, parse_count

CODE_FORMS = ("asm", "obj", "shared-lib", "header")


def _parse_level(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise ValueError("0, 1, 2 or 3")
    return parse_count(text)


def _parse_symbol(text: str) -> str:
    if not (text.isidentifier() and text.isascii()):
        raise ValueError("an identifier of C")
    return text


_GENERAL = (
    Option("o", "write the result to FILE; nothing is written if anything fails", "FILE", "-"),
    flag("allow-unregistered-dialect", "accept operations of dialects that nobody registered"),
    flag("print-stablehlo-version", "show the version of StableHLO that 'current' means"),
    DIAGNOSTICS_FORMAT,
    flag("debug", "show the Python traceback of an internal error"),
    flag("help", "show this text"),
    flag("version", "show the versions of this tool and of what it stands on"),
)

_FORMS = (
    flag("serialize", "a StableHLO portable artifact, for the version that --target names"),
    flag("deserialize", "text, of a portable artifact (anything else is an error)"),
    flag("emit-bytecode", "MLIR bytecode"),
    flag("mlir-to-llvmir", "LLVM IR as text, of a StableHLO program or of one in the LLVM dialect"),
    Option(
        "emit",
        "machine code for this processor: assembly for reading, an object file, a shared library; "
        "or the C header that declares its entry point",
        "WHAT",
        choices=CODE_FORMS,
    ),
)

_PORTABLE = (
    Option("target", "the version to serialize for: X.Y.Z, current or minimum", "VERSION"),
    flag("allow-other-dialects", "let operations of other dialects pass into the artifact"),
    flag("strip-debuginfo", "leave source locations out"),
)

_CODE = (
    Option("function", "the function to compile", "NAME", "main"),
    Option(
        "symbol",
        "the name of the entry point (default: hlo_ and that of the function)",
        "NAME",
        parse=_parse_symbol,
    ),
    Option("header", "also write the C header to FILE", "FILE"),
    Option("opt-level", "how hard LLVM optimizes, 0 to 3", "N", 2, parse=_parse_level),
)

COMMAND = CommandLine(
    usage="hlo-translate [options] [FILE]",
    overview="Read a StableHLO program (text, bytecode or portable artifact; standard input by "
    "default) and write it in another form; text, if no form is asked for.",
    groups=(
        ("General", _GENERAL),
        ("Forms", _FORMS),
        ("Text, bytecode and portable artifacts", _PORTABLE),
        ("LLVM IR and machine code", _CODE),
    ),
)


def check(options: SimpleNamespace) -> str:
    """Return the form that is asked for; raises `UsageError` for options that do not fit it."""
    flags = ("serialize", "deserialize", "emit-bytecode", "mlir-to-llvmir")
    forms = [name for name in flags if getattr(options, name.replace("-", "_"))]
    if options.emit is not None:
        forms.append(options.emit)
    if len(forms) > 1:
        named = " and ".join(f"--emit={f}" if f in CODE_FORMS else f"--{f}" for f in forms)
        raise UsageError(f"{named} exclude each other")
    form = forms[0] if forms else "text"
    if options.target is not None and form != "serialize":
        raise UsageError("--target is for --serialize")
    if form == "serialize" and options.target is None:
        raise UsageError("--serialize needs --target=VERSION (X.Y.Z, current or minimum)")
    if options.header is not None and form not in ("obj", "shared-lib"):
        raise UsageError("--header is for --emit=obj and --emit=shared-lib")
    return form
