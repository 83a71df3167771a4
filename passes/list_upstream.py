"""Generate the lists of what the bindings register: passes and dialects.

No call of the bindings lists them, but their names stand as strings in the
native libraries; each candidate that the bindings accept is one.
``python -m hlo_opt.passes.list_upstream`` writes the files; a unit test
compares them with `pass_names` and `dialect_names`.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..dialect.context import default_context, make_context
from ..dialect.diagnostics import capture
from ..dialect.mlir import opt_binary, passmanager

PASSES_FILE = Path(__file__).with_name("upstream_passes.txt")
DIALECTS_FILE = Path(__file__).parent.parent / "dialect" / "registered_dialects.txt"

_PASS = re.compile(rb"(?<![\w-])[a-z][a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])")
# A dialect's name ends a string, or stands before a dot in the name of an operation.
_DIALECT = re.compile(rb"[a-z][a-z0-9_]{1,30}(?=[.\x00])")


def pass_names() -> list[str]:
    """Return the registered pass and pipeline names, sorted."""
    context = default_context()
    with capture(context):
        return sorted(name for name in _candidates(_PASS) if _is_pass(name, context))


def dialect_names() -> list[str]:
    """Return the names of the dialects that a context knows, sorted."""
    context = make_context()  # looking a dialect up loads it
    return sorted(name for name in _candidates(_DIALECT) if _is_dialect(name, context))


def _candidates(pattern: re.Pattern[bytes]) -> set[str]:
    libraries = (*opt_binary().parent.glob("*.so"), opt_binary())
    found = {match for library in libraries for match in pattern.findall(library.read_bytes())}
    return {name.decode() for name in found}


def _is_pass(name: str, context) -> bool:
    try:
        passmanager.PassManager.parse(f"any({name})", context)
    except ValueError as exc:
        return "does not refer to a registered pass" not in str(exc)
    return True


def _is_dialect(name: str, context) -> bool:
    try:
        context.get_dialect_descriptor(name)
    except ValueError:
        return False
    return True


if __name__ == "__main__":
    PASSES_FILE.write_text("\n".join(pass_names()) + "\n")
    DIALECTS_FILE.write_text("\n".join(dialect_names()) + "\n")
