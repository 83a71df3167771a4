"""Attributes of other kinds than their members are: named, and no trouble."""

from __future__ import annotations

import re

import pytest

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.ops import OPERATIONS
from hlo_opt.dialect.ops.programs import example
from hlo_opt.dialect.parse import parse
from hlo_opt.dialect.verify import verify

_KINDS = (
    *("unit", '"text"', "@f", "5 : i32", "1.5 : f32", "{a = 1}", "i32", "[]", '["a"]'),
    *("array<i64: -1, 99>", "array<i1: true>", "#stablehlo<precision HIGH>"),
    *("dense<0> : tensor<i64>", "dense<[[[0]]]> : tensor<1x1x1xi64>", "dense<1> : tensor<2x2xi7>"),
    *("dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>", "dense_resource<r> : tensor<2xi64>"),
    "#stablehlo.gather<index_vector_dim = -5>",
)
# Operations take these as they are.
_ANYTHING = {"value", "composite_attributes", "backend_config", "output_operand_aliases"}
_WRITTEN = (
    r"(array<[^>]*>|dense<[^>]*> : tensor<[^>]*>|#stablehlo<[^>]*>|#stablehlo\.\w+<[^>]*>"
    r'|\[[^\]]*\]|"[^"]*"|@\w+|\{\}|[-\w.+]+( : \w+)?)'
)
_MEMBERS = [
    (cls, m)
    for cls in OPERATIONS.values()
    for m in cls.attribute_members
    if m.name in cls.example and re.search(rf"\b{m.storage.name} = {_WRITTEN}", example(cls))
]


def _name(x) -> str:
    return x.op_name if isinstance(x, type) else x.name


def _labels(text: str) -> list[str | None]:
    try:
        found = verify(parse(text).operation)
    except DiagnosedError as exc:
        found = exc.diagnostics
    return [diagnostic.constraint for diagnostic in found]


def _with(cls, member, attribute: str) -> str:
    pattern = rf"\b{member.storage.name} = {_WRITTEN}"
    return re.sub(pattern, f"{member.storage.name} = {attribute}", example(cls))


@pytest.mark.parametrize(("cls", "member"), _MEMBERS, ids=_name)
def test_every_kind_is_read(cls, member):
    for attribute in _KINDS:
        _labels(_with(cls, member, attribute))


@pytest.mark.parametrize(
    ("cls", "member"),
    [row for row in _MEMBERS if row[1].name not in _ANYTHING],
    ids=_name,
)
def test_another_kind_is_named(cls, member):
    wrong = "dense<1.5> : tensor<3xf32>"
    assert cls.input_labels[member.name] in _labels(_with(cls, member, wrong))


@pytest.mark.parametrize("name", ["num_replicas", "num_partitions"])
@pytest.mark.parametrize("count", [0, -1, 2_000_000_000])
def test_any_number_of_processes(name, count):
    for cls in OPERATIONS.values():
        if any(member.name == "channel_id" for member in cls.attribute_members):
            _labels(example(cls, {"channel_id": 1, name: count}))
