"""Giving every use of a fresh tensor, uninitialised or filled, one of its own.

CSE merges all ``tensor.empty`` of a type, and all fills of one with the same
value.  One-shot bufferization then finds that every result written "into" one
may alias every other: the analysis takes quadratic time or worse (16 s for a
program of 3,000 operations), destinations that must stay apart share a
buffer, and a sum that should start with zeros starts with a copy of zeros.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import named
from .dataflow import is_tensor, producer_name


def separate_fresh_tensors(func: ir.Operation) -> None:
    """Clone each ``tensor.empty`` in ``func`` for each use, and fills for uses that overwrite them.

    The clones are beside the uses; uses that only read share one fill.
    """
    found = named(func, ["tensor.empty", "linalg.fill", "linalg.generic"])
    fresh = [op for op in found if op.name == "tensor.empty" or _is_fill(op)]
    # Fills before the tensors that they fill, which get a use for each clone.
    for op in reversed(fresh):
        readers_first = sorted(op.results[0].uses, key=_overwrites)
        for use in readers_first[1:]:
            if op.name == "tensor.empty" or _overwrites(use):
                copy = op.clone(ip=ir.InsertionPoint(use.owner))
                use.owner.operands[use.operand_number] = copy.results[0]


def _is_fill(op) -> bool:
    """Tell whether a linalg operation fills an uninitialised tensor without reading another one."""
    if len(op.results) != 1:
        return False
    *inputs, target = op.operands
    if producer_name(target) != "tensor.empty":
        return False
    return not any(map(is_tensor, inputs))


def _overwrites(use) -> bool:
    """Tell whether an operand may be written over: a destination, or what a loop starts from."""
    op = use.owner
    if op.name.startswith("linalg."):
        return use.operand_number >= len(op.operands) - len(op.results)
    return op.name in ("scf.for", "scf.while")
