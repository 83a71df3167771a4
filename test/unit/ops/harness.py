"""Compiling one-operation programs around numpy arrays."""

from __future__ import annotations

from functools import cache

import numpy as np

import hlo_opt
from hlo_opt.dialect.types import ELEMENT_TYPES, element_type_of_dtype

INTEGERS = [e.name for e in ELEMENT_TYPES.values() if e.is_integer]
FLOATS = [e.name for e in ELEMENT_TYPES.values() if e.kind == "float"]
NARROW_FLOATS = [name for name in FLOATS if ELEMENT_TYPES[name].width <= 16]


def tensor(shape, element: str) -> str:
    """Return the type of a tensor as text."""
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def type_of(array: np.ndarray) -> str:
    """Return the tensor type of an array as text."""
    return tensor(array.shape, element_type_of_dtype(array.dtype).name)


@cache
def _compile(text: str):
    return hlo_opt.compile(text)


def run_body(body: str, arguments, results: list[str]):
    """Run ``body``, which uses %0, %1, … and ends in ``return`` of ``results``' types."""
    parameters = ", ".join(f"%{i}: {type_of(a)}" for i, a in enumerate(arguments))
    text = f"func.func @main({parameters}) -> ({', '.join(results)}) {{\n{body}\n}}"
    return _compile(text)(*arguments)


def run(op: str, arguments, result: str, attributes: str = "", region: str = ""):
    """Run one operation in generic form on ``arguments``; returns its only result."""
    names = ", ".join(f"%{i}" for i in range(len(arguments)))
    types = ", ".join(type_of(a) for a in arguments)
    properties = f"<{{{attributes}}}> " if attributes else ""
    body = (
        f'%r = "stablehlo.{op}"({names}) {properties}{region} : ({types}) -> {result}\n'
        f"return %r : {result}"
    )
    return run_body(body, arguments, [result])


def combiner(op: str, element: str) -> str:
    """Return a region that combines its two arguments with ``op``."""
    t = f"tensor<{element}>"
    return (
        f"({{^bb0(%a: {t}, %b: {t}):\n %s = stablehlo.{op} %a, %b : {t}\n "
        f"stablehlo.return %s : {t} }})"
    )


def array(values, element: str) -> np.ndarray:
    """Return Python integers as an array, exactly."""
    if ELEMENT_TYPES[element].width < 8:  # ml_dtypes converts from its neighbours only
        return np.array(values, np.int8).astype(dtype(element))
    return np.array(values, dtype(element))


def dtype(element: str) -> np.dtype:
    """Return the numpy dtype of an element type's name."""
    return ELEMENT_TYPES[element].dtype


def integer_range(element: str) -> tuple[int, int]:
    """Return the smallest and the largest value of an integer element type."""
    row = ELEMENT_TYPES[element]
    if row.kind == "uint":
        return 0, (1 << row.width) - 1
    return -(1 << (row.width - 1)), (1 << (row.width - 1)) - 1


def wrap(value: int, element: str) -> int:
    """Return ``value`` modulo 2^width, in the range of the element type."""
    low, high = integer_range(element)
    return (value - low) % (high - low + 1) + low


def integer_samples(element: str) -> list[int]:
    """Return values that matter: all of a narrow type, else edges and neighbours."""
    low, high = integer_range(element)
    if high - low < 16:
        return list(range(low, high + 1))
    middle = [-129, -3, -2, -1, 0, 1, 2, 3, 5, 7, 8, 31, 32, 63, 64, 100, 127, 128]
    edges = [low, low + 1, low + 2, high // 2, high // 2 + 1, high - 1, high]
    return sorted({v for v in [*middle, *edges] if low <= v <= high})


def pairs(values: list, kind: np.dtype) -> tuple[np.ndarray, np.ndarray]:
    """Return two arrays with every pair of values."""
    lhs = np.array([a for a in values for _ in values], dtype=kind)
    rhs = np.array([b for _ in values for b in values], dtype=kind)
    return lhs, rhs


def float_samples(element: str) -> np.ndarray:
    """Return every value of an 8-bit (or narrower) float type, else values that matter."""
    row = ELEMENT_TYPES[element]
    kind = row.dtype
    if row.width <= 8:
        return np.arange(1 << row.width, dtype=np.uint8).view(kind)
    if row.width == 16:
        return np.arange(1 << 16, dtype=np.uint16)[::37].view(kind)
    info = np.finfo(kind)
    tiny, small = info.tiny, info.smallest_subnormal
    positive = [0, small, 3 * small, tiny - small, tiny, 1e-20, 0.1, 0.5, 1 - info.eps, 1]
    positive += [1 + info.eps, 1.5, 2.5, 3, 7, 100, 255.5, 256, 65504, 65520, 1e20, info.max]
    positive += [np.inf, np.nan]
    values = np.array(positive, kind)
    return np.concatenate([values, -values])


def wide(array: np.ndarray) -> np.ndarray:
    """Return a float array in double precision, signalling NaNs included."""
    with np.errstate(invalid="ignore"):
        return array.astype(np.float64)


def assert_same(actual: np.ndarray, expected: np.ndarray) -> None:
    """Assert equal values: NaN equals NaN, and zeros have equal signs."""
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    got, want = wide(actual), wide(expected)
    same = (got == want) & (np.signbit(got) == np.signbit(want))
    same |= np.isnan(got) & np.isnan(want)
    where = np.argwhere(~same)
    assert not where.size, (
        f"{len(where)} differ, first at {where[0]}: "
        f"{actual[tuple(where[0])]} instead of {expected[tuple(where[0])]}"
    )
