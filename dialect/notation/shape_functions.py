"""Shape computations ("Shape computations"), and what formulas in prose do with shapes."""

from __future__ import annotations

import itertools
from functools import reduce as fold

from .algebra import (
    DYNAMIC,
    UNKNOWN,
    Interval,
    List,
    Tensor,
    Undefined,
    add_elements,
    all_of,
    divide,
    greater,
    is_sequence,
    multiply,
)
from .registry import function, type_of
from .types import (
    FutureType,
    TensorType,
    TupleType,
)


@function
def shape(x):
    if isinstance(x, Tensor):
        return x.shape
    found = type_of(x)
    if not isinstance(found, TensorType):
        raise Undefined
    return found.shape


@function
def rank(x):
    sizes = shape(x)
    return DYNAMIC if sizes is UNKNOWN else len(sizes)


@function
def axes(x):
    return range_(rank(x))


@function
def dim(x, axis):
    sizes = shape(x)
    if is_sequence(axis):
        return List(dim(x, a) for a in axis)
    if sizes is UNKNOWN or isinstance(axis, Interval):
        return DYNAMIC
    if axis is None or not -len(sizes) <= axis < len(sizes):
        raise Undefined
    return sizes[axis]


@function
def dims(x, axes):
    return List(dim(x, axis) for axis in axes)


@function
def size(x):
    """The number of elements; of a list, its length."""
    if isinstance(x, (TupleType, FutureType)):
        return len(x.elements)
    if isinstance(x, Tensor):
        return _count(x)
    if is_sequence(x):
        return len(x)
    sizes = shape(x)
    return DYNAMIC if sizes is UNKNOWN else fold(multiply, sizes, 1)


def _count(tensor: Tensor) -> int:
    """Return the number of elements that are there: groups of ids may differ in length."""
    return sum(_count(row) if is_sequence(row) else 1 for row in tensor)


@function
def index_space(x):
    sizes = shape(x)
    if sizes is UNKNOWN or any(isinstance(s, Interval) for s in sizes):
        return UNKNOWN
    return List(itertools.product(*map(range, sizes)))


@function
def range_(n):
    if not isinstance(n, int):
        return UNKNOWN
    return tuple(range(n))


@function
def reduce(x, init_values, dimensions, body):
    """Reduce a list; ``dimensions`` is ``[0]``."""
    return fold(body, x, init_values)


@function
def without(x, indices):
    """The list ``x`` less the elements at ``indices``."""
    if x is UNKNOWN:
        return UNKNOWN
    dropped = {i % len(x) for i in indices if isinstance(i, int) and x}
    return List(v for i, v in enumerate(x) if i not in dropped)


@function
def replace(x, index, value):
    """The list ``x`` with another value at ``index``."""
    if x is UNKNOWN:
        return UNKNOWN
    if not isinstance(index, int) or not -len(x) <= index < len(x):
        raise Undefined
    items = list(x)
    items[index] = value
    return tuple(items)


@function
def combine(batch_sizes, offset_sizes, offset_dims):
    """Sizes with those of ``offset_dims`` from ``offset_sizes`` and the others in order."""
    if batch_sizes is UNKNOWN or offset_sizes is UNKNOWN:
        return UNKNOWN
    total = len(batch_sizes) + len(offset_sizes)
    if len(offset_dims) != len(offset_sizes) or len(set(offset_dims)) != len(offset_dims):
        raise Undefined
    if not all(0 <= d < total for d in offset_dims):
        raise Undefined
    by_dim = dict(zip(offset_dims, offset_sizes, strict=True))
    others = iter(batch_sizes)
    return tuple(by_dim[d] if d in by_dim else next(others) for d in range(total))


@function
def max_(a, b):
    if is_sequence(a):
        return tuple(max_(x, b) for x in a)
    if isinstance(a, Interval):
        return Interval(max(a.low, b), max(a.high, b))
    return max(a, b)


@function
def floor(x):
    """The operand itself: ``/`` rounds down already."""
    return x


@function
def ceil_div(a, b):
    """``ceil(a / b)``."""
    if is_sequence(b):
        positive = all_of(greater(b, 0))
        if positive is not True:
            raise Undefined
    return divide(add_elements(a, add_elements(b, -1)), b)
