"""``hlo-schedule-loops``: the order of the loops of each linalg operation.

Loops become code in the order in which an operation lists them, so this order
is the schedule.  The loop that walks the output's last dimension goes
innermost: reads and writes are then of neighbouring elements, and LLVM can
vectorize a contraction, which it may not do along a sum of floats.
"""

from __future__ import annotations

from ..dialect.mlir import ir, linalg_operations
from ..dialect.walk import named
from .registry import hlo_pass
from .upstream import run_upstream

_GENERALIZE = "builtin.module(func.func(linalg-generalize-named-ops))"


@hlo_pass("hlo-schedule-loops", "Order the loops of linalg operations for contiguous access")
def schedule_loops(module: ir.Operation) -> None:
    """Turn named linalg operations into generic ones and reorder their loops, in place."""
    if any(op.name != "linalg.generic" for op in named(module, linalg_operations())):
        run_upstream(_GENERALIZE, module, verify=False)
    for op in named(module, ["linalg.generic"]):
        _schedule(op)


def _schedule(op: ir.Operation) -> None:
    maps = [ir.AffineMapAttr(a).value for a in ir.ArrayAttr(op.attributes["indexing_maps"])]
    kinds = list(ir.ArrayAttr(op.attributes["iterator_types"]))
    order = _loop_order(maps, ["reduction" in str(k) for k in kinds])
    if order == list(range(len(kinds))):
        return
    # Loop i of the new operation is loop order[i] of the old one.
    position = {old: new for new, old in enumerate(order)}
    rank = len(order)
    renumber = ir.AffineMap.get(rank, 0, [ir.AffineExpr.get_dim(position[d]) for d in range(rank)])
    maps = [ir.AffineMap.get(rank, 0, [e.compose(renumber) for e in m.results]) for m in maps]
    op.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])
    op.attributes["iterator_types"] = ir.ArrayAttr.get([kinds[d] for d in order])
    _renumber_indices(op, position)


def _loop_order(maps: list[ir.AffineMap], reduction: list[bool]) -> list[int]:
    order = list(range(len(reduction)))
    results = list(maps[-1].results)
    if not any(reduction) or not results or not isinstance(results[-1], ir.AffineDimExpr):
        return order
    innermost = ir.AffineDimExpr(results[-1]).position
    if reduction[innermost]:
        return order
    return [d for d in order if d != innermost] + [innermost]


def _renumber_indices(op: ir.Operation, position: dict[int, int]) -> None:
    def visit(inner) -> ir.WalkResult:
        if inner.name == "linalg.index":
            old = ir.IntegerAttr(inner.attributes["dim"])
            inner.attributes["dim"] = ir.IntegerAttr.get(old.type, position[old.value])
        return ir.WalkResult.ADVANCE

    op.walk(visit)
