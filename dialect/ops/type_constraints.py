"""Constraints of types: quantized element types and quantized tensor types.

The specification numbers the constraints of both in one sequence: (C1) to (C11)
are about the element type, (C12) and (C13) about the tensor.
"""

from __future__ import annotations

from ..notation.types import QuantizedElementType, TensorType
from .constraints import Constrained, Constraint
from .quantized_text import QuantizedText

C = Constraint

_PARTS = (
    "storage_type",
    "storage_min",
    "storage_max",
    "expressed_type",
    "quantization_dimension",
    "scales",
    "zero_points",
)


class QuantizedElement(Constrained):
    """A quantized element type as it is written, `QuantizedText`.

    ``breaks`` of its constraints hold types, as MLIR text, that violate them.
    """

    constraints = (
        C(
            "C1",
            "type(storage_min) = storage_type",
            breaks={"type": "!quant.uniform<i8<-1.5:100>:f32, 0.5>"},
        ),
        C(
            "C2",
            "type(storage_max) = storage_type",
            breaks={"type": "!quant.uniform<i8<-100:99.5>:f32, 0.5>"},
        ),
        C(
            "C3",
            "min_value(storage_type) <= storage_min < storage_max <= max_value(storage_type)",
            breaks={"type": "!quant.uniform<i8<-129:100>:f32, 0.5>"},
        ),
        C(
            "C4",
            "type(scales...) = expressed_type",
            breaks={"type": "!quant.uniform<i8:f32, 2>"},
        ),
        C("C5", "0 < scales", breaks={"type": "!quant.uniform<i8:f32, 0.0>"}),
        C("C6", "is_finite(scales...)", breaks={"type": "!quant.uniform<i8:f32, 1.0e400>"}),
        C(
            "C7",
            "storage_min <= zero_points <= storage_max",
            breaks={"type": "!quant.uniform<i8:f32, 0.5:300>"},
        ),
        C(
            "C8",
            "type(zero_points...) = storage_type",
            breaks={"type": "!quant.uniform<i8:f32, 0.5:1.5>"},
        ),
        C(
            "C9",
            "size(scales) = size(zero_points)",
            breaks={"type": "!quant.uniform<i8:f32:0, {0.5:1,0.25:}>"},
        ),
        C(
            "C10",
            "If is_empty(quantization_dimension), then size(scales) = 1",
            breaks={"type": "!quant.uniform<i8:f32, {0.5,0.25}>"},
        ),
        C(
            "C11",
            "0 <= quantization_dimension",
            when="!is_empty(quantization_dimension)",
            breaks={"type": "!quant.uniform<i8:f32:-1, {0.5,0.25}>"},
        ),
    )

    def __init__(self, text: QuantizedText):
        self._text = text.text
        for part in _PARTS:
            setattr(self, part, getattr(text, part))

    def described(self) -> str:
        """Return the type as it is written."""
        return f"quantized element type '{self._text}'"


class QuantizedTensor(Constrained):
    """A tensor type with elements that are quantized along a dimension."""

    constraints = (
        C(
            "C12",
            "quantization_dimension < rank(self)",
            breaks={"type": "tensor<2x!quant.uniform<i8:f32:1, {0.5,0.25}>>"},
        ),
        C(
            "C13",
            "dim(self, quantization_dimension) = size(scales)",
            breaks={"type": "tensor<3x!quant.uniform<i8:f32:0, {0.5,0.25}>>"},
        ),
    )

    def __init__(self, tensor: TensorType):
        element = tensor.element
        assert isinstance(element, QuantizedElementType)
        self._tensor = tensor
        self.self = tensor
        self.quantization_dimension = element.quantization_dimension
        self.scales = element.scales

    def described(self) -> str:
        """Return the type."""
        return f"quantized tensor type '{self._tensor}'"


QuantizedElement.compile_constraints("quantized element type", _PARTS)
QuantizedTensor.compile_constraints(
    "quantized tensor type", ("self", "quantization_dimension", "scales")
)

TYPE_CONSTRAINTS: dict[str, type[Constrained]] = {
    cls.subject_name: cls for cls in (QuantizedElement, QuantizedTensor)
}
