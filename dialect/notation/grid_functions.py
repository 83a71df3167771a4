"""Grid computations ("Grid computations"): from groups of ids to groups of processes."""

from __future__ import annotations

from collections.abc import Iterable

from .algebra import (
    Tensor,
    multiply,
)
from .registry import function
from .types import (
    OtherType,
    TensorType,
)


def _groups(rows: Iterable[Iterable]) -> Tensor:
    rows = tuple(map(tuple, rows))
    return Tensor(rows, (len(rows), max(map(len, rows), default=0)))


def _unknown_groups(replica_groups: Tensor, factor=1) -> TensorType:
    """Process groups of which only the shape is known, as a type."""
    count, length = replica_groups.shape
    return TensorType((count, multiply(length, factor)), OtherType("process_id"))


@function
def cross_replica(replica_groups, num_partitions):
    """Groups of (replica, partition): each group of replicas, in each partition."""
    if not isinstance(num_partitions, int):
        return _unknown_groups(replica_groups)
    return _groups(
        [(r, p) for r in group] for group in replica_groups for p in range(num_partitions)
    )


@function
def cross_partition(partition_groups, num_replicas):
    """Groups of (replica, partition): each group of partitions, in each replica."""
    if not isinstance(num_replicas, int):
        return _unknown_groups(partition_groups)
    return _groups(
        [(r, p) for p in group] for group in partition_groups for r in range(num_replicas)
    )


@function
def cross_replica_and_partition(replica_groups, num_partitions):
    """Groups of (replica, partition): each group of replicas with all their partitions."""
    if not isinstance(num_partitions, int):
        return _unknown_groups(replica_groups, num_partitions)
    return _groups(
        [(r, p) for p in range(num_partitions) for r in group] for group in replica_groups
    )


@function
def flattened_ids(flattened_id_groups, num_partitions):
    """Groups of (replica, partition) given as ``replica * num_partitions + partition``."""
    if not isinstance(num_partitions, int):
        return _unknown_groups(flattened_id_groups)
    return _groups([divmod(i, num_partitions) for i in group] for group in flattened_id_groups)
