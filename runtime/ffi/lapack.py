"""JAX's LAPACK targets by scipy's LAPACK, where jaxlib is not installed.

Each is a Python handler over one routine on one matrix; leading dimensions
are batches.  What a routine is asked not to compute is zero.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

_TARGET = re.compile(r"lapack_([sdcz])(\w+)_ffi")


@dataclass(frozen=True)
class _Routine:
    """The ranks of the operands and results of a routine, and what computes them.

    ``compute(find, *operands, **attributes)`` gets a function that finds the
    routine of a name for the element type.
    """

    operands: tuple[int, ...]
    results: tuple[int, ...]
    compute: Callable[..., tuple]


def _flag(attribute: int, letter: str) -> bool:
    """Tell whether an attribute that is a character is this one."""
    return chr(attribute) == letter


def _getrf(find, a):
    lu, pivots, info = find("getrf")(a)
    return lu, pivots + 1, info


def _geqrf(find, a):
    qr, tau, _, _ = find("geqrf")(a)
    return qr, tau


def _geqp3(find, a, pivots):
    if pivots.any():
        raise NotImplementedError("scipy's geqp3 cannot be told which columns come first")
    qr, pivots, tau, _, _ = find("geqp3")(a)
    return qr, pivots, tau


def _orgqr(name: str):
    def compute(find, a, tau):
        return (find(name)(a, tau)[0],)

    return compute


def _ormqr(name: str):
    def compute(find, a, tau, c, *, left, transpose):
        trans = ("C" if name.startswith("un") else "T") if transpose else "N"
        side = "L" if left else "R"
        size = int(find(name)(side, trans, a, tau, c, -1)[1][0].real)
        return (find(name)(side, trans, a, tau, c, max(size, 1))[0],)

    return compute


def _potrf(find, a, *, uplo):
    factor, info = find("potrf")(a, lower=_flag(uplo, "L"), clean=False)
    return factor, info


def _svd(name: str):
    def compute(find, a, *, mode):
        wanted = not _flag(mode, "N")
        u, s, vt, info = find(name)(a, compute_uv=wanted, full_matrices=_flag(mode, "A"))
        return (a, s, u, vt, info) if wanted else (a, s, None, None, info)

    return compute


def _eigh(name: str):
    def compute(find, a, *, mode, uplo):
        wanted = _flag(mode, "V")
        w, v, info = find(name)(a, compute_v=wanted, lower=_flag(uplo, "L"))
        return v if wanted else None, w, info

    return compute


def _geev(find, a, *, compute_left, compute_right):
    left, right = _flag(compute_left, "V"), _flag(compute_right, "V")
    *values, vl, vr, info = find("geev")(a, compute_vl=left, compute_vr=right)
    vectors = [
        _complex_vectors(v, values) if wanted else None for v, wanted in ((vl, left), (vr, right))
    ]
    return (*values, *vectors, info)


def _complex_vectors(vectors: np.ndarray, values: list[np.ndarray]) -> np.ndarray:
    """Return eigenvectors as complex columns; real routines give pairs as two real columns."""
    if len(values) == 1:
        return vectors
    found = vectors.astype(np.result_type(vectors, np.complex64))
    for j in np.flatnonzero(values[1] > 0):
        found[:, j] = vectors[:, j] + 1j * vectors[:, j + 1]
        found[:, j + 1] = found[:, j].conj()
    return found


def _gees(find, a, *, mode, sort):
    if not _flag(sort, "N"):
        raise NotImplementedError("eigenvalues cannot be sorted")
    wanted = _flag(mode, "V")
    t, count, *values, vs, _, info = find("gees")(lambda *_: False, a, compute_v=wanted)
    return (t, vs if wanted else None, *values, count, info)


def _gehrd(find, a, *, low, high):
    reduced, tau, info = find("gehrd")(a, lo=low - 1, hi=high - 1)
    return reduced, tau, info


def _trd(name: str):
    def compute(find, a, *, uplo):
        return find(name)(a, lower=_flag(uplo, "L"))

    return compute


def _gtsv(find, dl, d, du, b):
    """The off-diagonals have as many elements as the diagonal, of which one is not used."""
    _, diagonal, upper, x, info = find("gtsv")(dl[1:], d, du[:-1], b)
    return dl, diagonal, np.append(upper, du[-1:]), x, info


def _trsm(find, a, b, *, side, uplo, trans_x, diag):
    trans = "NTC".index(chr(trans_x))
    unit, lower, right = _flag(diag, "U"), _flag(uplo, "L"), _flag(side, "R")
    return (find("trsm")(1, a, b, side=right, lower=lower, trans_a=trans, diag=unit),)


_ROUTINES = {
    "getrf": _Routine((2,), (2, 1, 0), _getrf),
    "geqrf": _Routine((2,), (2, 1), _geqrf),
    "geqp3": _Routine((2, 1), (2, 1, 1), _geqp3),
    **{name: _Routine((2, 1), (2,), _orgqr(name)) for name in ("orgqr", "ungqr")},
    **{name: _Routine((2, 1, 2), (2,), _ormqr(name)) for name in ("ormqr", "unmqr")},
    "potrf": _Routine((2,), (2, 0), _potrf),
    **{name: _Routine((2,), (2, 1, 2, 2, 0), _svd(name)) for name in ("gesdd", "gesvd")},
    **{name: _Routine((2,), (2, 1, 0), _eigh(name)) for name in ("syevd", "heevd")},
    "geev": _Routine((2,), (1, 1, 2, 2, 0), _geev),
    "gees": _Routine((2,), (2, 2, 1, 1, 0, 0), _gees),
    "gehrd": _Routine((2,), (2, 1, 0), _gehrd),
    **{name: _Routine((2,), (2, 1, 1, 1, 0), _trd(name)) for name in ("sytrd", "hetrd")},
    "gtsv": _Routine((1, 1, 1, 2), (1, 1, 1, 2, 0), _gtsv),
    "trsm": _Routine((2, 2), (2,), _trsm),
}
# Complex routines give complex eigenvalues instead of their parts.
_COMPLEX = {
    "geev": _Routine((2,), (1, 2, 2, 0), _geev),
    "gees": _Routine((2,), (2, 2, 1, 0, 0), _gees),
}


def lapack_function(target: str) -> Callable | None:
    """Return a Python handler for a target such as ``lapack_sgetrf_ffi``, None if there is none."""
    match = _TARGET.fullmatch(target)
    if match is None or match[2] not in _ROUTINES:
        return None
    letter, name = match.groups()
    from scipy.linalg import blas, lapack

    library = blas if name == "trsm" else lapack
    if not hasattr(library, letter + name):
        return None
    routine = _COMPLEX.get(name, _ROUTINES[name]) if letter in "cz" else _ROUTINES[name]

    def find(routine_name: str):
        return getattr(library, letter + routine_name)

    def handler(*arrays, **attributes) -> None:
        operands = arrays[: len(routine.operands)]
        results = arrays[len(routine.operands) :]
        batch = operands[0].shape[: operands[0].ndim - routine.operands[0]]
        for index in np.ndindex(*batch):
            values = routine.compute(find, *(a[index] for a in operands), **attributes)
            for result, value in zip(results, values, strict=True):
                result[index] = 0 if value is None else value

    handler.writes_results = True
    handler.__name__ = target
    return handler
