"""Arrays at the border of compiled code: what is accepted, where the bytes are."""

from __future__ import annotations

import ctypes

import numpy as np

from .signature import TensorSpec

ALIGNMENT = 64
"""Buffers that this package allocates start at a multiple of this many bytes, small ones aside."""

SMALL = 4096
"""Results of fewer bytes are allocated as numpy does it, which takes half the time."""

DENSE_ALIGNED = 0x101
"""The bits of ``ndarray.flags.num`` for row-major, without gaps, and aligned."""

_SCALARS = (bool, int, float, complex)
_BYTE = np.dtype(np.uint8)
# Looked up once: these are on the path of every call.
_address_of, _char_at = ctypes.addressof, ctypes.c_char.from_buffer
_empty, _array = np.empty, np.ndarray


def address(array: np.ndarray) -> int:
    """Return the address of an array's first byte."""
    try:
        return _address_of(_char_at(array))
    except (TypeError, ValueError):  # read-only, empty, or a dtype of ml_dtypes
        return array.__array_interface__["data"][0]


def aligned_empty(shape: tuple[int, ...], dtype: np.dtype, nbytes: int) -> tuple[np.ndarray, int]:
    """Return an uninitialised array of ``nbytes`` bytes at a multiple of `ALIGNMENT`, and where."""
    raw = _empty(nbytes + ALIGNMENT, _BYTE)
    start = _address_of(_char_at(raw))
    offset = -start % ALIGNMENT
    return _array(shape, dtype, raw, offset), start + offset


def empty_result(shape: tuple[int, ...], dtype: np.dtype, nbytes: int) -> tuple[np.ndarray, int]:
    """Return an uninitialised array of ``nbytes`` bytes for a result, and its address."""
    if nbytes >= SMALL:
        return aligned_empty(shape, dtype, nbytes)
    array = _empty(shape, dtype)
    return array, address(array)


def as_input(value, spec: TensorSpec, position: int) -> np.ndarray:
    """Return ``value`` as a contiguous, aligned array of ``spec``'s type.

    Accepts numpy arrays, anything with ``__dlpack__`` or ``__array__``, and
    Python scalars where the rank is 0; nothing is converted to another dtype.
    Raises TypeError for a wrong dtype or kind of object and ValueError for a
    wrong shape or a scalar that does not fit, naming the argument.
    """
    array = _as_array(value, spec, position)
    if array.dtype != spec.dtype and array.dtype.newbyteorder("=") != spec.dtype:
        raise TypeError(f"{_expected(spec, position)}, got dtype {array.dtype}")
    if not spec.accepts(array.shape):
        raise ValueError(f"{_expected(spec, position)}, got shape {array.shape}")
    # A view only if it is in native byte order, contiguous and aligned already.
    return np.require(array, spec.dtype, ["C_CONTIGUOUS", "ALIGNED"])


def _as_array(value, spec: TensorSpec, position: int) -> np.ndarray:
    if isinstance(value, np.ndarray | np.generic):
        return np.asarray(value)
    if isinstance(value, _SCALARS):
        return _from_scalar(value, spec, position)
    if hasattr(value, "__dlpack__"):
        try:
            return np.from_dlpack(value)
        except (BufferError, RuntimeError, TypeError, ValueError) as exc:
            if not hasattr(value, "__array__"):
                raise TypeError(f"{_expected(spec, position)}: {exc}") from None
    if hasattr(value, "__array__"):
        return np.asarray(value)
    raise TypeError(f"{_expected(spec, position)}, got {type(value).__name__}")


def _from_scalar(value, spec: TensorSpec, position: int) -> np.ndarray:
    if spec.shape:
        raise ValueError(f"{_expected(spec, position)}, got the scalar {value!r}")
    accepted = {
        "bool": (bool,),
        "int": (int,),
        "uint": (int,),
        "float": (int, float),
        "complex": (int, float, complex),
    }[spec.element.kind]
    if not isinstance(value, accepted) or (isinstance(value, bool) and accepted != (bool,)):
        raise TypeError(f"{_expected(spec, position)}, got {value!r}")
    if spec.element.is_integer:
        signed = spec.element.kind == "int"
        low = -(1 << spec.element.width - 1) if signed else 0
        if not low <= value < low + (1 << spec.element.width):
            raise ValueError(f"{_expected(spec, position)}, got {value}, which is out of range")
    return np.array(value, spec.dtype)


def _expected(spec: TensorSpec, position: int) -> str:
    return f"argument {position} ({spec.name}): expected {spec.type}"
