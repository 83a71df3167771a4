"""How many operations code runs: loops with their trips, functions at each call."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, prod

from ..dialect.mlir import ir
from .dataflow import known_trips
from .vectorize.emitter import TRIPS

BRIEF = "hlo.brief"
"""Attribute on an entry point: a run takes microseconds, whatever the arguments hold."""

# Operations, on vectors most of them, that run in some microseconds.
_FEW = 4096


def trips(loop: ir.Operation) -> int | None:
    """Return how often an ``scf.for`` runs, None if that is not known."""
    if TRIPS in loop.attributes:
        return ir.IntegerAttr(loop.attributes[TRIPS]).value
    return known_trips(loop)


def is_brief(function: ir.Operation, functions: Mapping[str, ir.Operation]) -> bool:
    """Tell whether a function, which may call ``functions``, runs few operations at the most."""
    return _most_work(function.regions[0].blocks[0], functions) <= _FEW


def _most_work(block: ir.Block, functions: Mapping[str, ir.Operation]) -> float:
    """Return the most operations that a block runs, or some number above `_FEW`."""
    total = 0.0
    for op in block.operations:
        total += _most_work_of(op.operation, functions)
        if total > _FEW:
            break
    return total


def _most_work_of(op: ir.Operation, functions: Mapping[str, ir.Operation]) -> float:
    if op.name == "func.call":
        callee = functions.get(ir.FlatSymbolRefAttr(op.attributes["callee"]).value)
        return inf if callee is None else _most_work(callee.regions[0].blocks[0], functions)
    if op.name in ("linalg.copy", "memref.copy"):
        type = ir.MemRefType(op.operands[0].type)
        return prod(type.shape) if type.has_static_shape else inf
    if op.name == "scf.for":
        count = trips(op)
        return inf if count is None else count * _most_work(op.regions[0].blocks[0], functions)
    if op.name == "scf.if":
        return sum(_most_work(block, functions) for region in op.regions for block in region)
    return inf if len(op.regions) else 1
