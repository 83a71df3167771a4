"""Tensors as text: ``2x3xf32=1,2,3,4,5,6`` on the way in, nested brackets on the way out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod

import numpy as np

from ..dialect.types import ELEMENT_TYPES, ElementType

_TYPE = re.compile(r"((?:\d+x)*)(\D.*)")
_SEPARATORS = re.compile(r"[\s,\[\]]+")
_COMPLEX = re.compile(r"\(\s*([^,()\s]+)\s*[,\s]\s*([^,()\s]+)\s*\)")


def parse_literal(text: str) -> np.ndarray:
    """Return the array that ``TYPE=VALUES`` spells.

    TYPE is ``2x3xf32`` or ``tensor<2x3xf32>``.  VALUES are one number for all
    elements, or one for each in row-major order, separated by commas, blanks
    or brackets: ``true``/``false`` for i1; integers in decimal or ``0x``;
    floats also as ``inf``, ``nan`` or the bits ``0x7F80``; complex numbers as
    ``(1,2)``.  Raises ValueError that says what is wrong.
    """
    type_text, equals, values = text.partition("=")
    if not equals:
        raise ValueError(f"expected TYPE=VALUES such as '2x3xf32=1,2,3,4,5,6', got '{text}'")
    shape, element = parse_tensor_type(type_text.strip())
    tokens = _tokens(values, element)
    count = prod(shape)
    if len(tokens) != count and len(tokens) != 1:
        raise ValueError(
            f"{type_text.strip()} has {count} elements, got {len(tokens)} values (1 fills all)"
        )
    elements = np.array([_parse_element(t, element) for t in tokens], element.dtype)
    return (elements if len(tokens) == count else np.repeat(elements, count)).reshape(shape)


def parse_tensor_type(text: str) -> tuple[tuple[int, ...], ElementType]:
    """Return shape and element type of ``2x3xf32`` or ``tensor<2x3xf32>``; raises ValueError."""
    wrapped = text.startswith("tensor<") and text.endswith(">")
    match = _TYPE.fullmatch(text[len("tensor<") : -1] if wrapped else text)
    element = ELEMENT_TYPES.get(match[2]) if match else None
    if element is None:
        raise ValueError(f"expected a type such as '2x3xf32', got '{text}'")
    return tuple(int(size) for size in match[1].split("x") if size), element


def _tokens(values: str, element: ElementType) -> list[str]:
    if element.kind == "complex":
        rest = _COMPLEX.sub("", values)
        if _SEPARATORS.sub("", rest):
            raise ValueError(f"expected complex numbers such as '(1,2)', got '{values}'")
        return [f"{m[1]} {m[2]}" for m in _COMPLEX.finditer(values)]
    return [t for t in _SEPARATORS.split(values) if t]


def _parse_element(text: str, element: ElementType):
    try:
        if element.kind == "bool":
            return {"true": True, "false": False, "1": True, "0": False}[text.lower()]
        if element.is_integer:
            return _parse_integer(text, element)
        if element.kind == "complex":
            real, imag = (_parse_float(t, ELEMENT_TYPES[f"f{element.width}"]) for t in text.split())
            return complex(real, imag)
        return _parse_float(text, element)
    except (KeyError, ValueError, OverflowError):
        raise ValueError(f"'{text}' is not a value of type {element.name}") from None


def _parse_integer(text: str, element: ElementType) -> int:
    value = int(text, 0)
    low = -(1 << (element.width - 1)) if element.kind == "int" else 0
    if not low <= value < low + (1 << element.width):
        raise ValueError
    return value


def _parse_float(text: str, element: ElementType):
    if text.lower().startswith("0x"):
        size = element.dtype.itemsize
        bits = int(text, 16)
        if bits >> element.format.width:
            raise ValueError
        return np.frombuffer(bits.to_bytes(size, "little"), element.dtype)[0]
    return float(text)


# --- printing -------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """How arrays are printed: above ``limit`` elements (0: never) only ``edge`` at each end."""

    limit: int = 1000
    edge: int = 3


def format_array(array: np.ndarray, layout: Layout | None = None) -> str:
    """Return the elements of an array in nested brackets, in one line.

    Floats are printed with as many digits as tell them apart.
    """
    layout = layout or Layout()
    cut = bool(layout.limit) and array.size > layout.limit
    return _format(array, layout.edge if cut else None)


def _format(array: np.ndarray, edge: int | None) -> str:
    if array.ndim == 0:
        return format_element(array[()])
    size = len(array)
    if edge is None or size <= 2 * edge:
        parts = [_format(a, edge) for a in _items(array)]
    else:
        head, tail = _items(array[:edge]), _items(array[size - edge :])
        parts = [*(_format(a, edge) for a in head), "...", *(_format(a, edge) for a in tail)]
    return f"[{', '.join(parts)}]"


def _items(array: np.ndarray) -> list[np.ndarray]:
    return [array[i, ...] for i in range(len(array))]


def format_element(value) -> str:
    """Return one element as text: ``true``, ``-3``, ``0.1``, ``(1.0, -2.0)``."""
    if isinstance(value, np.bool_ | bool):
        return str(bool(value)).lower()
    if isinstance(value, np.complexfloating | complex):
        return f"({value.real!s}, {value.imag!s})"
    return str(value)
