"""Operations that make values from nothing: iota, random numbers, ids of processes."""

from __future__ import annotations

from .core import C, Operation
from .members import Attribute, Operand, Result

_NUMERIC = "tensor of integer, floating-point, or complex type or per-tensor quantized tensor"
_SCALAR = "0-dimensional tensor of integer, boolean, or floating-point type"
_STATE = "1-dimensional tensor of type ui64"


class Iota(Operation):
    """Increasing numbers along a dimension."""

    iota_dimension = Attribute("si64")
    output = Result(_NUMERIC)
    constraints = (C("C1", "0 <= iota_dimension < rank(output)", breaks={"iota_dimension": 2}),)
    example = {"iota_dimension": 1, "output": "2x3xi32"}


class PartitionId(Operation):
    """The number of the partition that runs."""

    result = Result("0-dimensional tensor of type ui32")
    example = {"result": "ui32"}


class ReplicaId(Operation):
    """The number of the replica that runs."""

    result = Result("0-dimensional tensor of type ui32")
    example = {"result": "ui32"}


class Rng(Operation):
    """Random numbers of a distribution."""

    a = Operand(_SCALAR)
    b = Operand(_SCALAR)
    shape = Operand("1-dimensional tensor of integer type", constant=True)
    rng_distribution = Attribute("enum of UNIFORM and NORMAL", form="enum rng_distribution")
    result = Result("tensor of integer, boolean, or floating-point type")
    constraints = (
        C(
            "C1",
            "element_type(a) = element_type(b) = element_type(result)",
            breaks={"b": "f64"},
        ),
        C(
            "C2",
            "If rng_distribution = NORMAL, then is_float(a)",
            breaks={"a": "i32", "b": "i32", "result": "2x3xi32", "rng_distribution": "NORMAL"},
        ),
        C("C3", "shape(result) = value(shape)", breaks={"result": "3x2xf32"}),
    )
    example = {
        "a": "f32",
        "b": "f32",
        "shape": "2xi64 = [2, 3]",
        "rng_distribution": "UNIFORM",
        "result": "2x3xf32",
    }


class RngBitGenerator(Operation):
    """Random bits from a state, and the next state."""

    rng_algorithm = Attribute("enum of DEFAULT, THREE_FRY, and PHILOX", form="enum rng_algorithm")
    initial_state = Operand(_STATE)
    output_state = Result(_STATE)
    output = Result("tensor of integer or floating-point type")
    constraints = (
        C(
            "C1",
            "type(initial_state) = type(output_state)",
            breaks={"output_state": "3xui64"},
        ),
        C(
            "C2",
            "size(initial_state) in ((rng_algorithm = THREE_FRY) ? [2] : "
            "(rng_algorithm = PHILOX) ? [2, 3] : [size(initial_state)])",
            breaks={"initial_state": "4xui64", "output_state": "4xui64"},
        ),
    )
    example = {
        "rng_algorithm": "THREE_FRY",
        "initial_state": "2xui64",
        "output_state": "2xui64",
        "output": "2x3xui32",
    }
