"""The type phrases of the specification's Inputs and Outputs tables, as predicates.

A phrase such as ``tensor of floating-point or complex type or per-tensor
quantized tensor`` is read once, when the class that uses it is defined.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from ..notation import UNKNOWN
from ..notation.types import QuantizedElementType, TensorType

_ELEMENT_KINDS = {
    "signed integer": ("int",),
    "integer": ("int", "uint"),
    "boolean": ("bool",),
    "floating-point": ("float",),
    "complex": ("complex",),
}
_ELEMENT_NAMES = {
    "si32": "i32",
    "si64": "i64",
    "ui32": "ui32",
    "ui64": "ui64",
    "i1": "i1",
    "f32": "f32",
    "f64": "f64",
}
_VALUES = ("value", "values", "any value")


@dataclass(frozen=True)
class Kind:
    """What a member may be: ``elements`` None means any element type that is not quantized."""

    phrase: str
    variadic: bool
    any_value: bool
    others: tuple[str, ...]
    tensors: bool
    elements: tuple[str, ...] | None
    quantized: str
    rank: int | None

    def admits(self, found) -> bool | object:
        """Return whether a type is of this kind; UNKNOWN if its rank decides and is not known."""
        if self.any_value:
            return found.kind in ("tensor", "token", "tuple", "buffer")
        if not isinstance(found, TensorType):
            return found.kind in self.others
        if not self._admits_element(found.element):
            return False
        if self.rank is None:
            return True
        return UNKNOWN if found.shape is UNKNOWN else len(found.shape) == self.rank

    def _admits_element(self, element) -> bool:
        if isinstance(element, QuantizedElementType):
            per_tensor = element.quantization_dimension is None
            return self.quantized == "any" or (self.quantized == "per-tensor" and per_tensor)
        if not self.tensors:
            return False
        return (
            self.elements is None
            or element.kind in self.elements
            or (element.name in self.elements)
        )


@cache
def parse_kind(phrase: str) -> Kind:
    """Return the kind that a phrase of the tables describes; raises ValueError."""
    text = phrase.removeprefix("variadic number of ").removeprefix("a ")
    variadic = phrase.startswith("variadic")
    rank = None
    if match := re.match(r"(\d)-dimensional ", text):
        rank, text = int(match[1]), text[match.end() :]
    text = re.sub(r"\b(tensor|token|value)s\b", r"\1", text)
    if text in _VALUES:
        return Kind(phrase, variadic, True, (), True, None, "any", rank)
    others = tuple(
        other
        for other, word in (("token", "token"), ("tuple", "tuple"), ("future", "tensor future"))
        if re.search(rf"(^|, |or ){word}$", text)
    )
    text = re.sub(r"(,| or|^) ?(token|tuple|tensor future)$", "", text)
    quantized = ""
    if match := re.search(r"(?:(?:,| or|^) ?)(per-tensor )?quantized(?: tensor| type)?$", text):
        quantized, text = "per-tensor" if match[1] else "any", text[: match.start()]
    return Kind(
        phrase, variadic, False, others, bool(text), _elements(text, phrase), quantized, rank
    )


def _elements(text: str, phrase: str) -> tuple[str, ...] | None:
    if text in ("", "tensor"):
        return None
    match = re.fullmatch(r"tensor of (?:type )?(.+?)(?: type)?", text)
    if match is None:
        raise ValueError(f"cannot read the type phrase '{phrase}' at '{text}'")
    found: list[str] = []
    for word in re.split(r", or |, | or ", match[1]):
        if word in _ELEMENT_NAMES:
            found.append(_ELEMENT_NAMES[word])
        elif word in _ELEMENT_KINDS:
            found.extend(_ELEMENT_KINDS[word])
        else:
            raise ValueError(f"unknown element type '{word}' in the type phrase '{phrase}'")
    return tuple(found)
