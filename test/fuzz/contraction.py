"""Random contractions and Fourier transforms."""

from __future__ import annotations

import data
import numpy as np
from data import Type
from movement import dense_pairs, ints
from program import Program
from registry import generates

_EXACT = "bool int uint"
_KINDS = "bool int uint wide complex"


def _factor(p: Program, shape, element: str):
    type = Type(tuple(shape), element)
    if type.kind in _EXACT:
        return p.like(type)
    return p.fresh(type, data.random_array(p.random, type, special=0.0))


@generates(2.0)
def dot_general(p: Program) -> None:
    """Any numbers of batching, contracting and free dimensions, in any order."""
    element = data.random_element(p.random, _KINDS)
    batch = [p.integer(1, 2) for _ in range(p.integer(0, 2))]
    summed = [p.integer(0 if p.chance(0.1) else 1, 4) for _ in range(p.integer(0, 2))]
    sides = []
    for _ in range(2):
        free = [p.integer(1, 3) for _ in range(p.integer(0, 2))]
        shape = [*batch, *summed, *free]
        place = p.order(len(shape))  # dimension i of the list is dimension place[i]
        sides.append((free, [shape[place.index(d)] for d in range(len(shape))], place))
    count = len(batch)
    dims = [(place[:count], place[count : count + len(summed)]) for _, _, place in sides]
    free_shapes = []
    for (_, shape, _), (batching, contracting) in zip(sides, dims, strict=True):
        free_shapes.append(
            [n for d, n in enumerate(shape) if d not in batching and d not in contracting]
        )
    operands = [_factor(p, shape, element) for _, shape, _ in sides]
    numbers = ", ".join(
        f"{side}_{kind}_dimensions = {list(dims[i][k])}"
        for k, kind in enumerate(("batching", "contracting"))
        for i, side in enumerate(("lhs", "rhs"))
    )
    result = Type((*batch, *free_shapes[0], *free_shapes[1]), element)
    if result.size > 256:
        return
    p.emit(
        "dot_general",
        operands,
        [result],
        f"dot_dimension_numbers = #stablehlo.dot<{numbers}>",
        exact=result.kind in _EXACT,
    )


@generates(2.0)
def convolution(p: Program) -> None:
    """Every parameter, and dimensions in any order."""
    element = data.random_element(p.random, _KINDS.removeprefix("bool "))
    spatial = p.integer(0, 2)
    groups, batch_groups = p.pick([(1, 1), (1, 1), (2, 1), (1, 2)])
    inputs = p.integer(1, 2)
    outputs = groups * batch_groups * p.integer(1, 2)
    batch = batch_groups * p.integer(1, 2)
    sizes, extents, results, windows = [], [], [], []
    for _ in range(spatial):
        extent, size, stride = p.integer(1, 4), p.integer(1, 3), p.integer(1, 2)
        base, dilation = p.pick([1, 1, 2]), p.pick([1, 1, 2])
        low, high = p.integer(-1, 2), p.integer(-1, 2)
        room = (extent - 1) * base + 1 + low + high
        span = (size - 1) * dilation + 1
        if room < span:
            low, high = low + span, high
            room += span
        windows.append((stride, (low, high), base, dilation, p.chance(0.3)))
        extents.append(extent)
        sizes.append(size)
        results.append((room - span) // stride + 1)
    layouts = [
        _arrange(p, names, shape)
        for names, shape in (
            ("bf", [batch, groups * inputs, *extents]),
            ("oi", [outputs, inputs, *sizes]),
            ("bf", [batch // batch_groups, outputs, *results]),
        )
    ]
    lhs, rhs = (_factor(p, shape, element) for _, shape in layouts[:2])
    strides, padding, base, dilation, reversal = zip(*windows, strict=True) if windows else [()] * 5
    flags = ", ".join(str(r).lower() for r in reversal)
    attributes = (
        f"window_strides = {ints(strides)}, padding = {dense_pairs(padding)}, "
        f"lhs_dilation = {ints(base)}, rhs_dilation = {ints(dilation)}, "
        f"window_reversal = array<i1{': ' + flags if flags else ''}>, "
        f"dimension_numbers = #stablehlo.conv<{layouts[0][0]}x{layouts[1][0]}->{layouts[2][0]}>, "
        f"feature_group_count = {groups} : i64, batch_group_count = {batch_groups} : i64"
    )
    result = Type(tuple(layouts[2][1]), element)
    p.emit("convolution", [lhs, rhs], [result], attributes, exact=result.kind in _EXACT)


def _arrange(p: Program, names: str, shape: list[int]) -> tuple[str, list[int]]:
    labels = [*names, *(str(d) for d in range(len(shape) - 2))]
    order = p.order(len(shape))
    return f"[{', '.join(labels[d] for d in order)}]", [shape[d] for d in order]


@generates(0.7)
def fft(p: Program) -> None:
    """Transforms of the four kinds, in double precision."""
    kind = p.pick(["FFT", "IFFT", "RFFT", "IRFFT"])
    shape = list(data.random_shape(p.random, p.integer(1, 3)))
    if 0 in shape:
        return
    lengths = shape[len(shape) - p.integer(1, len(shape)) :]
    operand, result = list(shape), list(shape)
    half = shape[-1] // 2 + 1
    if kind == "RFFT":
        result[-1] = half
    elif kind == "IRFFT":
        if p.oracle == "interpreter" and shape[-1] % 2:
            return  # it loses the last value of an odd length
        operand[-1] = half
    types = {"RFFT": ("f64", "complex<f64>"), "IRFFT": ("complex<f64>", "f64")}
    source, target = types.get(kind, ("complex<f64>", "complex<f64>"))
    type = Type(tuple(operand), source)
    value = p.fresh(type, np.asarray(data.random_array(p.random, type, special=0.0)))
    p.emit(
        "fft",
        [value],
        [Type(tuple(result), target)],
        f"fft_type = #stablehlo<fft_type {kind}>, fft_length = {ints(lengths)}",
        exact=False,
    )
