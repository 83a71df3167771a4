"""StableHLO portable artifacts: programs that other versions can read."""

from __future__ import annotations

import re

from ..dialect.diagnostics import DiagnosedError, Diagnostic, capture, error, plain_error
from ..dialect.mlir import ir, stablehlo
from ..dialect.walk import first_matching
from .lowering import copy_module

_OWN_DIALECTS = frozenset({"builtin", "func", "stablehlo", "vhlo"})


def resolve_version(text: str) -> str:
    """Return the StableHLO version that ``1.2.3``, ``current`` or ``minimum`` names.

    Raises `DiagnosedError` if it is none or not supported.
    """
    current, minimum = stablehlo.get_current_version(), stablehlo.get_minimum_version()
    named = {"current": current, "minimum": minimum}
    if text in named:
        return named[text]
    if not re.fullmatch(r"\d{1,9}\.\d{1,9}\.\d{1,9}", text):
        raise plain_error(
            f"expected a version such as '1.0.0', 'current' or 'minimum', got '{text}'"
        )
    if not _key(minimum) <= _key(text) <= _key(current):
        raise plain_error(f"StableHLO {text} is not supported ({minimum} to {current} are)")
    return text


def _key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def serialize(module: ir.Module, target: str, *, allow_other_dialects: bool = False) -> bytes:
    """Return a module as a portable artifact that StableHLO ``target`` can read.

    ``target`` is as in `resolve_version`.  Raises `DiagnosedError` if the
    program uses what that version does not have, or operations of other
    dialects that ``allow_other_dialects`` does not let pass.
    """
    version = resolve_version(target)
    if not allow_other_dialects:
        _check_dialects(module)
    with module.context, ir.Location.unknown(), capture(module.context) as found:
        try:
            # A copy, because a failure leaves the module half converted.
            return stablehlo.serialize_portable_artifact(
                copy_module(module), version, allow_other_dialects
            )
        except ValueError:
            raise _explain(found, version) from None


def _check_dialects(module: ir.Module) -> None:
    """Raise at the first operation or attribute that an artifact of StableHLO alone cannot hold."""
    op = first_matching(module.operation, lambda op: bool(_foreign_part(op)))
    if op is not None:
        hint = "hlo-opt --chlo-legalize-to-stablehlo makes StableHLO of it"
        notes = ((None, hint),) if op.name.startswith("chlo.") else ()
        raise error(
            op,
            f"{_foreign_part(op)} cannot be in a portable artifact, which holds StableHLO only "
            "(--allow-other-dialects lets it pass)",
            notes,
        )


def _foreign_part(op) -> str | None:
    """Return what of an operation belongs to another dialect, for a message."""
    if op.name.partition(".")[0] not in _OWN_DIALECTS:
        return f"'{op.name}'"
    for name in op.attributes:
        # Only attributes that programs add; those of the operation itself are StableHLO's.
        if "." not in name and name not in ("arg_attrs", "res_attrs"):
            continue
        text = _QUOTED.sub("", str(op.attributes[name]))
        dialects = set(_DIALECT_ATTRIBUTE.findall(text)) - _OWN_DIALECTS
        if dialects:
            return f"attribute '{name}' of dialect '{min(dialects)}'"
    return None


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_DIALECT_ATTRIBUTE = re.compile(r"[#!](\w+)[.<]")


def _explain(found: list[Diagnostic], version: str) -> DiagnosedError:
    """Return the bindings' complaint without the dump of the operation that it is about."""
    if not found:
        return plain_error(f"the program cannot be written for StableHLO {version}")
    first = found[0]
    reason = first.message.partition(": ")[0].splitlines()[0]
    message = f"StableHLO {version} does not have what the program uses: {reason}"
    return DiagnosedError([Diagnostic("error", message, first.location)])
