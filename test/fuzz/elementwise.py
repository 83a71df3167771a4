"""Random elementwise operations."""

from __future__ import annotations

import data
import numpy as np
from data import Type
from program import Program, Value
from registry import generates

_BINARY = {
    "add": "bool int uint float complex",
    "subtract": "int uint float complex",
    "multiply": "bool int uint float",
    "maximum": "bool int uint float complex",
    "minimum": "bool int uint float complex",
    "and": "bool int uint",
    "or": "bool int uint",
    "xor": "bool int uint",
    "shift_left": "int uint",
    "shift_right_arithmetic": "int uint",
    "shift_right_logical": "int uint",
    "divide": "float",
    "remainder": "float",
}

_UNARY = {
    "abs": "int float",
    "negate": "int uint float complex",
    "sign": "int float",
    "not": "bool int uint",
    "popcnt": "int uint",
    "count_leading_zeros": "int uint",
    "ceil": "float",
    "floor": "float",
    "round_nearest_afz": "float",
    "round_nearest_even": "float",
    "sqrt": "wide",
}

_ROUNDINGS = ("ceil", "floor", "round_nearest_afz", "round_nearest_even")

# Functions whose results are only near to each other, on arguments where they are well-behaved.
_FUNCTIONS = (
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one"),
    *("logistic", "rsqrt", "sine", "tan", "tanh"),
)
_COMPLEX_FUNCTIONS = ("cosine", "exponential", "log", "sine", "sqrt", "tanh", "logistic", "rsqrt")


@generates(4.0)
def binary(p: Program) -> None:
    """Exact arithmetic, logic and shifts."""
    name = p.pick(list(_BINARY))
    kinds = _BINARY[name]
    if p.oracle == "xla" and name in ("maximum", "minimum"):
        kinds = kinds.removesuffix(" complex")  # it has no order for these
    lhs = p.exact(kinds)
    p.emit(name, [lhs, p.like(lhs.type)], [lhs.type])


@generates(3.0)
def unary(p: Program) -> None:
    """Exact functions of one element."""
    name = p.pick(list(_UNARY))
    if p.oracle == "xla" and name in ("popcnt", "count_leading_zeros"):
        return  # it counts narrow integers in wider ones
    kinds = _UNARY[name]
    if name in _ROUNDINGS:
        kinds = "wide"  # both oracles give NaN for some numbers of 8 bits
    elements = {e for kind in kinds.split() for e in data.KINDS[kind]}
    operand = p.operand(
        lambda v: v.exact and v.type.element in elements,
        lambda: data.random_type(p.random, kinds),
    )
    p.emit(name, [operand], [operand.type])


@generates(1.0)
def integer_division(p: Program) -> None:
    """Quotients and remainders; the divisor is odd, since zero is left to implementations."""
    lhs = p.exact("int uint")
    rhs = p.like(lhs.type)
    one = p.constant(lhs.type, np.ones(lhs.type.shape, np.int8).astype(lhs.type.dtype))
    (odd,) = p.emit("or", [rhs, one], [rhs.type])
    p.emit(p.pick(["divide", "remainder"]), [lhs, odd], [lhs.type])


@generates(0.5)
def integer_power(p: Program) -> None:
    """Integer powers with small exponents, negative ones too."""
    base = p.exact("int uint")
    exponent = p.fresh(base.type, data.random_array(p.random, base.type, special=0.0))
    p.emit("power", [base, exponent], [base.type])


@generates(1.0)
def function(p: Program) -> None:
    """Elementary functions; results are not exact."""
    if p.chance(0.25):
        type = data.random_type(p.random, "complex")
        name = p.pick(_COMPLEX_FUNCTIONS)
        parts = p.random.uniform(0.25, 2, type.shape) + 1j * p.random.uniform(0.25, 1, type.shape)
        value = p.fresh(type, parts.astype(type.dtype))
        p.emit(name, [value], [type], exact=False)
        return
    type = data.random_type(p.random, "wide")
    value = p.fresh(type, p.random.uniform(0.25, 1.25, type.shape).astype(type.dtype))
    if p.chance(0.2):
        other = p.fresh(type, p.random.uniform(0.5, 3, type.shape).astype(type.dtype))
        p.emit(p.pick(["power", "atan2"]), [value, other], [type], exact=False)
    else:
        p.emit(p.pick(_FUNCTIONS), [value], [type], exact=False)


@generates(0.5)
def complex_arithmetic(p: Program) -> None:
    """Products, quotients and moduli of complex numbers; results are not exact."""
    type = data.random_type(p.random, "complex")
    lhs, rhs = (p.fresh(type, data.random_array(p.random, type, special=0.0) + 4) for _ in range(2))
    name = p.pick(["multiply", "divide", "abs"])
    if name == "abs":
        part = type.of("f32" if type.element == "complex<f32>" else "f64")
        p.emit(name, [lhs], [part], exact=False)
    else:
        p.emit(name, [lhs, rhs], [type], exact=False)


@generates(2.0)
def compare(p: Program) -> None:
    """Comparisons of all kinds."""
    lhs = p.exact(data.ANY)
    kind = lhs.type.kind
    orders = {"float": ["FLOAT"], "int": ["SIGNED"], "complex": ["FLOAT"]}
    directions = ["EQ", "NE"] if kind == "complex" else ["EQ", "NE", "GE", "GT", "LE", "LT"]
    attributes = (
        f"comparison_direction = #stablehlo<comparison_direction {p.pick(directions)}>, "
        f"compare_type = #stablehlo<comparison_type {p.pick(orders.get(kind, ['UNSIGNED']))}>"
    )
    p.emit("compare", [lhs, p.like(lhs.type)], [lhs.type.of("i1")], attributes)


@generates(0.3)
def total_order(p: Program) -> None:
    """Comparisons by total order, of given floats: the sign of a computed NaN is not defined."""
    if p.oracle == "interpreter":
        return  # it compares as FLOAT
    type = data.random_type(p.random, "float")
    attributes = (
        f"comparison_direction = #stablehlo<comparison_direction {p.pick(['EQ', 'GE', 'LT'])}>, "
        "compare_type = #stablehlo<comparison_type TOTALORDER>"
    )
    p.emit("compare", [p.fresh(type), p.fresh(type)], [type.of("i1")], attributes)


@generates(1.5)
def select(p: Program) -> None:
    """Choices between two tensors, by a tensor or a scalar."""
    on_true = p.operand(lambda v: True, lambda: data.random_type(p.random, data.ANY))
    shape = () if p.chance(0.3) else on_true.type.shape
    predicate = p.like(Type(shape, "i1"))
    on_false = p.operand(lambda v: v.type == on_true.type, lambda: on_true.type)
    p.emit("select", [predicate, on_true, on_false], [on_true.type])


@generates(1.0)
def clamp(p: Program) -> None:
    """Bounds that are tensors or scalars, and may cross."""
    operand = p.exact("int uint float")
    bounds = [p.like(operand.type if p.chance(0.5) else operand.type.shaped()) for _ in range(2)]
    p.emit("clamp", [bounds[0], operand, bounds[1]], [operand.type])


@generates(2.5)
def convert(p: Program) -> None:
    """Conversions; floats that become integers are brought into every type's range first."""
    operand = p.exact(data.ANY)
    target = data.random_element(p.random, data.ANY)
    result = operand.type.of(target)
    if operand.type.kind in ("float", "complex") and result.kind in ("int", "uint"):
        operand = _small(p, operand)
    p.emit("convert", [operand], [result])


def _small(p: Program, operand: Value) -> Value:
    type = operand.type
    if type.kind == "complex":
        type = type.of("f32" if type.element == "complex<f32>" else "f64")
        (operand,) = p.emit("real", [operand], [type])
    (finite,) = p.emit("is_finite", [operand], [type.of("i1")])
    zero, one = (p.constant(type, np.full(type.shape, n, type.dtype)) for n in (0, 1))
    (safe,) = p.emit("select", [finite, operand, zero], [type])
    return p.emit("clamp", [zero, safe, one], [type])[0]


@generates(1.0)
def is_finite(p: Program) -> None:
    """Tests of floats."""
    operand = p.exact("float")
    p.emit("is_finite", [operand], [operand.type.of("i1")])


@generates(1.0)
def complex_parts(p: Program) -> None:
    """complex, real and imag."""
    if p.chance(0.5):
        operand = p.operand(
            lambda v: v.type.kind == "complex", lambda: data.random_type(p.random, "complex")
        )
        part = operand.type.of(operand.type.element[8:11])
        p.emit(p.pick(["real", "imag"]), [operand], [part])
    else:
        real = p.operand(
            lambda v: v.exact and v.type.element in ("f32", "f64"),
            lambda: data.random_type(p.random, "wide"),
        )
        result = real.type.of(f"complex<{real.type.element}>")
        p.emit("complex", [real, p.like(real.type)], [result])


@generates(0.5)
def reduce_precision(p: Program) -> None:
    """Roundings to fewer bits."""
    operand = p.exact("float")
    if p.oracle == "interpreter" and operand.type.element.endswith("FNUZ"):
        return  # it takes the exponent's bias of other types
    attributes = (
        f"exponent_bits = {p.integer(2, 11)} : i32, mantissa_bits = {p.integer(1, 12)} : i32"
    )
    p.emit("reduce_precision", [operand], [operand.type], attributes)


_BITS = {
    w: [
        n
        for ns in (data.KINDS["int"], data.KINDS["uint"], data.KINDS["float"])
        for n in ns
        if Type((), n).width == w
    ]
    for w in (2, 4, 8, 16, 32, 64)
}


@generates(1.0)
def bitcast_convert(p: Program) -> None:
    """The same bits in equal, half or double width; never from floats, whose NaNs differ."""
    operand = p.exact("int uint")
    width = operand.type.width
    choice = p.integer(0, 2)
    shape = operand.type.shape
    if choice == 1 and width // 2 in _BITS and width > 2:
        width, shape = width // 2, (*shape, 2)
    elif choice == 2 and shape and shape[-1] == 2 and width * 2 in _BITS:
        width, shape = width * 2, shape[:-1]
    p.emit("bitcast_convert", [operand], [Type(shape, p.pick(_BITS[width]))])
