"""Random operations that move elements, which may be inexact."""

from __future__ import annotations

import data
import numpy as np
from data import Type
from program import Program, Value
from registry import generates


def any_value(p: Program, minimum_rank: int = 0) -> Value:
    """Return a value of the pool, or a new one, of at least a rank."""
    return p.operand(
        lambda v: v.type.rank >= minimum_rank,
        lambda: data.random_type(p.random, data.ANY, p.integer(minimum_rank, max(minimum_rank, 3))),
    )


def ints(values) -> str:
    """Return integers as an array attribute."""
    listed = ", ".join(str(int(v)) for v in values)
    return f"array<i64: {listed}>" if listed else "array<i64>"


def dense_pairs(pairs) -> str:
    """Return pairs of integers as an N x 2 attribute."""
    pairs = [list(pair) for pair in pairs]
    return f"dense<{pairs if pairs else ''}> : tensor<{len(pairs)}x2xi64>"


def index_type(p: Program) -> str:
    """Return an integer type for indices."""
    return p.pick(["i32", "i64", "ui8", "i8", "ui32", "i16", "ui64"])


def indices(p: Program, shape: tuple[int, ...], limit: int) -> Value:
    """Return a tensor of indices around [0, limit)."""
    type = Type(shape, index_type(p))
    values = p.random.integers(0 if type.kind == "uint" else -2, limit + 3, shape)
    return p.fresh(type, np.asarray(values).astype(type.dtype))


@generates(1.5)
def reshape(p: Program) -> None:
    """Another shape: extents merged, split and shuffled, and ones put in."""
    operand = any_value(p)
    shape = [n for n in operand.type.shape if n != 1]
    if shape and p.chance(0.5):
        at = p.integer(0, len(shape) - 1)
        factors = [f for f in range(1, max(shape[at], 1) + 1) if shape[at] % f == 0]
        factor = p.pick(factors)
        shape[at : at + 1] = [factor, shape[at] // factor]
    if len(shape) > 1 and p.chance(0.5):
        at = p.integer(0, len(shape) - 2)
        shape[at : at + 2] = [shape[at] * shape[at + 1]]
    if p.chance(0.3):
        shape = [shape[i] for i in p.order(len(shape))]
    if len(shape) < 5 and p.chance(0.4):
        shape.insert(p.integer(0, len(shape)), 1)
    p.emit("reshape", [operand], [operand.type.shaped(*shape)])


@generates(1.5)
def transpose(p: Program) -> None:
    """Dimensions in any order."""
    operand = any_value(p)
    order = p.order(operand.type.rank)
    result = operand.type.shaped(*(operand.type.shape[d] for d in order))
    p.emit("transpose", [operand], [result], f"permutation = {ints(order)}")


@generates(1.5)
def broadcast_in_dim(p: Program) -> None:
    """New dimensions, and extents of 1 repeated."""
    operand = any_value(p)
    if operand.type.size > 32:
        return
    rank = operand.type.rank + p.integer(0, 2)
    dimensions = p.order(rank)[: operand.type.rank]
    shape = [p.integer(0 if p.chance(0.1) else 1, 3) for _ in range(rank)]
    for extent, dimension in zip(operand.type.shape, dimensions, strict=True):
        if extent != 1 or p.chance(0.4):
            shape[dimension] = extent
    p.emit(
        "broadcast_in_dim",
        [operand],
        [operand.type.shaped(*shape)],
        f"broadcast_dimensions = {ints(dimensions)}",
    )


@generates(1.5)
def slice(p: Program) -> None:
    """Starts, limits and strides."""
    operand = any_value(p)
    starts = [p.integer(0, n) for n in operand.type.shape]
    limits = [p.integer(s, n) for s, n in zip(starts, operand.type.shape, strict=True)]
    strides = [p.integer(1, 3) for _ in starts]
    shape = [-(-(b - a) // s) for a, b, s in zip(starts, limits, strides, strict=True)]
    attributes = (
        f"start_indices = {ints(starts)}, limit_indices = {ints(limits)}, strides = {ints(strides)}"
    )
    p.emit("slice", [operand], [operand.type.shaped(*shape)], attributes)


@generates(1.5)
def pad(p: Program) -> None:
    """Edges, also negative, and interior padding."""
    operand = any_value(p)
    if operand.type.size > 32:
        return
    value = p.like(operand.type.shaped())
    low, high, interior, shape = [], [], [], []
    for extent in operand.type.shape:
        gap = p.pick([0, 0, 1, 2])
        dilated = extent + max(extent - 1, 0) * gap
        a, b = p.integer(-2, 2), p.integer(-2, 2)
        if dilated + a + b < 0:
            a, b = 0, 0
        low.append(a)
        high.append(b)
        interior.append(gap)
        shape.append(dilated + a + b)
    attributes = (
        f"edge_padding_low = {ints(low)}, edge_padding_high = {ints(high)}, "
        f"interior_padding = {ints(interior)}"
    )
    p.emit("pad", [operand, value], [operand.type.shaped(*shape)], attributes)


@generates(1.5)
def concatenate(p: Program) -> None:
    """One to three tensors."""
    first = any_value(p, 1)
    dimension = p.integer(0, first.type.rank - 1)
    operands = [first]
    for _ in range(p.integer(0, 2)):
        shape = list(first.type.shape)
        shape[dimension] = p.integer(0, 3)
        wanted = first.type.shaped(*shape)
        operands.append(p.operand(lambda v, wanted=wanted: v.type == wanted, lambda t=wanted: t))
    total = sum(v.type.shape[dimension] for v in operands)
    shape = [total if d == dimension else n for d, n in enumerate(first.type.shape)]
    p.emit("concatenate", operands, [first.type.shaped(*shape)], f"dimension = {dimension} : i64")


@generates(1.0)
def reverse(p: Program) -> None:
    """Some dimensions turned round."""
    operand = any_value(p)
    dimensions = p.order(operand.type.rank)[: p.integer(0, operand.type.rank)]
    p.emit("reverse", [operand], [operand.type], f"dimensions = {ints(dimensions)}")


@generates(0.5)
def iota(p: Program) -> None:
    """Indices along a dimension, of any type."""
    type = data.random_type(p.random, data.NUMBERS, p.integer(1, 3))
    p.emit("iota", [], [type], f"iota_dimension = {p.integer(0, type.rank - 1)} : i64")


@generates(1.5)
def dynamic_slice(p: Program) -> None:
    """Starts that may be outside."""
    operand = any_value(p)
    element = index_type(p)
    starts = [_start(p, element, n) for n in operand.type.shape]
    sizes = [p.integer(0 if p.chance(0.1) else min(1, n), n) for n in operand.type.shape]
    p.emit(
        "dynamic_slice",
        [operand, *starts],
        [operand.type.shaped(*sizes)],
        f"slice_sizes = {ints(sizes)}",
    )


@generates(1.5)
def dynamic_update_slice(p: Program) -> None:
    """Starts that may be outside."""
    operand = any_value(p)
    element = index_type(p)
    sizes = [p.integer(0 if p.chance(0.1) else min(1, n), n) for n in operand.type.shape]
    wanted = operand.type.shaped(*sizes)
    update = p.operand(lambda v: v.type == wanted, lambda: wanted)
    starts = [_start(p, element, n) for n in operand.type.shape]
    p.emit("dynamic_update_slice", [operand, update, *starts], [operand.type])


def _start(p: Program, element: str, limit: int) -> Value:
    type = Type((), element)
    # The interpreter reads large unsigned starts as negative ones.
    if p.chance(0.1) and not (type.kind == "uint" and p.oracle == "interpreter"):
        return p.fresh(type, data.random_array(p.random, type, special=1.0))
    low = 0 if type.kind == "uint" else -2
    return p.fresh(type, np.array(p.integer(low, limit + 2), type.dtype))


@generates(0.3)
def optimization_barrier(p: Program) -> None:
    """Several values as they are."""
    operands = [any_value(p) for _ in range(p.integer(1, 3))]
    for operand in operands:
        p.emit("optimization_barrier", [operand], [operand.type])
