"""``hlo-legalize-chlo``: CHLO's functions become StableHLO, their polynomials fused multiply-adds.

The work is upstream's.  A CHLO function is as exact as its approximation, so a
step of Horner's rule, ``p * x + constant``, may be rounded once; what the
program itself multiplies and adds may not.  Other sums stay as they are:
some functions compute rounding errors with them.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import first_matching, named
from .dataflow import producer, producer_name
from .registry import hlo_pass
from .upstream import run_upstream

CONTRACT = "hlo.contract"
"""Attribute on a multiplication and an addition that may be rounded once."""
_OWN = "hlo.own"
_LEGALIZE = "func.func(chlo-legalize-to-stablehlo)"


@hlo_pass("hlo-legalize-chlo", "Turn CHLO operations into StableHLO's", on="func.func")
def legalize_chlo(function: ir.Operation) -> None:
    """Legalize every CHLO operation of ``function``, in place."""
    if first_matching(function, lambda op: op.name.startswith("chlo.")) is None:
        return
    own = named(function, ["stablehlo.add"])
    for op in own:
        op.attributes[_OWN] = ir.UnitAttr.get()
    run_upstream(_LEGALIZE, function, verify=False)
    for op in named(function, ["stablehlo.add"]):
        if _OWN in op.attributes:
            del op.attributes[_OWN]
        elif (product := _horner_step(op)) is not None:
            for step in (op, product):
                step.attributes[CONTRACT] = ir.UnitAttr.get()


def _horner_step(add: ir.Operation) -> ir.Operation | None:
    """Return the product that a constant is added to, None if that is not what is added."""
    for value, other in zip(add.operands, reversed(list(add.operands)), strict=True):
        if producer_name(value) == "stablehlo.multiply" and _is_constant(other):
            return producer(value)
    return None


def _is_constant(value: ir.Value) -> bool:
    while producer_name(value) in ("stablehlo.broadcast_in_dim", "stablehlo.reshape"):
        value = value.owner.operands[0]
    return producer_name(value) == "stablehlo.constant"
