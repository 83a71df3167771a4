"""What might have been meant: hints that follow the values of a violated constraint."""

from __future__ import annotations

from collections.abc import Iterator

from ..notation import Undefined, show
from ..notation.algebra import is_sequence
from ..notation.formula import Formula
from ..notation.tree import Call, Comparison, Name, Node
from .constraints import Constraint
from .core import Facts, Operation
from .infer import infer


def hints(operation: Operation, constraint: Constraint) -> Iterator[str]:
    """Yield hints on how to satisfy a constraint that ``operation`` violates."""
    formula = operation.formulas[constraint.label][1]
    if formula is None:
        return
    results = {m.name for m in operation.result_members}
    if results & set(formula.names):
        yield from _result_types(operation)
    elif isinstance(formula.tree, Comparison) and set(formula.tree.operators) == {"="}:
        yield from _lengths(operation, formula.tree)
        yield from _orders(operation, formula.tree)


def _result_types(operation: Operation) -> Iterator[str]:
    """Say what the result types are, if everything else is right."""
    facts = operation.facts
    inferred = infer(type(operation), Facts(**{**vars(facts), "results": None}), len(facts.results))
    types = [item.complete for item in inferred or ()]
    if types and None not in types and tuple(types) != tuple(facts.results):
        yield f"hint: from the inputs follows {', '.join(map(str, types))}"


def _lengths(operation: Operation, tree: Comparison) -> Iterator[str]:
    """Say how many elements an attribute needs."""
    for term in tree.terms:
        if not (isinstance(term, Call) and term.function == "size"):
            continue
        argument = term.arguments[0]
        if not isinstance(argument, Name) or argument.name not in operation.attribute_names:
            continue
        expected = [_value(operation, other) for other in tree.terms if other is not term]
        found = _value(operation, term)
        if expected and isinstance(expected[-1], int) and expected[-1] != found:
            yield f"hint: the length of {argument} is {found}, {expected[-1]} is needed"


def _orders(operation: Operation, tree: Comparison) -> Iterator[str]:
    """Say that two lists have the same elements in another order."""
    left, right = (_value(operation, term) for term in tree.terms[:2])
    if is_sequence(left) and is_sequence(right) and left != right:
        numbers = all(isinstance(x, int) for x in (*left, *right))
        if numbers and sorted(left) == sorted(right):
            yield f"hint: these are the same in another order: {show(left)} and {show(right)}"


def _value(operation: Operation, node: Node):
    try:
        return Formula(str(node), operation.scope).value(operation)
    except Undefined:
        return None
