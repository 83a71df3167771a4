"""Collectives."""

from __future__ import annotations

from .attributes import Compound
from .core import C, Operation
from .members import Attribute, Function, Operand, Result

_ANY = "tensor or per-tensor quantized tensor"
_ANY_VARIADIC = "variadic number of tensors or per-tensor quantized tensors"
_INTEGER = "constant of type si64"
_GROUP_MATRIX = "2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes"
_GROUP_LIST = (
    "variadic number of 1-dimensional tensor constants of type si64 or ReplicaGroupMeshAxes"
)
_FLAG = "constant of type i1"
_PAIR = "[tensor<element_type(operands[0])>, tensor<element_type(operands[0])>]"

CHANNEL = Compound(
    "channel_handle",
    "ChannelHandle",
    {"handle": 0, "type": 0},
    complete=True,
    renamed={"type": "channel_type"},
)


def channel_id() -> Attribute:
    """Return the member that numbers a channel."""
    return Attribute(_INTEGER, at="channel_handle", compound=CHANNEL, field="handle", default=0)


# How a collective's groups of ids become groups of processes.
_THREE_STRATEGIES = {
    "strategy": (
        "channel_id <= 0 and !use_global_device_ids ? CROSS_REPLICA : "
        "channel_id > 0 and !use_global_device_ids ? CROSS_REPLICA_AND_PARTITION : "
        "channel_id > 0 and use_global_device_ids ? FLATTENED_IDS : NONE"
    ),
    "process_groups": (
        "(strategy = CROSS_REPLICA_AND_PARTITION) ? "
        "cross_replica_and_partition(replica_groups, num_partitions) : "
        "(strategy = FLATTENED_IDS) ? flattened_ids(replica_groups, num_partitions) : "
        "cross_replica(replica_groups, num_partitions)"
    ),
    "group_ids": "(strategy = FLATTENED_IDS) ? num_processes : num_replicas",
}
_TWO_STRATEGIES = {
    "strategy": "channel_id <= 0 ? CROSS_REPLICA : CROSS_PARTITION",
    "N": "(strategy = CROSS_REPLICA) ? num_replicas : num_partitions",
}


def _group_constraints(unique: str, size: str, bounds: str, channel: str) -> tuple[C, ...]:
    """Return the constraints on groups that the collectives with three strategies share."""
    return (
        C(unique, "is_unique(replica_groups)", breaks={"replica_groups": [[0, 0]]}),
        C(
            size,
            "size(replica_groups) = group_ids",
            prose=(
                "size(replica_groups) is num_replicas if cross_replica or "
                "cross_replica_and_partition is used, num_processes if flattened_ids is used"
            ),
            breaks={"num_replicas": 4, "num_partitions": 1},
        ),
        C(
            bounds,
            "0 <= replica_groups < size(replica_groups)",
            breaks={"replica_groups": [[0, 2]]},
        ),
        C(
            channel,
            "If use_global_device_ids = true, then channel_id > 0",
            breaks={"channel_id": 0, "use_global_device_ids": True},
        ),
    )


class AllGather(Operation):
    """Operands of a group's processes, concatenated."""

    operands = Operand(_ANY_VARIADIC)
    all_gather_dim = Attribute(_INTEGER)
    replica_groups = Attribute(_GROUP_MATRIX)
    channel_id = channel_id()
    use_global_device_ids = Attribute(_FLAG, form="unit", default=False)
    results = Result(_ANY_VARIADIC)
    where = _THREE_STRATEGIES
    constraints = (
        C("C1", "0 <= all_gather_dim < rank(operands...)", breaks={"all_gather_dim": 2}),
        *_group_constraints("C2", "C3", "C4", "C5"),
        C(
            "C6",
            "element_type(results...) = element_type(operands...) and shape(results...) = "
            "[replace(shape(x), all_gather_dim, dim(x, all_gather_dim) * dim(process_groups, 1)) "
            "for x in operands]",
            prose=(
                "type(results...) = type(operands...) except: dim(results..., all_gather_dim) = "
                "dim(operands..., all_gather_dim) * dim(process_groups, 1)"
            ),
            breaks={"results": ["3x3xf32"]},
        ),
    )
    example = {
        "operands": ["2x3xf32"],
        "all_gather_dim": 0,
        "replica_groups": [[0, 1]],
        "channel_id": 0,
        "use_global_device_ids": False,
        "results": ["4x3xf32"],
    }


def _reducer(label: str, operand: str) -> C:
    return C(
        label,
        "type(computation) = (tensor<E>, tensor<E>) -> (tensor<E>) and "
        f"is_promotable(element_type({operand}), E)",
        breaks={"computation": "(f32, f64) -> f32"},
    )


class AllReduce(Operation):
    """Operands of a group's processes, combined."""

    operands = Operand(_ANY_VARIADIC)
    replica_groups = Attribute(_GROUP_LIST)
    channel_id = channel_id()
    use_global_device_ids = Attribute(_FLAG, form="unit", default=False)
    computation = Function("function", _PAIR)
    results = Result(_ANY_VARIADIC)
    where = _THREE_STRATEGIES | {"E": "element_type(output_types(computation)[0])"}
    constraints = (
        *_group_constraints("C1", "C2", "C3", "C4"),
        _reducer("C5", "operands..."),
        C("C6", "shape(results...) = shape(operands...)", breaks={"results": ["3x2xf32"]}),
        C("C7", "element_type(results...) = E", breaks={"results": ["2x3xf64"]}),
    )
    example = {
        "operands": ["2x3xf32"],
        "replica_groups": [[0, 1]],
        "channel_id": 0,
        "use_global_device_ids": False,
        "computation": "(f32, f32) -> f32",
        "results": ["2x3xf32"],
    }


class AllToAll(Operation):
    """Parts of the operands of a group's processes, exchanged."""

    operands = Operand(_ANY_VARIADIC)
    split_dimension = Attribute(_INTEGER)
    concat_dimension = Attribute(_INTEGER)
    split_count = Attribute(_INTEGER)
    replica_groups = Attribute(_GROUP_MATRIX, listed=True)
    channel_id = channel_id()
    results = Result(_ANY_VARIADIC)
    where = _TWO_STRATEGIES
    constraints = (
        C("C1", "0 <= split_dimension < rank(operands...)", breaks={"split_dimension": 2}),
        C(
            "C2",
            "dim(operands..., split_dimension) % split_count = 0",
            breaks={"operands": ["2x5xf32"]},
        ),
        C("C3", "0 <= concat_dimension < rank(operands...)", breaks={"concat_dimension": -1}),
        C("C4", "0 < split_count", breaks={"split_count": -1}),
        C("C5", "is_unique(replica_groups)", breaks={"replica_groups": [[1, 1]]}),
        C(
            "C6",
            "size(replica_groups) = N",
            prose=(
                "size(replica_groups) is num_replicas if cross_replica is used, "
                "num_partitions if cross_partition is used"
            ),
            breaks={"num_replicas": 4},
        ),
        C(
            "C7",
            "0 <= replica_groups < size(replica_groups)",
            breaks={"replica_groups": [[2, 1]]},
        ),
        C(
            "C8",
            "dim(replica_groups, 1) = split_count",
            breaks={"replica_groups": [[0, 1, 2, 3]]},
        ),
        C(
            "C9",
            "element_type(results...) = element_type(operands...) and shape(results...) = "
            "[(split_dimension = concat_dimension) ? shape(x) : replace(replace(shape(x), "
            "split_dimension, dim(x, split_dimension) / split_count), concat_dimension, "
            "dim(x, concat_dimension) * split_count) for x in operands]",
            prose=(
                "type(results...) = type(operands...) except, if split_dimension != "
                "concat_dimension: dim(results..., split_dimension) = "
                "dim(operands..., split_dimension) / split_count and "
                "dim(results..., concat_dimension) = "
                "dim(operands..., concat_dimension) * split_count"
            ),
            breaks={"results": ["4x3xf32"]},
        ),
    )
    example = {
        "operands": ["2x4xf32"],
        "split_dimension": 1,
        "concat_dimension": 0,
        "split_count": 2,
        "replica_groups": [[0, 1]],
        "channel_id": 0,
        "results": ["4x2xf32"],
    }


_BOUNDS_N = "0 <= replica_groups < N"
_BOUNDS_PROSE = "0 <= replica_groups < N, where N is num_replicas or num_partitions"


class CollectiveBroadcast(Operation):
    """The operand of one process, on all of its group."""

    operands = Operand(_ANY_VARIADIC, constant=True)
    replica_groups = Attribute(_GROUP_LIST)
    channel_id = channel_id()
    has_dynamic_root = Attribute(_FLAG, form="unit", default=False)
    results = Result(_ANY_VARIADIC)
    where = _TWO_STRATEGIES
    constraints = (
        C("C1", "is_unique(replica_groups)", breaks={"replica_groups": [[1, 1]]}),
        C(
            "C2",
            _BOUNDS_N,
            prose=_BOUNDS_PROSE,
            breaks={"num_replicas": 2, "replica_groups": [[0, 2]]},
        ),
        C(
            "C3",
            "size(operands) >= 1 and type(results...) = type(operands...)",
            when="!has_dynamic_root",
            breaks={"results": ["3x2xf32"]},
        ),
        C(
            "C4",
            "size(operands) >= 2 and shape(operands[-1]) = [size(operands) - 1] and "
            "is_signed_integer(operands[-1]) and num_bits(operands[-1]) = 32 and "
            "type(results...) = type(operands[:-1]...)",
            when="has_dynamic_root",
            prose=(
                "If has_dynamic_root, then size(operands) >= 2, "
                "type(operands[size(operands)-1]) = tensor<[size(operands)-1]xi32> and "
                "type(results[j]) = type(operands[j]) for all j in [0, size(operands)-1)"
            ),
            breaks={"operands": ["2x3xf32", "2xi32"], "has_dynamic_root": True},
        ),
        C(
            "C5",
            "size(results) = size(operands) - (has_dynamic_root ? 1 : 0)",
            breaks={"results": []},
        ),
        C(
            "C6",
            "If has_dynamic_root, then "
            "0 <= value(operands[size(operands) - 1]) < shape(replica_groups)[1]",
            breaks={
                "operands": ["2x3xf32", "1xi32 = [2]"],
                "has_dynamic_root": True,
            },
        ),
    )
    example = {
        "operands": ["2x3xf32"],
        "replica_groups": [[0, 1]],
        "channel_id": 0,
        "has_dynamic_root": False,
        "results": ["2x3xf32"],
    }


class CollectiveReduce(Operation):
    """Operands of a group's processes, combined, on one of them."""

    operands = Operand(_ANY_VARIADIC)
    replica_groups = Attribute("variadic number of 1-dimensional tensor constants of type si64")
    channel_id = channel_id()
    has_dynamic_root = Attribute(_FLAG, form="unit", default=False)
    computation = Function("function", _PAIR)
    results = Result(_ANY_VARIADIC)
    where = _TWO_STRATEGIES | {"E": "element_type(output_types(computation)[0])"}
    constraints = (
        C("C1", "is_unique(replica_groups)", breaks={"replica_groups": [[1, 1]]}),
        C(
            "C2",
            _BOUNDS_N,
            prose=_BOUNDS_PROSE,
            breaks={"num_replicas": 2, "replica_groups": [[0, 2]]},
        ),
        C(
            "C3",
            "has_dynamic_root ? (shape(results...) = shape(operands[:-1]...) and "
            "rank(operands[-1]) = 1 and size(operands[-1]) = size(operands) - 1) : "
            "(shape(results...) = shape(operands...))",
            breaks={"results": ["3x2xf32"]},
        ),
        _reducer("C4", "(has_dynamic_root ? operands[:-1] : operands)..."),
    )
    inferences = ("element_type(results...) = E",)
    example = {
        "operands": ["2x3xf32"],
        "replica_groups": [[0, 1]],
        "channel_id": 0,
        "has_dynamic_root": False,
        "computation": "(f32, f32) -> f32",
        "results": ["2x3xf32"],
    }


def pair_constraints(first: int = 1) -> tuple[C, ...]:
    """Return the constraints on source_target_pairs, the first of them labelled (C1)."""
    changes = (
        {"source_target_pairs": [[0, 1, 2]]},
        {"source_target_pairs": [[0, 1], [0, 2]]},
        {"source_target_pairs": [[0, 1], [2, 1]]},
        {"source_target_pairs": [[0, 5]], "num_replicas": 2, "num_partitions": 2},
    )
    formulas = (
        "dim(source_target_pairs, 1) = 2",
        "is_unique(source_target_pairs[:, 0])",
        "is_unique(source_target_pairs[:, 1])",
        "0 <= source_target_pairs < N",
    )
    prose = "0 <= source_target_pairs < N, where N is num_replicas or num_partitions"
    return tuple(
        C(f"C{i}", formula, prose=prose if i == 4 else "", breaks=change)
        for i, (formula, change) in enumerate(zip(formulas, changes, strict=True), first)
    )


class CollectivePermute(Operation):
    """The operand of another process."""

    operand = Operand(_ANY)
    source_target_pairs = Attribute("2-dimensional tensor constant of type si64")
    channel_id = channel_id()
    result = Result(_ANY)
    where = _TWO_STRATEGIES
    constraints = (
        *pair_constraints(),
        C("C5", "type(result) = type(operand)", breaks={"result": "3x2xf32"}),
    )
    example = {
        "operand": "2x3xf32",
        "source_target_pairs": [[0, 1], [1, 0]],
        "channel_id": 0,
        "result": "2x3xf32",
    }


class ReduceScatter(Operation):
    """Operands of a group's processes, combined and split among them."""

    operand = Operand(_ANY)
    scatter_dimension = Attribute(_INTEGER)
    replica_groups = Attribute(_GROUP_MATRIX)
    channel_id = channel_id()
    use_global_device_ids = Attribute(_FLAG, form="unit", default=False)
    computation = Function("function", _PAIR.replace("operands[0]", "operand"))
    result = Result(_ANY)
    where = _THREE_STRATEGIES | {"E": "element_type(output_types(computation)[0])"}
    constraints = (
        C(
            "C1",
            "dim(operand, scatter_dimension) % dim(process_groups, 1) = 0",
            breaks={"operand": "2x5xf32"},
        ),
        C("C2", "0 <= scatter_dimension < rank(operand)", breaks={"scatter_dimension": 2}),
        *_group_constraints("C3", "C4", "C5", "C6"),
        _reducer("C7", "operand"),
        C(
            "C8",
            "shape(result) = replace(shape(operand), scatter_dimension, "
            "dim(operand, scatter_dimension) / dim(process_groups, 1))",
            prose=(
                "shape(result) = shape(operand) except: dim(result, scatter_dimension) = "
                "dim(operand, scatter_dimension) / dim(process_groups, 1)"
            ),
            breaks={"result": "2x4xf32"},
        ),
        C("C9", "element_type(result) = E", breaks={"result": "2x2xf64"}),
    )
    example = {
        "operand": "2x4xf32",
        "scatter_dimension": 1,
        "replica_groups": [[0, 1]],
        "channel_id": 0,
        "use_global_device_ids": False,
        "computation": "(f32, f32) -> f32",
        "result": "2x2xf32",
    }
