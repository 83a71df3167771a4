"""Random reductions, windows and sorts."""

from __future__ import annotations

import data
import numpy as np
from data import Type
from movement import dense_pairs, ints
from program import Program, Value
from registry import generates

# What may be combined in any order or grouping without other results; for floats only these.
_COMBINERS = {
    "bool": ("and", "or", "xor", "add", "multiply"),
    "int": ("add", "multiply", "maximum", "minimum", "and", "or", "xor"),
    "uint": ("add", "multiply", "maximum", "minimum", "and", "or", "xor"),
    "float": ("maximum", "minimum"),
}


def combiner(p: Program, scalar: Type) -> tuple[str, str]:
    """Return a region that combines two scalars, and the name of its operation."""
    name = p.pick(_COMBINERS[scalar.kind])
    with p.region([scalar, scalar], isolated=True) as region:
        region.results = p.emit(name, region.parameters, [scalar])
    return region.text, name


def _initial(p: Program, scalar: Type, name: str) -> Value:
    """Return an initial value for a reduction by an operation.

    The specification leaves open how often it counts, so it must be neutral
    to it, but for an oracle that is known to count it once.
    """
    if p.oracle == "interpreter":
        return p.like(scalar)
    return neutral(p, scalar, name)


def neutral(p: Program, scalar: Type, name: str) -> Value:
    """Return the constant that an operation leaves every value as it is with."""
    if scalar.kind == "float":
        largest = data.largest(scalar)
        return p.constant(scalar, -largest if name == "maximum" else largest)
    signed = scalar.kind == "int"
    low = -(1 << (scalar.width - 1)) if signed else 0
    high = low + (1 << scalar.width) - 1
    ones = -1 if signed else high
    values = {"maximum": low, "minimum": high, "multiply": 1, "and": ones}
    if scalar.kind == "bool":
        values["and"] = 1
    return p.constant(scalar, data.integer_array(scalar, values.get(name, 0)))


def _operand(p: Program, minimum_rank: int = 0) -> Value:
    return p.operand(
        lambda v: v.exact and v.type.kind in _COMBINERS and v.type.rank >= minimum_rank,
        lambda: data.random_type(
            p.random, " ".join(_COMBINERS), p.integer(minimum_rank, max(minimum_rank, 3))
        ),
    )


@generates(2.0)
def reduce(p: Program) -> None:
    """Reductions along any dimensions."""
    operand = _operand(p)
    dimensions = p.order(operand.type.rank)[: p.integer(0, operand.type.rank)]
    kept = [n for d, n in enumerate(operand.type.shape) if d not in dimensions]
    scalar = operand.type.shaped()
    region, name = combiner(p, scalar)
    p.emit(
        "reduce",
        [operand, _initial(p, scalar, name)],
        [operand.type.shaped(*kept)],
        f"dimensions = {ints(dimensions)}",
        [region],
    )


@generates(0.7)
def sum_of_floats(p: Program) -> None:
    """Sums whose order is open; results are not exact."""
    type = data.random_type(p.random, "wide complex")
    operand = p.fresh(type, data.random_array(p.random, type, special=0.0))
    zero = p.constant(type.shaped(), np.zeros((), type.dtype))
    dimensions = sorted(p.order(type.rank)[: p.integer(0, type.rank)])
    kept = [n for d, n in enumerate(type.shape) if d not in dimensions]
    with p.region([type.shaped(), type.shaped()], isolated=True) as region:
        region.results = p.emit("add", region.parameters, [type.shaped()])
    p.emit(
        "reduce",
        [operand, zero],
        [type.shaped(*kept)],
        f"dimensions = {ints(dimensions)}",
        [region.text],
        exact=False,
    )


@generates(0.7)
def largest_with_place(p: Program) -> None:
    """A reduction of two operands: the largest element and its index."""
    operand = p.exact("int uint", lambda: data.random_type(p.random, "int uint", 2))
    dimension = p.integer(0, max(0, operand.type.rank - 1))
    if not operand.type.rank:
        return
    places = operand.type.of("i32")
    (place,) = p.emit("iota", [], [places], f"iota_dimension = {dimension} : i64")
    scalars = [operand.type.shaped(), places.shaped()]
    starts = [
        _initial(p, scalars[0], "maximum"),
        p.constant(scalars[1], np.array(-1, np.int32)),
    ]
    with p.region([*scalars, *scalars], isolated=True) as region:
        a, i, b, j = region.parameters
        order = "SIGNED" if operand.type.kind == "int" else "UNSIGNED"
        # LE prefers every element to the initial value, which XLA may leave out.
        direction = "LE" if p.oracle == "xla" else "LT"
        (later,) = p.emit(
            "compare",
            [a, b],
            [Type((), "i1")],
            f"comparison_direction = #stablehlo<comparison_direction {direction}>, "
            f"compare_type = #stablehlo<comparison_type {order}>",
        )
        (value,) = p.emit("select", [later, b, a], [scalars[0]])
        (index,) = p.emit("select", [later, j, i], [scalars[1]])
        region.results = [value, index]
    kept = [n for d, n in enumerate(operand.type.shape) if d != dimension]
    p.emit(
        "reduce",
        [operand, place, *starts],
        [operand.type.shaped(*kept), places.shaped(*kept)],
        f"dimensions = {ints([dimension])}",
        [region.text],
    )


class _Windows:
    """Random windows over a shape: strides, dilations, padding, and the result's shape."""

    def __init__(self, p: Program, shape: tuple[int, ...], dilations: bool = True):
        self.size, self.stride, self.base, self.window, self.padding = [], [], [], [], []
        self.result = []
        for extent in shape:
            size, stride = p.integer(1, 3), p.integer(1, 3)
            base, window = (p.pick([1, 1, 2]) if dilations else 1 for _ in range(2))
            low, high = (p.integer(-1 if dilations else 0, 2) for _ in range(2))
            dilated = (extent - 1) * base + 1 if extent else 0
            if dilated + low + high < 0:
                low, high = 0, 0
            span = (size - 1) * window + 1
            room = dilated + low + high
            self.result.append((room - span) // stride + 1 if room >= span else 0)
            self.size.append(size)
            self.stride.append(stride)
            self.base.append(base)
            self.window.append(window)
            self.padding.append((low, high))


@generates(1.5)
def reduce_window(p: Program) -> None:
    """Windows with every parameter."""
    operand = _operand(p)
    windows = _Windows(p, operand.type.shape)
    scalar = operand.type.shaped()
    region, name = combiner(p, scalar)
    attributes = (
        f"window_dimensions = {ints(windows.size)}, window_strides = {ints(windows.stride)}, "
        f"base_dilations = {ints(windows.base)}, window_dilations = {ints(windows.window)}, "
        f"padding = {dense_pairs(windows.padding)}"
    )
    result = operand.type.shaped(*windows.result)
    p.emit("reduce_window", [operand, _initial(p, scalar, name)], [result], attributes, [region])


@generates(1.0)
def select_and_scatter(p: Program) -> None:
    """Windows that overlap, by GE or GT."""
    operand = p.exact("int uint", lambda: data.random_type(p.random, "int uint"))
    windows = _Windows(p, operand.type.shape, dilations=False)
    # A window without any element of the operand selects nothing; that is left open.
    for d, (low, high) in enumerate(windows.padding):
        if low >= windows.size[d] or high >= windows.size[d]:
            return
    if 0 in operand.type.shape:
        return
    source = p.like(operand.type.shaped(*windows.result))
    scalar = operand.type.shaped()
    with p.region([scalar, scalar], isolated=True) as select:
        order = "SIGNED" if scalar.kind == "int" else "UNSIGNED"
        select.results = p.emit(
            "compare",
            select.parameters,
            [Type((), "i1")],
            f"comparison_direction = #stablehlo<comparison_direction {p.pick(['GE', 'GT'])}>, "
            f"compare_type = #stablehlo<comparison_type {order}>",
        )
    scatter, name = combiner(p, scalar)
    attributes = (
        f"window_dimensions = {ints(windows.size)}, window_strides = {ints(windows.stride)}, "
        f"padding = {dense_pairs(windows.padding)}"
    )
    p.emit(
        "select_and_scatter",
        [operand, source, neutral(p, scalar, name)],
        [operand.type],
        attributes,
        [select.text, scatter],
    )


@generates(1.5)
def sort(p: Program) -> None:
    """One to three operands, by the first, stable."""
    key = p.exact("int uint bool", lambda: data.random_type(p.random, "int uint bool", 2))
    if not key.type.rank:
        return
    others = [
        p.like(key.type.of(data.random_element(p.random, data.ANY))) for _ in range(p.integer(0, 2))
    ]
    operands = [key, *others]
    scalars = [v.type.shaped() for v in operands for _ in range(2)]
    with p.region(scalars, isolated=True) as region:
        order = "SIGNED" if key.type.kind == "int" else "UNSIGNED"
        region.results = p.emit(
            "compare",
            region.parameters[:2],
            [Type((), "i1")],
            f"comparison_direction = #stablehlo<comparison_direction {p.pick(['LT', 'GT'])}>, "
            f"compare_type = #stablehlo<comparison_type {order}>",
        )
    rank = key.type.rank
    # XLA does not sort along negative dimensions.
    dimension = p.integer(0 if p.oracle == "xla" else -rank, rank - 1)
    attributes = f"dimension = {dimension} : i64, is_stable = true"
    p.emit("sort", operands, [v.type for v in operands], attributes, [region.text])
