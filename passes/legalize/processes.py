"""Collectives, process ids, tokens and tuples, for a program that runs as one process.

The process grid has one replica and one partition: every group that a
collective names must be the process itself.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from .builder import TensorInfo
from .contraction import zero
from .core import HloOp, Legalizer, lowers


@lowers("stablehlo.replica_id", "stablehlo.partition_id")
def _process_id(b: Legalizer, op: HloOp):
    return b.constant(op.result.scalar, 0)


@lowers(
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.all_to_all",
    "stablehlo.reduce_scatter",
    "stablehlo.cross-replica-sum",
)
def _collective(b: Legalizer, op: HloOp, *operands):
    """A group of one gathers, reduces and exchanges nothing but its own operands."""
    _require_one_process(op, "replica_groups")
    for operand, result in zip(op.operands, op.results, strict=True):
        if operand.shape != result.shape:
            raise op.fail(
                f"one process gives shape {list(operand.shape)}, not {list(result.shape)}"
            )
    return list(operands)


@lowers("stablehlo.collective_broadcast", "stablehlo.collective_reduce")
def _to_or_from_root(b: Legalizer, op: HloOp, *operands):
    """Zero in a process that no group names; the last operand may be the groups' roots."""
    _require_one_process(op, "replica_groups")
    if 0 in _ids(op, "replica_groups"):
        return list(operands[: len(op.results)])
    return [_zeros(b, info) for info in op.results]


@lowers("stablehlo.async_start")
def _async_start(b: Legalizer, op: HloOp, *operands):
    """The operation runs at once: its results are the future."""
    return [b.region(op.regions[0], operands)]


@lowers("stablehlo.async_done")
def _async_done(b: Legalizer, op: HloOp, future):
    return future


@lowers("stablehlo.collective_permute")
def _collective_permute(b: Legalizer, op: HloOp, operand):
    """Zero in a process that no pair has as its target."""
    _require_one_process(op, "source_target_pairs")
    return operand if _ids(op, "source_target_pairs") else _zeros(b, op.result)


def _zeros(b: Legalizer, info: TensorInfo):
    scalar = zero(b, info.scalar)
    return scalar if info.rank == 0 else b.fill(scalar, b.empty(info.type))


def _ids(op: HloOp, name: str) -> list[int]:
    """Return the process ids in an attribute; padding (-1) is left out."""
    return [i for i in op.attributes[name] if i != -1]


def _require_one_process(op: HloOp, name: str) -> None:
    others = sorted({i for i in _ids(op, name) if i != 0})
    if others:
        raise op.fail(f"'{name}' names process {others[0]}, and a program is run as one process, 0")


@lowers("stablehlo.after_all", "stablehlo.create_token")
def _token(b: Legalizer, op: HloOp, *tokens) -> ir.Value:
    """A token orders operations, which are in order already: any value stands for it."""
    return b.constant(b.type("i1"), False)


@lowers("stablehlo.tuple")
def _tuple(b: Legalizer, op: HloOp, *operands):
    return [operands]


@lowers("stablehlo.get_tuple_element")
def _get_tuple_element(b: Legalizer, op: HloOp, operand):
    return [operand[op.int("index")]]
