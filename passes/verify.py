"""``hlo-verify``: check a program against the numbered constraints of the specification.

It finds what the bindings' own verifier does not check, such as replica groups
that are not unique or a state of the wrong size for a random number algorithm.
All violations are reported, each with the constraint and the values that break
it; `dialect.verify` has the details.
"""

from __future__ import annotations

from ..dialect.diagnostics import DiagnosedError
from ..dialect.mlir import ir
from .registry import hlo_pass


@hlo_pass("hlo-verify", "Check every operation against the specification's numbered constraints")
def verify(root: ir.Operation) -> None:
    """Check ``root`` and all in it; raises `DiagnosedError` with every violation."""
    from ..dialect import verify as specification  # half of the start-up time of the tools

    if found := specification.verify(root):
        raise DiagnosedError(found)
