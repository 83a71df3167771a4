"""Formulas, ready to be evaluated and explained."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from .algebra import UNKNOWN, Undefined, truth
from .emit import compile_tree
from .syntax import parse_formula
from .tree import Binary, Call, Comparison, Comprehension, If, Name, Node, Number, Ternary

_ILL_TYPED = (TypeError, ValueError, AttributeError, IndexError, OverflowError)


class Formula:
    """A formula of the specification's notation, compiled.

    ``scope`` holds the names of members and local definitions.  Raises
    `NotationError` if the text is not well formed or names anything else.
    """

    def __init__(self, text: str, scope: Collection[str]):
        self.text = text
        self.tree = parse_formula(text)
        self._scope = scope
        self._evaluate = compile_tree(self.tree, scope)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The members and local definitions that the formula names, in order."""
        return tuple(dict.fromkeys(n for n in _names(self.tree) if n in self._scope))

    def value(self, members: object):
        """Return the value of the formula; raises `Undefined` if it has none."""
        try:
            return self._evaluate(members)
        except _ILL_TYPED:
            raise Undefined from None  # members that are not what the formula is about

    def holds(self, members: object):
        """Return whether the formula holds: ``True``, ``False`` or ``UNKNOWN``."""
        try:
            return truth(self.value(members))
        except Undefined:
            return UNKNOWN

    def disproof(self, members: object) -> list[tuple[str, object]]:
        """Return the terms, and their values, of the comparison that makes the formula false."""
        return _disproof(self.tree, members, self._scope)


def _names(tree: Node):
    for node in tree.walk():
        if isinstance(node, Name):
            yield node.name


def _value(node: Node, members: object, scope: Collection[str]):
    try:
        return compile_tree(node, scope)(members)
    except (Undefined, *_ILL_TYPED):
        return UNKNOWN


def _disproof(node: Node, members: object, scope: Collection[str]) -> list[tuple[str, object]]:
    def value(part: Node):
        return _value(part, members, scope)

    if isinstance(node, If):
        return _disproof(node.conclusion, members, scope)
    if isinstance(node, Ternary):
        chosen = value(node.condition)
        if isinstance(chosen, bool):
            return _disproof(node.yes if chosen else node.no, members, scope)
    if isinstance(node, Binary) and node.operator == "and":
        left = value(node.left)
        at_fault = node.left if left is not UNKNOWN and truth(left) is False else node.right
        return _disproof(at_fault, members, scope)
    if isinstance(node, Comparison):
        return _broken_link(node, value)
    if isinstance(node, Call):
        return [(str(a), value(a)) for a in node.arguments if not isinstance(a, Number)]
    if isinstance(node, Comprehension):
        return [(str(node.items), value(node.items)), (str(node.item), "not always true")]
    return []


def _broken_link(node: Comparison, value) -> list[tuple[str, object]]:
    """Return the two sides of the first comparison in a chain that does not hold."""
    for i, operator in enumerate(node.operators):
        pair = node.terms[i : i + 2]
        outcome = value(Comparison(pair, (operator,)))
        if outcome is not UNKNOWN and truth(outcome) is False:
            return [(str(term), value(term)) for term in pair]
    return []


def show(value: object) -> str:
    """Return a value as messages print it: lists in brackets, truth values in lower case."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(show, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "none"
    return getattr(value, "name", None) or str(value)
