"""Conversion between floating-point and quantized values."""

from __future__ import annotations

from .core import C, Operation
from .members import Operand, Result

_QI8 = "!quant.uniform<i8:f32, 0.5>"


class UniformDequantize(Operation):
    """Quantized values as the numbers that they stand for."""

    operand = Operand("quantized tensor")
    result = Result("tensor of floating-point type")
    constraints = (
        C("C1", "shape(operand) = shape(result)", breaks={"result": "3xf32"}),
        C("C2", "element_type(result) = expressed_type(operand)", breaks={"result": "2xf64"}),
    )
    example = {"operand": f"2x{_QI8}", "result": "2xf32"}


class UniformQuantize(Operation):
    """Numbers, or quantized values, in a quantized type."""

    operand = Operand("tensor of floating-point or quantized type")
    result = Result("quantized tensor")
    constraints = (
        C("C1", "shape(operand) = shape(result)", breaks={"result": f"3x{_QI8}"}),
        C(
            "C2",
            "expressed_type(result) = "
            "is_float(operand) ? element_type(operand) : expressed_type(operand)",
            breaks={"operand": "2xf64"},
        ),
    )
    example = {"operand": "2xf32", "result": f"2x{_QI8}"}
