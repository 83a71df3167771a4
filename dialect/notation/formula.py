"""Formulas, ready to be evaluated and explained."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from itertools import combinations

from .algebra import UNKNOWN, Undefined, truth
from .emit import compile_tree
from .syntax import parse_formula
from .tree import Binary, Call, Comparison, If, Name, Node, Number, Ternary

_ILL_TYPED = (TypeError, ValueError, AttributeError, IndexError, ArithmeticError)


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

    def disproof(self, members: object) -> str:
        """Return the values that make the formula false, as a message gives them."""
        return _Disproof(members, self._scope).of(self.tree)


def _names(tree: Node):
    for node in tree.walk():
        if isinstance(node, Name):
            yield node.name


class _Disproof:
    """Finds the part of a false formula that makes it false."""

    def __init__(self, members: object, scope: Collection[str]):
        self._members = members
        self._scope = scope

    def of(self, node: Node) -> str:
        """Return the values of the part that is false."""
        if isinstance(node, If):
            return self.of(node.conclusion)
        if isinstance(node, Ternary):
            chosen = self._value(node.condition)
            if isinstance(chosen, bool):
                return self.of(node.yes if chosen else node.no)
        if isinstance(node, Binary) and node.operator == "and":
            return self.of(node.left if self._is_false(node.left) else node.right)
        if isinstance(node, Comparison):
            return self._broken_link(node)
        if isinstance(node, Call):
            arguments = (a for a in node.arguments if not isinstance(a, Number))
            return ", ".join(f"{a} is {show(self._value(a))}" for a in arguments)
        return ""

    def _broken_link(self, node: Comparison) -> str:
        """Return the two sides of the first comparison in a chain that does not hold."""
        links = [
            Comparison(node.terms[i : i + 2], (operator,))
            for i, operator in enumerate(node.operators)
        ]
        if set(node.operators) == {"="}:  # if all neighbours may be equal, others are not
            links += [Comparison(pair, ("=",)) for pair in combinations(node.terms, 2)]
        for link in links:
            if self._is_false(link):
                left, right = (show(self._value(term)) for term in link.terms)
                return f"left side is {left}, right side is {right}"
        return ""

    def _is_false(self, node: Node) -> bool:
        value = self._value(node)
        return value is not UNKNOWN and truth(value) is False

    def _value(self, node: Node):
        try:
            return compile_tree(node, self._scope)(self._members)
        except (Undefined, *_ILL_TYPED):
            return UNKNOWN


def show(value: object) -> str:
    """Return a value as messages print it: lists in brackets, truth values in lower case."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(show, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    if value is None:
        return "none"
    return getattr(value, "name", None) or str(value)
