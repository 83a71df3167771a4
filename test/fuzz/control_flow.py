"""Random control flow: its bodies are random programs too."""

from __future__ import annotations

import data
import numpy as np
from data import Type
from program import Program, Value
from registry import generates, grow

_DEPTH = 2

# What bodies are made of: operations that leave exact values exact.
_BODY = [
    *("binary", "unary", "compare", "select", "clamp", "convert", "reverse", "transpose"),
    *("slice", "pad", "concatenate", "reshape", "broadcast_in_dim", "dynamic_update_slice"),
    *("reduce", "iota", "dynamic_slice"),
]


def _again(p: Program, type: Type) -> Value:
    """Return a value of a type: one of the pool, or one of those changed."""
    value = p.operand(lambda v: v.exact and v.type == type, lambda: type)
    if p.chance(0.5):
        return value
    if type.rank and p.chance(0.3):
        dimension = p.integer(0, type.rank - 1)
        return p.emit("reverse", [value], [type], f"dimensions = array<i64: {dimension}>")[0]
    other = p.operand(lambda v: v.exact and v.type == type, lambda: type)
    return p.emit("add" if type.kind == "complex" else "maximum", [value, other], [type])[0]


def _body(p: Program) -> None:
    names = [*_BODY, *(["while_loop", "conditional"] if p.depth < _DEPTH else [])]
    grow(p, p.integer(0, 3), names)


def _carried(p: Program) -> list[Value]:
    return [p.exact(data.ANY) for _ in range(p.integer(1, 3))]


@generates(2.0)
def while_loop(p: Program) -> None:
    """A counted loop whose carried values change, stay, or change places."""
    if p.depth >= _DEPTH:
        return
    carried = _carried(p)
    counter = Type((), "i32")
    start = p.constant(counter, np.array(0, np.int32))
    types = [counter, *(v.type for v in carried)]
    with p.region(types) as condition:
        limit = p.constant(counter, np.array(p.integer(0, 4), np.int32))
        condition.results = p.emit(
            "compare",
            [condition.parameters[0], limit],
            [Type((), "i1")],
            "comparison_direction = #stablehlo<comparison_direction LT>, "
            "compare_type = #stablehlo<comparison_type SIGNED>",
        )
    with p.region(types) as body:
        _body(p)
        one = p.constant(counter, np.array(1, np.int32))
        following = p.emit("add", [body.parameters[0], one], [counter])
        following += [_again(p, t) for t in types[1:]]
        body.results = following
    p.emit("while", [start, *carried], types, "", [condition.text, body.text])


@generates(2.0)
def conditional(p: Program) -> None:
    """if and case, with values computed inside or passed on."""
    if p.depth >= _DEPTH:
        return
    types = [v.type for v in _carried(p)]
    if p.chance(0.5):
        name, count, selector = "if", 2, p.like(Type((), "i1"))
    else:
        type = Type((), "i32")
        name, count = "case", p.integer(1, 3)
        selector = p.fresh(type, np.array(p.integer(-1, count + 1), np.int32))
    branches = []
    for _ in range(count):
        with p.region([]) as branch:
            _body(p)
            branch.results = [_again(p, t) for t in types]
        branches.append(branch.text)
    p.emit(name, [selector], types, "", branches)


@generates(0.7)
def map(p: Program) -> None:
    """A computation of one or two operations on each element."""
    lhs = p.exact("int uint float")
    rhs = p.like(lhs.type)
    scalar = lhs.type.shaped()
    with p.region([scalar, scalar]) as region:
        a, b = region.parameters
        (c,) = p.emit(p.pick(["add", "multiply", "maximum"]), [a, b], [scalar])
        region.results = p.emit(p.pick(["subtract", "minimum"]), [c, a], [scalar])
    dimensions = ", ".join(str(d) for d in range(lhs.type.rank))
    attributes = f"dimensions = array<i64{': ' + dimensions if dimensions else ''}>"
    p.emit("map", [lhs, rhs], [lhs.type], attributes, [region.text])
