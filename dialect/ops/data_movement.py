"""Operations that move data: shapes, slices, concatenation."""

from __future__ import annotations

from .core import C, Operation
from .members import Attribute, Operand, Result

_ANY = "tensor or per-tensor quantized tensor"
_ANY_QUANTIZED = "tensor or quantized tensor"
_INTEGERS = "1-dimensional tensor constant of type si64"

_AXIS_0 = "!quant.uniform<i8:f32:0, {0.5,0.25}>"
_AXIS_1 = "!quant.uniform<i8:f32:1, {0.5,0.25}>"

# A per-axis quantized element type may differ in what depends on the axis.
_SAME_ELEMENT = (
    "is_per_axis_quantized(operand) ? is_per_axis_quantized(result) and "
    "storage_type(result) = storage_type(operand) and "
    "expressed_type(result) = expressed_type(operand) : "
    "element_type(result) = element_type(operand)"
)

RESHAPE_CONSTRAINTS = (
    C("C1", _SAME_ELEMENT, breaks={"result": "3x2xf64"}),
    C("C2", "size(operand) = size(result)", breaks={"result": "2x2xf32"}),
    C(
        "C3",
        "reduce(dims(operand, [0, 1, ..., quantization_dimension(operand) - 1]), init_values=1, "
        "dimensions=[0], body=lambda x, y: x * y) = "
        "reduce(dims(result, [0, 1, ..., quantization_dimension(result) - 1]), init_values=1, "
        "dimensions=[0], body=lambda x, y: x * y) and "
        "dim(operand, quantization_dimension(operand)) = "
        "dim(result, quantization_dimension(result)) and "
        "reduce(dims(operand, [quantization_dimension(operand) + 1, "
        "quantization_dimension(operand) + 2, ..., rank(operand) - 1]), init_values=1, "
        "dimensions=[0], body=lambda x, y: x * y) = "
        "reduce(dims(result, [quantization_dimension(result) + 1, "
        "quantization_dimension(result) + 2, ..., rank(result) - 1]), init_values=1, "
        "dimensions=[0], body=lambda x, y: x * y)",
        when="is_per_axis_quantized(operand) and is_per_axis_quantized(result)",
        breaks={"operand": f"2x3x{_AXIS_0}", "result": f"3x2x{_AXIS_1}"},
    ),
)

BROADCAST_CONSTRAINTS = (
    C("C1", _SAME_ELEMENT, breaks={"result": "2x3xf64"}),
    C(
        "C2",
        "size(broadcast_dimensions) = rank(operand)",
        breaks={"broadcast_dimensions": [0, 1]},
    ),
    C(
        "C3",
        "0 <= broadcast_dimensions < rank(result)",
        breaks={"broadcast_dimensions": [2]},
    ),
    C(
        "C4",
        "is_unique(broadcast_dimensions)",
        breaks={"operand": "3x3xf32", "result": "3x3xf32", "broadcast_dimensions": [1, 1]},
    ),
    C(
        "C5",
        "dim(operand, d) = 1 or dim(operand, d) = dim(result, broadcast_dimensions[d]) "
        "for d in axes(operand)",
        breaks={"result": "2x4xf32"},
    ),
    C(
        "C6",
        "quantization_dimension(result) = broadcast_dimensions[quantization_dimension(operand)] "
        "and (dim(operand, quantization_dimension(operand)) != 1 or "
        "scales(result) = scales(operand)[0] and zero_points(result) = zero_points(operand)[0])",
        when="is_per_axis_quantized(result) and is_per_axis_quantized(operand)",
        breaks={
            "operand": f"2x{_AXIS_0}",
            "result": f"2x2x{_AXIS_1}",
            "broadcast_dimensions": [0],
        },
    ),
)


class BitcastConvert(Operation):
    """The bits of a tensor as elements of another type."""

    operand = Operand(_ANY_QUANTIZED)
    result = Result(_ANY_QUANTIZED)
    where = {
        "E": "is_quantized(operand) ? storage_type(operand) : element_type(operand)",
        "E'": "is_quantized(result) ? storage_type(result) : element_type(result)",
        "R": "rank(operand)",
    }
    constraints = (
        C(
            "C1",
            "(num_bits(E') = num_bits(E)) ? shape(result) = shape(operand) : "
            "num_bits(E') < num_bits(E) ? (rank(result) = R + 1 and "
            "shape(result)[:-1] = shape(operand) and "
            "dim(result, R) * num_bits(E') = num_bits(E)) : (rank(result) = R - 1 and "
            "shape(result) = shape(operand)[:-1] and "
            "dim(operand, R - 1) * num_bits(E) = num_bits(E'))",
            breaks={"result": "2x4xf16"},
        ),
        C(
            "C2",
            "If is_complex(operand) or is_complex(result), then "
            "is_complex(operand) and is_complex(result)",
            breaks={"operand": "2xf64", "result": "2xcomplex<f32>"},
        ),
    )
    example = {"operand": "2xf32", "result": "2x2xf16"}


class BroadcastInDim(Operation):
    """A tensor repeated along dimensions."""

    operand = Operand(_ANY_QUANTIZED)
    broadcast_dimensions = Attribute(_INTEGERS)
    result = Result(_ANY_QUANTIZED)
    constraints = BROADCAST_CONSTRAINTS
    example = {"operand": "3xf32", "broadcast_dimensions": [1], "result": "2x3xf32"}


class Concatenate(Operation):
    """Tensors one after the other along a dimension."""

    inputs = Operand("variadic number of tensors or per-tensor quantized tensors")
    dimension = Attribute("constant of type si64")
    result = Result(_ANY)
    constraints = (
        C(
            "C1",
            "same(element_type(inputs...))",
            breaks={"inputs": ["2x3xf32", "4x3xf64"]},
        ),
        C(
            "C2",
            "same([without(shape(x), [dimension]) for x in inputs])",
            prose="same(shape(inputs...)) except for dim(inputs..., dimension)",
            breaks={"inputs": ["2x3xf32", "4x2xf32"]},
        ),
        C("C3", "0 < size(inputs)", breaks={"inputs": []}),
        C("C4", "0 <= dimension < rank(inputs[0])", breaks={"dimension": 2}),
        C(
            "C5",
            "element_type(result) = element_type(inputs[0])",
            breaks={"result": "6x3xf64"},
        ),
        C(
            "C6",
            "shape(result) = replace(shape(inputs[0]), dimension, total)",
            prose=(
                "shape(result) = shape(inputs[0]) except for "
                "dim(result, dimension) = dim(inputs[0], dimension) + ..."
            ),
            breaks={"result": "5x3xf32"},
        ),
    )
    where = {
        "total": (
            "reduce(dim(inputs..., dimension), init_values=0, dimensions=[0], "
            "body=lambda x, y: x + y)"
        )
    }
    example = {"inputs": ["2x3xf32", "4x3xf32"], "dimension": 0, "result": "6x3xf32"}


class DynamicSlice(Operation):
    """A slice of a given size that starts at computed indices."""

    operand = Operand(_ANY)
    start_indices = Operand("variadic number of 0-dimensional tensors of integer type")
    slice_sizes = Attribute(_INTEGERS)
    result = Result(_ANY)
    constraints = (
        C("C1", "element_type(operand) = element_type(result)", breaks={"result": "2x2xf64"}),
        C(
            "C2",
            "size(start_indices) = size(slice_sizes) = rank(operand)",
            breaks={"start_indices": ["i64"]},
        ),
        C("C3", "same(type(start_indices...))", breaks={"start_indices": ["i64", "i32"]}),
        C(
            "C4",
            "0 <= slice_sizes <= shape(operand)",
            breaks={"slice_sizes": [2, 5], "result": "2x5xf32"},
        ),
        C("C5", "shape(result) = slice_sizes", breaks={"result": "2x3xf32"}),
    )
    example = {
        "operand": "4x4xf32",
        "start_indices": ["i64", "i64"],
        "slice_sizes": [2, 2],
        "result": "2x2xf32",
    }


class DynamicUpdateSlice(Operation):
    """A tensor with a slice, which starts at computed indices, replaced."""

    operand = Operand(_ANY)
    update = Operand(_ANY)
    start_indices = Operand("variadic number of 0-dimensional tensors of integer type")
    result = Result(_ANY)
    constraints = (
        C("C1", "type(operand) = type(result)", breaks={"result": "4x3xf32"}),
        C("C2", "element_type(update) = element_type(operand)", breaks={"update": "2x2xf64"}),
        C("C3", "rank(update) = rank(operand)", breaks={"update": "2xf32"}),
        C("C4", "size(start_indices) = rank(operand)", breaks={"start_indices": ["i64"]}),
        C("C5", "same(type(start_indices...))", breaks={"start_indices": ["i64", "i32"]}),
        C("C6", "0 <= shape(update) <= shape(operand)", breaks={"update": "2x5xf32"}),
    )
    example = {
        "operand": "4x4xf32",
        "update": "2x2xf32",
        "start_indices": ["i64", "i64"],
        "result": "4x4xf32",
    }


PAD_CONSTRAINTS = (
    C(
        "C1",
        "element_type(operand) = element_type(padding_value) = element_type(result)",
        breaks={"padding_value": "f64"},
    ),
    C(
        "C2",
        "size(edge_padding_low) = size(edge_padding_high) = size(interior_padding) = rank(operand)",
        breaks={"edge_padding_low": [1]},
    ),
    C("C3", "0 <= interior_padding", breaks={"interior_padding": [0, -1]}),
    C(
        "C4",
        "shape(result) = shape(operand) + edge_padding_low + "
        "max(shape(operand) - 1, 0) * interior_padding + edge_padding_high",
        breaks={"result": "5x8xf32"},
    ),
)


class Pad(Operation):
    """A tensor with values put around it and between its elements."""

    operand = Operand(_ANY)
    padding_value = Operand("0-dimensional tensor or per-tensor quantized tensor")
    edge_padding_low = Attribute(_INTEGERS)
    edge_padding_high = Attribute(_INTEGERS)
    interior_padding = Attribute(_INTEGERS)
    result = Result(_ANY)
    constraints = PAD_CONSTRAINTS
    example = {
        "operand": "2x3xf32",
        "padding_value": "f32",
        "edge_padding_low": [0, 1],
        "edge_padding_high": [2, 1],
        "interior_padding": [1, 2],
        "result": "5x9xf32",
    }


class Reshape(Operation):
    """The same elements in another shape."""

    operand = Operand(_ANY_QUANTIZED)
    result = Result(_ANY_QUANTIZED)
    constraints = RESHAPE_CONSTRAINTS
    example = {"operand": "2x3xf32", "result": "3x2xf32"}


class Reverse(Operation):
    """Elements in reverse order along dimensions."""

    operand = Operand(_ANY)
    dimensions = Attribute(_INTEGERS)
    result = Result(_ANY)
    constraints = (
        C("C1", "type(operand) = type(result)", breaks={"result": "3x2xf32"}),
        C("C2", "is_unique(dimensions)", breaks={"dimensions": [1, 1]}),
        C("C3", "0 <= dimensions < rank(result)", breaks={"dimensions": [2]}),
    )
    example = {"operand": "2x3xf32", "dimensions": [1], "result": "2x3xf32"}


class Slice(Operation):
    """A slice with constant bounds and strides."""

    operand = Operand(_ANY)
    start_indices = Attribute(_INTEGERS)
    limit_indices = Attribute(_INTEGERS)
    strides = Attribute(_INTEGERS)
    result = Result(_ANY)
    constraints = (
        C("C1", "element_type(operand) = element_type(result)", breaks={"result": "2x2xf64"}),
        C(
            "C2",
            "size(start_indices) = size(limit_indices) = size(strides) = rank(operand)",
            breaks={"strides": [1]},
        ),
        C(
            "C3",
            "0 <= start_indices <= limit_indices <= shape(operand)",
            breaks={"limit_indices": [3, 5]},
        ),
        C("C4", "0 < strides", breaks={"strides": [1, 0]}),
        C(
            "C5",
            "shape(result) = ceil((limit_indices - start_indices) / strides)",
            breaks={"result": "2x3xf32"},
        ),
    )
    example = {
        "operand": "3x4xf32",
        "start_indices": [1, 0],
        "limit_indices": [3, 4],
        "strides": [1, 2],
        "result": "2x2xf32",
    }


class Transpose(Operation):
    """Dimensions in another order."""

    operand = Operand(_ANY_QUANTIZED)
    permutation = Attribute(_INTEGERS)
    result = Result(_ANY_QUANTIZED)
    constraints = (
        C("C1", _SAME_ELEMENT, breaks={"result": "3x2xf64"}),
        C(
            "C2",
            "size(permutation) = rank(operand) and is_unique(permutation) and "
            "0 <= permutation < rank(operand)",
            prose="permutation is a permutation of range(rank(operand))",
            breaks={"permutation": [1, 1]},
        ),
        C("C3", "shape(result) = dim(operand, permutation...)", breaks={"result": "2x3xf32"}),
        C(
            "C4",
            "quantization_dimension(operand) = permutation[quantization_dimension(result)]",
            when="is_per_axis_quantized(result)",
            breaks={"operand": f"2x2x{_AXIS_0}", "result": f"2x2x{_AXIS_0}"},
        ),
    )
    example = {"operand": "2x3xf32", "permutation": [1, 0], "result": "3x2xf32"}
