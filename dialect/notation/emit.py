"""Compilation of formulas to Python functions.

A formula becomes a Python expression of one variable, ``s``, whose attributes
are the members and local definitions that the formula names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import singledispatchmethod

from ..types import ELEMENT_TYPES
from . import algebra, literals
from .functions import FUNCTIONS
from .syntax import NotationError
from .tree import (
    Binary,
    Call,
    Comparison,
    Comprehension,
    Expansion,
    FunctionLiteral,
    If,
    Lambda,
    ListOf,
    Name,
    Node,
    Number,
    Progression,
    Slice,
    Subscript,
    Ternary,
    TypeLiteral,
    Unary,
)
from .types import FunctionType, FutureType, TupleType

_BINARY = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "%": "modulo"}
_COMPARE = {
    "=": "equal",
    "!=": "different",
    "<": "less",
    "<=": "less_equal",
    ">": "greater",
    ">=": "greater_equal",
    "in": "contains",
    "not in": "lacks",
}
_LITERALS = {"true": "True", "false": "False", "None": "None"}


def _environment() -> dict[str, object]:
    names = {name: getattr(algebra, name) for name in (*_BINARY.values(), *_COMPARE.values())}
    for name in ("choose", "negation", "negate", "conjunction", "disjunction", "implication"):
        names[name] = getattr(algebra, name)
    for name in ("all_of", "all_equal", "subscript", "expand", "List"):
        names[name] = getattr(algebra, name)
    for name in ("tensor_literal", "sequence_literal", "progression", "comprehension"):
        names[name] = getattr(literals, name)
    names |= {"TupleType": TupleType, "FutureType": FutureType, "FunctionType": FunctionType}
    names["ELEMENT_TYPES"] = ELEMENT_TYPES
    return names | {f"f_{name}": f for name, f in FUNCTIONS.items()}


_ENVIRONMENT = _environment()


def compile_tree(tree: Node, scope: Collection[str]) -> Callable:
    """Return a function of an object with the names in ``scope`` as attributes.

    Names in capitals that are not in ``scope`` are enumerators, such as
    ``DEFAULT``, and those of element types stand for them.  Raises
    `NotationError` for any other unknown name.
    """
    source = _Emitter(scope).emit(tree)
    compiled: list[Callable] = []

    def evaluate(members: object):
        if not compiled:  # most formulas are never evaluated
            compiled.append(eval(f"lambda s: {source}", _ENVIRONMENT))
        return compiled[0](members)

    return evaluate


def python_name(name: str) -> str:
    """Return the attribute that stands for a name of the notation, such as ``E'``."""
    return name.replace("'", "_prime")


class _Emitter:
    def __init__(self, scope: Collection[str]):
        self._scope = scope
        self._bound: list[str] = []

    @singledispatchmethod
    def emit(self, node: Node) -> str:
        raise TypeError(f"no such node: {node!r}")

    @emit.register
    def _(self, node: Number) -> str:
        return str(node.value)

    @emit.register
    def _(self, node: Name) -> str:
        name = node.name
        if name in self._bound:
            return f"v_{name}"
        if name in _LITERALS:
            return _LITERALS[name]
        if name in self._scope:
            return f"s.{python_name(name)}"
        if name.isupper() and len(name) > 1:
            return repr(name)
        if name in ELEMENT_TYPES:
            return f"ELEMENT_TYPES['{name}']"
        raise NotationError(f"unknown name '{name}'")

    @emit.register
    def _(self, node: Call) -> str:
        if node.function == "ceil" and isinstance(node.arguments[0], Binary):
            quotient = node.arguments[0]  # the only use of ceil: `/` itself rounds down
            return self._apply("f_ceil_div({})", (quotient.left, quotient.right))
        if node.function not in FUNCTIONS:
            raise NotationError(f"unknown function '{node.function}'")
        keywords = "".join(f", {name}={self.emit(value)}" for name, value in node.keywords)
        return self._apply(f"f_{node.function}({{}}{keywords})", node.arguments)

    @emit.register
    def _(self, node: Subscript) -> str:
        indices = node.indices
        if len(indices) == 2:
            pair = ", ".join(map(self.emit, indices))
            return f"subscript({self.emit(node.base)}, ({pair}))"
        return self._apply("subscript({})", (node.base, *indices))

    @emit.register
    def _(self, node: Slice) -> str:
        ends = ("None" if end is None else self.emit(end) for end in (node.low, node.high))
        return f"slice({', '.join(ends)})"

    def _apply(self, pattern: str, arguments: tuple[Node, ...]) -> str:
        """Return a call, for each element of those arguments that have an ellipsis."""
        expanded = [a for a in arguments if _is_expansion(a)]
        if not expanded:
            return pattern.format(", ".join(map(self.emit, arguments)))
        names = {id(a): f"x{len(self._bound)}_{i}" for i, a in enumerate(expanded)}
        items = ", ".join(names.get(id(a)) or self.emit(a) for a in arguments)
        sequences = ", ".join(map(self.emit, expanded))
        return f"expand(lambda {', '.join(names.values())}: {pattern.format(items)}, {sequences})"

    @emit.register
    def _(self, node: Expansion) -> str:
        return f"expand(lambda x: x, {self.emit(node.base)})"

    @emit.register
    def _(self, node: Unary) -> str:
        return f"{'negation' if node.operator == 'not' else 'negate'}({self.emit(node.operand)})"

    @emit.register
    def _(self, node: Binary) -> str:
        left, right = self.emit(node.left), self.emit(node.right)
        if node.operator in ("and", "or"):
            name = "conjunction" if node.operator == "and" else "disjunction"
            return f"{name}({left}, lambda: {right})"
        return f"{_BINARY[node.operator]}({left}, {right})"

    @emit.register
    def _(self, node: Comparison) -> str:
        if set(node.operators) == {"="} and len(node.terms) > 2:
            return f"all_equal({', '.join(map(self.emit, node.terms))})"
        links = [
            f"{_COMPARE[op]}({self.emit(a)}, {self.emit(b)})"
            for op, a, b in zip(node.operators, node.terms, node.terms[1:], strict=False)
        ]
        return links[0] if len(links) == 1 else f"all_of(({', '.join(links)}))"

    @emit.register
    def _(self, node: Ternary) -> str:
        yes, no = self.emit(node.yes), self.emit(node.no)
        return f"choose({self.emit(node.condition)}, lambda: {yes}, lambda: {no})"

    @emit.register
    def _(self, node: If) -> str:
        return f"implication({self.emit(node.condition)}, lambda: {self.emit(node.conclusion)})"

    @emit.register
    def _(self, node: ListOf) -> str:
        return f"List(({''.join(f'{self.emit(item)}, ' for item in node.items)}))"

    @emit.register
    def _(self, node: Progression) -> str:
        ends = (self.emit(part) for part in (node.first, node.second, node.last))
        return f"progression({', '.join(ends)})"

    @emit.register
    def _(self, node: Comprehension) -> str:
        items = self.emit(node.items)
        self._bound.append(node.name)
        item = self.emit(node.item)
        self._bound.pop()
        return f"comprehension(lambda v_{node.name}: {item}, {items})"

    @emit.register
    def _(self, node: Lambda) -> str:
        self._bound.extend(node.names)
        body = self.emit(node.body)
        del self._bound[-len(node.names) :]
        return f"lambda {', '.join(f'v_{name}' for name in node.names)}: {body}"

    @emit.register
    def _(self, node: TypeLiteral) -> str:
        if node.kind == "tensor":
            return self._apply("tensor_literal({})", node.arguments)
        make = "TupleType" if node.kind == "tuple" else "FutureType"
        return f"sequence_literal({make}, ({self._items(node.arguments)}))"

    @emit.register
    def _(self, node: FunctionLiteral) -> str:
        sides = (
            f"sequence_literal(List, ({self._items(side)}))" for side in (node.inputs, node.outputs)
        )
        return f"FunctionType({', '.join(sides)})"

    def _items(self, items: tuple[Node, ...]) -> str:
        return "".join(f"{self.emit(item)}, " for item in items)


def _is_expansion(node: Node) -> bool:
    return isinstance(node, Expansion)
