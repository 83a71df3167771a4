"""Random valid operations: the examples of the classes, with other types and sizes.

A variation is kept if the bindings' verifier, which is not ours, accepts it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.ops import Operation
from hlo_opt.dialect.ops.programs import example
from hlo_opt.dialect.parse import parse
from hlo_opt.dialect.verify import verify

Values = dict[str, object]

# What the bindings' verifier does not check, so that it accepts variations that are not valid.
_UNCHECKED = {
    "stablehlo.all_gather": {"C6"},
    "stablehlo.dynamic_broadcast_in_dim": {"C7"},
    "stablehlo.dynamic_conv": {"C25"},
    "stablehlo.dynamic_iota": {"C2"},
    "stablehlo.reduce_scatter": {"C1", "C8"},
    "stablehlo.rng_bit_generator": {"C2"},
}

_ELEMENTS = {
    "f32": ("f16", "bf16", "f64", "f8E4M3FN"),
    "i32": ("i8", "i64", "ui16", "i4"),
    "i64": ("i32", "ui8"),
    "ui32": ("ui64", "ui8"),
}


def is_type(text: object) -> bool:
    """Tell whether a value of an example is a type in its short form."""
    return isinstance(text, str) and re.match(r"(\d+x|\?x)*(f|bf|i|ui|complex|!quant)\S*$", text)


def sizes_of(text: str) -> list[str]:
    """Return the sizes in a type."""
    return re.match(r"((?:\d+|\?)x)*", text)[0].split("x")[:-1]


def with_sizes(text: str, sizes: list[str]) -> str:
    """Return a type with other sizes."""
    element = text[len(re.match(r"((?:\d+|\?)x)*", text)[0]) :]
    return "".join(f"{size}x" for size in sizes) + element


def map_types(values: Values, change: Callable[[str], str]) -> Values:
    """Return values with every type changed, those in function types included."""

    def apply(value):
        if isinstance(value, list):
            return [apply(v) for v in value]
        if not isinstance(value, str):
            return value
        if "->" in value:
            return re.sub(r"[\w<>?]+(?=[,)]|$)", lambda m: change(m[0]), value)
        return change(value) if is_type(value) else value

    return {name: apply(value) for name, value in values.items()}


def vary(cls: type[Operation], rng: np.random.Generator) -> Values:
    """Return the values of a random valid operation of a class."""
    values = dict(cls.example)
    for variation in (_other_element, _larger, _dynamic):
        if rng.random() < 0.4:
            candidate = variation(values, rng)
            if candidate != values and _is_valid(cls, candidate):
                values = candidate
    return values


def _is_valid(cls: type[Operation], values: Values) -> bool:
    try:
        module = parse(example(cls, values), explain=False)
    except DiagnosedError:
        return False
    unchecked = _UNCHECKED.get(cls.op_name, set())
    return not any(d.constraint in unchecked for d in verify(module.operation))


def accepted(cls: type[Operation], values: Values) -> bool:
    """Tell whether the bindings' verifier accepts an operation."""
    try:
        parse(example(cls, values), explain=False)
    except DiagnosedError:
        return False
    return True


def _other_element(values: Values, rng: np.random.Generator) -> Values:
    old = rng.choice(list(_ELEMENTS))
    new = rng.choice(_ELEMENTS[old])
    return map_types(values, lambda t: re.sub(rf"(?<![a-z]){old}$", new, t))


def _larger(values: Values, rng: np.random.Generator) -> Values:
    """Multiply one of the sizes, wherever it stands."""
    old, factor = str(rng.integers(2, 6)), int(rng.integers(2, 4))

    def change(text: str) -> str:
        sizes = [str(int(s) * factor) if s == old else s for s in sizes_of(text)]
        return with_sizes(text, sizes)

    return map_types(values, change)


def _dynamic(values: Values, rng: np.random.Generator) -> Values:
    """Make some sizes dynamic."""
    return map_types(
        values,
        lambda t: with_sizes(t, ["?" if rng.random() < 0.2 else s for s in sizes_of(t)]),
    )
