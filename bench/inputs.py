"""Programs of the benchmark on disk, and the arrays that they are run on.

Every engine's process makes the same arrays from the text of the program: those
in ``NAME.npz`` beside ``NAME.mlir``, or else normal random numbers, and integers
below the bound that a line ``// below: argument=bound`` at the top states.
"""

from __future__ import annotations

import re
from pathlib import Path

import ml_dtypes
import numpy as np

_ELEMENTS = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "i1": np.bool_,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
    **{f"i{n}": np.dtype(f"int{n}").type for n in (8, 16, 32, 64)},
    **{f"ui{n}": np.dtype(f"uint{n}").type for n in (8, 16, 32, 64)},
}
_MAIN = re.compile(r"func\.func (?:public )?@main\((.*?)\) (?:->|\{)", re.DOTALL)
_ARGUMENT = re.compile(r"%\w+: tensor<((?:\d+x)*)([^%]*?)>(?=[ ,{]|$)")
_DEFAULT_BOUND = 100


def signature(text: str) -> list[tuple[tuple[int, ...], np.dtype]]:
    """Return shape and dtype of each argument of ``@main``.

    Raises ValueError if there is none, and KeyError for an unknown element type.
    """
    main = _MAIN.search(text)
    if main is None:
        raise ValueError("no function @main")
    return [
        (tuple(int(n) for n in shape.split("x") if n), np.dtype(_ELEMENTS[element]))
        for shape, element in _ARGUMENT.findall(main.group(1))
    ]


def make_inputs(path: Path) -> list[np.ndarray]:
    """Return the arguments to call the program at ``path`` with; the same ones on each call."""
    text = path.read_text()
    types = signature(text)
    stored = path.with_suffix(".npz")
    if stored.exists():
        with np.load(stored) as arrays:
            given = [arrays[f"in{i}"] for i in range(len(types))]
        return [_aligned(a.astype(d).reshape(s)) for a, (s, d) in zip(given, types, strict=True)]
    bounds = dict(re.findall(r"(\d+)=(\d+)", _header(text, "below")))
    rng = np.random.default_rng(0)
    return [
        _aligned(_random(rng, shape, dtype, int(bounds.get(str(i), _DEFAULT_BOUND))))
        for i, (shape, dtype) in enumerate(types)
    ]


def numpy_equivalent(path: Path) -> str:
    """Return the numpy expression of the arguments ``a``, ``b``, … that a header line states."""
    return _header(path.read_text(), "numpy")


def _header(text: str, key: str) -> str:
    found = re.search(rf"^// {key}: (.*)$", text, re.MULTILINE)
    return found.group(1) if found else ""


def _random(rng: np.random.Generator, shape, dtype: np.dtype, bound: int) -> np.ndarray:
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        return rng.integers(0, min(bound, np.iinfo(dtype).max), shape, dtype)
    if dtype.kind == "c":
        return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(dtype)
    return np.asarray(rng.standard_normal(shape)).astype(dtype)


def _aligned(array: np.ndarray) -> np.ndarray:
    """Return a copy that starts at a cache line, as every engine's own buffers do."""
    room = np.empty(array.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def widened(array: np.ndarray) -> np.ndarray:
    """Return results as a type that ``numpy.savez`` can store."""
    return array if array.dtype.kind in "biufc" and array.dtype.isbuiltin else array.astype("f4")
