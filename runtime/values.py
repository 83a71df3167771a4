"""Values for arguments and expected results, from text and files.

Everything here raises `DiagnosedError` for what cannot be read or does not fit.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from math import prod

import numpy as np

from ..dialect.diagnostics import plain_error
from ..dialect.parse import read_file
from .literals import parse_literal, parse_tensor_type
from .signature import TensorSpec, is_dynamic

_ROLES = {"in": "inputs", "out": "results"}


def read_values(texts: Sequence[str], role: str) -> list[np.ndarray]:
    """Return the arrays that ``texts`` give, as described in ``hlo-run --help``.

    ``role``, ``in`` or ``out``, says which arrays of an ``.npz`` are meant.
    """
    return [array for text in texts for array in _read(text, role)]


def _read(text: str, role: str) -> list[np.ndarray]:
    try:
        if text.startswith("@"):
            return _load(text[1:], role)
        type_text, equals, rest = text.partition("=")
        if equals and rest.strip().startswith("@"):
            return [_read_raw(type_text.strip(), rest.strip()[1:])]
        return [parse_literal(text)]
    except OSError as exc:
        raise plain_error(f"cannot read '{text[text.index('@') + 1 :]}': {exc.strerror}") from None
    except ValueError as exc:
        raise plain_error(str(exc)) from None


def _load(path: str, role: str) -> list[np.ndarray]:
    data = read_file(path)
    if not data.startswith((b"\x93NUMPY", b"PK")):
        raise ValueError(f"'{path}' is neither a .npy nor a .npz file")
    try:
        loaded = np.load(io.BytesIO(data), allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return [loaded]
        with loaded:
            return [loaded[name] for name in _choose(list(loaded), role, path)]
    except (ValueError, EOFError, KeyError, zipfile.BadZipFile) as exc:
        reason = "it holds Python objects" if "allow_pickle" in str(exc) else str(exc)
        raise ValueError(f"'{path}' cannot be read: {reason}") from None


def _choose(names: list[str], role: str, path: str) -> list[str]:
    """Return the names of the arrays of an ``.npz`` that play ``role``, in order."""
    numbered = {key: _numbered(names, key) for key in _ROLES}
    chosen = numbered[role]
    if not chosen and not any(numbered.values()):
        return names
    if list(chosen) != list(range(len(chosen))) or not chosen:
        missing = next(i for i in range(len(chosen) + 1) if i not in chosen)
        raise plain_error(f"'{path}' has no array '{role}{missing}' (it has {', '.join(names)})")
    return list(chosen.values())


def _numbered(names: list[str], prefix: str) -> dict[int, str]:
    found = {int(m[1]): m[0] for n in names if (m := re.fullmatch(rf"{prefix}(\d+)", n))}
    return dict(sorted(found.items()))


def _read_raw(type_text: str, path: str) -> np.ndarray:
    shape, element = parse_tensor_type(type_text)
    data = read_file(path)
    size = prod(shape) * element.dtype.itemsize
    if len(data) != size:
        raise ValueError(f"{type_text} takes {size} bytes, but '{path}' has {len(data)}")
    return np.frombuffer(data, element.dtype).reshape(shape)


def retype(array: np.ndarray, spec: TensorSpec) -> np.ndarray:
    """Return an array that numpy saved as bare bytes, not knowing its dtype, in that of ``spec``.

    Other arrays are returned as they are.
    """
    if array.dtype.kind == "V" and array.dtype.itemsize == spec.dtype.itemsize:
        return array.view(spec.dtype)
    return array


def fit(array: np.ndarray, spec: TensorSpec) -> np.ndarray:
    """Return an array from a file in the dtype of ``spec``, where numpy has no such dtype.

    It is accepted as bare bytes (see `retype`), or in a wider type of the same
    kind if every value is exact.  Other arrays are returned as they are.
    """
    array = retype(array, spec)
    if array.dtype == spec.dtype:
        return array
    kinds = {"float": "f", "int": "iu", "uint": "iu"}.get(spec.element.kind, "")
    if spec.dtype.isbuiltin == 1 or array.dtype.kind not in kinds:
        return array
    with np.errstate(all="ignore"):
        converted = array.astype(spec.dtype)
        back = converted.astype(array.dtype)
    exact = (back == array) | ((back != back) & (array != array))  # NaN stays NaN
    if not exact.all():
        index = tuple(int(i) for i in np.unravel_index(np.argmin(exact), array.shape))
        raise plain_error(
            f"{spec.name}: {array[index]} at {list(index)} is not a value of {spec.element.name}"
        )
    return converted


def random_value(spec: TensorSpec, generator: np.random.Generator) -> np.ndarray:
    """Return a made-up value: normal floats, integers from -10 or 0 to 10, coin flips."""
    if is_dynamic(spec):
        raise plain_error(
            f"{spec.name} is '{spec.type}': values cannot be made up for a shape that is not known",
            "give it with --input",
        )
    kind = spec.element.kind
    if kind == "bool":
        return generator.integers(0, 2, spec.shape).astype(spec.dtype)
    if spec.element.is_integer:
        signed = kind == "int"
        low = max(-10, -(1 << (spec.element.width - 1))) if signed else 0
        high = min(10, (1 << (spec.element.width - signed)) - 1)
        return generator.integers(low, high + 1, spec.shape).astype(spec.dtype)
    values = generator.standard_normal(spec.shape)
    if kind == "complex":
        values = values + 1j * generator.standard_normal(spec.shape)
    if spec.element.format is not None and not spec.element.format.signed:
        values = np.abs(values)
    return np.asarray(values).astype(spec.dtype)


def to_file(arrays: Sequence[np.ndarray], path: str) -> bytes:
    """Return the bytes of a ``.npy`` (one array) or ``.npz`` file (out0, out1, …).

    Types that numpy has not become wider ones: float32 or int8.
    """
    arrays = [_storable(a) for a in arrays]
    stream = io.BytesIO()
    if path.endswith(".npz"):
        np.savez(stream, **{f"out{i}": a for i, a in enumerate(arrays)})
    else:
        if len(arrays) != 1:
            raise plain_error(
                f"'{path}' takes one result, and there are {len(arrays)}: name an .npz file"
            )
        np.save(stream, arrays[0])
    return stream.getvalue()


def _storable(array: np.ndarray) -> np.ndarray:
    if array.dtype.isbuiltin == 1:
        return array
    if array.dtype.name.startswith(("int", "uint")):
        return array.astype(np.int8 if array.dtype.name.startswith("int") else np.uint8)
    return array.astype(np.float32)
