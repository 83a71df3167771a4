"""The text of quantized element types, read without judging it.

MLIR rejects some types while it parses them, such as one with a scale of zero;
to say which constraint such a type violates, its text is read here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..types import ELEMENT_TYPES, ElementType

_TYPE = re.compile(
    r"!quant\.uniform<\s*(?P<storage>[iu]\d+)\s*(?:<\s*(?P<low>[^:<>]+):(?P<high>[^<>]+)>)?\s*"
    r":\s*(?P<expressed>\w+)\s*(?::\s*(?P<axis>-?\d+)\s*)?,\s*"
    r"(?P<parameters>\{[^{}]*\}|[^{}<>,]+)>"
)


class IntegerLiteral(int):
    """A whole number as it is written in a type; ``literal_type`` is its element type."""

    literal_type: ElementType


class FloatLiteral(float):
    """A number as it is written in a type; ``literal_type`` is its element type."""

    literal_type: ElementType


@dataclass(frozen=True)
class QuantizedText:
    """The parts of a quantized element type, as written; ``start`` is where in the text."""

    start: int
    text: str
    storage_type: ElementType
    storage_min: IntegerLiteral | FloatLiteral
    storage_max: IntegerLiteral | FloatLiteral
    expressed_type: ElementType
    quantization_dimension: int | None
    scales: tuple
    zero_points: tuple


def find_quantized_types(text: str):
    """Yield the quantized element types in an MLIR text, in order."""
    for match in _TYPE.finditer(text):
        if (found := _read(match)) is not None:
            yield found


def _read(match: re.Match) -> QuantizedText | None:
    storage = ELEMENT_TYPES.get(match["storage"].replace("u", "ui"))
    expressed = ELEMENT_TYPES.get(match["expressed"])
    if storage is None or expressed is None:
        return None
    signed = storage.kind == "int"
    low = -(1 << (storage.width - 1)) if signed else 0
    high = (1 << (storage.width - signed)) - 1
    try:
        pairs = [
            _parameter(p, storage, expressed) for p in match["parameters"].strip("{}").split(",")
        ]
        limits = [
            _literal(text, storage, expressed)
            if text
            else _literal(str(default), storage, expressed)
            for text, default in ((match["low"], low), (match["high"], high))
        ]
    except ValueError:
        return None
    axis = None if match["axis"] is None else int(match["axis"])
    scales, zero_points = zip(*pairs, strict=True)
    zero_points = tuple(z for z in zero_points if z is not None)
    return QuantizedText(
        match.start(), match[0], storage, *limits, expressed, axis, scales, zero_points
    )


def _parameter(text: str, storage: ElementType, expressed: ElementType):
    scale, colon, zero = text.partition(":")
    point = None if colon and not zero.strip() else zero.strip() or "0"
    return (
        _literal(scale, storage, expressed),
        None if point is None else _literal(point, storage, expressed),
    )


def _literal(text: str, storage: ElementType, expressed: ElementType):
    """Return a literal: a whole number is of the storage type, any other of the expressed one."""
    text = text.strip()
    try:
        literal = IntegerLiteral(text)
        literal.literal_type = storage
    except ValueError:
        literal = FloatLiteral(text)
        literal.literal_type = expressed
    return literal
