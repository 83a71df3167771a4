"""Random factorizations, normalizations and random bits."""

from __future__ import annotations

import data
import numpy as np
from data import Type
from program import Program
from registry import generates

_KINDS = ("f32", "f64", "complex<f32>", "complex<f64>")


def _matrix(p: Program, kind: Type) -> np.ndarray:
    """Return random matrices with a heavy diagonal, so that solving is well-conditioned."""
    size = kind.shape[-1]
    array = p.random.uniform(-1, 1, kind.shape)
    if kind.kind == "complex":
        array = array + 1j * p.random.uniform(-1, 1, kind.shape)
    return (array + 2 * size * np.eye(size)).astype(kind.dtype)


@generates(0.7)
def triangular_solve(p: Program) -> None:
    """Every flag; the specification leaves open what is on the other side of the diagonal."""
    batch = data.random_shape(p.random, p.integer(0, 1))
    size, columns = p.integer(1, 4), p.integer(1, 3)
    element = p.pick(_KINDS)
    left, lower, unit = p.chance(0.5), p.chance(0.5), p.chance(0.3)
    a = Type((*batch, size, size), element)
    b = Type((*batch, size, columns) if left else (*batch, columns, size), element)
    matrix = _matrix(p, a)
    other = np.triu(np.ones((size, size)), 1) if lower else np.tril(np.ones((size, size)), -1)
    unread = other.astype(bool) | (np.eye(size, dtype=bool) if unit else False)
    matrix = np.where(unread, np.array(0.5, matrix.dtype), matrix / (2 * size))
    right = data.random_array(p.random, b, special=0.0)
    transpose = p.pick(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
    p.emit(
        "triangular_solve",
        [p.fresh(a, matrix), p.fresh(b, right)],
        [b],
        f"left_side = {str(left).lower()}, lower = {str(lower).lower()}, "
        f"unit_diagonal = {str(unit).lower()}, transpose_a = #stablehlo<transpose {transpose}>",
        exact=False,
    )


@generates(0.7)
def cholesky(p: Program) -> None:
    """Of positive definite matrices; the reference interpreter has no such operation."""
    if p.oracle == "interpreter":
        return
    batch = data.random_shape(p.random, p.integer(0, 1))
    size = p.integer(1, 4)
    kind = Type((*batch, size, size), p.pick(_KINDS))
    half = _matrix(p, kind)
    matrix = half @ np.conj(np.swapaxes(half, -1, -2))
    lower = p.chance(0.5)
    factor = p.emit(
        "cholesky", [p.fresh(kind, matrix)], [kind], f"lower = {str(lower).lower()}", exact=False
    )[0]
    # The other triangle is left open: it is taken away.
    mask = np.tril(np.ones((size, size), bool)) if lower else np.triu(np.ones((size, size), bool))
    keep = p.constant(kind.of("i1"), np.broadcast_to(mask, kind.shape))
    zero = p.constant(kind, np.zeros(kind.shape, kind.dtype))
    p.emit("select", [keep, factor, zero], [kind], exact=False)


@generates(0.7)
def batch_norm(p: Program) -> None:
    """Inference, training and gradients; the reference interpreter has none of them."""
    if p.oracle == "interpreter":
        return
    shape = data.random_shape(p.random, p.integer(1, 3))
    if 0 in shape:
        return
    kind = Type(shape, p.pick(["f32", "f64"]))
    feature = p.integer(0, kind.rank - 1)
    per_feature = kind.shaped(shape[feature])

    def values(of: Type, low: float, high: float):
        return p.fresh(of, p.random.uniform(low, high, of.shape).astype(of.dtype))

    operand, scale = values(kind, -2, 2), values(per_feature, 0.5, 2)
    mean, variance = values(per_feature, -1, 1), values(per_feature, 0.5, 2)
    attributes = f"epsilon = 1.000000e-02 : f32, feature_index = {feature} : i64"
    which = p.pick(["inference", "training", "grad"])
    if which == "inference":
        operands, results = [operand, scale, mean, mean, variance], [kind]
    elif which == "training":
        operands, results = [operand, scale, mean], [kind, per_feature, per_feature]
    else:
        operands = [operand, scale, mean, variance, values(kind, -1, 1)]
        results = [kind, per_feature, per_feature]
    p.emit(f"batch_norm_{which}", operands, results, attributes, exact=False)


@generates(0.5)
def rng_bit_generator(p: Program) -> None:
    """Random bits, which are exact; the reference interpreter has no such operation."""
    if p.oracle == "interpreter":
        return
    algorithm = p.pick(["THREE_FRY", "PHILOX"])
    words = 2 if algorithm == "THREE_FRY" else p.integer(2, 3)
    state = Type((words,), "ui64")
    bits = Type(data.random_shape(p.random), p.pick(["ui32", "ui64", "i32", "ui8", "ui16", "i64"]))
    if 0 in bits.shape:
        return
    p.emit(
        "rng_bit_generator",
        [p.like(state)],
        [state, bits],
        f"rng_algorithm = #stablehlo<rng_algorithm {algorithm}>",
    )
