"""Reductions, map and sort: operations that apply a function to elements."""

from __future__ import annotations

from ..notation.shape_functions import rank
from .core import C, Operation
from .members import Attribute, Function, Operand, Result, ones, zero_padding

_ANY = "tensor or per-tensor quantized tensor"
_ANY_VARIADIC = "variadic number of tensors or per-tensor quantized tensors"
_SCALARS = "variadic number of 0-dimensional tensors or per-tensor quantized tensors"
_INTEGERS = "1-dimensional tensor constant of type si64"
# The types of the arguments of functions.
_PAIR = "[tensor<element_type(operand)>, tensor<element_type(operand)>]"
_PAIRS = "[tensor<element_type(x)> for x in inputs] + [tensor<element_type(x)> for x in inputs]"
_BODY = "(f32, i32, f32, i32) -> (f32, i32)"


class Map(Operation):
    """A computation on the elements of tensors, taken together."""

    inputs = Operand(_ANY_VARIADIC)
    dimensions = Attribute(_INTEGERS)
    computation = Function("function", "[tensor<element_type(x)> for x in inputs]")
    result = Result(_ANY)
    where = {
        "N": "size(inputs)",
        "E": "element_type(inputs...)",
        "E'": "element_type(output_types(computation)[0])",
    }
    constraints = (
        C("C1", "shape(inputs...) = shape(result)", breaks={"inputs": ["2x3xf32", "3x2xi32"]}),
        C("C2", "0 < size(inputs) = N", breaks={"inputs": []}),
        C("C3", "dimensions = range(rank(inputs[0]))", breaks={"dimensions": [1, 0]}),
        C(
            "C4",
            "type(computation) = (tensor<E...>) -> tensor<E'> and element_type(result) = E'",
            breaks={"computation": "(f32, f32) -> f32"},
        ),
    )
    example = {
        "inputs": ["2x3xf32", "2x3xi32"],
        "dimensions": [0, 1],
        "computation": "(f32, i32) -> f32",
        "result": "2x3xf32",
    }


class Reduce(Operation):
    """Elements along dimensions combined."""

    inputs = Operand(_ANY_VARIADIC)
    init_values = Operand(_SCALARS)
    dimensions = Attribute(_INTEGERS)
    body = Function("function", _PAIRS)
    results = Result(_ANY_VARIADIC)
    where = {"N": "size(inputs)", "E": "element_type(output_types(body)...)"}
    constraints = (
        C("C1", "same(shape(inputs...))", breaks={"inputs": ["2x3xf32", "2x4xi32"]}),
        C(
            "C2",
            "element_type(inputs...) = element_type(init_values...)",
            breaks={"init_values": ["f64", "i32"]},
        ),
        C(
            "C3",
            "0 < size(inputs) = size(init_values) = size(results) = N",
            breaks={"init_values": ["f32"]},
        ),
        C("C4", "0 <= dimensions < rank(inputs[0])", breaks={"dimensions": [2]}),
        C("C5", "is_unique(dimensions)", breaks={"dimensions": [1, 1]}),
        C(
            "C6",
            "type(body) = (tensor<E...>, tensor<E...>) -> (tensor<E...>) and "
            "is_promotable(element_type(inputs...), E...)",
            breaks={"body": "(f32, i32, f32) -> (f32, i32)"},
        ),
        C(
            "C7",
            "shape(results...) = without(shape(inputs[0]), dimensions)",
            prose=(
                "shape(results...) = shape(inputs...) except that the dimension sizes of "
                "inputs... corresponding to dimensions are not included"
            ),
            breaks={"results": ["3xf32", "3xi32"]},
        ),
        C("C8", "element_type(results...) = E", breaks={"results": ["2xf64", "2xi32"]}),
    )
    example = {
        "inputs": ["2x3xf32", "2x3xi32"],
        "init_values": ["f32", "i32"],
        "dimensions": [1],
        "body": _BODY,
        "results": ["2xf32", "2xi32"],
    }


def _per_dimension(default) -> Attribute:
    """Return a member with an entry for each dimension, which may be left out."""
    return Attribute(_INTEGERS, default=lambda op: default(rank(op.inputs[0])))


class ReduceWindow(Operation):
    """Elements in a sliding window combined."""

    inputs = Operand(_ANY_VARIADIC)
    init_values = Operand(_SCALARS)
    window_dimensions = Attribute(_INTEGERS)
    window_strides = _per_dimension(ones)
    base_dilations = _per_dimension(ones)
    window_dilations = _per_dimension(ones)
    padding = Attribute(
        "2-dimensional tensor constant of type si64",
        default=lambda op: zero_padding(rank(op.inputs[0])),
    )
    body = Function("function", _PAIRS)
    results = Result(_ANY_VARIADIC)
    where = {
        "N": "size(inputs)",
        "E": "element_type(output_types(body)...)",
        "dilated_input_shape": (
            "(shape(inputs[0]) = 0) ? 0 : (shape(inputs[0]) - 1) * base_dilations + 1"
        ),
        "padded_input_shape": "padding[:, 0] + dilated_input_shape + padding[:, 1]",
        "dilated_window_shape": "(window_dimensions - 1) * window_dilations + 1",
        "is_empty_window": ("padded_input_shape = 0 || dilated_window_shape > padded_input_shape"),
        "num_windows": (
            "is_empty_window ? 0 : "
            "floor((padded_input_shape - dilated_window_shape) / window_strides) + 1"
        ),
    }
    constraints = (
        C(
            "C1",
            "0 < size(inputs) = size(init_values) = size(results) = N",
            breaks={"init_values": ["f32"]},
        ),
        C("C2", "same(shape(inputs...))", breaks={"inputs": ["4x5xf32", "5x4xi32"]}),
        C(
            "C3",
            "element_type(inputs...) = element_type(init_values...)",
            breaks={"init_values": ["f32", "i64"]},
        ),
        C("C4", "size(window_dimensions) = rank(inputs[0])", breaks={"window_dimensions": [2]}),
        C("C5", "0 < window_dimensions", breaks={"window_dimensions": [0, 3]}),
        C("C6", "size(window_strides) = rank(inputs[0])", breaks={"window_strides": [1]}),
        C("C7", "0 < window_strides", breaks={"window_strides": [2, -1]}),
        C("C8", "size(base_dilations) = rank(inputs[0])", breaks={"base_dilations": [1]}),
        C("C9", "0 < base_dilations", breaks={"base_dilations": [0, 1]}),
        C("C10", "size(window_dilations) = rank(inputs[0])", breaks={"window_dilations": [1]}),
        C("C11", "0 < window_dilations", breaks={"window_dilations": [1, -1]}),
        C("C12", "shape(padding) = [rank(inputs[0]), 2]", breaks={"padding": [[0, 0]]}),
        C(
            "C13",
            "type(body) = (tensor<E...>, tensor<E...>) -> (tensor<E...>) and "
            "is_promotable(element_type(inputs...), E...)",
            breaks={"body": "(f32, i32, i32, i32) -> (f32, i32)"},
        ),
        C("C14", "same(shape(results...))", breaks={"results": ["2x3xf32", "2x4xi32"]}),
        C(
            "C15",
            "shape(results[0]) = num_windows",
            breaks={"results": ["2x4xf32", "2x4xi32"]},
        ),
        C("C16", "element_type(results...) = E", breaks={"results": ["2x3xf32", "2x3xi64"]}),
    )
    inferences = ("shape(results...) = num_windows",)
    example = {
        "inputs": ["4x5xf32", "4x5xi32"],
        "init_values": ["f32", "i32"],
        "window_dimensions": [2, 3],
        "window_strides": [2, 1],
        "base_dilations": [1, 1],
        "window_dilations": [1, 1],
        "padding": [[0, 0], [0, 0]],
        "body": _BODY,
        "results": ["2x3xf32", "2x3xi32"],
    }


class SelectAndScatter(Operation):
    """Sources added where a window's selected element is."""

    operand = Operand(_ANY)
    source = Operand(_ANY)
    init_value = Operand("0-dimensional tensor or per-tensor quantized tensor")
    window_dimensions = Attribute(_INTEGERS, default=lambda op: ones(rank(op.operand)))
    window_strides = Attribute(_INTEGERS, default=lambda op: ones(rank(op.operand)))
    padding = Attribute(
        "2-dimensional tensor constant of type si64",
        default=lambda op: zero_padding(rank(op.operand)),
    )
    select = Function("function", _PAIR)
    scatter = Function("function", _PAIR)
    result = Result(_ANY)
    where = {
        "E": "element_type(output_types(scatter)[0])",
        "padded_operand_shape": "padding[:, 0] + shape(operand) + padding[:, 1]",
        "is_empty_window": ("padded_operand_shape = 0 || window_dimensions > padded_operand_shape"),
        "num_windows": (
            "is_empty_window ? 0 : "
            "floor((padded_operand_shape - window_dimensions) / window_strides) + 1"
        ),
    }
    constraints = (
        C("C1", "element_type(operand) = element_type(source)", breaks={"source": "2x2xf64"}),
        C("C2", "shape(source) = num_windows", breaks={"source": "2x3xf32"}),
        C(
            "C3",
            "element_type(init_value) = element_type(operand)",
            breaks={"init_value": "f64"},
        ),
        C("C4", "size(window_dimensions) = rank(operand)", breaks={"window_dimensions": [2]}),
        C("C5", "0 < window_dimensions", breaks={"window_dimensions": [2, 0]}),
        C("C6", "size(window_strides) = rank(operand)", breaks={"window_strides": [2]}),
        C("C7", "0 < window_strides", breaks={"window_strides": [2, 0]}),
        C("C8", "shape(padding) = [rank(operand), 2]", breaks={"padding": [[0, 0]]}),
        C(
            "C9",
            "type(select) = (tensor<element_type(operand)>, tensor<element_type(operand)>) -> "
            "tensor<i1>",
            breaks={"select": "(f32, f32) -> f32"},
        ),
        C(
            "C10",
            "type(scatter) = (tensor<E>, tensor<E>) -> tensor<E> and "
            "is_promotable(element_type(operand), E)",
            breaks={"scatter": "(f32, f64) -> f32"},
        ),
        C("C11", "shape(operand) = shape(result)", breaks={"result": "4x5xf32"}),
        C("C12", "element_type(result) = E", breaks={"result": "4x4xf64"}),
    )
    example = {
        "operand": "4x4xf32",
        "source": "2x2xf32",
        "init_value": "f32",
        "window_dimensions": [2, 2],
        "window_strides": [2, 2],
        "padding": [[0, 0], [0, 0]],
        "select": "(f32, f32) -> i1",
        "scatter": "(f32, f32) -> f32",
        "result": "4x4xf32",
    }


class Sort(Operation):
    """Tensors sorted together along a dimension."""

    inputs = Operand(_ANY_VARIADIC)
    dimension = Attribute("constant of type si64", default=-1)
    is_stable = Attribute("constant of type i1", default=False)
    comparator = Function("function", "interleave(tensor<E...>, tensor<E...>)")
    results = Result(_ANY_VARIADIC)
    where = {"R": "rank(inputs[0])", "E": "element_type(inputs...)"}
    constraints = (
        C("C1", "0 < size(inputs)", breaks={"inputs": [], "results": []}),
        C("C2", "type(inputs...) = type(results...)", breaks={"results": ["3x4xf32", "4x3xi32"]}),
        C(
            "C3",
            "same(shape(inputs...) + shape(results...))",
            breaks={"inputs": ["3x4xf32", "3x5xi32"], "results": ["3x4xf32", "3x5xi32"]},
        ),
        C("C4", "-R <= dimension < R", breaks={"dimension": -3}),
        C(
            "C5",
            "type(comparator) = (interleave(tensor<E...>, tensor<E...>)...) -> tensor<i1>",
            breaks={"comparator": "(f32, i32, f32, i32) -> i1"},
        ),
    )
    example = {
        "inputs": ["3x4xf32", "3x4xi32"],
        "dimension": 1,
        "is_stable": True,
        "comparator": "(f32, f32, i32, i32) -> i1",
        "results": ["3x4xf32", "3x4xi32"],
    }
