"""Raising scalars to tensors of rank 0, for `raise_to_stablehlo`.

One entry of `SCALARS` for each operation: a function of the `Raiser` and the
operation that returns the StableHLO value of its result.
"""

from __future__ import annotations

from collections.abc import Callable

from ..dialect.mlir import ir
from .dataflow import constant_of
from .raiser import Raiser

SCALARS: dict[str, Callable[[Raiser, ir.Operation], ir.Value]] = {}


def _raises(*names: str):
    def register(function):
        SCALARS.update(dict.fromkeys(names, function))
        return function

    return register


_BINARY = {
    **{"addi": "add", "subi": "subtract", "muli": "multiply", "divsi": "divide"},
    **{"remsi": "remainder", "maxsi": "maximum", "minsi": "minimum", "shli": "shift_left"},
    **{"andi": "and", "ori": "or", "xori": "xor"},
    **{"shrsi": "shift_right_arithmetic", "shrui": "shift_right_logical"},
    **{"addf": "add", "subf": "subtract", "mulf": "multiply", "divf": "divide"},
    **{"remf": "remainder", "maximumf": "maximum", "minimumf": "minimum"},
}
# On booleans `arith` computes modulo 2 (true is -1 if it is signed), StableHLO by logic.
_BOOLEAN = {
    **{"addi": "xor", "subi": "xor", "muli": "and", "andi": "and", "ori": "or", "xori": "xor"},
    **{"maxsi": "and", "minsi": "or", "maxui": "or", "minui": "and"},
}
_UNSIGNED = {"divui": "divide", "remui": "remainder", "maxui": "maximum", "minui": "minimum"}


def _element(tensor: ir.Type) -> ir.Type:
    return ir.RankedTensorType(tensor).element_type


def _is_boolean(tensor: ir.Type) -> bool:
    return str(_element(tensor)) == "i1"


@_raises(*(f"arith.{name}" for name in _BINARY))
def _binary(f: Raiser, op: ir.Operation) -> ir.Value | None:
    name = op.name.removeprefix("arith.")
    result = f.type(op.result.type)
    target = (_BOOLEAN if _is_boolean(result) else _BINARY).get(name)
    return None if target is None else f.value(op, target, result, *op.operands)


@_raises("arith.negf")
def _negate(f: Raiser, op: ir.Operation) -> ir.Value:
    return f.value(op, "negate", f.type(op.result.type), *op.operands)


def _unsigned(f: Raiser, op: ir.Operation, value: ir.Value) -> ir.Value:
    """Return a signless integer as an unsigned one."""
    kind = f.get(value).type
    return f.value(op, "bitcast_convert", f.like(kind, f"u{_element(kind)}"), value)


@_raises(*(f"arith.{name}" for name in _UNSIGNED))
def _unsigned_binary(f: Raiser, op: ir.Operation) -> ir.Value | None:
    if _is_boolean(f.type(op.result.type)):
        return _binary(f, op)
    left, right = (_unsigned(f, op, v) for v in op.operands)
    name = _UNSIGNED[op.name.removeprefix("arith.")]
    computed = f.value(op, name, left.type, left, right)
    return f.value(op, "bitcast_convert", f.type(op.result.type), computed)


_CMPI = ("EQ", "NE", "LT", "LE", "GT", "GE", "LT", "LE", "GT", "GE")


def _compare(f: Raiser, op: ir.Operation, left, right, direction: str) -> ir.Value:
    result = f.like(f.get(left).type, "i1")
    attribute = f"#stablehlo<comparison_direction {direction}>"
    return f.value(op, "compare", result, left, right, comparison_direction=attribute)


@_raises("arith.cmpi")
def _compare_integers(f: Raiser, op: ir.Operation) -> ir.Value:
    predicate = op.attributes["predicate"].value
    left, right = op.operands
    boolean = _is_boolean(f.get(left).type)
    if predicate >= 6 and not boolean:
        left, right = _unsigned(f, op, left), _unsigned(f, op, right)
    elif predicate in (2, 3, 4, 5) and boolean:
        left, right = right, left  # a signed boolean that is true is -1
    return _compare(f, op, left, right, _CMPI[predicate])


# Ordered comparisons, and those that are the negation of one.
_CMPF = {1: "EQ", 2: "GT", 3: "GE", 4: "LT", 5: "LE", 13: "NE"}
_CMPF_NEGATED = {9: "LE", 10: "LT", 11: "GE", 12: "GT"}


@_raises("arith.cmpf")
def _compare_floats(f: Raiser, op: ir.Operation) -> ir.Value | None:
    predicate = op.attributes["predicate"].value
    left, right = op.operands
    if predicate in _CMPF:
        return _compare(f, op, left, right, _CMPF[predicate])
    if predicate in _CMPF_NEGATED:
        opposite = _compare(f, op, left, right, _CMPF_NEGATED[predicate])
        return f.value(op, "not", opposite.type, opposite)
    ordered = [_compare(f, op, v, v, "EQ") for v in (left, right)]
    both = f.value(op, "and", ordered[0].type, *ordered)
    if predicate == 7:
        return both
    if predicate == 14:
        return f.value(op, "not", both.type, both)
    if predicate in (6, 8):  # ordered and different, or its negation
        different = _compare(f, op, left, right, "NE")
        different = f.value(op, "and", both.type, both, different)
        return different if predicate == 6 else f.value(op, "not", both.type, different)
    return None


@_raises("arith.select")
def _select(f: Raiser, op: ir.Operation) -> ir.Value:
    return f.value(op, "select", f.type(op.result.type), *op.operands)


@_raises("arith.extsi", "arith.index_cast", "arith.trunci", "arith.sitofp", "arith.fptosi")
def _convert_signed(f: Raiser, op: ir.Operation) -> ir.Value:
    (value,) = op.operands
    result = f.type(op.result.type)
    if f.get(value).type == result:
        return f.get(value)
    if _is_boolean(f.get(value).type):  # true is -1
        ones = f.value(op, "convert", result, value)
        return f.value(op, "negate", result, ones)
    if _is_boolean(result):  # the lowest bit, not whether any is set
        kind = f.get(value).type
        one = f.value(op, "constant", kind, value=f"dense<1> : {kind}")
        value = f.value(op, "and", kind, value, one)
    return f.value(op, "convert", result, value)


@_raises("arith.extf", "arith.truncf")
def _convert_floats(f: Raiser, op: ir.Operation) -> ir.Value:
    return f.value(op, "convert", f.type(op.result.type), *op.operands)


@_raises("arith.extui", "arith.index_castui", "arith.uitofp")
def _convert_unsigned(f: Raiser, op: ir.Operation) -> ir.Value:
    (value,) = op.operands
    result = f.type(op.result.type)
    if f.get(value).type == result:
        return f.get(value)
    if not _is_boolean(f.get(value).type):
        value = _unsigned(f, op, value)
    if not isinstance(_element(result), ir.IntegerType):
        return f.value(op, "convert", result, value)
    wide = f.value(op, "convert", f.like(result, f"u{_element(result)}"), value)
    return f.value(op, "bitcast_convert", result, wide)


@_raises("arith.bitcast")
def _bitcast(f: Raiser, op: ir.Operation) -> ir.Value:
    return f.value(op, "bitcast_convert", f.type(op.result.type), *op.operands)


@_raises("arith.constant")
def _constant(f: Raiser, op: ir.Operation) -> ir.Value:
    kind = f.type(op.result.type)
    text = str(op.attributes["value"])
    if text in ("true", "false"):
        text = f"dense<{text}>"
    elif not text.startswith("dense"):
        text = f"dense<{text.rpartition(' : ')[0]}>"
    else:
        text = text.rpartition(" : ")[0]
    return f.value(op, "constant", kind, value=f"{text} : {kind}")


@_raises("ub.poison")
def _poison(f: Raiser, op: ir.Operation) -> ir.Value:
    kind = f.type(op.result.type)
    zero = "0" if isinstance(_element(kind), ir.IntegerType) else "0.0"
    zero = "false" if _is_boolean(kind) else zero
    return f.value(op, "constant", kind, value=f"dense<{zero}> : {kind}")


# Marks a slice that is one element, whose index is never out of range.
EXTRACT = "hlo.extract"


@_raises("tensor.extract")
def _extract(f: Raiser, op: ir.Operation) -> ir.Value:
    source, *indices = op.operands
    if not indices:
        return f.get(source)
    kind = ir.RankedTensorType(f.get(source).type)
    one = f.like(f.type(op.result.type), str(kind.element_type))
    part = ir.RankedTensorType.get(
        [1] * kind.rank, kind.element_type, loc=ir.Location.unknown(f.context)
    )
    sizes = f"array<i64: {', '.join(['1'] * kind.rank)}>"
    named = {"slice_sizes": sizes, EXTRACT: "unit"}
    sliced = f.value(op, "dynamic_slice", part, source, *indices, **named)
    return f.value(op, "reshape", one, sliced)


@_raises("tensor.from_elements")
def _from_elements(f: Raiser, op: ir.Operation) -> ir.Value:
    result = ir.RankedTensorType(f.type(op.result.type))
    if result.rank == 0:
        return f.get(op.operands[0])
    single = ir.RankedTensorType.get([1], result.element_type, loc=ir.Location.unknown(f.context))
    parts = [f.value(op, "reshape", single, v) for v in op.operands]
    row = ir.RankedTensorType.get(
        [len(parts)], result.element_type, loc=ir.Location.unknown(f.context)
    )
    joined = f.value(op, "concatenate", row, *parts, dimension="0 : i64")
    return joined if row == result else f.value(op, "reshape", result, joined)


@_raises("tensor.dim")
def _dim(f: Raiser, op: ir.Operation) -> ir.Value | None:
    source, index = op.operands
    constant = constant_of(index)
    if constant is None:
        return None
    size = f.value(
        op,
        "get_dimension_size",
        f.like(f.type(op.result.type), "i32"),
        source,
        dimension=f"{constant.value} : i64",
    )
    return f.value(op, "convert", f.type(op.result.type), size)


@_raises("tensor.cast")
def _cast(f: Raiser, op: ir.Operation) -> ir.Value:
    return f.value(op, "convert", f.type(op.result.type), *op.operands)
