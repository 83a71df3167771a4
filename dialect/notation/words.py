"""Formulas in words."""

from __future__ import annotations

from functools import singledispatch

from .tree import (
    Binary,
    Call,
    Comparison,
    Comprehension,
    Expansion,
    FunctionLiteral,
    If,
    ListOf,
    Name,
    Node,
    Number,
    Slice,
    Subscript,
    Ternary,
    TypeLiteral,
    Unary,
)

_RELATIONS = {
    "=": "equals",
    "!=": "differs from",
    "<": "is less than",
    "<=": "is at most",
    ">": "is greater than",
    ">=": "is at least",
    "in": "is one of",
    "not in": "is none of",
}
# What a comparison with its left side on the right says.
_MIRRORED = {"<": "is greater than", "<=": "is at least", ">": "is less than", ">=": "is at most"}
_PREDICATES = {
    "is_unique": "has no element twice",
    "is_sorted": "is in increasing order",
    "is_quantized": "is quantized",
    "is_per_axis_quantized": "is quantized per axis",
    "is_per_tensor_quantized": "is quantized per tensor",
    "is_float": "has floating-point elements",
    "is_complex": "has complex elements",
    "is_boolean": "has boolean elements",
    "is_signed_integer": "has signed integer elements",
    "is_unsigned_integer": "has unsigned integer elements",
    "is_finite": "is finite",
    "is_empty": "is left out or empty",
    "is_token": "is a token",
    "is_tensor": "is a tensor",
    "is_namespaced_op_name": "is a name with a namespace, such as my.op",
    "same": "are all the same",
}
_NOUNS = {
    "rank": "the rank of",
    "shape": "the shape of",
    "size": "the number of elements of",
    "type": "the type of",
    "element_type": "the element type of",
    "baseline_type": "the type (quantization parameters aside) of",
    "baseline_element_type": "the element type (quantization parameters aside) of",
    "storage_type": "the storage type of",
    "expressed_type": "the expressed type of",
    "quantization_dimension": "the quantization dimension of",
    "scales": "the scales of",
    "zero_points": "the zero points of",
    "input_types": "the argument types of",
    "output_types": "the result types of",
    "value": "the value of",
    "axes": "the dimensions of",
    "num_bits": "the width in bits of",
    "complex_element_type": "the type of the parts of",
    "complex_type": "the complex type with parts of type",
    "tuple_element_types": "the types of the elements of",
    "future_element_types": "the types in",
}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "%": "modulo"}


@singledispatch
def words(node: Node) -> str:
    """Return a formula as a clause of English."""
    return str(node)


@words.register
def _(node: Number) -> str:
    return str(node.value)


@words.register
def _(node: Name) -> str:
    return node.name


@words.register
def _(node: Call) -> str:
    first = words(node.arguments[0]) if node.arguments else ""
    if node.function in _PREDICATES:
        return f"{first} {_PREDICATES[node.function]}"
    if node.function in _NOUNS:
        return f"{_NOUNS[node.function]} {first}"
    if node.function == "dim" and len(node.arguments) == 2:
        return f"the size of dimension {words(node.arguments[1])} of {first}"
    if node.function == "is_promotable":
        return f"{first} can be promoted to {words(node.arguments[1])}"
    if node.function == "concatenate":
        return " followed by ".join(map(words, node.arguments))
    if node.function == "without":
        return f"{first} without those at {words(node.arguments[1])}"
    return str(node)


@words.register
def _(node: Subscript) -> str:
    if len(node.indices) == 1 and not isinstance(node.indices[0], Slice):
        return f"element {words(node.indices[0])} of {words(node.base)}"
    return str(node)


@words.register
def _(node: Expansion) -> str:
    return f"each of {words(node.base)}"


@words.register
def _(node: Unary) -> str:
    operand = words(node.operand)
    return f"not ({operand})" if node.operator == "not" else f"minus {operand}"


@words.register
def _(node: Binary) -> str:
    if node.operator in ("and", "or"):
        return f"{words(node.left)} {node.operator} {words(node.right)}"
    return f"{words(node.left)} {_ARITHMETIC[node.operator]} {words(node.right)}"


@words.register
def _(node: Comparison) -> str:
    terms = [words(term) for term in node.terms]
    if set(node.operators) == {"="} and len(terms) > 2:
        return f"{', '.join(terms[:-1])} and {terms[-1]} are equal"
    if isinstance(node.terms[0], Number) and node.operators[0] in _MIRRORED:
        clauses = [f"{_MIRRORED[node.operators[0]]} {terms[0]}"]
        rest = zip(node.operators[1:], terms[2:], strict=True)
        clauses += [f"{_RELATIONS[op]} {term}" for op, term in rest]
        return f"{terms[1]} {' and '.join(clauses)}"
    clauses = [
        f"{left} {_RELATIONS[op]} {right}"
        for op, left, right in zip(node.operators, terms, terms[1:], strict=False)
    ]
    return " and ".join(clauses)


@words.register
def _(node: Ternary) -> str:
    return f"{words(node.yes)} if {words(node.condition)}, otherwise {words(node.no)}"


@words.register
def _(node: If) -> str:
    return f"if {words(node.condition)}, then {words(node.conclusion)}"


@words.register
def _(node: Comprehension) -> str:
    return f"{words(node.item)}, for each {node.name} in {words(node.items)}"


@words.register
def _(node: ListOf) -> str:
    return f"[{', '.join(map(words, node.items))}]"


@words.register(TypeLiteral)
@words.register(FunctionLiteral)
def _(node: Node) -> str:
    return str(node)
