"""Distances between floats in units in the last place, for every float type of StableHLO."""

from __future__ import annotations

import numpy as np

from ..dialect.types import ElementType

_UINTS = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}


def ulp_distance(a: np.ndarray, b: np.ndarray, element: ElementType) -> np.ndarray:
    """Return how many representable numbers ``a`` and ``b`` are apart, as floats.

    Both arrays have the dtype of ``element``, a float type, and one shape.
    Zeros of both signs are the same number, infinities are next to the largest
    finite one, two NaNs are 0 apart and a NaN is infinitely far from a number.
    """
    distance = _distance(_ordered(a, element), _ordered(b, element))
    nan_a, nan_b = np.isnan(a), np.isnan(b)
    distance[nan_a != nan_b] = np.inf
    distance[nan_a & nan_b] = 0
    return distance


def complex_ulp_distance(a: np.ndarray, b: np.ndarray, part: ElementType) -> np.ndarray:
    """Return the larger of the distances of the real and the imaginary parts."""
    return np.maximum(ulp_distance(a.real, b.real, part), ulp_distance(a.imag, b.imag, part))


def _ordered(array: np.ndarray, element: ElementType) -> np.ndarray:
    """Return integers in the order of the floats; neighbours differ by 1."""
    size = array.dtype.itemsize
    bits = np.ascontiguousarray(array).reshape(-1).view(_UINTS[size]).astype(np.uint64)
    bits = bits.reshape(array.shape)
    if not element.format.signed:
        return bits.astype(np.int64)
    sign = np.uint64(1 << (element.format.width - 1))
    magnitude = (bits & (sign - np.uint64(1))).astype(np.int64)
    return np.where(bits & sign, -magnitude, magnitude)


def _distance(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    # Differences of 64-bit numbers fit in an unsigned integer only.
    high, low = np.maximum(a, b), np.minimum(a, b)
    return np.asarray(high.astype(np.uint64) - low.astype(np.uint64)).astype(np.float64)
