"""Result types, read off the constraints.

A constraint such as ``shape(result) = slice_sizes`` says what a result's shape
is: every equation in which one term is ``type(result)``, ``shape(result)``,
``element_type(result)``, ``dim(result, axis)`` or alike, and another does not
speak of results, is a `Rule`.  Rules are found once for each class, in its
constraints and in its ``inferences``, formulas that follow from the constraints
or settle what they leave open.  What no rule determines stays unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ..notation import UNKNOWN, Formula, Interval, Undefined
from ..notation.algebra import Each, is_sequence
from ..notation.tree import (
    Binary,
    Call,
    Comparison,
    Expansion,
    If,
    Name,
    Node,
    Number,
    Subscript,
    Ternary,
    Unary,
)
from ..notation.types import QuantizedElementType, TensorType, TokenType
from ..types import ELEMENT_TYPES
from .constraints import Constraint
from .core import Facts, Operation
from .members import Result

_ASPECTS = ("type", "baseline_type", "shape", "element_type", "baseline_element_type")


@dataclass(frozen=True)
class Rule:
    """``aspect`` of a result is ``value`` if all ``conditions`` hold.

    ``index`` picks one of a variadic result; ``axis`` is the dimension, or the
    dimensions, that an aspect ``dim`` is about.
    """

    result: str
    index: int | None
    aspect: str
    value: Formula
    conditions: tuple[Formula, ...]
    axis: Formula | None = None


@dataclass
class Inferred:
    """What is known of a result's type: all of it, or its shape and its element type."""

    type: object = None
    shape: object = None
    element: object = None

    @property
    def complete(self) -> object | None:
        """The type, or None if too little is known."""
        if self.type is not None:
            return self.type
        known = is_sequence(self.shape) and all(isinstance(s, (int, Interval)) for s in self.shape)
        if known and self.element is not None:
            return TensorType(tuple(self.shape), self.element)
        return None


def infer(cls: type[Operation], facts: Facts, count: int | None = None) -> list[Inferred] | None:
    """Return what the constraints say of the results, given everything else.

    ``count`` is the number of results, if it is known.  Returns None if that
    number is not determined.
    """
    operation = cls(Facts(**{**vars(facts), "results": None}))
    found: dict[str, list[Inferred]] = {}
    values = [(rule, value) for rule, value in _values(cls, operation)]
    for member in cls.result_members:
        number = _count(cls, member, operation, values, count)
        if number is None:
            return None
        found[member.name] = [_from_kind(member) for _ in range(number)]
    for rule, value in values:
        targets = found[rule.result]
        if rule.index is not None:
            targets = targets[rule.index : rule.index + 1 or None]
        for target, part in zip(targets, _parts(rule, value, len(targets)), strict=False):
            _apply(target, rule, part, operation)
    return [item for member in cls.result_members for item in found[member.name]]


def _values(cls: type[Operation], operation: Operation) -> Iterator[tuple[Rule, object]]:
    for rule in rules(cls):
        if all(c.holds(operation) is True for c in rule.conditions):
            try:
                value = rule.value.value(operation)
            except Undefined:
                continue
            if value is not UNKNOWN and value is not None:
                yield rule, value


def _count(cls, member: Result, operation, values, count: int | None) -> int | None:
    """Return how many results a member stands for."""
    if not member.variadic:
        return 1
    if count is not None:
        return count - (len(cls.result_members) - 1)
    for rule, value in values:
        if rule.result != member.name or rule.index is not None:
            continue
        if rule.aspect == "count" and isinstance(value, int):
            return value
        if isinstance(value, Each) or (is_sequence(value) and rule.aspect == "type"):
            return len(value)
    return None


def _parts(rule: Rule, value: object, count: int) -> Sequence[object]:
    """Return the value for each result."""
    if rule.aspect == "shape" and is_sequence(value) and not any(map(is_sequence, value)):
        return [value] * count
    if isinstance(value, Each):
        return value if rule.index is None and count != 1 else value[:1] * count
    if rule.aspect in ("type", "baseline_type", "element_type", "baseline_element_type"):
        if is_sequence(value):
            return value
    return [value] * count


def _apply(target: Inferred, rule: Rule, value: object, operation: Operation) -> None:
    if rule.aspect in ("baseline_type", "baseline_element_type") and _is_quantized(value):
        if rule.aspect == "baseline_type" and target.shape is None:
            target.shape = value.shape
        return  # scales and zero points are not determined
    if rule.aspect in ("type", "baseline_type"):
        if isinstance(value, TensorType):
            target.shape, target.element = _merge(target.shape, value.shape), value.element
        else:
            target.type = value
    elif rule.aspect == "shape" and is_sequence(value):
        target.shape = _merge(target.shape, value)
    elif rule.aspect in ("element_type", "baseline_element_type"):
        target.element = value
    elif rule.aspect == "rank" and isinstance(value, int) and target.shape is None:
        target.shape = (None,) * value
    elif rule.aspect == "dim":
        _apply_dim(target, rule, value, operation)


def _apply_dim(target: Inferred, rule: Rule, value: object, operation: Operation) -> None:
    try:
        axes = rule.axis.value(operation)
    except Undefined:
        return
    if is_sequence(axes) and not (is_sequence(value) and len(value) == len(axes)):
        return  # another constraint says so
    pairs = zip(axes, value, strict=True) if is_sequence(axes) else [(axes, value)]
    sizes = list(target.shape or ())
    for axis, size in pairs:
        if isinstance(axis, int) and -len(sizes) <= axis < len(sizes) and sizes[axis] is None:
            sizes[axis] = size
    target.shape = tuple(sizes) if sizes else target.shape


def _merge(known, value):
    """Return a shape with what either of two shapes says."""
    if known is None or not is_sequence(known) or len(known) != len(value):
        return value
    return tuple(map(tighter, known, value))


def tighter(size, other):
    """Return what two descriptions of a size say together; the first counts if they disagree."""
    if isinstance(size, int) or not isinstance(other, int | Interval):
        return size
    if not isinstance(size, Interval):
        return other
    if isinstance(other, int):
        return other if size.low <= other <= size.high else size
    low, high = max(size.low, other.low), min(size.high, other.high)
    if low > high:
        return size
    return low if low == high else Interval(low, high)


def _is_quantized(value: object) -> bool:
    return isinstance(getattr(value, "element", value), QuantizedElementType)


def _from_kind(member: Result) -> Inferred:
    """Return what the type phrase of a result says by itself."""
    kind = member.kind
    if kind.others == ("token",) and not kind.tensors and not kind.quantized:
        return Inferred(type=TokenType())
    element = None
    if kind.tensors and not kind.quantized and kind.elements and len(kind.elements) == 1:
        name = "i1" if kind.elements[0] == "bool" else kind.elements[0]
        element = ELEMENT_TYPES.get(name)
    return Inferred(shape=None if kind.rank is None else (None,) * kind.rank, element=element)


@cache
def rules(cls: type[Operation]) -> tuple[Rule, ...]:
    """Return the rules of a class; those about ranks come before those about dimensions."""
    finder = _Finder(cls)
    for c in cls.constraints:
        finder.take_constraint(c)
    for text in cls.inferences:
        finder.take(Formula(text, cls.scope).tree, ())
    order = {"count": 0, "rank": 1, "dim": 3}
    return tuple(sorted(finder.found, key=lambda rule: order.get(rule.aspect, 2)))


class _Finder:
    def __init__(self, cls: type[Operation]):
        self._cls = cls
        self._results = {m.name: m for m in cls.result_members}
        self.found: list[Rule] = []

    def take_constraint(self, c: Constraint) -> None:
        when, formula = self._cls.formulas[c.label]
        if formula is None:
            return
        conditions = () if when is None else (when.tree,)
        self.take(formula.tree, conditions)

    def take(self, tree: Node, conditions: tuple[Node, ...]) -> None:
        """Collect the rules in a formula that holds if ``conditions`` do."""
        if isinstance(tree, Binary) and tree.operator == "and":
            self.take(tree.left, conditions)
            self.take(tree.right, conditions)
        elif isinstance(tree, If):
            self.take(tree.conclusion, (*conditions, tree.condition))
        elif isinstance(tree, Ternary):
            self.take(tree.yes, (*conditions, tree.condition))
            self.take(tree.no, (*conditions, Unary("not", tree.condition)))
        elif isinstance(tree, Comparison) and not any(map(self._speaks_of_results, conditions)):
            for group in _equal_terms(tree):
                self._take_equation(group, conditions)

    def _take_equation(self, terms: list[Node], conditions: tuple[Node, ...]) -> None:
        value = next((t for t in terms if not self._speaks_of_results(t)), None)
        if value is None:
            return
        for term in terms:
            if (target := self._target(term)) is not None:
                result, index, aspect, axis = target
                formulas = tuple(Formula(str(c), self._cls.scope) for c in conditions)
                axis_formula = None if axis is None else Formula(str(axis), self._cls.scope)
                self.found.append(
                    Rule(
                        *(result, index, aspect, Formula(str(value), self._cls.scope)),
                        *(formulas, axis_formula),
                    )
                )

    def _target(self, term: Node) -> tuple[str, int | None, str, Node | None] | None:
        if not isinstance(term, Call) or not term.arguments:
            return None
        first = term.arguments[0]
        index = None
        if isinstance(first, Expansion):
            first = first.base
        elif isinstance(first, Subscript) and isinstance(first.indices[0], Number):
            first, index = first.base, first.indices[0].value
        if not isinstance(first, Name) or first.name not in self._results:
            return None
        member = self._results[first.name]
        if term.function == "size" and index is None:
            if member.variadic:
                return first.name, None, "count", None
            return (first.name, None, "dim", Number(0)) if member.kind.rank == 1 else None
        if term.function == "dim" and len(term.arguments) == 2:
            axis = term.arguments[1]
            axis = axis.base if isinstance(axis, Expansion) else axis
            return None if self._speaks_of_results(axis) else (first.name, index, "dim", axis)
        if term.function in (*_ASPECTS, "rank") and len(term.arguments) == 1:
            return first.name, index, term.function, None
        return None

    def _speaks_of_results(self, tree: Node) -> bool:
        names = {node.name for node in tree.walk() if isinstance(node, Name)}
        seen: set[str] = set()
        while names:
            name = names.pop()
            if name in self._results:
                return True
            if name in self._cls.definitions and name not in seen:
                seen.add(name)
                names |= set(self._cls.definitions[name].names)
        return False


def _equal_terms(tree: Comparison) -> Iterator[list[Node]]:
    """Yield the groups of terms in a chain that are set equal."""
    group = [tree.terms[0]]
    for operator, term in zip(tree.operators, tree.terms[1:], strict=True):
        if operator == "=":
            group.append(term)
        else:
            yield group
            group = [term]
    yield group
