"""Grid computations ("Grid computations"): from groups of ids to groups of processes."""

from __future__ import annotations

from collections.abc import Iterable

from .algebra import (
    Tensor,
    multiply,
)
from .registry import function
from .shape_functions import size
from .types import (
    OtherType,
    TensorType,
)


def _groups(rows: Iterable[Iterable]) -> Tensor:
    rows = tuple(map(tuple, rows))
    return Tensor(rows, (len(rows), max(map(len, rows), default=0)))


# Groups of more processes than that are not listed.
_LARGEST = 1 << 16


def _can_list(groups: Tensor, times) -> bool:
    return isinstance(times, int) and size(groups) * times <= _LARGEST


def _unlisted(groups: Tensor, rows=1, columns=1) -> TensorType:
    """Process groups of which only the shape is known, as a type."""
    count, length = groups.shape
    sizes = (multiply(count, rows), multiply(length, columns))
    return TensorType(sizes, OtherType("process_id"))


@function
def cross_replica(replica_groups, num_partitions):
    """Groups of (replica, partition): each group of replicas, in each partition."""
    if not _can_list(replica_groups, num_partitions):
        return _unlisted(replica_groups, rows=num_partitions)
    return _groups(
        [(r, p) for r in group] for group in replica_groups for p in range(num_partitions)
    )


@function
def cross_partition(partition_groups, num_replicas):
    """Groups of (replica, partition): each group of partitions, in each replica."""
    if not _can_list(partition_groups, num_replicas):
        return _unlisted(partition_groups, rows=num_replicas)
    return _groups(
        [(r, p) for p in group] for group in partition_groups for r in range(num_replicas)
    )


@function
def cross_replica_and_partition(replica_groups, num_partitions):
    """Groups of (replica, partition): each group of replicas with all their partitions."""
    if not _can_list(replica_groups, num_partitions):
        return _unlisted(replica_groups, columns=num_partitions)
    return _groups(
        [(r, p) for p in range(num_partitions) for r in group] for group in replica_groups
    )


@function
def flattened_ids(flattened_id_groups, num_partitions):
    """Groups of (replica, partition) given as ``replica * num_partitions + partition``."""
    if not isinstance(num_partitions, int):
        return _unlisted(flattened_id_groups)
    return _groups([divmod(i, num_partitions) for i in group] for group in flattened_id_groups)
