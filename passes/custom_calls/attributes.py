"""Attributes of a custom call: from MLIR to Python values to the bytes of the C ABI.

As Python values they are what a Python handler gets: bool, int, float, str,
a read-only numpy array, or a dict of these.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...dialect.mlir import ir
from ...dialect.types import ELEMENT_TYPES, ElementType, element_type
from . import abi
from .image import Image


class Number:
    """A scalar attribute: its element type, and its value as an array of rank 0."""

    def __init__(self, element: ElementType, array: np.ndarray):
        self.element = element
        self.array = array

    @property
    def python(self) -> bool | int | float:
        """The value as a Python number."""
        return self.array.item()


def read_attributes(config: ir.Attribute) -> dict[str, object]:
    """Return the entries of a dictionary attribute as `Number`, str, numpy array or dict.

    Raises ValueError for an attribute that XLA FFI cannot pass.
    """
    return {named.name: _read(named.name, named.attr) for named in ir.DictAttr(config)}


def python_value(value: object):
    """Return an entry as a Python handler gets it."""
    if isinstance(value, Number):
        return value.python
    if isinstance(value, dict):
        return {name: python_value(v) for name, v in value.items()}
    return value


def _read(name: str, attribute: ir.Attribute) -> object:
    if isinstance(attribute, ir.DictAttr):
        return {n.name: _read(f"{name}.{n.name}", n.attr) for n in attribute}
    if isinstance(attribute, ir.StringAttr):
        return attribute.value_bytes.decode(errors="surrogateescape")
    if isinstance(attribute, ir.BoolAttr | ir.IntegerAttr | ir.FloatAttr):
        return _number(name, attribute)
    if isinstance(attribute, ir.ArrayAttr):
        return _from_list(name, [_number(name, a) for a in attribute])
    array = _dense(name, attribute)
    array.flags.writeable = False
    return array


def _number(name: str, attribute: ir.Attribute) -> Number:
    if isinstance(attribute, ir.BoolAttr):
        return Number(ELEMENT_TYPES["i1"], np.array(attribute.value))
    if isinstance(attribute, ir.IntegerAttr | ir.FloatAttr):
        element = _element(name, attribute, attribute.type)
        value = attribute.value
        if element.is_integer and element.kind == "uint":
            value %= 1 << element.width
        return Number(element, np.array(value, element.dtype))
    raise ValueError(f"attribute '{name}' is {attribute}, which cannot be an element of an array")


def _from_list(name: str, numbers: list[Number]) -> np.ndarray:
    """Return a list as an array; an empty one has 64-bit integers."""
    kinds = {n.element.name for n in numbers}
    if len(kinds) > 1:
        raise ValueError(f"attribute '{name}' is an array with elements of several types")
    dtype = numbers[0].element.dtype if numbers else np.dtype(np.int64)
    array = np.array([n.array for n in numbers], dtype)
    array.flags.writeable = False
    return array


_DENSE_ARRAYS = {
    ir.DenseBoolArrayAttr: np.bool_,
    ir.DenseI8ArrayAttr: np.int8,
    ir.DenseI16ArrayAttr: np.int16,
    ir.DenseI32ArrayAttr: np.int32,
    ir.DenseI64ArrayAttr: np.int64,
    ir.DenseF32ArrayAttr: np.float32,
    ir.DenseF64ArrayAttr: np.float64,
}


def _dense(name: str, attribute: ir.Attribute) -> np.ndarray:
    for kind, dtype in _DENSE_ARRAYS.items():
        if isinstance(attribute, kind):
            return np.array(list(kind(attribute)), dtype)
    if isinstance(attribute, ir.DenseElementsAttr):
        type = ir.RankedTensorType(attribute.type)
        element = _element(name, attribute, type.element_type)
        shape, count = tuple(type.shape), int(np.prod(type.shape, dtype=np.int64))
        if count == 0:
            return np.empty(shape, element.dtype)
        if element.kind in ("bool", "int", "uint") or element.width >= 32:
            values = (
                [attribute.get_splat_value().value] * count if attribute.is_splat else attribute
            )
            wrap = 1 << element.width if element.kind == "uint" else None
            values = [v % wrap if wrap else v for v in values]
            return np.array(values, element.dtype).reshape(shape)
    raise ValueError(f"attribute '{name}' is {attribute}, which XLA FFI cannot pass")


def _element(name: str, attribute: ir.Attribute, type: ir.Type) -> ElementType:
    element = element_type(type)
    if element is None or element.name not in abi.DATA_TYPES or element.kind == "complex":
        raise ValueError(f"attribute '{name}' is {attribute}, which XLA FFI cannot pass")
    return element


def put_attributes(image: Image, attributes: Mapping[str, object], place: int | None = None) -> int:
    """Encode a dictionary at ``place``, or where there is room; returns the place."""
    # Handlers look names up by binary search: in the order of their bytes.
    encoded = sorted((name.encode(), value) for name, value in attributes.items())
    kinds, names, values = [], [], []
    for name, value in encoded:
        kind, at = _put(image, value)
        kinds.append(abi.ATTRIBUTE_KINDS[kind])
        names.append(_put_bytes(image, name))
        values.append(at)
    return image.struct(
        "Attrs",
        place,
        size=len(encoded),
        types=image.integers("i32", kinds),
        names=image.addresses(names),
        attrs=image.addresses(values),
    )


def _put(image: Image, value: object) -> tuple[str, int]:
    if isinstance(value, Number):
        bits = image.data(value.array.tobytes(), 16)
        return "scalar", image.struct("Scalar", dtype=_code(value.element), value=bits)
    if isinstance(value, np.ndarray):
        element = element_type_of_array(value)
        bits = image.data(value.tobytes(), 16)
        return "array", image.struct("Array", dtype=_code(element), size=value.size, data=bits)
    if isinstance(value, dict):
        return "dictionary", put_attributes(image, value)
    return "string", _put_bytes(image, value.encode(errors="surrogateescape"))


def element_type_of_array(array: np.ndarray) -> ElementType:
    """Return the element type of an array attribute."""
    return next(e for e in ELEMENT_TYPES.values() if e.dtype == array.dtype)


def _code(element: ElementType) -> int:
    return abi.DATA_TYPES[element.name]


def _put_bytes(image: Image, content: bytes) -> int:
    return image.struct("ByteSpan", ptr=image.data(content + b"\0", 1), len=len(content))
