"""Finding operations: by a predicate, nested ones included, and those around one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .mlir import ir

Predicate = Callable[[ir.Operation], bool]


def matching(root: ir.Operation, predicate: Predicate, *, outer_first: bool = False) -> list:
    """Return the operations in ``root``, itself included, for which ``predicate`` holds.

    An operation comes after those inside it, or before them with ``outer_first``.
    """
    found: list[ir.Operation] = []

    def visit(op) -> ir.WalkResult:
        if predicate(op):
            found.append(op.operation)
        return ir.WalkResult.ADVANCE

    root.walk(visit, ir.WalkOrder.PRE_ORDER if outer_first else ir.WalkOrder.POST_ORDER)
    return found


def first_matching(root: ir.Operation, predicate: Predicate) -> ir.Operation | None:
    """Return the first operation in ``root``, outer ones first, for which ``predicate`` holds."""
    found: list[ir.Operation] = []

    def visit(op) -> ir.WalkResult:
        if not predicate(op):
            return ir.WalkResult.ADVANCE
        found.append(op.operation)
        return ir.WalkResult.INTERRUPT

    root.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found[0] if found else None


def upwards(op: ir.Operation) -> Iterator[ir.Operation]:
    """Yield an operation and those around it, inner ones first, up to its function, left out."""
    while op.name != "func.func":
        yield op
        if op.parent is None:
            return
        op = op.parent.operation


def ancestor_in(op: ir.Operation, block: ir.Block) -> ir.Operation | None:
    """Return the operation of ``block`` that is or contains ``op``, None if it is outside."""
    return next((around for around in upwards(op) if around.block == block), None)
