"""Giving every use of an uninitialised tensor one of its own.

CSE merges all ``tensor.empty`` of a type.  One-shot bufferization then finds
that every result written "into" it may alias every other: the analysis takes
quadratic time or worse (16 s for a program of 3,000 operations), and
destinations that must stay apart share a buffer.
"""

from __future__ import annotations

from ..dialect.mlir import ir


def separate_empty_tensors(func: ir.Operation) -> None:
    """Clone each ``tensor.empty`` inside ``func`` so that it has one use, beside that use."""
    empties = []

    def visit(op) -> ir.WalkResult:
        if op.name == "tensor.empty":
            empties.append(op)
        return ir.WalkResult.ADVANCE

    func.walk(visit)
    for op in empties:
        for use in list(op.results[0].uses)[1:]:
            copy = op.clone(ip=ir.InsertionPoint(use.owner))
            use.owner.operands[use.operand_number] = copy.results[0]
