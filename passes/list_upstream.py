"""Generate ``upstream_passes.txt``: the passes that the bindings register.

No call of the bindings lists them, but their names stand as strings in the
native libraries; each candidate that the pipeline parser accepts (or rejects
for its anchor only) is one.  ``python -m hlo_opt.passes.list_upstream`` writes
the file; a unit test compares it with `registered_names`.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..dialect.context import default_context
from ..dialect.diagnostics import capture
from ..dialect.mlir import opt_binary, passmanager

_CANDIDATE = re.compile(rb"(?<![\w-])[a-z][a-z0-9]+(?:-[a-z0-9]+)*(?![\w-])")
_OTHER = re.compile("restricted to")


def registered_names() -> list[str]:
    """Return the registered pass and pipeline names, sorted."""
    candidates: set[str] = set()
    for library in (*opt_binary().parent.glob("*.so"), opt_binary()):
        for match in _CANDIDATE.findall(library.read_bytes()):
            candidates.add(match.decode())
    context = default_context()
    with capture(context):
        return sorted(name for name in candidates if _is_registered(name, context))


def _is_registered(name: str, context) -> bool:
    try:
        passmanager.PassManager.parse(f"any({name})", context)
    except ValueError as exc:
        return "does not refer to a registered pass" not in str(exc)
    return True


if __name__ == "__main__":
    target = Path(__file__).with_name("upstream_passes.txt")
    target.write_text("\n".join(registered_names()) + "\n")
