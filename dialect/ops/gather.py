"""gather and dynamic_gather."""

from __future__ import annotations

from .attributes import Compound
from .core import C, Operation
from .members import Attribute, Operand, Result

_ANY = "tensor or per-tensor quantized tensor"
_INTEGERS = "1-dimensional tensor constant of type si64"

_GATHER = Compound(
    "gather",
    "GatherDimensionNumbers",
    {
        "offset_dims": [],
        "collapsed_slice_dims": [],
        "operand_batching_dims": [],
        "start_indices_batching_dims": [],
        "start_index_map": [],
        "index_vector_dim": 0,
    },
)


def _field(field: str, phrase: str = _INTEGERS) -> Attribute:
    """Return a member of the dimension numbers of a gather."""
    return Attribute(phrase, at="dimension_numbers", compound=_GATHER, field=field)


_BATCH_SIZES = (
    "index_vector_dim < rank(start_indices) ? "
    "without(shape(start_indices), [index_vector_dim]) : shape(start_indices)"
)


class Gather(Operation):
    """Slices of a tensor at computed indices."""

    operand = Operand(_ANY)
    start_indices = Operand("tensor of integer type")
    offset_dims = _field("offset_dims")
    collapsed_slice_dims = _field("collapsed_slice_dims")
    operand_batching_dims = _field("operand_batching_dims")
    start_indices_batching_dims = _field("start_indices_batching_dims")
    start_index_map = _field("start_index_map")
    index_vector_dim = _field("index_vector_dim", "constant of type si64")
    slice_sizes = Attribute(_INTEGERS)
    indices_are_sorted = Attribute("constant of type i1", default=False)
    result = Result(_ANY)
    where = {
        "batch_dim_sizes": _BATCH_SIZES,
        "offset_dim_sizes": (
            "without(slice_sizes, concatenate(collapsed_slice_dims, operand_batching_dims))"
        ),
    }
    constraints = (
        C(
            "C1",
            "rank(operand) = size(offset_dims) + size(collapsed_slice_dims) + "
            "size(operand_batching_dims)",
            breaks={"collapsed_slice_dims": []},
        ),
        C(
            "C2",
            "0 <= index_vector_dim <= rank(start_indices)",
            breaks={"index_vector_dim": 4},
        ),
        C(
            "C3",
            "size(start_index_map) = "
            "index_vector_dim < rank(start_indices) ? dim(start_indices, index_vector_dim) : 1",
            breaks={"start_index_map": [1]},
        ),
        C(
            "C4",
            "is_unique(offset_dims) and is_sorted(offset_dims)",
            breaks={"offset_dims": [2, 2]},
        ),
        C("C5", "0 <= offset_dims < rank(result)", breaks={"offset_dims": [4]}),
        C(
            "C6",
            "is_unique(concatenate(collapsed_slice_dims, operand_batching_dims))",
            breaks={"collapsed_slice_dims": [1, 1]},
        ),
        C("C7", "is_sorted(collapsed_slice_dims)", breaks={"collapsed_slice_dims": [2, 1]}),
        C(
            "C8",
            "0 <= collapsed_slice_dims < rank(operand)",
            breaks={"collapsed_slice_dims": [3]},
        ),
        C(
            "C9",
            "slice_sizes[collapsed_slice_dims...] <= 1",
            breaks={"slice_sizes": [1, 2, 2]},
        ),
        C("C10", "is_sorted(operand_batching_dims)", breaks={"operand_batching_dims": [1, 0]}),
        C(
            "C11",
            "0 <= operand_batching_dims < rank(operand)",
            breaks={"operand_batching_dims": [3]},
        ),
        C(
            "C12",
            "slice_sizes[operand_batching_dims...] <= 1",
            breaks={"slice_sizes": [2, 1, 2]},
        ),
        C(
            "C13",
            "is_unique(start_indices_batching_dims)",
            breaks={"start_indices_batching_dims": [0, 0]},
        ),
        C(
            "C14",
            "0 <= start_indices_batching_dims < rank(start_indices)",
            breaks={"start_indices_batching_dims": [3]},
        ),
        C(
            "C15",
            "index_vector_dim not in start_indices_batching_dims",
            breaks={"start_indices_batching_dims": [2]},
        ),
        C(
            "C16",
            "size(operand_batching_dims) = size(start_indices_batching_dims)",
            breaks={"start_indices_batching_dims": []},
        ),
        C(
            "C17",
            "dim(operand, operand_batching_dims...) = "
            "dim(start_indices, start_indices_batching_dims...)",
            breaks={"operand": "4x3x4xf32"},
        ),
        C(
            "C18",
            "is_unique(concatenate(start_index_map, operand_batching_dims))",
            breaks={"start_index_map": [1, 1]},
        ),
        C(
            "C19",
            "0 <= start_index_map < rank(operand)",
            breaks={"start_index_map": [1, 3]},
        ),
        C("C20", "size(slice_sizes) = rank(operand)", breaks={"slice_sizes": [1, 1]}),
        C("C21", "0 <= slice_sizes <= shape(operand)", breaks={"slice_sizes": [1, 1, 5]}),
        C(
            "C22",
            "shape(result) = combine(batch_dim_sizes, offset_dim_sizes, offset_dims)",
            breaks={"result": "2x5x3xf32"},
        ),
        C("C23", "element_type(operand) = element_type(result)", breaks={"result": "2x5x2xf64"}),
    )
    example = {
        "operand": "2x3x4xf32",
        "start_indices": "2x5x2xi64",
        "offset_dims": [2],
        "collapsed_slice_dims": [1],
        "operand_batching_dims": [0],
        "start_indices_batching_dims": [0],
        "start_index_map": [1, 2],
        "index_vector_dim": 2,
        "slice_sizes": [1, 1, 2],
        "indices_are_sorted": False,
        "result": "2x5x2xf32",
    }


class DynamicGather(Operation):
    """Slices of a computed size at computed indices."""

    operand = Operand(_ANY)
    start_indices = Operand("tensor of integer type")
    slice_sizes = Operand("1-dimensional tensor of integer type", constant=True)
    offset_dims = _field("offset_dims")
    collapsed_slice_dims = _field("collapsed_slice_dims")
    start_index_map = _field("start_index_map")
    index_vector_dim = _field("index_vector_dim", "constant of type si64")
    indices_are_sorted = Attribute("constant of type i1", default=False)
    result = Result(_ANY)
    where = {
        "batch_dim_sizes": _BATCH_SIZES,
        "offset_dim_sizes": "without(value(slice_sizes), collapsed_slice_dims)",
    }
    constraints = (
        C(
            "C1",
            "rank(operand) = size(offset_dims) + size(collapsed_slice_dims)",
            breaks={"collapsed_slice_dims": []},
        ),
        C(
            "C2",
            "0 <= index_vector_dim <= rank(start_indices)",
            breaks={"index_vector_dim": 4},
        ),
        C(
            "C3",
            "size(start_index_map) = "
            "index_vector_dim < rank(start_indices) ? dim(start_indices, index_vector_dim) : 1",
            breaks={"start_index_map": [0]},
        ),
        C(
            "C4",
            "is_unique(offset_dims) and is_sorted(offset_dims)",
            breaks={"offset_dims": [1, 1]},
        ),
        C("C5", "0 <= offset_dims < rank(result)", breaks={"offset_dims": [4]}),
        C(
            "C6",
            "is_unique(collapsed_slice_dims) and is_sorted(collapsed_slice_dims)",
            breaks={"collapsed_slice_dims": [0, 0]},
        ),
        C(
            "C7",
            "0 <= collapsed_slice_dims < rank(operand)",
            breaks={"collapsed_slice_dims": [3]},
        ),
        C(
            "C8",
            "value(slice_sizes)[collapsed_slice_dims...] <= 1",
            breaks={"slice_sizes": "2xi64 = [2, 2]"},
        ),
        C("C9", "is_unique(start_index_map)", breaks={"start_index_map": [1, 1]}),
        C("C10", "0 <= start_index_map < rank(operand)", breaks={"start_index_map": [1, 2]}),
        C("C11", "size(slice_sizes) = rank(operand)", breaks={"slice_sizes": "3xi64"}),
        C(
            "C12",
            "0 <= value(slice_sizes) <= shape(operand)",
            breaks={"slice_sizes": "2xi64 = [1, 5]"},
        ),
        C(
            "C13",
            "shape(result) = combine(batch_dim_sizes, offset_dim_sizes, offset_dims)",
            breaks={"result": "5x3xf32"},
        ),
        C("C14", "element_type(operand) = element_type(result)", breaks={"result": "5x2xf64"}),
    )
    example = {
        "operand": "3x4xf32",
        "start_indices": "5x2xi64",
        "slice_sizes": "2xi64 = [1, 2]",
        "offset_dims": [1],
        "collapsed_slice_dims": [0],
        "start_index_map": [0, 1],
        "index_vector_dim": 1,
        "indices_are_sorted": False,
        "result": "5x2xf32",
    }
