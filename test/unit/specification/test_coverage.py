"""Every numbered constraint is there, holds for a valid program, and is named for an invalid one.

The labels come from the specification itself (``spec_constraints.json``), and
the bindings' own verifier, which is independent of ours, judges the examples.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hlo_opt.dialect.context import default_context, stablehlo_operations
from hlo_opt.dialect.mlir import ir
from hlo_opt.dialect.ops import OPERATIONS
from hlo_opt.dialect.ops.programs import example
from hlo_opt.dialect.ops.quantized_text import find_quantized_types
from hlo_opt.dialect.ops.type_constraints import TYPE_CONSTRAINTS, QuantizedElement
from hlo_opt.dialect.parse import parse
from hlo_opt.dialect.unverified import parse_unverified
from hlo_opt.dialect.verify import verify

SPECIFICATION = json.loads(Path(__file__).parents[1].joinpath("spec_constraints.json").read_text())

CONSTRAINTS = [(cls, c) for cls in OPERATIONS.values() for c in cls.constraints]

# Operations of StableHLO that the specification describes only as deprecated.
LEGACY = {
    *("broadcast", "create_token", "dot", "einsum", "real_dynamic_slice"),
    *("set_dimension_size", "torch_index_select", "unary_einsum"),
}


def _labels(root: ir.Operation) -> list[tuple[str | None, str | None]]:
    return [(d.op, d.constraint) for d in verify(root)]


def test_the_operations_are_those_of_the_specification():
    expected = {f"stablehlo.{name}" for name in SPECIFICATION["operations"]}
    assert set(OPERATIONS) == expected | {f"stablehlo.{name}" for name in LEGACY}
    # What ends a region is no operation of its own.
    assert set(OPERATIONS) == set(stablehlo_operations()) - {"stablehlo.return"}


@pytest.mark.parametrize("name", SPECIFICATION["operations"])
def test_labels_and_members(name):
    expected = SPECIFICATION["operations"][name]
    cls = OPERATIONS[f"stablehlo.{name}"]
    assert [c.label for c in cls.constraints] == expected["constraints"]
    labels = {label: member for member, label in cls.input_labels.items()}
    # The source has lost the inputs of two operations, `not` and `optimization_barrier`.
    assert labels == (expected["inputs"] or {"I1": "operand"} if labels else {})
    assert [m.name for m in cls.result_members] == expected["outputs"]


def test_there_are_453_of_operations():
    assert len(CONSTRAINTS) == 453


@pytest.mark.parametrize("cls", OPERATIONS.values(), ids=OPERATIONS)
def test_the_example_is_valid(cls):
    module = parse(example(cls))  # by the bindings' verifier, too
    assert _labels(module.operation) == []


@pytest.mark.parametrize(
    ("cls", "constraint"), CONSTRAINTS, ids=[f"{cls.op_name}-{c.label}" for cls, c in CONSTRAINTS]
)
def test_a_program_that_breaks_it_is_named(cls, constraint):
    assert constraint.breaks, "no counterexample"
    root = parse_unverified(example(cls, constraint.breaks), default_context())
    assert root is not None
    assert (cls.op_name, constraint.label) in _labels(root)


def test_types_have_their_constraints():
    labels = [c.label for c in QuantizedElement.constraints]
    assert labels == SPECIFICATION["types"]["quantized element type"]
    assert [c.label for c in TYPE_CONSTRAINTS["quantized tensor type"].constraints] == [
        "C12",
        "C13",
    ]


@pytest.mark.parametrize("constraint", QuantizedElement.constraints, ids=lambda c: c.label)
def test_an_element_type_that_breaks_it_is_named(constraint):
    (literal,) = find_quantized_types(constraint.breaks["type"])
    labels = [v.label for v in QuantizedElement(literal).violations()]
    assert constraint.label in labels


@pytest.mark.parametrize(
    "text",
    [
        "!quant.uniform<i8:f32, 0.5>",
        "!quant.uniform<u8<1:200>:bf16, 0.5:3>",
        "!quant.uniform<i4:f16:2, {0.5:-1, 0.25}>",
    ],
)
def test_valid_element_types_are_passed_over(text):
    (literal,) = find_quantized_types(text)
    assert QuantizedElement(literal).violations() == []


@pytest.mark.parametrize(
    "constraint", TYPE_CONSTRAINTS["quantized tensor type"].constraints, ids=lambda c: c.label
)
def test_a_tensor_type_that_breaks_it_is_named(constraint):
    text = f"func.func @main(%a: {constraint.breaks['type']}) {{ return }}"
    assert ("quantized tensor type", constraint.label) in _labels(parse(text).operation)
