"""Functions on values ("Functions on values"), and those of prose turned into formulas."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable

from .algebra import (
    UNKNOWN,
    List,
    Undefined,
    all_equal,
    all_of,
    equal,
    is_sequence,
    less_equal,
    negation,
)
from .registry import Constant, function


def _flatten(x) -> tuple:
    if x is UNKNOWN or not is_sequence(x):
        raise Undefined
    if any(is_sequence(v) for v in x):
        return tuple(itertools.chain.from_iterable(map(_flatten, x)))
    return x


@function
def is_finite(x):
    return tuple(map(is_finite, x)) if is_sequence(x) else math.isfinite(x)


@function
def is_empty(x):
    return x is None or (is_sequence(x) and not x)


@function
def is_unique(x):
    flat = _flatten(x)
    if all(isinstance(v, int) for v in flat):
        return len(set(flat)) == len(flat)
    pairs = (equal(a, b) for a, b in itertools.combinations(flat, 2))
    return negation(_any(pairs))


def _any(outcomes: Iterable):
    return negation(all_of(negation(o) for o in outcomes))


@function
def is_sorted(x):
    flat = _flatten(x)
    return all_of(less_equal(a, b) for a, b in itertools.pairwise(flat))


@function
def same(x):
    return all_equal(*x)


@function
def concatenate(*lists):
    return List(itertools.chain.from_iterable(lists))


@function
def interleave(*lists):
    """The first elements of the lists, then the second ones, and so on."""
    return List(itertools.chain.from_iterable(zip(*lists, strict=True)))


_NAMESPACED = re.compile(r"[A-Za-z]\w*(\.\w+)+")


@function
def is_namespaced_op_name(name):
    return _NAMESPACED.fullmatch(name) is not None


@function
def is_empty_algorithm(*parts):
    """Whether a dot algorithm is left out, with all its parts."""
    return all(part is None for part in parts)


@function
def value(x):
    """The value of an operand, if it is constant; an attribute is its own value."""
    if isinstance(x, Constant):
        return x.value
    return x if is_sequence(x) else UNKNOWN
