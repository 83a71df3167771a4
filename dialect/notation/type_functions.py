"""Functions on types and on quantization parameters ("Functions on types")."""

from __future__ import annotations

import math
from collections.abc import Callable

from ..types import ELEMENT_TYPES, ElementType
from .algebra import (
    List,
    Tensor,
    Undefined,
)
from .registry import FUNCTIONS, element_of, function, type_of
from .types import (
    FunctionType,
    FutureType,
    QuantizedElementType,
    TensorType,
    TupleType,
)


@function
def type(x):
    return type_of(x)


@function
def element_type(x):
    found = type_of(x)
    if isinstance(found, TensorType):
        return found.element
    if isinstance(found, ElementType) and found.kind == "complex":
        return ELEMENT_TYPES[f"f{found.width}"]
    raise Undefined


@function
def baseline_type(x):
    found = type_of(x)
    if not isinstance(found, TensorType):
        raise Undefined
    return TensorType(found.shape, _baseline(found.element))


@function
def baseline_element_type(x):
    return _baseline(element_type(x))


def _baseline(element):
    return element.baseline() if isinstance(element, QuantizedElementType) else element


def _kind_test(*kinds: str) -> Callable:
    def test(x):
        return element_of(x).kind in kinds

    return test


for _name, *_kinds in (
    ("is_float", "float"),
    ("is_complex", "complex"),
    ("is_boolean", "bool"),
    ("is_bool", "bool"),
    ("is_integer", "int", "uint"),
    ("is_signed_integer", "int"),
    ("is_unsigned_integer", "uint"),
    ("is_quantized", "quantized"),
    ("is_token", "token"),
    ("is_tuple", "tuple"),
):
    FUNCTIONS[_name] = _kind_test(*_kinds)


@function
def is_tensor(x):
    return isinstance(type_of(x), TensorType)


@function
def is_per_axis_quantized(x):
    return quantization_dimension(x) is not None


@function
def is_per_tensor_quantized(x):
    found = element_of(x)
    return found.kind == "quantized" and found.quantization_dimension is None


@function
def is_promotable(x, y):
    x, y = element_of(x), element_of(y)
    if isinstance(x, QuantizedElementType):
        return (
            isinstance(y, QuantizedElementType)
            and x.expressed_type == y.expressed_type
            and x.storage_type.width <= y.storage_type.width
        )
    if isinstance(y, QuantizedElementType) or _class(x) != _class(y):
        return False
    return x.width <= y.width


def _class(element: ElementType) -> str:
    return "int" if element.kind == "uint" else element.kind


def _quantized_member(name: str) -> Callable:
    def member(x):
        found = element_of(x)
        return getattr(found, name) if isinstance(found, QuantizedElementType) else None

    return member


for _name in (
    "storage_type",
    "storage_min",
    "storage_max",
    "expressed_type",
    "quantization_dimension",
):
    FUNCTIONS[_name] = _quantized_member(_name)
quantization_dimension = FUNCTIONS["quantization_dimension"]


@function
def scales(x):
    found = element_of(x)
    return Tensor(found.scales) if isinstance(found, QuantizedElementType) else None


@function
def zero_points(x):
    found = element_of(x)
    return Tensor(found.zero_points) if isinstance(found, QuantizedElementType) else None


@function
def complex_element_type(x):
    found = element_of(x)
    if found.kind != "complex":
        return None
    return ELEMENT_TYPES[f"f{found.width}"]


@function
def complex_type(x):
    """The complex type with components of the type ``x``; `complex<E>` in the specification."""
    found = ELEMENT_TYPES.get(f"complex<{element_of(x).name}>")
    if found is None:
        raise Undefined
    return found


@function
def num_bits(x):
    found = element_of(x)
    if isinstance(found, QuantizedElementType):
        found = found.storage_type
    return found.width * (2 if found.kind == "complex" else 1)


def _limit(x, largest: bool):
    found = element_of(x)
    if not isinstance(found, ElementType):
        return None
    if found.kind == "bool":
        return largest
    if found.is_integer:
        signed = found.kind == "int"
        bits = found.width - signed
        return (1 << bits) - 1 if largest else -(1 << bits) if signed else 0
    return math.inf if largest else -math.inf


@function
def max_value(x):
    return _limit(x, largest=True)


@function
def min_value(x):
    return _limit(x, largest=False)


@function
def input_types(f):
    return List(_function(f).inputs)


@function
def output_types(f):
    return List(_function(f).outputs)


def _function(f) -> FunctionType:
    if not isinstance(f, FunctionType):
        raise Undefined
    return f


@function
def tuple_element_types(x):
    found = type_of(x)
    return List(found.elements) if isinstance(found, TupleType) else None


@function
def future_element_types(x):
    found = type_of(x)
    return List(found.elements) if isinstance(found, FutureType) else None
