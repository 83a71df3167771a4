"""JAX's LAPACK targets, by scipy and by jaxlib: each routine's defining equations hold."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import hlo_opt
from hlo_opt.dialect.types import element_type_of_dtype
from hlo_opt.runtime.ffi import providers, registry

from .calling import run_call

DTYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
PROVIDERS = {"scipy": providers._lapack_of_scipy, "jaxlib": providers._lapack_of_jaxlib}


@pytest.fixture(params=PROVIDERS)
def lapack(request, monkeypatch):
    """Return a function that calls a LAPACK target of one provider on arrays."""
    if importlib.util.find_spec(request.param) is None:
        pytest.skip(f"needs {request.param}")
    monkeypatch.setattr(registry, "_targets", dict(registry._targets))
    for name in list(registry._targets):
        if name[0].startswith("lapack_"):
            del registry._targets[name]

    def call(target: str, operands, results, **attributes):
        name = f"lapack_{target}_ffi"
        hlo_opt.register_ffi_target(name, PROVIDERS[request.param](name))
        types = [_type(shape, dtype) for shape, dtype in results]
        config = ", ".join(f"{key} = {_attribute(v)}" for key, v in attributes.items())
        layouts = [_layouts((a.shape, a.dtype) for a in operands), _layouts(results)]
        more = f"operand_layouts = [{layouts[0]}], result_layouts = [{layouts[1]}]"
        return run_call(name, operands, types, config, more)

    return call


def _type(shape, dtype) -> str:
    extents = "".join(f"{n}x" for n in shape)
    return f"tensor<{extents}{element_type_of_dtype(np.dtype(dtype)).name}>"


def _attribute(value) -> str:
    if isinstance(value, str):
        return f"{ord(value)} : ui8"
    return str(value).lower() if isinstance(value, bool) else f"{value} : i32"


def _layouts(types) -> str:
    """Return layouts with the columns of matrices first, as JAX asks for (integers are vectors)."""
    found = []
    for shape, dtype in types:
        order = list(range(len(shape)))[::-1]
        if len(shape) >= 2 and dtype != np.int32:
            order[:2] = order[1::-1]
        entries = f"[{', '.join(map(str, order))}]" if order else ""
        found.append(f"dense<{entries}> : tensor<{len(order)}xindex>")
    return ", ".join(found)


def matrix(letter: str, *shape) -> np.ndarray:
    rng = np.random.default_rng(len(shape) + shape[-1])
    dtype = np.dtype(DTYPES[letter])
    values = rng.standard_normal(shape)
    if dtype.kind == "c":
        values = values + 1j * rng.standard_normal(shape)
    return values.astype(dtype)


def real(letter: str):
    return {"c": np.float32, "z": np.float64}.get(letter, DTYPES[letter])


def close(got, expected, letter: str) -> None:
    tolerance = 2e-4 if letter in "sc" else 1e-10
    np.testing.assert_allclose(got, expected, rtol=tolerance, atol=tolerance)


def adjoint(a):
    return np.swapaxes(a, -1, -2).conj()


def i32(*shape):
    return shape, np.int32


EACH = pytest.mark.parametrize("letter", DTYPES)


@EACH
@pytest.mark.parametrize("shape", [(4, 4), (5, 3), (3, 5)])
def test_getrf(lapack, letter, shape):
    a = matrix(letter, *shape)
    size = min(shape)
    lu, pivots, info = lapack(f"{letter}getrf", [a], [(shape, a.dtype), i32(size), i32()])
    lower = np.tril(lu[:, :size], -1) + np.eye(shape[0], size)
    permuted = a.copy()
    for i, pivot in enumerate(pivots):
        permuted[[i, pivot - 1]] = permuted[[pivot - 1, i]]
    close(lower @ np.triu(lu[:size]), permuted, letter)
    assert info == 0


def test_batches(lapack):
    a = matrix("s", 2, 3, 4, 4)
    lu, pivots, info = lapack("sgetrf", [a], [(a.shape, a.dtype), i32(2, 3, 4), i32(2, 3)])
    one = lapack("sgetrf", [a[1, 2]], [((4, 4), a.dtype), i32(4), i32()])
    close(lu[1, 2], one[0], "s")
    assert pivots[1, 2].tolist() == one[1].tolist()
    assert not info.any()


def test_a_singular_matrix(lapack):
    a = np.array([[1, 2], [2, 4]], np.float32)
    _, _, info = lapack("sgetrf", [a], [(a.shape, a.dtype), i32(2), i32()])
    assert info == 2


@EACH
@pytest.mark.parametrize("shape", [(5, 3), (4, 4)])
def test_qr(lapack, letter, shape):
    a = matrix(letter, *shape)
    qr, tau = lapack(f"{letter}geqrf", [a], [(shape, a.dtype), ((shape[1],), a.dtype)])
    prefix = "un" if letter in "cz" else "or"
    q = lapack(f"{letter}{prefix}gqr", [qr, tau], [(shape, a.dtype)])
    close(q @ np.triu(qr[: shape[1]]), a, letter)
    close(adjoint(q) @ q, np.eye(shape[1]), letter)
    c = matrix(letter, shape[0], 2)
    for left, transpose, other in ((True, False, c), (True, True, c), (False, True, c.T.copy())):
        got = lapack(
            f"{letter}{prefix}mqr",
            [qr, tau, other],
            [(other.shape, a.dtype)],
            left=left,
            transpose=transpose,
        )
        full = _full_q(qr, tau)
        factor = adjoint(full) if transpose else full
        close(got, factor @ other if left else other @ factor, letter)


def _full_q(qr, tau):
    """Return the product of the reflectors, by their definition."""
    size = len(qr)
    q = np.eye(size, dtype=qr.dtype)
    for i, t in enumerate(tau):
        v = np.zeros(size, qr.dtype)
        v[i], v[i + 1 :] = 1, qr[i + 1 :, i]
        q = q @ (np.eye(size) - t * np.outer(v, v.conj()))
    return q


@EACH
def test_geqp3(lapack, letter):
    a = matrix(letter, 5, 3)
    free = np.zeros(3, np.int32)
    results = [((5, 3), a.dtype), i32(3), ((3,), a.dtype)]
    qr, pivots, tau = lapack(f"{letter}geqp3", [a, free], results)
    close(_full_q(qr, tau)[:, :3] @ np.triu(qr[:3]), a[:, pivots - 1], letter)


@EACH
@pytest.mark.parametrize("uplo", ["L", "U"])
def test_potrf(lapack, letter, uplo):
    a = matrix(letter, 4, 4)
    a = a @ adjoint(a) + 4 * np.eye(4, dtype=a.dtype)
    factor, info = lapack(f"{letter}potrf", [a], [((4, 4), a.dtype), i32()], uplo=uplo)
    lower = np.tril(factor) if uplo == "L" else adjoint(np.triu(factor))
    close(lower @ adjoint(lower), a, letter)
    assert info == 0
    _, info = lapack(f"{letter}potrf", [-a], [((4, 4), a.dtype), i32()], uplo=uplo)
    assert info == 1


@EACH
@pytest.mark.parametrize("name", ["gesdd", "gesvd"])
@pytest.mark.parametrize("mode", ["N", "S", "A"])
def test_svd(lapack, letter, name, mode):
    a = matrix(letter, 5, 3)
    columns = 3 if mode == "S" else 5
    results = [((5, 3), a.dtype), ((3,), real(letter)), ((5, columns), a.dtype)]
    _, s, u, vt, info = lapack(
        f"{letter}{name}", [a], [*results, ((3, 3), a.dtype), i32()], mode=mode
    )
    close(s, np.linalg.svd(a, compute_uv=False), letter)
    if mode != "N":
        close(u[:, :3] * s @ vt, a, letter)
        close(adjoint(u) @ u, np.eye(columns), letter)
    assert info == 0


@EACH
@pytest.mark.parametrize("uplo", ["L", "U"])
def test_eigh(lapack, letter, uplo):
    a = matrix(letter, 4, 4)
    a = a + adjoint(a)
    name = "heevd" if letter in "cz" else "syevd"
    results = [((4, 4), a.dtype), ((4,), real(letter)), i32()]
    v, w, info = lapack(f"{letter}{name}", [a], results, mode="V", uplo=uplo)
    close(v * w @ adjoint(v), a, letter)
    assert info == 0
    _, only, _ = lapack(f"{letter}{name}", [a], results, mode="N", uplo=uplo)
    close(only, w, letter)


@EACH
def test_geev(lapack, letter):
    a = matrix(letter, 4, 4)
    complex_dtype = np.result_type(a, np.complex64)
    values = [((4,), a.dtype)] * (1 if letter in "cz" else 2)
    vectors = [((4, 4), complex_dtype)] * 2
    *w, vl, vr, info = lapack(
        f"{letter}geev", [a], [*values, *vectors, i32()], compute_left="V", compute_right="V"
    )
    w = w[0] if len(w) == 1 else w[0] + 1j * w[1]
    close(a @ vr, vr * w, letter)
    close(adjoint(vl) @ a, w[:, None] * adjoint(vl), letter)
    assert info == 0


@EACH
def test_gees(lapack, letter):
    a = matrix(letter, 4, 4)
    values = [((4,), a.dtype)] * (1 if letter in "cz" else 2)
    results = [((4, 4), a.dtype)] * 2 + values + [i32(), i32()]
    t, v, *_, info = lapack(f"{letter}gees", [a], results, mode="V", sort="N")
    close(v @ t @ adjoint(v), a, letter)
    assert info == 0


@EACH
def test_gehrd(lapack, letter):
    a = matrix(letter, 4, 4)
    results = [((4, 4), a.dtype), ((3,), a.dtype), i32()]
    reduced, tau, info = lapack(f"{letter}gehrd", [a], results, low=1, high=4)
    q = np.eye(4, dtype=a.dtype)
    q[1:, 1:] = _full_q(reduced[1:, :3], tau)
    close(q @ np.triu(reduced, -1) @ adjoint(q), a, letter)
    assert info == 0


@EACH
def test_tridiagonal(lapack, letter):
    a = matrix(letter, 4, 4)
    a = a + adjoint(a)
    name = "hetrd" if letter in "cz" else "sytrd"
    results = [((4, 4), a.dtype), ((4,), real(letter)), ((3,), real(letter)), ((3,), a.dtype)]
    reduced, d, e, tau, info = lapack(f"{letter}{name}", [a], [*results, i32()], uplo="L")
    q = np.eye(4, dtype=a.dtype)
    q[1:, 1:] = _full_q(reduced[1:, :3], tau)
    close(q @ (np.diag(d) + np.diag(e, 1) + np.diag(e, -1)) @ adjoint(q), a, letter)
    assert info == 0


@EACH
def test_gtsv(lapack, letter):
    rows = matrix(letter, 3, 5)
    dl, d, du = rows[0], rows[1] + 5, rows[2]
    b = matrix(letter, 5, 2)
    results = [((5,), b.dtype)] * 3 + [((5, 2), b.dtype), i32()]
    *_, x, info = lapack(f"{letter}gtsv", [dl, d, du, b], results)
    full = np.diag(d) + np.diag(dl[1:], -1) + np.diag(du[:-1], 1)
    close(full @ x, b, letter)
    assert info == 0


@EACH
@pytest.mark.parametrize("side", ["L", "R"])
@pytest.mark.parametrize("trans", ["N", "T", "C"])
@pytest.mark.parametrize(("uplo", "diag"), [("L", "N"), ("U", "U")])
def test_trsm(lapack, letter, side, trans, uplo, diag):
    a = matrix(letter, 3, 3) + 3 * np.eye(3, dtype=DTYPES[letter])
    b = matrix(letter, *((3, 2) if side == "L" else (2, 3)))
    attributes = {"side": side, "uplo": uplo, "trans_x": trans, "diag": diag}
    x = lapack(f"{letter}trsm", [a, b], [(b.shape, b.dtype)], **attributes)
    factor = np.tril(a) if uplo == "L" else np.triu(a)
    if diag == "U":
        np.fill_diagonal(factor, 1)
    factor = {"N": factor, "T": factor.T, "C": adjoint(factor)}[trans]
    close(factor @ x if side == "L" else x @ factor, b, letter)


@pytest.mark.parametrize("name", ["lapack_snothing_ffi", "lapack_sgetrf", "other"])
def test_what_is_no_routine(name):
    from hlo_opt.runtime.ffi.lapack import lapack_function

    assert lapack_function(name) is None


@pytest.mark.parametrize("installed", ["scipy", "jaxlib", None])
def test_who_serves_a_target_that_nobody_registered(monkeypatch, installed):
    """jaxlib if it is there, else scipy; without both, the target is not known."""
    find = importlib.util.find_spec
    if installed and find(installed) is None:
        pytest.skip(f"needs {installed}")
    hidden = {"scipy": ("jaxlib",), "jaxlib": (), None: ("jaxlib", "scipy")}[installed]
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name in hidden else find(name, *more),
    )
    monkeypatch.setattr(registry, "_targets", {})
    a = np.array([[4, 2], [2, 5]], np.float32)
    types = [((2, 2), a.dtype), i32()]
    layouts = f"operand_layouts = [{_layouts(types[:1])}], result_layouts = [{_layouts(types)}]"
    results = [_type(*t) for t in types]
    arguments = ("lapack_spotrf_ffi", [a], results, f"uplo = {_attribute('L')}", layouts)
    if installed is None:
        with pytest.raises(hlo_opt.DiagnosedError, match="'lapack_spotrf_ffi' is not registered"):
            run_call(*arguments)
        return
    factor, info = run_call(*arguments)
    assert info == 0
    close(np.tril(factor) @ np.tril(factor).T, a, "s")
    target = registry.find_target("lapack_spotrf_ffi")
    assert (target.function is None) == (installed == "jaxlib")
