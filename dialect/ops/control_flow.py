"""Control flow, tuples, tokens, composites and calls to other code."""

from __future__ import annotations

from ..notation import UNKNOWN
from .core import C, Operation
from .members import Attribute, Function, Literal, Operand, Result

_VALUES = "variadic number of values"
_BRANCH_RESULTS = "variadic number of tensors, quantized tensors or tokens"


class Case(Operation):
    """One of several functions, chosen by an index."""

    index = Operand("0-dimensional tensor of type si32")
    branches = Function("variadic number of functions", "[]")
    results = Result(_BRANCH_RESULTS)
    constraints = (
        C("C1", "0 < size(branches)", breaks={"branches": [], "results": []}),
        C(
            "C2",
            "input_types(branches...) = []",
            breaks={"branches": ["() -> f32", "(f32) -> f32"]},
        ),
        C(
            "C3",
            "same(output_types(branches...))",
            breaks={"branches": ["() -> f32", "() -> f64"]},
        ),
        C("C4", "type(results...) = output_types(branches[0])", breaks={"results": ["f64"]}),
    )
    example = {"index": "i32", "branches": ["() -> f32", "() -> f32"], "results": ["f32"]}


class If(Operation):
    """One of two functions."""

    pred = Operand("0-dimensional tensor of type i1")
    true_branch = Function("function", "[]")
    false_branch = Function("function", "[]")
    results = Result(_BRANCH_RESULTS)
    constraints = (
        C(
            "C1",
            "input_types(true_branch) = input_types(false_branch) = []",
            breaks={"true_branch": "(f32) -> f32"},
        ),
        C(
            "C2",
            "output_types(true_branch) = output_types(false_branch)",
            breaks={"false_branch": "() -> f64"},
        ),
        C("C3", "type(results...) = output_types(true_branch)", breaks={"results": ["2xf32"]}),
    )
    example = {
        "pred": "i1",
        "true_branch": "() -> f32",
        "false_branch": "() -> f32",
        "results": ["f32"],
    }


class While(Operation):
    """A function repeated while a condition holds."""

    operand = Operand(_VALUES)
    cond = Function("function", "type(operand...)")
    body = Function("function", "type(operand...)")
    results = Result(_VALUES)
    where = {"T": "type(operand...)"}
    constraints = (
        C("C1", "type(cond) = (T...) -> tensor<i1>", breaks={"cond": "(i32, f32) -> i32"}),
        C("C2", "type(body) = (T...) -> (T...)", breaks={"body": "(i32, f32) -> (i32, f64)"}),
        C("C3", "type(results...) = type(operand...)", breaks={"results": ["i32", "f64"]}),
    )
    example = {
        "operand": ["i32", "f32"],
        "cond": "(i32, f32) -> i1",
        "body": "(i32, f32) -> (i32, f32)",
        "results": ["i32", "f32"],
    }


class AfterAll(Operation):
    """A token that orders what comes after it behind what made the inputs."""

    inputs = Operand("variadic number of token")
    result = Result("token")
    example = {"inputs": ["token", "token"], "result": "token"}


class OptimizationBarrier(Operation):
    """The operands, all computed before any is used."""

    operand = Operand("variadic number of tensors, per-tensor quantized tensors or tokens")
    result = Result("variadic number of tensors, per-tensor quantized tensors or tokens")
    constraints = (
        C("C1", "type(operand...) = type(result...)", breaks={"result": ["f32", "f64"]}),
    )
    example = {"operand": ["f32", "i32"], "result": ["f32", "i32"]}


class Tuple(Operation):
    """Values in a tuple."""

    val = Operand(_VALUES)
    result = Result("tuple")
    where = {"E": "type(val...)"}
    constraints = (C("C1", "type(result) = tuple<E...>", breaks={"result": "tuple<tensor<f32>>"}),)
    example = {"val": ["f32", "2xi32"], "result": "tuple<tensor<f32>, tensor<2xi32>>"}


class GetTupleElement(Operation):
    """An element of a tuple."""

    operand = Operand("tuple")
    index = Attribute("constant of type si32")
    result = Result("any value")
    constraints = (
        C("C1", "0 <= index < size(operand)", breaks={"index": 2}),
        C(
            "C2",
            "type(result) = tuple_element_types(operand)[index]",
            breaks={"result": "2xf32"},
        ),
    )
    example = {
        "operand": "tuple<tensor<f32>, tensor<2xi32>>",
        "index": 1,
        "result": "2xi32",
    }


class Composite(Operation):
    """An operation that is made of others, which a function gives."""

    inputs = Operand(_VALUES)
    name = Attribute("constant of type string")
    composite_attributes = Attribute("attribute dictionary", default=None)
    decomposition = Attribute("constant of type string", form="symbol")
    version = Attribute("constant of type si32", default=0)
    regions = Function("variadic number of functions")
    results = Result(_VALUES)
    where = {"decomposed": lambda op: op.facts.grid.functions.get(op.decomposition, UNKNOWN)}
    constraints = (
        C("C1", "is_namespaced_op_name(name)", breaks={"name": "add"}),
        C(
            "C2",
            prose="is_defined_in_parent_scope(decomposition)",
            check=lambda op: (
                op.decomposition in op.facts.grid.functions
                or f"there is no function @{op.decomposition}"
            ),
            breaks={"decomposition": "missing"},
        ),
        C("C3", "type(inputs...) = input_types(decomposed)", breaks={"inputs": ["f64"]}),
        C("C4", "type(results...) = output_types(decomposed)", breaks={"results": ["f64"]}),
    )
    example = {
        "inputs": ["f32"],
        "name": "my.op",
        "composite_attributes": "{}",
        "decomposition": "callee",
        "version": 1,
        "regions": [],
        "results": ["f32"],
    }


class CustomCall(Operation):
    """A call of code that the implementation knows by name."""

    inputs = Operand(_VALUES)
    call_target_name = Attribute("constant of type string")
    has_side_effect = Attribute("constant of type i1", default=False)
    backend_config = Attribute(
        "constant of type string or attribute dictionary", form="config", default=""
    )
    api_version = Attribute("constant of type si32", default=1)
    called_computations = Attribute(
        "variadic number of constants of type string", form="symbols", default=()
    )
    output_operand_aliases = Attribute(
        "specify the aliasing parts in the outputs and operands", default=()
    )
    results = Result(_VALUES)
    example = {"inputs": ["f32"], "call_target_name": "foo", "results": ["f32"]}


class Constant(Operation):
    """A constant."""

    value = Literal("constant")
    output = Result("tensor or quantized tensor")
    constraints = (C("C1", "type(value) = type(output)", breaks={"output": "3xf32"}),)
    example = {"value": "dense<0.0> : tensor<2xf32>", "output": "2xf32"}
