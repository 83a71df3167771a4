"""Changes to valid operations that violate a given constraint, read off its formula.

The shape of a formula says how to make it false: after ``size(x) = n`` an
element is added to ``x``, after ``is_unique(x)`` one is repeated, after ``0 <=
x`` one is negative, after ``type(a) = type(b)`` a size or the element type of
``a`` is another.  Where no pattern fits, the class's own counterexample serves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from bases import Values, is_type, sizes_of, with_sizes

from hlo_opt.dialect.notation.tree import (
    Binary,
    Call,
    Comparison,
    Expansion,
    Name,
    Node,
    Number,
    Subscript,
)
from hlo_opt.dialect.ops import Constraint, Operation

_OTHER_ELEMENT = {"f32": "i32", "i32": "f32", "i64": "f64", "i1": "i8", "ui32": "i16"}


def mutate(
    cls: type[Operation], c: Constraint, values: Values, rng: np.random.Generator
) -> tuple[str, Values]:
    """Return how, and to what, a valid operation is changed so that it violates ``c``."""
    found = list(_changes(cls, c, values, rng)) if not c.when else []
    if found and rng.random() < 0.75:
        return found[int(rng.integers(len(found)))]
    return "counterexample", {**cls.example, **c.breaks}


def _changes(cls, c: Constraint, values: Values, rng) -> Iterator[tuple[str, Values]]:
    formula = cls.formulas[c.label][1]
    if formula is None or "?" in str(list(values.values())):
        return  # a size that is not known could be any
    for part in _conjuncts(formula.tree):
        for how, name, change in _patterns(part):
            if name not in cls.example or name not in values:
                continue
            changed = change(values[name], rng)
            if changed is not None and changed != values[name]:
                yield how, {**values, name: changed}


def _conjuncts(tree: Node) -> Iterator[Node]:
    if isinstance(tree, Binary) and tree.operator == "and":
        yield from _conjuncts(tree.left)
        yield from _conjuncts(tree.right)
    else:
        yield tree


def _patterns(part: Node):
    if isinstance(part, Call) and isinstance(part.arguments[0], Name):
        name = part.arguments[0].name
        if part.function == "is_unique":
            yield "repeat an element", name, _repeat
        elif part.function == "is_sorted":
            yield "swap elements", name, _reverse
    if not isinstance(part, Comparison):
        return
    if set(part.operators) == {"="}:
        for term in part.terms:
            yield from _equation(term)
    elif isinstance(part.terms[0], Number) and isinstance(part.terms[1], Name):
        least = part.terms[0].value + (part.operators[0] == "<")
        yield "below the least", part.terms[1].name, lambda v, rng: _set(v, least - 1, rng)
    if len(part.terms) == 3 and str(part.terms[2]).startswith("rank("):
        if isinstance(part.terms[1], Name):
            yield "above any rank", part.terms[1].name, lambda v, rng: _set(v, 99, rng)


def _equation(term: Node):
    if not isinstance(term, Call) or not term.arguments:
        return
    name = _member(term.arguments[0])
    if name is None:
        return
    if term.function == "size":
        yield "one element more", name, _longer
    if term.function in ("type", "baseline_type", "shape"):
        yield "another size", name, _another_size
    if term.function in ("type", "baseline_type", "element_type", "baseline_element_type"):
        yield "another element type", name, _another_element
    if term.function in ("type", "baseline_type", "shape", "rank"):
        yield "another rank", name, _another_rank


def _member(node: Node) -> str | None:
    if isinstance(node, Expansion):
        node = node.base
    if isinstance(node, Subscript) and node.indices == (Number(0),):
        node = node.base
    return node.name if isinstance(node, Name) else None


def _is_list_of_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(v) is int for v in value)


def _repeat(value, rng):
    if not _is_list_of_numbers(value) or len(value) < 2:
        return None
    i, j = rng.permutation(len(value))[:2]
    return [value[j] if k == i else v for k, v in enumerate(value)]


def _reverse(value, rng):
    if not _is_list_of_numbers(value) or value == sorted(value, reverse=True):
        return None
    return sorted(value, reverse=True)


def _longer(value, rng):
    return [*value, value[-1] if value else 0] if _is_list_of_numbers(value) else None


def _set(value, to: int, rng):
    if type(value) is int:
        return to
    if not _is_list_of_numbers(value) or not value:
        return None
    i = int(rng.integers(len(value)))
    return [to if k == i else v for k, v in enumerate(value)]


def _on_a_type(change):
    """Return a change of a type, or of the first of several."""

    def apply(value, rng):
        if isinstance(value, list):
            if not value or not is_type(value[0]):
                return None
            first = change(value[0], rng)
            return None if first is None else [first, *value[1:]]
        return change(value, rng) if is_type(value) else None

    return apply


@_on_a_type
def _another_size(text: str, rng):
    sizes = sizes_of(text)
    static = [i for i, size in enumerate(sizes) if size != "?"]
    if not static:
        return None
    i = int(rng.choice(static))
    sizes[i] = str(int(sizes[i]) + int(rng.integers(17, 40)))
    return with_sizes(text, sizes)


@_on_a_type
def _another_element(text: str, rng):
    for old, new in _OTHER_ELEMENT.items():
        if re.search(rf"(?<![a-z]){old}$", text):
            return re.sub(rf"(?<![a-z]){old}$", new, text)
    return None


@_on_a_type
def _another_rank(text: str, rng):
    return with_sizes(text, [*sizes_of(text), str(int(rng.integers(2, 9)))])
