"""The registry of the specification's global functions, and the values that they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .algebra import Undefined
from .types import ELEMENTS, TYPES, TensorType

FUNCTIONS: dict[str, Callable] = {}


@dataclass(frozen=True)
class Constant:
    """A value whose type matters: that of an attribute, or of an operand that is constant."""

    type: TensorType
    value: object

    def __str__(self) -> str:
        return f"{self.value} : {self.type}"


def function(f: Callable) -> Callable:
    """Register a global function under its name (less a final underscore)."""
    FUNCTIONS[f.__name__.rstrip("_")] = f
    return f


def type_of(x):
    """Return the type of a value or placeholder; a type is its own."""
    if isinstance(x, Constant):
        return x.type
    if isinstance(x, TYPES) or isinstance(x, ELEMENTS):
        return x
    if (found := getattr(x, "literal_type", None)) is not None:
        return found
    raise Undefined


def element_of(x):
    """Return the element type of a tensor, and anything else's type."""
    found = type_of(x)
    return found.element if isinstance(found, TensorType) else found
