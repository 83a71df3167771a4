"""Generate the lists of what the bindings register: passes, dialects, operations.

No call of the bindings lists them, but their names stand as strings in the
native libraries; each candidate that the bindings accept is one.
``python -m hlo_opt.tools.list_upstream`` writes the files.  Their first line
names the version of the bindings, which a unit test compares.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

from ..dialect.context import default_context, make_context
from ..dialect.diagnostics import capture
from ..dialect.mlir import opt_binary, passmanager

_PACKAGE = Path(__file__).parent.parent
PASSES_FILE = _PACKAGE / "passes" / "upstream_passes.txt"
DIALECTS_FILE = _PACKAGE / "dialect" / "registered_dialects.txt"

OPERATIONS_FILE = _PACKAGE / "dialect" / "stablehlo_operations.txt"

_PASS = re.compile(rb"(?<![\w-])[a-z][a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])")
# A dialect's name ends a string, or stands before a dot in the name of an operation.
_DIALECT = re.compile(rb"[a-z][a-z0-9_]{1,30}(?=[.\x00])")
_OPERATION = re.compile(rb"stablehlo\.[a-z0-9_]+")


def is_pass(name: str) -> bool:
    """Tell whether the bindings register a pass or pipeline of that name."""
    context = default_context()
    with capture(context):
        try:
            passmanager.PassManager.parse(f"any({name})", context)
        except ValueError as exc:
            return "does not refer to a registered pass" not in str(exc)
    return True


def is_dialect(name: str) -> bool:
    """Tell whether the bindings register a dialect of that name."""
    try:
        _scratch_context().get_dialect_descriptor(name)
    except ValueError:
        return False
    return True


def is_operation(name: str) -> bool:
    """Tell whether the bindings register an operation of that name."""
    return default_context().is_registered_operation(name)


@cache
def _scratch_context():
    """Return a context of its own: looking a dialect up loads it."""
    return make_context()


def write_list(file: Path, pattern: re.Pattern[bytes], accept) -> None:
    """Write the candidates that match ``pattern`` and that ``accept`` takes to ``file``."""
    libraries = (*opt_binary().parent.glob("*.so"), opt_binary())
    found = {match for library in libraries for match in pattern.findall(library.read_bytes())}
    names = sorted(name for name in (match.decode() for match in found) if accept(name))
    file.write_text("\n".join([f"# torch-mlir {version('torch-mlir')}", *names]) + "\n")


if __name__ == "__main__":
    write_list(PASSES_FILE, _PASS, is_pass)
    write_list(DIALECTS_FILE, _DIALECT, is_dialect)
    write_list(OPERATIONS_FILE, _OPERATION, is_operation)
