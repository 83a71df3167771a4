"""The syntax trees of formulas; ``str`` of a node gives the formula back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Node:
    """A node of a syntax tree."""

    def children(self) -> Iterator[Node]:
        """Return the nodes right below this one."""
        for field in fields(self):
            value = getattr(self, field.name)
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, Node):
                    yield item

    def walk(self) -> Iterator[Node]:
        """Return this node and all below it."""
        yield self
        for child in self.children():
            yield from child.walk()


@dataclass(frozen=True)
class Number(Node):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Name(Node):
    """A member, a local definition, a function, or a constant such as ``DEFAULT``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Call(Node):
    """A call of a function."""

    function: str
    arguments: tuple[Node, ...]
    keywords: tuple[tuple[str, Node], ...] = ()

    def children(self) -> Iterator[Node]:
        yield from self.arguments
        yield from (value for _, value in self.keywords)

    def __str__(self) -> str:
        keywords = (f"{name}={value}" for name, value in self.keywords)
        return f"{self.function}({', '.join((*map(str, self.arguments), *keywords))})"


@dataclass(frozen=True)
class Slice(Node):
    """``low:high`` in a subscript; either end may be None."""

    low: Node | None
    high: Node | None

    def __str__(self) -> str:
        return f"{'' if self.low is None else self.low}:{'' if self.high is None else self.high}"


@dataclass(frozen=True)
class Subscript(Node):
    """An element, a slice or a column of a tensor or list."""

    base: Node
    indices: tuple[Node, ...]

    def __str__(self) -> str:
        return f"{self.base}[{', '.join(map(str, self.indices))}]"


@dataclass(frozen=True)
class Expansion(Node):
    """``xs...``: every element of ``xs``."""

    base: Node

    def __str__(self) -> str:
        return f"{self.base}..."


@dataclass(frozen=True)
class Unary(Node):
    """``-x`` or ``not x``."""

    operator: str
    operand: Node

    def __str__(self) -> str:
        return f"{'!' if self.operator == 'not' else '-'}{self.operand}"


@dataclass(frozen=True)
class Binary(Node):
    """An arithmetic or logical operation."""

    operator: str
    left: Node
    right: Node

    def __str__(self) -> str:
        left, right = (
            f"({side})" if _binds_less(side, self.operator) else str(side)
            for side in (self.left, self.right)
        )
        return f"{left} {self.operator} {right}"


@dataclass(frozen=True)
class Comparison(Node):
    """A chain of comparisons."""

    terms: tuple[Node, ...]
    operators: tuple[str, ...]

    def __str__(self) -> str:
        text = str(self.terms[0])
        for op, term in zip(self.operators, self.terms[1:], strict=True):
            text += f" {op} {term}"
        return text


@dataclass(frozen=True)
class Ternary(Node):
    """``condition ? yes : no``."""

    condition: Node
    yes: Node
    no: Node

    def __str__(self) -> str:
        condition = str(self.condition)
        if isinstance(self.condition, Comparison) and self.condition.operators[0] == "=":
            condition = f"({condition})"
        return f"{condition} ? {self.yes} : {self.no}"


@dataclass(frozen=True)
class If(Node):
    """``If condition, then conclusion``."""

    condition: Node
    conclusion: Node

    def __str__(self) -> str:
        return f"If {self.condition}, then {self.conclusion}"


@dataclass(frozen=True)
class ListOf(Node):
    """``[a, b]``; ``(a, b)`` in a function type."""

    items: tuple[Node, ...]

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True)
class Progression(Node):
    """``[first, second, ..., last]``."""

    first: Node
    second: Node
    last: Node

    def __str__(self) -> str:
        return f"[{self.first}, {self.second}, ..., {self.last}]"


@dataclass(frozen=True)
class Comprehension(Node):
    """``[item for name in items]``; as a formula of its own, without the brackets."""

    item: Node
    name: str
    items: Node

    def __str__(self) -> str:
        return f"{self.item} for {self.name} in {self.items}"


@dataclass(frozen=True)
class Lambda(Node):
    """``lambda x, y: body``."""

    names: tuple[str, ...]
    body: Node

    def __str__(self) -> str:
        return f"lambda {', '.join(self.names)}: {self.body}"


@dataclass(frozen=True)
class TypeLiteral(Node):
    """``tensor<E>`` (of rank 0), ``tuple<E, ...>`` or ``future<E, ...>``."""

    kind: str
    arguments: tuple[Node, ...]

    def __str__(self) -> str:
        return f"{self.kind}<{', '.join(map(str, self.arguments))}>"


@dataclass(frozen=True)
class FunctionLiteral(Node):
    """``(inputs) -> (outputs)``."""

    inputs: tuple[Node, ...]
    outputs: tuple[Node, ...]

    def __str__(self) -> str:
        inputs, outputs = (", ".join(map(str, side)) for side in (self.inputs, self.outputs))
        return f"({inputs}) -> ({outputs})"


_PRECEDENCE = {"or": 1, "and": 2, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5}


def _binds_less(node: Node, operator: str) -> bool:
    if isinstance(node, (Ternary, If, Comprehension)):
        return True
    if isinstance(node, Comparison):
        return _PRECEDENCE[operator] > 3
    return isinstance(node, Binary) and _PRECEDENCE[node.operator] < _PRECEDENCE[operator]
