"""Random operations of CHLO, which decompose to StableHLO."""

from __future__ import annotations

import data
import numpy as np
from data import Type
from program import Program
from registry import generates

# Functions, and where they are smooth enough for one tolerance: values between these.
_UNARY = {
    **{"acos": (-0.9, 0.9), "asin": (-0.9, 0.9), "atan": (-5, 5), "cosh": (-3, 3)},
    **{"acosh": (1.5, 9), "asinh": (-5, 5), "atanh": (-0.9, 0.9), "sinh": (-3, 3)},
    **{"erf": (-3, 3), "erfc": (-2, 2), "erf_inv": (-0.9, 0.9), "square": (-9, 9)},
    **{"digamma": (0.5, 9), "lgamma": (0.5, 9), "bessel_i1e": (-9, 9)},
}
_TESTS = ("is_inf", "is_neg_inf", "is_pos_inf")


@generates(1.0)
def chlo_unary(p: Program) -> None:
    """A special function of f32 or f64."""
    name = p.pick(sorted(_UNARY))
    kind = Type(data.random_shape(p.random), p.pick(["f32", "f64"]))
    low, high = _UNARY[name]
    array = p.random.uniform(low, high, kind.shape).astype(kind.dtype)
    p.emit(f"chlo.{name}", [p.fresh(kind, array)], [kind], exact=False)


@generates(0.5)
def chlo_test(p: Program) -> None:
    """Whether elements are infinite."""
    operand = p.exact("wide")
    p.emit(f"chlo.{p.pick(_TESTS)}", [operand], [operand.type.of("i1")])


@generates(0.5)
def chlo_next_after(p: Program) -> None:
    """The next representable number towards another."""
    left = p.exact("wide")
    p.emit("chlo.next_after", [left, p.like(left.type)], [left.type])


@generates(0.7)
def chlo_top_k(p: Program) -> None:
    """The largest elements of rows, and where they are; ties go to the first."""
    rows = data.random_shape(p.random, p.integer(0, 2))
    width = p.integer(1, 6)
    kind = Type((*rows, width), p.pick(["f32", "i32", "ui8", "f64", "bf16"]))
    k = p.integer(1, width)
    array = data.random_array(p.random, kind)
    if kind.kind == "float":
        # Where NaN goes is not said; the interpreter does not tell zeros from negative ones.
        wide = array.astype(np.float64)
        array = np.where(np.isnan(wide) | (wide == 0), np.ones_like(array), array)
    results = [kind.shaped(*rows, k), Type((*rows, k), "i32")]
    p.emit("chlo.top_k", [p.fresh(kind, array)], results, f"k = {k} : i64")


@generates(0.5)
def chlo_broadcast(p: Program) -> None:
    """Arithmetic with implicit broadcasting of a scalar or of leading dimensions."""
    right = p.exact("int uint")
    rank = p.integer(0, right.type.rank)
    left = p.like(right.type.shaped(*right.type.shape[right.type.rank - rank :]))
    name = p.pick(["add", "subtract", "multiply", "maximum", "and", "xor"])
    p.emit(f"chlo.broadcast_{name}", [left, right], [right.type])
