"""What constraints need to know of an operation, read from MLIR.

Operations may be registered or, in a program that does not verify, renamed
(see `dialect.unverified`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .mlir import ir
from .notation.algebra import UNKNOWN
from .notation.types import FunctionType
from .ops import Facts, Grid, Operation
from .ops.attributes import Elements, read_attributes, value_of
from .ops.reading import read_type
from .unverified import original_name


class Parts(NamedTuple):
    """An operation's types, still MLIR's, and the other things that constraints look at."""

    operands: tuple[ir.Type, ...]
    results: tuple[ir.Type, ...]
    attributes: Mapping[str, ir.Attribute | Elements]
    regions: tuple[FunctionType | str, ...]
    values: tuple


class _Inner(NamedTuple):
    """An operation in the body of another, as far as constraints look at it."""

    name: str
    operands: tuple
    takes_arguments: bool


def parts_of(op: ir.Operation, cls: type[Operation]) -> Parts:
    """Return the parts of an operation of a class."""
    return Parts(
        tuple([value.type for value in op.operands]),
        tuple([value.type for value in op.results]),
        read_attributes(op),
        tuple([region_type(region) for region in op.regions]),
        _values(op) if cls.takes_constants else (),
    )


def facts_of(op: ir.Operation, parts: Parts, grid: Grid) -> Facts:
    """Return what constraints need to know of an operation with these parts."""
    return Facts(
        tuple(map(read_type, parts.operands)),
        tuple(map(read_type, parts.results)),
        parts.attributes,
        parts.regions,
        parts.values,
        grid,
        tuple(_bodies(op)) if parts.regions else (),
    )


def grid_around(op: ir.Operation) -> Grid:
    """Return what the modules around ``op`` say of its processes, and the functions it can name."""
    around = list(_outwards(op))
    sizes = {}
    for name in ("num_replicas", "num_partitions"):
        key = f"mhlo.{name}"
        found = (o.attributes[key] for o in around if key in o.attributes)
        size = next(found, None)
        if isinstance(size, ir.IntegerAttr):
            sizes[name] = size.value
    module = next((o for o in around if original_name(o.name) == "builtin.module"), around[-1])
    return Grid(functions=_functions_in(module), **sizes)


def _outwards(op: ir.Operation) -> Iterator[ir.Operation]:
    """Yield an operation and those around it, the innermost first."""
    yield op
    try:
        while (parent := op.parent) is not None:
            op = parent.operation
            yield op
    except ValueError:  # the bindings' way to say that there is none
        pass


def _functions_in(module: ir.Operation) -> dict[str, FunctionType]:
    found = {}
    for block in module.regions[0] if len(module.regions) else ():
        for op in block.operations:
            op = op.operation
            if original_name(op.name) == "func.func" and "sym_name" in op.attributes:
                signature = op.attributes["function_type"].value
                found[op.attributes["sym_name"].value] = read_type(signature)
    return found


def region_type(region: ir.Region) -> FunctionType | str:
    """Return the function type of a region, or what is wrong with the region."""
    blocks = list(region)
    if not blocks:
        return "the region is empty"
    inputs = tuple([read_type(argument.type) for argument in blocks[0].arguments])
    operations = blocks[-1].operations
    last = operations[len(operations) - 1].operation if len(operations) else None
    if last is None or not last.name.endswith(".return"):
        return "the region does not end in a return"
    return FunctionType(inputs, tuple([read_type(value.type) for value in last.operands]))


def _values(op: ir.Operation) -> tuple:
    """Return the values of the operands, UNKNOWN where one is not a constant."""
    return tuple([_value(operand) for operand in op.operands])


def _value(operand: ir.Value):
    owner = operand.owner
    if isinstance(owner, ir.Block):
        return UNKNOWN
    owner = owner.operation
    if original_name(owner.name) != "stablehlo.constant":
        return UNKNOWN
    found = value_of(read_attributes(owner).get("value"))
    return UNKNOWN if isinstance(found, ir.Attribute | Elements) or found is None else found


def _bodies(op: ir.Operation) -> Iterator[_Inner]:
    for region in op.regions:
        for block in region:
            arguments = list(block.arguments)
            for inner in block.operations:
                inner = inner.operation
                if inner.name.endswith(".return"):
                    continue
                operands = list(inner.operands)
                types = tuple(read_type(value.type) for value in operands)
                name = original_name(inner.name)
                yield _Inner(name, types, operands == arguments)
