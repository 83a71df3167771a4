"""dot_general."""

from __future__ import annotations

from ..notation.algebra import Tensor
from .attributes import Compound
from .core import C, Operation
from .members import Attribute, Operand, Result

_ANY = "tensor or per-tensor quantized tensor"
_ANY_QUANTIZED = "tensor or quantized tensor"
_INTEGERS = "1-dimensional tensor constant of type si64"
PRECISIONS = "variadic number of enums of DEFAULT, HIGH, and HIGHEST"

_QI8 = "!quant.uniform<i8:f32, 0.5>"
_QI4 = "!quant.uniform<i4:f32, 0.5>"
_QBF16 = "!quant.uniform<i8:bf16, 0.5>"
_OFF_ZERO = "!quant.uniform<i8:f32, 0.5:3>"


def per_axis(axis: int, count: int) -> str:
    """Return an element type that is quantized along ``axis``, of ``count`` slices."""
    return f"!quant.uniform<i8:f32:{axis}, {{{','.join(['0.5'] * count)}}}>"


class _Precision(Attribute):
    """The precisions of two operands; an empty list is as good as none."""

    def __init__(self):
        default = Tensor(("DEFAULT", "DEFAULT"))
        super().__init__(PRECISIONS, form="enums precision", default=default)

    def read(self, operation) -> object:
        """Return the precisions of an operation."""
        return super().read(operation) or self.default


def precision() -> Attribute:
    """Return the member of the precisions of two operands."""
    return _Precision()


_DOT = Compound(
    "dot",
    "DotDimensionNumbers",
    {
        "lhs_batching_dimensions": [],
        "rhs_batching_dimensions": [],
        "lhs_contracting_dimensions": [],
        "rhs_contracting_dimensions": [],
    },
)

_ALGORITHM = Compound("dot_algorithm", "DotAlgorithm", {})


def _dot_field(field: str) -> Attribute:
    return Attribute(_INTEGERS, at="dot_dimension_numbers", compound=_DOT, field=field)


def _algorithm_field(field: str, phrase: str) -> Attribute:
    return Attribute(phrase, at="algorithm", compound=_ALGORITHM, field=field, default=None)


_HAS_ALGORITHM = (
    "!is_empty_algorithm(lhs_precision_type, rhs_precision_type, accumulation_type, "
    "lhs_component_count, rhs_component_count, num_primitive_operations, "
    "allow_imprecise_accumulation)"
)

_TF32 = {
    "lhs_precision_type": "tf32",
    "rhs_precision_type": "tf32",
    "accumulation_type": "f32",
    "lhs_component_count": 1,
    "rhs_component_count": 1,
    "num_primitive_operations": 1,
    "allow_imprecise_accumulation": False,
}


class DotGeneral(Operation):
    """Sums of products over contracting dimensions.

    (C13) asks for one element type of both operands.  JAX and XLA multiply 8-bit
    floating-point types of different formats, such as f8E4M3FN and f8E5M2, so
    that is no violation here.
    """

    lhs = Operand(_ANY)
    rhs = Operand(_ANY_QUANTIZED)
    lhs_batching_dimensions = _dot_field("lhs_batching_dimensions")
    rhs_batching_dimensions = _dot_field("rhs_batching_dimensions")
    lhs_contracting_dimensions = _dot_field("lhs_contracting_dimensions")
    rhs_contracting_dimensions = _dot_field("rhs_contracting_dimensions")
    precision_config = precision()
    lhs_precision_type = _algorithm_field("lhs_precision_type", "FloatType or TensorFloat32")
    rhs_precision_type = _algorithm_field("rhs_precision_type", "FloatType or TensorFloat32")
    accumulation_type = _algorithm_field("accumulation_type", "FloatType or TensorFloat32")
    lhs_component_count = _algorithm_field("lhs_component_count", "constant of type si32")
    rhs_component_count = _algorithm_field("rhs_component_count", "constant of type si32")
    num_primitive_operations = _algorithm_field("num_primitive_operations", "constant of type si32")
    allow_imprecise_accumulation = _algorithm_field(
        "allow_imprecise_accumulation", "constant of type bool"
    )
    result = Result(_ANY_QUANTIZED)
    where = {
        "lhs_result_dimensions": (
            "without(axes(lhs), concatenate(lhs_batching_dimensions, lhs_contracting_dimensions))"
        ),
        "rhs_result_dimensions": (
            "without(axes(rhs), concatenate(rhs_batching_dimensions, rhs_contracting_dimensions))"
        ),
    }
    constraints = (
        C(
            "C1",
            "size(lhs_batching_dimensions) = size(rhs_batching_dimensions)",
            breaks={"lhs_batching_dimensions": []},
        ),
        C(
            "C2",
            "size(lhs_contracting_dimensions) = size(rhs_contracting_dimensions)",
            breaks={"lhs_contracting_dimensions": []},
        ),
        C(
            "C3",
            "is_unique(concatenate(lhs_batching_dimensions, lhs_contracting_dimensions))",
            breaks={"lhs_contracting_dimensions": [0]},
        ),
        C(
            "C4",
            "is_unique(concatenate(rhs_batching_dimensions, rhs_contracting_dimensions))",
            breaks={"rhs_contracting_dimensions": [0]},
        ),
        C(
            "C5",
            "0 <= lhs_batching_dimensions < rank(lhs)",
            breaks={"lhs_batching_dimensions": [3]},
        ),
        C(
            "C6",
            "0 <= lhs_contracting_dimensions < rank(lhs)",
            breaks={"lhs_contracting_dimensions": [3]},
        ),
        C(
            "C7",
            "0 <= rhs_batching_dimensions < rank(rhs)",
            breaks={"rhs_batching_dimensions": [3]},
        ),
        C(
            "C8",
            "0 <= rhs_contracting_dimensions < rank(rhs)",
            breaks={"rhs_contracting_dimensions": [-1]},
        ),
        C(
            "C9",
            "dim(lhs, lhs_batching_dimensions...) = dim(rhs, rhs_batching_dimensions...)",
            breaks={"rhs": "7x4x5xf32"},
        ),
        C(
            "C10",
            "dim(lhs, lhs_contracting_dimensions...) = dim(rhs, rhs_contracting_dimensions...)",
            breaks={"rhs": "2x8x5xf32"},
        ),
        C("C11", "size(precision_config) = 2", breaks={"precision_config": ["DEFAULT"]}),
        C(
            "C12",
            "shape(result) = dim(lhs, lhs_batching_dimensions) + "
            "dim(lhs, lhs_result_dimensions) + dim(rhs, rhs_result_dimensions)",
            breaks={"result": "2x5x3xf32"},
        ),
        C(
            "C13",
            "element_type(lhs) = element_type(rhs) or "
            "is_float(lhs) and is_float(rhs) and num_bits(lhs) = num_bits(rhs) = 8",
            when="!uses_quantized",
            prose=(
                "If the operation uses no quantized tensors, then "
                "element_type(lhs) = element_type(rhs)"
            ),
            breaks={"rhs": "2x4x5xf64"},
        ),
        C(
            "C14",
            "is_quantized(lhs) = is_quantized(result) and is_quantized(rhs)",
            when="uses_quantized",
            breaks={"rhs": f"2x4x5x{_QI8}", "result": f"2x3x5x{_QI8}"},
        ),
        C(
            "C15",
            "zero_points(rhs) = 0",
            when="uses_quantized",
            breaks={"rhs": f"2x4x5x{_OFF_ZERO}"},
        ),
        C(
            "C16",
            "quantization_dimension(rhs) not in rhs_contracting_dimensions",
            when="uses_quantized and is_per_axis_quantized(rhs)",
            breaks={"rhs": f"2x4x5x{per_axis(1, 4)}"},
        ),
        C(
            "C17",
            "storage_type(lhs) = storage_type(rhs)",
            when="uses_quantized and is_quantized(lhs)",
            breaks={
                "lhs": f"2x3x4x{_QI8}",
                "rhs": f"2x4x5x{_QI4}",
                "result": f"2x3x5x{_QI8}",
            },
        ),
        C(
            "C18",
            "expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)",
            when="uses_quantized and is_quantized(lhs)",
            breaks={
                "lhs": f"2x3x4x{_QI8}",
                "rhs": f"2x4x5x{_QBF16}",
                "result": f"2x3x5x{_QI8}",
            },
        ),
        C(
            "C19",
            "is_per_tensor_quantized(result)",
            when="uses_quantized and is_quantized(lhs) and is_per_tensor_quantized(rhs)",
            breaks={
                "lhs": f"2x3x4x{_QI8}",
                "rhs": f"2x4x5x{_QI8}",
                "result": f"2x3x5x{per_axis(2, 5)}",
            },
        ),
        C(
            "C20",
            "element_type(lhs) = expressed_type(rhs) = element_type(result)",
            when="uses_quantized and !is_quantized(lhs)",
            breaks={"rhs": f"2x4x5x{_QBF16}"},
        ),
        C(
            "C21",
            "precision_config... = DEFAULT",
            when=_HAS_ALGORITHM,
            breaks=_TF32 | {"precision_config": ["HIGH", "DEFAULT"]},
        ),
        C(
            "C22",
            "0 < lhs_component_count",
            when=_HAS_ALGORITHM,
            breaks=_TF32 | {"lhs_component_count": 0},
        ),
        C(
            "C23",
            "0 < rhs_component_count",
            when=_HAS_ALGORITHM,
            breaks=_TF32 | {"rhs_component_count": -1},
        ),
        C(
            "C24",
            "0 < num_primitive_operations",
            when=_HAS_ALGORITHM,
            breaks=_TF32 | {"num_primitive_operations": 0},
        ),
    )
    inferences = ("If !is_quantized(rhs), then element_type(result) = element_type(lhs)",)
    example = {
        "lhs": "2x3x4xf32",
        "rhs": "2x4x5xf32",
        "lhs_batching_dimensions": [0],
        "rhs_batching_dimensions": [0],
        "lhs_contracting_dimensions": [2],
        "rhs_contracting_dimensions": [1],
        "precision_config": ["DEFAULT", "DEFAULT"],
        "result": "2x3x5xf32",
    }
