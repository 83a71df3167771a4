"""Comparing results with expected ones, with tolerances by element type."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..dialect.types import ELEMENT_TYPES, ElementType, element_type_of_dtype
from .literals import format_element
from .signature import TensorSpec
from .ulp import complex_ulp_distance, ulp_distance

SHOWN_MISMATCHES = 5


@dataclass(frozen=True)
class Tolerance:
    """When two numbers count as equal.

    They do if they are the same (also NaN and NaN), if
    ``|got - expected| <= atol + rtol * |expected|``, or if they are at most
    ``max_ulp`` units in the last place apart.  None switches a test off.
    """

    rtol: float | None = None
    atol: float | None = None
    max_ulp: float | None = None

    def or_default(self, element: ElementType) -> Tolerance:
        """Return this tolerance with what is not given filled in for an element type.

        If ``max_ulp`` alone is given it is the only test.
        """
        if element.kind not in ("float", "complex"):
            return Tolerance()
        if self.max_ulp is not None and self.rtol is None and self.atol is None:
            return self
        rtol, atol = default_tolerance(element)
        return Tolerance(
            rtol if self.rtol is None else self.rtol,
            atol if self.atol is None else self.atol,
            self.max_ulp,
        )


def default_tolerance(element: ElementType) -> tuple[float, float]:
    """Return the default ``rtol`` and ``atol`` of a float or complex type.

    f32 and f64 allow for sums in another order; narrower types for two
    roundings.
    """
    if element.width == 64:
        return 1e-9, 1e-10
    if element.width == 32:
        return 1e-4, 1e-5
    rtol = 2.0 * 2.0**-element.format.mantissa
    return rtol, rtol / 10


@dataclass(frozen=True)
class Mismatch:
    """One element that differs: its index, and both values as text."""

    index: tuple[int, ...]
    got: str
    expected: str


@dataclass(frozen=True)
class Worst:
    """The largest error of one kind, and where it is."""

    value: float
    index: tuple[int, ...]


@dataclass(frozen=True)
class Comparison:
    """The outcome for one result: how many elements differ, and the errors of all of them.

    ``errors`` maps ``abs``, ``rel`` and ``ulp`` to the worst; it is empty for
    integers and booleans and for results without elements.
    """

    spec: TensorSpec
    differing: int
    total: int
    first: tuple[Mismatch, ...]
    errors: dict[str, Worst]

    @property
    def passed(self) -> bool:
        """Whether all elements are equal within the tolerance."""
        return self.differing == 0


def compare(
    got: np.ndarray, expected: np.ndarray, spec: TensorSpec, tolerance: Tolerance
) -> Comparison:
    """Compare a result of type ``spec`` with an expected array.

    ``expected`` may be of a wider type of the same kind (a bf16 result kept
    as f32).  Raises ValueError if shape or kind do not fit.
    """
    check_comparable(expected, spec)
    if _kind(got.dtype) == "integer":
        return _report(spec, got, expected, got != expected, {})
    return _compare_floats(got, expected, spec, tolerance.or_default(spec.element))


def check_comparable(expected: np.ndarray, spec: TensorSpec) -> None:
    """Raise ValueError if shape or kind of an expected array do not fit a result."""
    for what, fits in (
        ("shape", spec.accepts(expected.shape)),
        ("dtype", _kind(spec.dtype) == _kind(expected.dtype)),
    ):
        if not fits:
            found = getattr(expected, what)
            raise ValueError(
                f"{spec.name} is {spec.type}, but the expected array has {what} {found}"
            )


def _compare_floats(got, expected, spec, tolerance) -> Comparison:
    is_complex = spec.element.kind == "complex"
    wide = np.complex128 if is_complex else np.float64
    a, b = got.astype(wide), expected.astype(wide)
    with np.errstate(all="ignore"):
        same = _same(a, b)
        distance = np.where(same, 0.0, np.abs(a - b))
        distance = np.where(np.isnan(distance), np.inf, distance)
        relative = np.where(same, 0.0, distance / np.abs(b))
        relative = np.where(np.isnan(relative), np.inf, relative)
        close = same
        if tolerance.rtol is not None:
            limit = (tolerance.atol or 0.0) + tolerance.rtol * np.abs(b)
            close = close | (np.isfinite(b) & np.isfinite(a) & (distance <= limit))
        narrow = expected.astype(got.dtype)
        if is_complex:
            ulps = complex_ulp_distance(got, narrow, ELEMENT_TYPES[f"f{spec.element.width}"])
        else:
            ulps = ulp_distance(got, narrow, spec.element)
        if tolerance.max_ulp is not None:
            close = close | (ulps <= tolerance.max_ulp)
    return _report(spec, got, expected, ~close, {"abs": distance, "rel": relative, "ulp": ulps})


def _same(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    if a.dtype.kind == "c":
        return _same(a.real, b.real) & _same(a.imag, b.imag)
    return (a == b) | (np.isnan(a) & np.isnan(b))


def _report(spec, got, expected, differs, errors) -> Comparison:
    differs = np.asarray(differs)
    first = tuple(
        Mismatch(index, format_element(got[index]), format_element(expected[index]))
        for index in _first_indices(differs, SHOWN_MISMATCHES)
    )
    worst = {}
    if got.size:
        for name, values in errors.items():
            index = tuple(int(i) for i in np.unravel_index(np.argmax(values), values.shape))
            worst[name] = Worst(float(values[index]), index)
    return Comparison(spec, int(differs.sum()), int(got.size), first, worst)


def _first_indices(differs: np.ndarray, count: int) -> list[tuple[int, ...]]:
    flat = np.flatnonzero(differs)[:count]
    return [tuple(int(i) for i in np.unravel_index(f, differs.shape)) for f in flat]


def _kind(dtype: np.dtype) -> str:
    """Return what arrays must share to be comparable."""
    row = element_type_of_dtype(dtype)
    if row is None:
        return dtype.name
    return "integer" if row.is_integer or row.kind == "bool" else row.kind
