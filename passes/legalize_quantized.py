"""``hlo-legalize-quantized``: arithmetic on quantized types becomes integer and float arithmetic.

The work is upstream's; it rejects operations that it does not know even where
nothing is quantized, so functions without quantized types are left alone.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import first_matching
from .registry import hlo_pass
from .upstream import run_upstream

_LEGALIZE = "func.func(stablehlo-legalize-quant-to-math)"


@hlo_pass(
    "hlo-legalize-quantized",
    "Turn arithmetic on quantized types into integer and float arithmetic",
    on="func.func",
)
def legalize_quantized(function: ir.Operation) -> None:
    """Legalize every quantized operation and the signature of ``function``, in place."""
    if _has_quantized_type(function):
        run_upstream(_LEGALIZE, function, verify=False)


def _has_quantized_type(function: ir.Operation) -> bool:
    known: dict[ir.Type, bool] = {}

    def is_quantized(type: ir.Type) -> bool:
        if type not in known:
            known[type] = "!quant." in str(type)
        return known[type]

    def makes_quantized(op) -> bool:
        return any(is_quantized(r.type) for r in op.results)

    arguments = function.regions[0].blocks[0].arguments if len(function.regions[0].blocks) else ()
    if any(is_quantized(a.type) for a in arguments):
        return True
    return first_matching(function, makes_quantized) is not None
