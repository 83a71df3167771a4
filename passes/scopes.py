"""Scopes: ``memref.alloca_scope`` operations that hold what is to run together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..dialect.mlir import ir
from .dataflow import producer_name

SCOPE = "memref.alloca_scope"

TRANSPARENT = frozenset(
    {
        "arith.constant",
        "complex.constant",
        "memref.alloc",
        "memref.cast",
        "memref.collapse_shape",
        "memref.expand_shape",
        "memref.get_global",
        "memref.subview",
    }
)
"""Operations that touch no elements: they may move in front of a scope."""


def private_buffer(base: ir.Value, users: set[ir.Operation]) -> list[ir.Operation] | None:
    """Return an allocation and its views if no others than ``users`` use them, or else None."""
    if producer_name(base) != "memref.alloc":
        return None
    family = [base.owner.operation]
    for op in family:  # grows while it is walked
        for use in op.results[0].uses:
            user = use.owner.operation
            if user.name in TRANSPARENT:
                family.append(user)
            elif user not in users:
                return None
    return family


def enclose(
    operations: list[ir.Operation],
    moved: Iterable[ir.Operation],
    attributes: Mapping[str, int],
    buffers: Iterable[list[ir.Operation]],
) -> None:
    """Put operations of one block, and ``buffers`` before them, into a scope with ``attributes``.

    ``moved`` are those between them, which go in front.
    """
    first = operations[0]
    for op in moved:
        op.move_before(first)
    i64 = ir.IntegerType.get_signless(64)
    scope = ir.Operation.create(
        SCOPE,
        attributes={name: ir.IntegerAttr.get(i64, n) for name, n in attributes.items()},
        regions=1,
        loc=operations[-1].location,
        ip=ir.InsertionPoint(first),
    )
    end = ir.Operation.create(
        f"{SCOPE}.return",
        loc=first.location,
        ip=ir.InsertionPoint(scope.regions[0].blocks.append()),
    )
    for op in operations:
        op.move_before(end)
    for family in buffers:
        for op in family:
            op.move_before(first)
