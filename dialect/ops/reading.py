"""Reading types of MLIR into those that formulas compute with."""

from __future__ import annotations

from functools import lru_cache

from ..mlir import ir, stablehlo
from ..notation.algebra import DYNAMIC, UNKNOWN, Interval
from ..notation.types import (
    BufferType,
    FunctionType,
    FutureType,
    OtherType,
    QuantizedElementType,
    TensorType,
    TokenType,
    TupleType,
)
from ..types import ELEMENT_TYPES
from .quantized_text import find_quantized_types


@lru_cache(100_000)
def read_type(mlir_type: ir.Type):
    """Return a type as formulas see it."""
    if isinstance(mlir_type, ir.RankedTensorType):
        element = _read_element(mlir_type.element_type)
        return TensorType(_shape(mlir_type), element)
    if isinstance(mlir_type, ir.UnrankedTensorType):
        return TensorType(UNKNOWN, _read_element(mlir_type.element_type))
    if isinstance(mlir_type, ir.TupleType):
        count = mlir_type.num_types
        return TupleType(tuple(read_type(mlir_type.get_type(i)) for i in range(count)))
    if isinstance(mlir_type, ir.FunctionType):
        sides = (mlir_type.inputs, mlir_type.results)
        return FunctionType(*(tuple(map(read_type, side)) for side in sides))
    if stablehlo.TokenType.isinstance(mlir_type):
        return TokenType()
    if stablehlo.FutureType.isinstance(mlir_type):
        return FutureType(tuple(map(read_type, stablehlo.FutureType(mlir_type).types)))
    if isinstance(mlir_type, ir.MemRefType):
        return BufferType(str(mlir_type))
    return OtherType(str(mlir_type))


def _shape(tensor: ir.RankedTensorType) -> tuple:
    encoding = tensor.encoding
    bounds = ()
    if encoding is not None and stablehlo.TypeExtensions.isinstance(encoding):
        bounds = stablehlo.TypeExtensions(encoding).bounds
    sizes = []
    for axis in range(tensor.rank):
        if not tensor.is_dynamic_dim(axis):
            sizes.append(tensor.get_dim_size(axis))
        elif axis < len(bounds) and bounds[axis] >= 0:
            sizes.append(Interval(0, bounds[axis]))
        else:
            sizes.append(DYNAMIC)
    return tuple(sizes)


def _read_element(mlir_type: ir.Type):
    text = str(mlir_type)
    if text in ELEMENT_TYPES:
        return ELEMENT_TYPES[text]
    for found in find_quantized_types(text):
        # The text has six digits of a scale; the bindings have all of them.
        per_axis = hasattr(mlir_type, "scales")
        scales = mlir_type.scales if per_axis else (mlir_type.scale,)
        return QuantizedElementType(
            found.storage_type,
            int(found.storage_min),
            int(found.storage_max),
            found.expressed_type,
            found.quantization_dimension,
            tuple(scales),
            tuple(map(int, found.zero_points)),
        )
    return OtherType(text)
