"""``hlo-allow-fast-math``: let LLVM trade exact results for speed.

Every float operation gets three of LLVM's fast-math flags: ``reassoc`` (sums
and products may be regrouped, so that reductions vectorize), ``contract``
(``a * b + c`` may be rounded once) and ``arcp`` (``x / y`` may be
``x * (1 / y)``).  NaN, infinities and the sign of zero keep their meaning.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import named
from .registry import hlo_pass

_FLAGS = "#arith.fastmath<reassoc,contract,arcp>"
_OPERATIONS = frozenset(
    f"arith.{name}" for name in ("addf", "subf", "mulf", "divf", "negf", "maximumf", "minimumf")
)


@hlo_pass("hlo-allow-fast-math", "Allow float arithmetic to be regrouped, fused and divided faster")
def allow_fast_math(module: ir.Operation) -> None:
    """Set the flags on every float arithmetic operation in ``module``, in place."""
    flags = ir.Attribute.parse(_FLAGS)

    for op in named(module, _OPERATIONS):
        op.attributes["fastmath"] = flags
