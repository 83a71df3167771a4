"""Operations that programs still have, and that the specification does not number constraints for.

Each is to be removed, or has a successor, which its docstring names.
"""

from __future__ import annotations

from .core import Operation
from .dot import precision
from .members import Attribute, Operand, Result

_ANY = "tensor or per-tensor quantized tensor"
_ANY_QUANTIZED = "tensor or quantized tensor"
_INTEGER = "constant of type si64"
_INTEGERS = "1-dimensional tensor constant of type si64"
_SIZES = "1-dimensional tensor of integer type"


class Broadcast(Operation):
    """A tensor repeated in new leading dimensions; see broadcast_in_dim."""

    operand = Operand(_ANY)
    broadcast_sizes = Attribute(_INTEGERS)
    result = Result(_ANY)
    inferences = (
        "element_type(result) = element_type(operand)",
        "shape(result) = concatenate(broadcast_sizes, shape(operand))",
    )
    example = {"operand": "3xf32", "broadcast_sizes": [2], "result": "2x3xf32"}


class CreateToken(Operation):
    """A new token; see after_all."""

    result = Result("token")
    example = {"result": "token"}


class Dot(Operation):
    """A matrix product; see dot_general."""

    lhs = Operand(_ANY)
    rhs = Operand(_ANY)
    precision_config = precision()
    result = Result(_ANY)
    inferences = (
        "If !is_quantized(lhs), then element_type(result) = element_type(lhs)",
        "shape(result) = concatenate(shape(lhs)[:-1], shape(rhs)[1:])",
    )
    example = {"lhs": "2x3xf32", "rhs": "3x4xf32", "result": "2x4xf32"}


class Einsum(Operation):
    """A sum of products in Einstein's notation; see dot_general."""

    lhs = Operand(_ANY)
    rhs = Operand(_ANY)
    einsum_config = Attribute("constant of type string")
    result = Result(_ANY)
    example = {
        "lhs": "2x3xf32",
        "rhs": "3x4xf32",
        "einsum_config": "ab,bc->ac",
        "result": "2x4xf32",
    }


class UnaryEinsum(Operation):
    """A sum in Einstein's notation; see reduce and transpose."""

    operand = Operand(_ANY)
    einsum_config = Attribute("constant of type string")
    result = Result(_ANY)
    example = {"operand": "2x3xf32", "einsum_config": "ab->a", "result": "2xf32"}


class RealDynamicSlice(Operation):
    """A slice with computed bounds and strides; see dynamic_slice."""

    operand = Operand(_ANY)
    start_indices = Operand(_SIZES)
    limit_indices = Operand(_SIZES)
    strides = Operand(_SIZES)
    result = Result(_ANY)
    inferences = ("element_type(result) = element_type(operand)", "rank(result) = rank(operand)")
    example = {
        "operand": "4xf32",
        "start_indices": "1xi64",
        "limit_indices": "1xi64",
        "strides": "1xi64",
        "result": "?xf32",
    }


class SetDimensionSize(Operation):
    """A tensor whose dimension has a size within its bound."""

    operand = Operand(_ANY_QUANTIZED)
    size = Operand("0-dimensional tensor of type si32")
    dimension = Attribute(_INTEGER)
    result = Result(_ANY_QUANTIZED)
    example = {
        "operand": "4xf32",
        "size": "i32",
        "dimension": 0,
        "result": "tensor<?xf32, #stablehlo.bounds<4>>",
    }


class TorchIndexSelect(Operation):
    """Slices of a tensor at indices; see gather."""

    operand = Operand(_ANY)
    index = Operand("tensor of integer type")
    dim = Attribute(_INTEGER)
    batch_dims = Attribute(_INTEGER)
    result = Result(_ANY)
    inferences = ("element_type(result) = element_type(operand)",)
    example = {
        "operand": "4x3xf32",
        "index": "2xi64",
        "dim": 0,
        "batch_dims": 0,
        "result": "2x3xf32",
    }
