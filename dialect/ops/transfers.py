"""Transfers between a process and the host or another process, and asynchronous operations."""

from __future__ import annotations

from ..notation import UNKNOWN
from ..notation.algebra import Tensor, equal
from .attributes import MISSING
from .core import C, Operation
from .distribution import CHANNEL, channel_id, pair_constraints
from .members import Attribute, Function, Operand, Result

# XLA's numbers of the types of channels, which the attribute holds.
_CHANNEL_TYPES = {1: "DEVICE_TO_DEVICE", 2: "DEVICE_TO_HOST", 3: "HOST_TO_DEVICE"}


class _ChannelType(Attribute):
    """The type of a channel, kept as a number."""

    def __init__(self, phrase: str):
        super().__init__(phrase, at="channel_handle", compound=CHANNEL, field="type")

    def read(self, operation) -> object:
        """Return the name of the type, or the number if it is none of them."""
        found = super().read(operation)
        return found if found is MISSING else _CHANNEL_TYPES.get(found, found)

    def encode(self, value: object) -> object:
        """Return the number of a type."""
        return {name: number for number, name in _CHANNEL_TYPES.items()}.get(value, value)


class _Transfer(Operation, abstract=True):
    channel_id = channel_id()
    channel_type = _ChannelType("enum of DEVICE_TO_DEVICE and DEVICE_TO_HOST")
    is_host_transfer = Attribute("constant of type i1", default=False)
    source_target_pairs = Attribute(
        "2-dimensional tensor constant of type si64", default=Tensor((), (0, 2))
    )
    where = {
        "strategy": "channel_id <= 0 ? CROSS_REPLICA : CROSS_PARTITION",
        "N": "(strategy = CROSS_REPLICA) ? num_replicas : num_partitions",
    }


class Send(_Transfer, first=("inputs", "token")):
    """Values sent to the host or to another process."""

    inputs = Operand("variadic number of tensors or quantized tensors")
    token = Operand("token")
    result = Result("token")
    constraints = (
        *pair_constraints(),
        C(
            "C5",
            "channel_type = is_host_transfer ? DEVICE_TO_HOST : DEVICE_TO_DEVICE",
            breaks={"channel_type": "DEVICE_TO_HOST"},
        ),
    )
    example = {
        "inputs": ["2x3xf32"],
        "token": "token",
        "channel_id": 0,
        "channel_type": "DEVICE_TO_DEVICE",
        "is_host_transfer": False,
        "source_target_pairs": [[0, 1], [1, 0]],
        "result": "token",
    }


class Recv(_Transfer, first=("token",)):
    """Values received from the host or from another process.

    The specification's text of (C5) says DEVICE_TO_HOST, which would be the
    wrong direction; HOST_TO_DEVICE is meant.
    """

    token = Operand("token")
    results = Result("variadic number of tensors, quantized tensors or tokens")
    constraints = (
        *pair_constraints(),
        C(
            "C5",
            "channel_type = is_host_transfer ? HOST_TO_DEVICE : DEVICE_TO_DEVICE",
            breaks={"channel_type": "HOST_TO_DEVICE"},
        ),
    )
    example = {
        "token": "token",
        "channel_id": 0,
        "channel_type": "DEVICE_TO_DEVICE",
        "is_host_transfer": False,
        "source_target_pairs": [[0, 1], [1, 0]],
        "results": ["2x3xf32", "token"],
    }


class Infeed(Operation):
    """Values read from the host."""

    token = Operand("token")
    infeed_config = Attribute("constant of type string", default="")
    results = Result("variadic number of tensors, quantized tensors or tokens")
    constraints = (
        C("C1", "0 < size(results)", breaks={"results": []}),
        C(
            "C2",
            "is_empty(results[:-1]) or is_tensor(results[:-1]...)",
            prose="is_empty(result[:-1]) or is_tensor(type(results[:-1]))",
            breaks={"results": ["token", "token"]},
        ),
        C("C3", "is_token(results[-1])", breaks={"results": ["2x3xf32"]}),
    )
    example = {"token": "token", "infeed_config": "", "results": ["2x3xf32", "token"]}


class Outfeed(Operation):
    """Values written to the host."""

    inputs = Operand("variadic number of tensors or quantized tensors")
    token = Operand("token")
    outfeed_config = Attribute("constant of type string", default="")
    result = Result("token")
    example = {
        "inputs": ["2x3xf32"],
        "token": "token",
        "outfeed_config": "",
        "result": "token",
    }


# collective_reduce is not in the specification's list, but is a collective too.
_ASYNC = (
    *("all_reduce", "all_gather", "all_to_all", "collective_permute", "reduce_scatter"),
    *("collective_broadcast", "collective_reduce"),
    *("slice", "dynamic_slice", "dynamic_update_slice"),
)


def _inner(op: AsyncStart):
    """Return the facts of the one operation in the body, or None."""
    bodies = op.facts.bodies
    return bodies[0] if len(bodies) == 1 else None


def _is_asynchronous(op: AsyncStart):
    inner = _inner(op)
    if inner is None:
        return UNKNOWN
    name = inner.name.rpartition(".")[2]
    return name in _ASYNC or f"the operation in body is {name}"


def _passes_arguments(op: AsyncStart):
    inner = _inner(op)
    if inner is None or isinstance(op.body, str):
        return UNKNOWN
    same_types = equal(tuple(op.body.inputs), tuple(op.operands))
    if same_types is False or not inner.takes_arguments:
        found = ", ".join(map(str, inner.operands))
        return f"the operation in body takes ({found}), async_start ({_types(op.operands)})"
    return True


def _types(types) -> str:
    return ", ".join(map(str, types))


class AsyncStart(Operation):
    """The start of an operation that runs beside others."""

    operands = Operand("variadic number of tensors or per-tensor quantized tensors")
    body = Function("a region with a single operation", "type(operands...)")
    result = Result("a tensor future")
    cacheable = False
    constraints = (
        C(
            "C1",
            prose="body must contain a single operation and a return",
            check=lambda op: (
                len(op.facts.bodies) == 1 or f"body contains {len(op.facts.bodies)} operations"
            ),
            breaks={"body": ["all_reduce", "slice"]},
        ),
        C(
            "C2",
            prose=(
                "the operation in body can only be a collective (all_reduce, all_gather, "
                "all_to_all, collective_permute, reduce_scatter, collective_broadcast) or a "
                "slice (slice, dynamic_slice, dynamic_update_slice)"
            ),
            check=_is_asynchronous,
            breaks={"body": ["negate"]},
        ),
        C(
            "C3",
            prose=(
                "the arguments to async_start must match the ones passed to the operation in body"
            ),
            check=_passes_arguments,
            breaks={"operands": ["3x4xf64"]},
        ),
        C(
            "C4",
            "type(result) = future<output_types(body)...>",
            prose="If the op in body returns type T, then async_start returns future<T>",
            breaks={"result": "!stablehlo.future<tensor<2x2xf64>>"},
        ),
    )
    example = {
        "operands": ["3x4xf32"],
        "body": ["slice"],
        "result": "!stablehlo.future<tensor<2x2xf32>>",
    }


class AsyncDone(Operation):
    """The results of an operation that ran beside others.

    The specification's table restricts the results to floating-point, complex
    and quantized tensors; what `async_start` starts returns others, too.
    """

    operand = Operand("a tensor future")
    result = Result("variadic number of tensors or per-tensor quantized tensors")
    constraints = (
        C(
            "C1",
            "type(result...) = future_element_types(operand)",
            prose="If async_done receives a future<T>, then async_done returns T",
            breaks={"result": ["2x3xf32"]},
        ),
    )
    example = {"operand": "!stablehlo.future<tensor<2x2xf32>>", "result": ["2x2xf32"]}
