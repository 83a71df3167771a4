"""Types as formulas see them: immutable, comparable, with dynamic sizes as intervals.

`matches` is equality as far as it is known: ``tensor<?xf32>`` and
``tensor<3xf32>`` may be equal.  The names of the parts are those of the
specification's "Types" section.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from ..types import ElementType
from .algebra import UNKNOWN, Interval, all_of, equal


@dataclass(frozen=True)
class QuantizedElementType:
    """A quantized element type; ``quantization_dimension`` is None if it is per tensor."""

    storage_type: ElementType
    storage_min: int
    storage_max: int
    expressed_type: ElementType
    quantization_dimension: int | None
    scales: tuple[float, ...]
    zero_points: tuple[int, ...]

    kind = "quantized"

    @property
    def name(self) -> str:
        """The type as MLIR spells it."""
        parameters = ", ".join(
            _number(scale) + (f":{zero}" if zero else "")
            for scale, zero in zip(self.scales, self.zero_points, strict=False)
        )
        storage = self.storage_type.name.replace("ui", "u")
        if (self.storage_min, self.storage_max) != self._default_range():
            storage += f"<{self.storage_min}:{self.storage_max}>"
        if self.quantization_dimension is not None:
            where, parameters = f":{self.quantization_dimension}", f"{{{parameters}}}"
        else:
            where = ""
        return f"!quant.uniform<{storage}:{self.expressed_type.name}{where}, {parameters}>"

    def _default_range(self) -> tuple[int, int]:
        width = self.storage_type.width
        if self.storage_type.kind == "uint":
            return 0, (1 << width) - 1
        return -(1 << (width - 1)), (1 << (width - 1)) - 1

    def baseline(self) -> QuantizedElementType:
        """Return the type with scales and zero points reset ("Quantization computations")."""
        count = len(self.scales)
        return replace(self, scales=(1.0,) * count, zero_points=(0,) * count)

    def matches(self, other) -> bool:
        """Return whether two element types are equal."""
        return self == other


def _number(value: float) -> str:
    """Return a number as a literal of MLIR, which has a point."""
    text = repr(float(value))
    mantissa, exponent, power = text.partition("e")
    return text if "." in mantissa else f"{mantissa}.0{exponent}{power}"


@dataclass(frozen=True)
class TensorType:
    """A tensor type; ``shape`` is UNKNOWN if it is unranked, a size may be an `Interval`."""

    shape: tuple
    element: ElementType | QuantizedElementType

    kind = "tensor"

    def matches(self, other):
        """Return whether two types are equal, as far as their sizes are known."""
        if not isinstance(other, TensorType) or self.element != other.element:
            return False
        return equal(self.shape, other.shape)

    def __str__(self) -> str:
        if self.shape is UNKNOWN:
            return f"tensor<*x{self.element.name}>"
        sizes = "".join(f"{'?' if isinstance(d, Interval) else d}x" for d in self.shape)
        bounds = [d.high if isinstance(d, Interval) and d.high < inf else "?" for d in self.shape]
        encoding = ""
        if any(bound != "?" for bound in bounds):
            encoding = f", #stablehlo.bounds<{', '.join(map(str, bounds))}>"
        return f"tensor<{sizes}{self.element.name}{encoding}>"


@dataclass(frozen=True)
class TokenType:
    """The type of tokens."""

    kind = "token"

    def matches(self, other) -> bool:
        """Return whether ``other`` is the token type too."""
        return self == other

    def __str__(self) -> str:
        return "!stablehlo.token"


@dataclass(frozen=True)
class TupleType:
    """A tuple type."""

    elements: tuple

    kind = "tuple"

    def matches(self, other):
        """Return whether two tuple types are equal, as far as is known."""
        if not isinstance(other, TupleType):
            return False
        return equal(self.elements, other.elements)

    def __str__(self) -> str:
        return f"tuple<{', '.join(map(str, self.elements))}>"


@dataclass(frozen=True)
class FutureType:
    """The type of what `async_start` returns."""

    elements: tuple

    kind = "future"

    def matches(self, other):
        """Return whether two future types are equal, as far as is known."""
        if not isinstance(other, FutureType):
            return False
        return equal(self.elements, other.elements)

    def __str__(self) -> str:
        return f"!stablehlo.future<{', '.join(map(str, self.elements))}>"


@dataclass(frozen=True)
class FunctionType:
    """The type of a function or region."""

    inputs: tuple
    outputs: tuple

    kind = "function"

    def matches(self, other):
        """Return whether two function types are equal, as far as is known."""
        if not isinstance(other, FunctionType):
            return False
        return all_of((equal(self.inputs, other.inputs), equal(self.outputs, other.outputs)))

    def __str__(self) -> str:
        inputs, outputs = (", ".join(map(str, side)) for side in (self.inputs, self.outputs))
        return f"({inputs}) -> ({outputs})"


@dataclass(frozen=True)
class OtherType:
    """A type that StableHLO does not have."""

    name: str

    kind = "other"

    def matches(self, other) -> bool:
        """Return whether two such types are equal."""
        return self == other

    def __str__(self) -> str:
        return self.name


class BufferType(OtherType):
    """The type of a buffer in memory, which custom calls and loops may pass on."""

    kind = "buffer"


TYPES = (TensorType, TokenType, TupleType, FutureType, FunctionType, OtherType)
ELEMENTS = (ElementType, QuantizedElementType)
