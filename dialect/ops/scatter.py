"""scatter."""

from __future__ import annotations

from .attributes import Compound
from .core import C, Operation
from .members import Attribute, Function, Operand, Result

_ANY_VARIADIC = "variadic number of tensors or per-tensor quantized tensors"
_INTEGERS = "1-dimensional tensor constant of type si64"
# The types of the arguments of the computation.
_PAIRS = "[tensor<element_type(x)> for x in inputs] + [tensor<element_type(x)> for x in inputs]"

_SCATTER = Compound(
    "scatter",
    "ScatterDimensionNumbers",
    {
        "update_window_dims": [],
        "inserted_window_dims": [],
        "input_batching_dims": [],
        "scatter_indices_batching_dims": [],
        "scatter_dims_to_operand_dims": [],
        "index_vector_dim": 0,
    },
    renamed={"scatter_dims_to_operand_dims": "scattered_dims_to_operand_dims"},
)


def _field(field: str, phrase: str = _INTEGERS) -> Attribute:
    return Attribute(phrase, at="scatter_dimension_numbers", compound=_SCATTER, field=field)


class Scatter(Operation):
    """Tensors with slices at computed indices combined with updates."""

    inputs = Operand(_ANY_VARIADIC)
    scatter_indices = Operand("tensor of integer type")
    updates = Operand(_ANY_VARIADIC)
    update_window_dims = _field("update_window_dims")
    inserted_window_dims = _field("inserted_window_dims")
    input_batching_dims = _field("input_batching_dims")
    scatter_indices_batching_dims = _field("scatter_indices_batching_dims")
    scatter_dims_to_operand_dims = _field("scatter_dims_to_operand_dims")
    index_vector_dim = _field("index_vector_dim", "constant of type si64")
    indices_are_sorted = Attribute("constant of type i1", default=False)
    unique_indices = Attribute("constant of type i1", default=False)
    update_computation = Function("function", _PAIRS)
    results = Result(_ANY_VARIADIC)
    where = {
        "N": "size(inputs)",
        "E": "element_type(output_types(update_computation)...)",
        "update_scatter_dim_sizes": (
            "index_vector_dim < rank(scatter_indices) ? "
            "without(shape(scatter_indices), [index_vector_dim]) : shape(scatter_indices)"
        ),
        "update_window_bounds": (
            "without(shape(inputs[0]), concatenate(inserted_window_dims, input_batching_dims))"
        ),
    }
    constraints = (
        C("C1", "same(shape(inputs...))", breaks={"inputs": ["2x3x4xf32", "2x3x5xf32"]}),
        C(
            "C2",
            "rank(inputs[0]) = size(update_window_dims) + size(inserted_window_dims) + "
            "size(input_batching_dims)",
            breaks={"inserted_window_dims": []},
        ),
        C("C3", "same(shape(updates...))", breaks={"updates": ["2x5x2xf32", "2x5x1xf32"]}),
        C(
            "C4",
            "without(shape(updates[0]), update_window_dims) = update_scatter_dim_sizes and "
            "dim(updates[0], update_window_dims...) <= update_window_bounds",
            prose=(
                "shape(updates[0]) = combine(update_scatter_dim_sizes, update_window_dim_sizes)"
            ),
            breaks={"updates": ["2x5x5xf32", "2x5x5xf32"]},
        ),
        C(
            "C5",
            "0 < size(inputs) = size(updates) = N",
            breaks={"inputs": [], "updates": [], "results": []},
        ),
        C(
            "C6",
            "element_type(updates...) = element_type(inputs...)",
            breaks={"updates": ["2x5x2xf64", "2x5x2xf32"]},
        ),
        C(
            "C7",
            "is_unique(update_window_dims) and is_sorted(update_window_dims)",
            breaks={"update_window_dims": [2, 2]},
        ),
        C(
            "C8",
            "0 <= update_window_dims < rank(updates[0])",
            breaks={"update_window_dims": [3]},
        ),
        C(
            "C9",
            "is_unique(concatenate(inserted_window_dims, input_batching_dims))",
            breaks={"inserted_window_dims": [1, 1]},
        ),
        C("C10", "is_sorted(inserted_window_dims)", breaks={"inserted_window_dims": [2, 1]}),
        C(
            "C11",
            "0 <= inserted_window_dims < rank(inputs[0])",
            breaks={"inserted_window_dims": [3]},
        ),
        C("C12", "is_sorted(input_batching_dims)", breaks={"input_batching_dims": [1, 0]}),
        C(
            "C13",
            "0 <= input_batching_dims < rank(inputs[0])",
            breaks={"input_batching_dims": [3]},
        ),
        C(
            "C14",
            "is_unique(scatter_indices_batching_dims)",
            breaks={"scatter_indices_batching_dims": [0, 0]},
        ),
        C(
            "C15",
            "0 <= scatter_indices_batching_dims < rank(scatter_indices)",
            breaks={"scatter_indices_batching_dims": [3]},
        ),
        C(
            "C16",
            "index_vector_dim not in scatter_indices_batching_dims",
            breaks={"scatter_indices_batching_dims": [2]},
        ),
        C(
            "C17",
            "size(input_batching_dims) = size(scatter_indices_batching_dims)",
            breaks={"scatter_indices_batching_dims": []},
        ),
        C(
            "C18",
            "dim(inputs[0], input_batching_dims...) = "
            "dim(scatter_indices, scatter_indices_batching_dims...)",
            breaks={"inputs": ["4x3x4xf32", "4x3x4xf32"]},
        ),
        C(
            "C19",
            "size(scatter_dims_to_operand_dims) = index_vector_dim < rank(scatter_indices) ? "
            "dim(scatter_indices, index_vector_dim) : 1",
            breaks={"scatter_dims_to_operand_dims": [1]},
        ),
        C(
            "C20",
            "is_unique(concatenate(scatter_dims_to_operand_dims, input_batching_dims))",
            breaks={"scatter_dims_to_operand_dims": [1, 1]},
        ),
        C(
            "C21",
            "0 <= scatter_dims_to_operand_dims < rank(inputs[0])",
            breaks={"scatter_dims_to_operand_dims": [1, 3]},
        ),
        C(
            "C22",
            "0 <= index_vector_dim <= rank(scatter_indices)",
            breaks={"index_vector_dim": 4},
        ),
        C(
            "C23",
            "type(update_computation) = (tensor<E...>, tensor<E...>) -> (tensor<E...>) and "
            "is_promotable(element_type(inputs...), E...)",
            breaks={"update_computation": "(f32, f32, f32, f64) -> (f32, f32)"},
        ),
        C(
            "C24",
            "shape(inputs...) = shape(results...)",
            breaks={"results": ["2x3x4xf32", "2x3x3xf32"]},
        ),
        C(
            "C25",
            "element_type(results...) = E",
            breaks={"results": ["2x3x4xf32", "2x3x4xf64"]},
        ),
    )
    example = {
        "inputs": ["2x3x4xf32", "2x3x4xf32"],
        "scatter_indices": "2x5x2xi64",
        "updates": ["2x5x2xf32", "2x5x2xf32"],
        "update_window_dims": [2],
        "inserted_window_dims": [1],
        "input_batching_dims": [0],
        "scatter_indices_batching_dims": [0],
        "scatter_dims_to_operand_dims": [1, 2],
        "index_vector_dim": 2,
        "indices_are_sorted": False,
        "unique_indices": False,
        "update_computation": "(f32, f32, f32, f32) -> (f32, f32)",
        "results": ["2x3x4xf32", "2x3x4xf32"],
    }
