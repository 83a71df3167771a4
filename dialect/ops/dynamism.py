"""Operations whose result's shape is computed."""

from __future__ import annotations

from .core import C, Operation
from .data_movement import BROADCAST_CONSTRAINTS, PAD_CONSTRAINTS, RESHAPE_CONSTRAINTS
from .members import Attribute, Operand, Result

_ANY = "tensor or per-tensor quantized tensor"
_ANY_QUANTIZED = "tensor or quantized tensor"
_NUMERIC = "tensor of integer, floating-point, or complex type or per-tensor quantized tensor"
_SIZES = "1-dimensional tensor of integer type"
_CONSTANT_SIZES = "1-dimensional constant tensor of integer type"


class DynamicBroadcastInDim(Operation):
    """A tensor repeated along dimensions, to a computed shape."""

    operand = Operand(_ANY_QUANTIZED)
    output_dimensions = Operand(_SIZES, constant=True)
    broadcast_dimensions = Attribute(_CONSTANT_SIZES)
    known_expanding_dimensions = Attribute(_CONSTANT_SIZES, default=())
    known_nonexpanding_dimensions = Attribute(_CONSTANT_SIZES, default=())
    result = Result(_ANY_QUANTIZED)
    constraints = (
        *BROADCAST_CONSTRAINTS,
        C(
            "C7",
            "size(output_dimensions) = rank(result)",
            breaks={"output_dimensions": "3xi64"},
        ),
        C(
            "C8",
            "is_unique(concatenate(known_expanding_dimensions, known_nonexpanding_dimensions))",
            breaks={"known_expanding_dimensions": [0], "known_nonexpanding_dimensions": [0]},
        ),
        C(
            "C9",
            "0 <= known_expanding_dimensions < rank(operand)",
            breaks={"known_expanding_dimensions": [1]},
        ),
        C(
            "C10",
            "0 <= known_nonexpanding_dimensions < rank(operand)",
            breaks={"known_nonexpanding_dimensions": [-1]},
        ),
    )
    inferences = ("shape(result) = value(output_dimensions)",)
    example = {
        "operand": "3xf32",
        "output_dimensions": "2xi64",
        "broadcast_dimensions": [1],
        "known_expanding_dimensions": [],
        "known_nonexpanding_dimensions": [],
        "result": "2x3xf32",
    }


class DynamicIota(Operation):
    """Increasing numbers along a dimension, in a computed shape."""

    output_shape = Operand(_SIZES, constant=True)
    iota_dimension = Attribute("si64")
    result = Result(_NUMERIC)
    constraints = (
        C("C1", "0 <= iota_dimension < size(output_shape)", breaks={"iota_dimension": 2}),
        C("C2", "rank(result) = size(output_shape)", breaks={"output_shape": "3xi64"}),
    )
    inferences = ("shape(result) = value(output_shape)",)
    example = {"output_shape": "2xi64", "iota_dimension": 0, "result": "2x3xi32"}


class DynamicPad(Operation):
    """A tensor with computed numbers of values put around it and between its elements."""

    operand = Operand(_ANY)
    padding_value = Operand("0-dimensional tensor or per-tensor quantized tensor")
    edge_padding_low = Operand(_SIZES, constant=True)
    edge_padding_high = Operand(_SIZES, constant=True)
    interior_padding = Operand(_SIZES, constant=True)
    result = Result(_ANY)
    constraints = (
        *PAD_CONSTRAINTS[:1],
        C(
            "C2",
            "size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = "
            "rank(operand)",
            breaks={"edge_padding_low": "1xi64"},
        ),
        C(
            "C3",
            "0 <= value(interior_padding)",
            breaks={"interior_padding": "2xi64 = [0, -1]"},
        ),
        C(
            "C4",
            "shape(result) = shape(operand) + value(edge_padding_low) + "
            "max(shape(operand) - 1, 0) * value(interior_padding) + value(edge_padding_high)",
            breaks={"result": "5x8xf32"},
        ),
    )
    example = {
        "operand": "2x3xf32",
        "padding_value": "f32",
        "edge_padding_low": "2xi64 = [0, 1]",
        "edge_padding_high": "2xi64 = [2, 1]",
        "interior_padding": "2xi64 = [1, 2]",
        "result": "5x9xf32",
    }


class DynamicReshape(Operation):
    """The same elements in a computed shape."""

    operand = Operand(_ANY_QUANTIZED)
    output_shape = Operand(_SIZES, constant=True)
    result = Result(_ANY_QUANTIZED)
    constraints = (
        *RESHAPE_CONSTRAINTS,
        C("C4", "size(output_shape) = rank(result)", breaks={"output_shape": "3xi64"}),
    )
    inferences = ("shape(result) = value(output_shape)",)
    example = {"operand": "2x3xf32", "output_shape": "2xi64", "result": "3x2xf32"}


class GetDimensionSize(Operation):
    """The size of a dimension."""

    operand = Operand(_ANY_QUANTIZED)
    dimension = Attribute("constant of type si64")
    result = Result("0-dimensional tensor of type si32")
    constraints = (C("C1", "0 <= dimension < rank(operand)", breaks={"dimension": 2}),)
    example = {"operand": "2x3xf32", "dimension": 1, "result": "i32"}
