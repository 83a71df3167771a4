"""``hlo-infer-types``: sizes that the constraints determine replace dynamic ones.

The type of a result often follows from operands and attributes, by the same
constraints that verification checks (`dialect.ops.infer`).  Where a size of a
result is dynamic, or bounded, and the constraints determine it, it becomes
static, or its bound smaller; an unranked result gets its rank.  Values flow on:
to later operations, through the results of functions to their callers.  The
loop-carried values of ``while`` and the results of ``if`` and ``case`` stay as
they are, since their sizes may differ from one run of a region to another.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from .registry import hlo_pass


@hlo_pass("hlo-infer-types", "Make dynamic sizes static where the constraints determine them")
def infer_types(root: ir.Operation) -> None:
    """Narrow the types of results, in place, until nothing changes any more."""
    from ..dialect.narrowing import narrow_types  # half of the start-up time of the tools

    narrow_types(root)
