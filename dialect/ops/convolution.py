"""convolution and dynamic_conv, which differ in where the padding comes from."""

from __future__ import annotations

from dataclasses import replace

from ..notation.algebra import Tensor
from ..notation.shape_functions import rank
from .attributes import Compound
from .core import C, Operation
from .dot import per_axis, precision
from .members import Attribute, Operand, Result, ones, zero_padding

_ANY = "tensor or per-tensor quantized tensor"
_ANY_QUANTIZED = "tensor or quantized tensor"
_INTEGER = "constant of type si64"
_INTEGERS = "1-dimensional tensor constant of type si64"
_MATRIX = "2-dimensional tensor constant of type si64"

_QI8 = "!quant.uniform<i8:f32, 0.5>"
_QI4 = "!quant.uniform<i4:f32, 0.5>"
_QBF16 = "!quant.uniform<i8:bf16, 0.5>"


def _quantized(lhs: str = _QI8, rhs: str = _QI8, result: str = _QI8) -> dict[str, str]:
    """Return the types of the convolutions' example with quantized elements."""
    return {
        "lhs": f"2x6x6x4x{lhs}",
        "rhs": f"3x3x4x8x{rhs}",
        "result": f"2x6x6x8x{result}",
    }


_CONV = Compound("conv", "ConvDimensionNumbers", {}, prefix="raw ")


def _conv_field(phrase: str = _INTEGER) -> Attribute:
    return Attribute(phrase, at="dimension_numbers", compound=_CONV)


def _spatial(phrase: str, default) -> Attribute:
    """Return a member with one entry for each spatial dimension, which may be left out."""
    return Attribute(phrase, default=lambda op: default(max(rank(op.lhs) - 2, 0)))


class _Convolution(Operation, abstract=True):
    """What convolution and dynamic_conv share: all but ``padding``.

    (C27) asks for one element type of operands and result.  Frameworks write
    convolutions that accumulate in a wider type as such, and every
    implementation takes them, so a wider result is no violation here.
    """

    lhs = Operand(_ANY)
    rhs = Operand(_ANY_QUANTIZED)
    window_strides = _spatial(_INTEGERS, ones)
    padding: Attribute | Operand = _spatial(_MATRIX, zero_padding)
    lhs_dilation = _spatial(_INTEGERS, ones)
    rhs_dilation = _spatial(_INTEGERS, ones)
    window_reversal = _spatial(
        "1-dimensional tensor constant of type i1", lambda n: Tensor((False,) * n)
    )
    input_batch_dimension = _conv_field()
    input_feature_dimension = _conv_field()
    input_spatial_dimensions = _conv_field(_INTEGERS)
    kernel_input_feature_dimension = _conv_field()
    kernel_output_feature_dimension = _conv_field()
    kernel_spatial_dimensions = _conv_field(_INTEGERS)
    output_batch_dimension = _conv_field()
    output_feature_dimension = _conv_field()
    output_spatial_dimensions = _conv_field(_INTEGERS)
    feature_group_count = Attribute(_INTEGER)
    batch_group_count = Attribute(_INTEGER)
    precision_config = precision()
    result = Result(_ANY_QUANTIZED)
    where = {
        "N": "rank(lhs)",
        "input_dimensions": (
            "[input_batch_dimension] + input_spatial_dimensions + [input_feature_dimension]"
        ),
        "kernel_dimensions": (
            "kernel_spatial_dimensions + [kernel_input_feature_dimension] + "
            "[kernel_output_feature_dimension]"
        ),
        "output_dimensions": (
            "[output_batch_dimension] + output_spatial_dimensions + [output_feature_dimension]"
        ),
        "input_shape": "dim(lhs, input_spatial_dimensions)",
        "window_shape": "dim(rhs, kernel_spatial_dimensions)",
        "dilated_input_shape": ("(input_shape = 0) ? 0 : (input_shape - 1) * lhs_dilation + 1"),
        "padded_input_shape": ("value(padding)[:, 0] + dilated_input_shape + value(padding)[:, 1]"),
        "dilated_window_shape": ("(window_shape = 0) ? 0 : (window_shape - 1) * rhs_dilation + 1"),
        "is_empty_window": ("padded_input_shape = 0 || dilated_window_shape > padded_input_shape"),
        "num_windows": (
            "is_empty_window ? 0 : "
            "floor((padded_input_shape - dilated_window_shape) / window_strides) + 1"
        ),
    }
    constraints = (
        C("C1", "N = rank(lhs) = rank(rhs)", breaks={"rhs": "3x3x4xf32"}),
        C("C2", "size(window_strides) = N - 2", breaks={"window_strides": [1]}),
        C("C3", "0 < window_strides", breaks={"window_strides": [1, 0]}),
        C("C4", "shape(padding) = [N - 2, 2]", breaks={"padding": [[1, 1]]}),
        C("C5", "size(lhs_dilation) = N - 2", breaks={"lhs_dilation": [1, 1, 1]}),
        C("C6", "0 < lhs_dilation", breaks={"lhs_dilation": [0, 1]}),
        C("C7", "size(rhs_dilation) = N - 2", breaks={"rhs_dilation": [1]}),
        C("C8", "0 < rhs_dilation", breaks={"rhs_dilation": [1, -1]}),
        C("C9", "size(window_reversal) = N - 2", breaks={"window_reversal": [True]}),
        C(
            "C10",
            "dim(lhs, input_batch_dimension) % batch_group_count = 0",
            breaks={"batch_group_count": 3},
        ),
        C(
            "C11",
            "dim(lhs, input_feature_dimension) % feature_group_count = 0",
            breaks={"feature_group_count": 3},
        ),
        C(
            "C12",
            "size(input_spatial_dimensions) = N - 2",
            breaks={"input_spatial_dimensions": [1]},
        ),
        C(
            "C13",
            "is_unique(input_dimensions) and 0 <= input_dimensions < N",
            breaks={"input_spatial_dimensions": [1, 1]},
        ),
        C(
            "C14",
            "dim(rhs, kernel_input_feature_dimension) = "
            "dim(lhs, input_feature_dimension) / feature_group_count",
            breaks={"rhs": "3x3x2x8xf32"},
        ),
        C(
            "C15",
            "dim(rhs, kernel_output_feature_dimension) % batch_group_count = 0",
            breaks={"batch_group_count": 3},
        ),
        C(
            "C16",
            "dim(rhs, kernel_output_feature_dimension) % feature_group_count = 0",
            breaks={"feature_group_count": 3},
        ),
        C(
            "C17",
            "size(kernel_spatial_dimensions) = N - 2",
            breaks={"kernel_spatial_dimensions": [0]},
        ),
        C(
            "C18",
            "is_unique(kernel_dimensions) and 0 <= kernel_dimensions < N",
            breaks={"kernel_spatial_dimensions": [0, 4]},
        ),
        C(
            "C19",
            "size(output_spatial_dimensions) = N - 2",
            breaks={"output_spatial_dimensions": [1]},
        ),
        C(
            "C20",
            "is_unique(output_dimensions) and 0 <= output_dimensions < N",
            breaks={"output_feature_dimension": 0},
        ),
        C("C21", "0 < feature_group_count", breaks={"feature_group_count": 0}),
        C("C22", "0 < batch_group_count", breaks={"batch_group_count": -2}),
        C(
            "C23",
            "feature_group_count = 1 or batch_group_count = 1",
            breaks={"feature_group_count": 2, "batch_group_count": 2},
        ),
        C("C24", "size(precision_config) = 2", breaks={"precision_config": ["HIGH"]}),
        C(
            "C25",
            "dim(result, output_batch_dimension) = "
            "dim(lhs, input_batch_dimension) / batch_group_count and "
            "dim(result, output_feature_dimension) = "
            "dim(rhs, kernel_output_feature_dimension) and "
            "dim(result, output_spatial_dimensions...) = num_windows",
            breaks={"result": "2x6x7x8xf32"},
        ),
        C("C26", "rank(result) = N", breaks={"result": "2x6x6xf32"}),
        C(
            "C27",
            "element_type(lhs) = element_type(rhs) and "
            "is_promotable(element_type(lhs), element_type(result))",
            when="!uses_quantized",
            prose=(
                "If the operation uses no quantized tensors, then element_type(lhs) = "
                "element_type(rhs) = element_type(result), or a wider type for the result"
            ),
            breaks={"rhs": "3x3x4x8xf64"},
        ),
        C(
            "C28",
            "is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)",
            when="uses_quantized",
            breaks={"lhs": f"2x6x6x4x{_QI8}"},
        ),
        C(
            "C29",
            "quantization_dimension(rhs) = kernel_output_feature_dimension",
            when="uses_quantized and is_per_axis_quantized(rhs)",
            breaks=_quantized(rhs=per_axis(2, 4)),
        ),
        C(
            "C30",
            "quantization_dimension(result) = output_feature_dimension",
            when="uses_quantized and is_per_axis_quantized(result)",
            breaks=_quantized(rhs=per_axis(3, 8), result=per_axis(0, 2)),
        ),
        C(
            "C31",
            "storage_type(lhs) = storage_type(rhs)",
            when="uses_quantized and is_quantized(lhs)",
            breaks=_quantized(rhs=_QI4),
        ),
        C(
            "C32",
            "expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)",
            when="uses_quantized and is_quantized(lhs)",
            breaks=_quantized(rhs=_QBF16),
        ),
        C(
            "C33",
            "is_per_tensor_quantized(result)",
            when="uses_quantized and is_quantized(lhs) and is_per_tensor_quantized(rhs)",
            breaks=_quantized(result=per_axis(3, 8)),
        ),
        C(
            "C34",
            "element_type(lhs) = expressed_type(rhs) = element_type(result)",
            when="uses_quantized and !is_quantized(lhs)",
            breaks={"rhs": f"3x3x4x8x{_QBF16}"},
        ),
    )
    inferences = ("If !is_quantized(rhs), then element_type(result) = element_type(lhs)",)
    example = {
        "lhs": "2x6x6x4xf32",
        "rhs": "3x3x4x8xf32",
        "window_strides": [1, 1],
        "padding": [[1, 1], [1, 1]],
        "lhs_dilation": [1, 1],
        "rhs_dilation": [1, 1],
        "window_reversal": [False, False],
        "input_batch_dimension": 0,
        "input_feature_dimension": 3,
        "input_spatial_dimensions": [1, 2],
        "kernel_input_feature_dimension": 2,
        "kernel_output_feature_dimension": 3,
        "kernel_spatial_dimensions": [0, 1],
        "output_batch_dimension": 0,
        "output_feature_dimension": 3,
        "output_spatial_dimensions": [1, 2],
        "feature_group_count": 1,
        "batch_group_count": 1,
        "precision_config": ["DEFAULT", "DEFAULT"],
        "result": "2x6x6x8xf32",
    }


class Convolution(_Convolution):
    """Sums of products over a sliding window."""


_LABELLED = {c.label: c for c in _Convolution.constraints}


class DynamicConv(_Convolution, first=("lhs", "rhs", "padding")):
    """A convolution with computed padding.

    (C2) asks for a stride for each spatial dimension.  JAX writes the one stride
    of a one-dimensional convolution twice, and implementations pass over the
    surplus, so repeating a stride too often is no violation here.
    """

    padding = Operand("2-dimensional tensor of integer type", constant=True)
    constraints = tuple(
        (
            _LABELLED
            | {
                "C2": replace(
                    _LABELLED["C2"],
                    formula=(
                        "size(window_strides) = N - 2 or "
                        "size(window_strides) > N - 2 and same(window_strides)"
                    ),
                    prose="size(window_strides) = N - 2",
                ),
                # This is about the type of the padding here.
                "C4": replace(_LABELLED["C4"], breaks={"padding": "1x2xi64"}),
            }
        ).values()
    )
    example = _Convolution.example | {"padding": "2x2xi64 = [[1, 1], [1, 1]]"}
