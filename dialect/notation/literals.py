"""Literals of the notation: types, lists and comprehensions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .algebra import (
    UNKNOWN,
    Each,
    List,
)
from .registry import element_of
from .types import (
    TensorType,
)


def tensor_literal(element):
    """``tensor<E>``: a tensor type of rank 0."""
    return TensorType((), element_of(element))


def sequence_literal(make: Callable, items: Iterable):
    """A tuple or future type, or the side of a function type, with expansions put in place."""
    flat = []
    for item in items:
        flat.extend(item if isinstance(item, Each) else (item,))
    return make(tuple(flat))


def progression(first, second, last):
    """``[first, second, ..., last]``."""
    if not isinstance(last, int):
        return UNKNOWN
    step = second - first
    return List(range(first, last + 1, step))


def comprehension(item: Callable, items):
    """``[item(x) for x in items]``."""
    return UNKNOWN if items is UNKNOWN else Each(map(item, items))
