"""Elementwise operations.

Most have the same members and constraints as many others: those are rows of a
table of (name, type phrase, element type of the example).
"""

from __future__ import annotations

from .core import C, Operation
from .members import Attribute, Operand, Result

_ANY = "tensor or per-tensor quantized tensor"
_FLOAT = "tensor of floating-point type or per-tensor quantized tensor"
_FLOAT_COMPLEX = "tensor of floating-point or complex type or per-tensor quantized tensor"
_SIGNED = "tensor of signed integer, floating-point, or complex type or per-tensor quantized tensor"
_NUMBER = "tensor of integer, floating-point, or complex type or per-tensor quantized tensor"
_INTEGER = "tensor of integer type"
_LOGICAL = "tensor of boolean or integer type"


def _define(name: str, body: dict[str, object]) -> None:
    title = "".join(part.capitalize() for part in name.split("_"))
    body |= {"__doc__": f"Elementwise ``{name}``.", "__module__": __name__}
    globals()[title] = type(title, (Operation,), body, name=name)


def _unary(name: str, phrase: str, element: str, equality: str) -> None:
    formula = f"{equality}(operand) = {equality}(result)"
    _define(
        name,
        {
            "operand": Operand(phrase),
            "result": Result(phrase),
            "constraints": (C("C1", formula, breaks={"result": f"2x4x{element}"}),),
            "example": {"operand": f"2x3x{element}", "result": f"2x3x{element}"},
        },
    )


def _binary(name: str, phrase: str, element: str, equality: str) -> None:
    formula = f"{equality}(lhs) = {equality}(rhs) = {equality}(result)"
    tensor = f"2x3x{element}"
    _define(
        name,
        {
            "lhs": Operand(phrase),
            "rhs": Operand(phrase),
            "result": Result(phrase),
            "constraints": (C("C1", formula, breaks={"rhs": f"3x2x{element}"}),),
            "example": {"lhs": tensor, "rhs": tensor, "result": tensor},
        },
    )


for _name, _phrase, _element in (
    ("cbrt", _FLOAT_COMPLEX, "f32"),
    ("ceil", _FLOAT, "f32"),
    ("cosine", _FLOAT_COMPLEX, "f32"),
    ("exponential", _FLOAT_COMPLEX, "f32"),
    ("exponential_minus_one", _FLOAT_COMPLEX, "f32"),
    ("floor", _FLOAT, "f32"),
    ("log", _FLOAT_COMPLEX, "f32"),
    ("log_plus_one", _FLOAT_COMPLEX, "f32"),
    ("logistic", _FLOAT_COMPLEX, "f32"),
    ("negate", _NUMBER, "i32"),
    ("round_nearest_afz", _FLOAT, "f32"),
    ("round_nearest_even", _FLOAT, "f32"),
    ("rsqrt", _FLOAT_COMPLEX, "f32"),
    ("sign", _SIGNED, "i32"),
    ("sine", _FLOAT_COMPLEX, "f32"),
    ("sqrt", _FLOAT_COMPLEX, "f32"),
    ("tan", _FLOAT_COMPLEX, "f32"),
    ("tanh", _FLOAT_COMPLEX, "f32"),
):
    _unary(_name, _phrase, _element, "baseline_type")

for _name, _phrase in (
    ("count_leading_zeros", _INTEGER),
    ("not", _LOGICAL),
    ("popcnt", _INTEGER),
):
    _unary(_name, _phrase, "i32", "type")

for _name, _phrase, _element in (
    ("atan2", _FLOAT_COMPLEX, "f32"),
    ("divide", _NUMBER, "f32"),
    ("maximum", _ANY, "f32"),
    ("minimum", _ANY, "f32"),
    ("multiply", _ANY, "f32"),
    ("power", _NUMBER, "f32"),
    ("remainder", _NUMBER, "f32"),
    ("subtract", _NUMBER, "f32"),
):
    _binary(_name, _phrase, _element, "baseline_type")

for _name, _phrase in (
    ("and", _LOGICAL),
    ("or", _LOGICAL),
    ("shift_left", _INTEGER),
    ("shift_right_arithmetic", _INTEGER),
    ("shift_right_logical", _INTEGER),
    ("xor", _LOGICAL),
):
    _binary(_name, _phrase, "i32", "type")


class Abs(Operation):
    """Magnitude."""

    operand = Operand(_SIGNED)
    result = Result(
        "tensor of signed integer or floating-point type or per-tensor quantized tensor"
    )
    constraints = (
        C("C1", "shape(result) = shape(operand)", breaks={"result": "2x4xf32"}),
        C(
            "C2",
            "baseline_element_type(result) = is_complex(operand) ? "
            "complex_element_type(element_type(operand)) : baseline_element_type(operand)",
            breaks={"result": "2x3xf64"},
        ),
    )
    example = {"operand": "2x3xcomplex<f32>", "result": "2x3xf32"}


_QI8 = "!quant.uniform<i8:f32, 0.5>"
_QI4 = "!quant.uniform<i4:f32, 0.5>"
_QBF16 = "!quant.uniform<i8:bf16, 0.5>"
_AXIS_0 = "!quant.uniform<i8:f32:0, {0.5,0.25}>"
_AXIS_1 = "!quant.uniform<i8:f32:1, {0.5,0.25}>"


class Add(Operation):
    """Sum; of booleans, logical or."""

    lhs = Operand("tensor or quantized tensor")
    rhs = Operand("tensor or quantized tensor")
    result = Result("tensor or quantized tensor")
    constraints = (
        C(
            "C1",
            "type(lhs) = type(rhs) = type(result)",
            when="!uses_quantized",
            breaks={"rhs": "2x3xf32"},
        ),
        C(
            "C2",
            "is_quantized(lhs) and is_quantized(rhs) and is_quantized(result)",
            when="uses_quantized",
            breaks={"lhs": f"2x2x{_QI8}"},
        ),
        C(
            "C3",
            "storage_type(lhs) = storage_type(rhs) = storage_type(result)",
            when="uses_quantized",
            breaks={"lhs": f"2x2x{_QI8}", "rhs": f"2x2x{_QI4}", "result": f"2x2x{_QI8}"},
        ),
        C(
            "C4",
            "expressed_type(lhs) = expressed_type(rhs) = expressed_type(result)",
            when="uses_quantized",
            breaks={"lhs": f"2x2x{_QI8}", "rhs": f"2x2x{_QBF16}", "result": f"2x2x{_QI8}"},
        ),
        C(
            "C5",
            "(is_per_axis_quantized(lhs) or is_per_axis_quantized(rhs)) = "
            "is_per_axis_quantized(result)",
            when="uses_quantized",
            breaks={"lhs": f"2x2x{_AXIS_0}", "rhs": f"2x2x{_QI8}", "result": f"2x2x{_QI8}"},
        ),
        C(
            "C6",
            "quantization_dimension(lhs) = quantization_dimension(result)",
            when="uses_quantized and is_per_axis_quantized(lhs)",
            breaks={"lhs": f"2x2x{_AXIS_0}", "rhs": f"2x2x{_QI8}", "result": f"2x2x{_AXIS_1}"},
        ),
        C(
            "C7",
            "quantization_dimension(rhs) = quantization_dimension(result)",
            when="uses_quantized and is_per_axis_quantized(rhs)",
            breaks={"lhs": f"2x2x{_QI8}", "rhs": f"2x2x{_AXIS_0}", "result": f"2x2x{_AXIS_1}"},
        ),
    )
    example = {"lhs": "2x2xf32", "rhs": "2x2xf32", "result": "2x2xf32"}


class Clamp(Operation):
    """Values limited from below and above."""

    min = Operand(_ANY)
    operand = Operand(_ANY)
    max = Operand(_ANY)
    result = Result(_ANY)
    constraints = (
        C("C1", "rank(min) = 0 or shape(min) = shape(operand)", breaks={"min": "3xf32"}),
        C("C2", "rank(max) = 0 or shape(max) = shape(operand)", breaks={"max": "2x2xf32"}),
        C(
            "C3",
            "baseline_element_type(min) = baseline_element_type(operand) = "
            "baseline_element_type(max)",
            breaks={"max": "2x3xf64"},
        ),
        C("C4", "baseline_type(operand) = baseline_type(result)", breaks={"result": "6xf32"}),
    )
    example = {"min": "f32", "operand": "2x3xf32", "max": "2x3xf32", "result": "2x3xf32"}


def _default_compare_type(op: Compare) -> object:
    kind = op.facts.operands[0].element.kind if op.facts.operands else ""
    return {"float": "FLOAT", "complex": "FLOAT", "int": "SIGNED"}.get(kind, "UNSIGNED")


class Compare(Operation):
    """Comparison; ``compare_type`` follows from the element type if it is left out."""

    lhs = Operand(_ANY)
    rhs = Operand(_ANY)
    comparison_direction = Attribute(
        "enum of EQ, NE, GE, GT, LE, and LT", form="enum comparison_direction"
    )
    compare_type = Attribute(
        "enum of FLOAT, TOTALORDER, SIGNED, and UNSIGNED",
        form="enum comparison_type",
        default=_default_compare_type,
    )
    result = Result("tensor of boolean type")
    constraints = (
        C(
            "C1",
            "baseline_element_type(lhs) = baseline_element_type(rhs)",
            breaks={"rhs": "2x3xf64"},
        ),
        C("C2", "shape(lhs) = shape(rhs) = shape(result)", breaks={"result": "3x2xi1"}),
        C(
            "C3",
            "compare_type in (is_signed_integer(lhs) ? [SIGNED] : "
            "is_unsigned_integer(lhs) or is_boolean(lhs) ? [UNSIGNED] : "
            "is_float(lhs) ? [FLOAT, TOTALORDER] : is_complex(lhs) ? [FLOAT] : [compare_type])",
            breaks={"compare_type": "SIGNED"},
        ),
    )
    example = {
        "lhs": "2x3xf32",
        "rhs": "2x3xf32",
        "comparison_direction": "LT",
        "compare_type": "FLOAT",
        "result": "2x3xi1",
    }


class Complex(Operation):
    """Complex numbers from real and imaginary parts."""

    lhs = Operand("tensor of type f32 or f64")
    rhs = Operand("tensor of type f32 or f64")
    result = Result("tensor of complex type")
    constraints = (
        C("C1", "type(lhs) = type(rhs)", breaks={"rhs": "3xf32"}),
        C("C2", "shape(result) = shape(lhs)", breaks={"result": "3xcomplex<f32>"}),
        C(
            "C3",
            "element_type(result) = complex_type(element_type(lhs))",
            breaks={"result": "2xcomplex<f64>"},
        ),
    )
    example = {"lhs": "2xf32", "rhs": "2xf32", "result": "2xcomplex<f32>"}


def _part(name: str) -> None:
    formula = (
        "element_type(result) = is_complex(operand) ? "
        "complex_element_type(element_type(operand)) : element_type(operand)"
    )
    _define(
        name,
        {
            "operand": Operand("tensor of floating-point or complex type"),
            "result": Result("tensor of floating-point type"),
            "constraints": (
                C("C1", "shape(result) = shape(operand)", breaks={"result": "2x2xf32"}),
                C("C2", formula, breaks={"result": "2x3xf64"}),
            ),
            "example": {"operand": "2x3xcomplex<f32>", "result": "2x3xf32"},
        },
    )


_part("imag")
_part("real")


class Convert(Operation):
    """Conversion to another element type."""

    operand = Operand("tensor")
    result = Result("tensor")
    constraints = (C("C1", "shape(operand) = shape(result)", breaks={"result": "6xi32"}),)
    example = {"operand": "2x3xf32", "result": "2x3xi32"}


class IsFinite(Operation):
    """Whether elements are neither infinite nor NaN."""

    x = Operand(_FLOAT)
    y = Result("tensor of boolean type")
    constraints = (C("C1", "shape(x) = shape(y)", breaks={"y": "3xi1"}),)
    example = {"x": "2xf32", "y": "2xi1"}


class ReducePrecision(Operation):
    """Values rounded to fewer exponent and mantissa bits."""

    operand = Operand(_FLOAT)
    exponent_bits = Attribute("constant of type si32")
    mantissa_bits = Attribute("constant of type si32")
    output = Result(_FLOAT)
    constraints = (
        C("C1", "baseline_type(operand) = baseline_type(output)", breaks={"output": "3xf32"}),
        C("C2", "1 <= exponent_bits", breaks={"exponent_bits": 0}),
        C("C3", "0 <= mantissa_bits", breaks={"mantissa_bits": -1}),
    )
    example = {"operand": "2xf32", "exponent_bits": 5, "mantissa_bits": 10, "output": "2xf32"}


class Select(Operation):
    """Elements of one tensor or of another."""

    pred = Operand("tensor of type i1")
    on_true = Operand(_ANY)
    on_false = Operand(_ANY)
    result = Result(_ANY)
    constraints = (
        C("C1", "rank(pred) = 0 or shape(pred) = shape(on_true)", breaks={"pred": "3xi1"}),
        C(
            "C2",
            "baseline_type(on_true) = baseline_type(on_false) = baseline_type(result)",
            breaks={"on_false": "2x3xf64"},
        ),
    )
    example = {"pred": "i1", "on_true": "2x3xf32", "on_false": "2x3xf32", "result": "2x3xf32"}
