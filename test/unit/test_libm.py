"""Functions of libm: every one is called, and is as exact as the C library's."""

from __future__ import annotations

import math

import numpy as np
import pytest
from from_linalg import elementwise

from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.dialect.types import ELEMENT_TYPES
from hlo_opt.passes.libm import LIBM
from hlo_opt.runtime import jit
from hlo_opt.runtime.ulp import ulp_distance

# What stays LLVM's own: operations that the processor has, or that are rounded exactly.
INTRINSICS = {
    "math.absf": abs,
    "math.ceil": math.ceil,
    "math.floor": math.floor,
    "math.round": lambda v: math.copysign(math.floor(abs(v) + 0.5), v),
    "math.roundeven": round,
    "math.rsqrt": lambda v: 1 / math.sqrt(v),
    "math.sqrt": math.sqrt,
    "math.trunc": math.trunc,
}
DOMAIN = {
    "math.acos": (-1, 1),
    "math.acosh": (1, 50),
    "math.asin": (-1, 1),
    "math.atanh": (-0.99, 0.99),
    "math.log": (1e-3, 1e3),
    "math.log10": (1e-3, 1e3),
    "math.log1p": (-0.9, 10),
    "math.log2": (1e-3, 1e3),
    "math.rsqrt": (1e-3, 1e3),
    "math.sqrt": (0, 1e3),
}


def reference(op: str):
    """Return the function in double precision, from Python's own math module."""
    if op in INTRINSICS:
        return INTRINSICS[op]
    name = LIBM[op]
    return {"cbrt": np.cbrt, "exp2": lambda v: 2.0**v}.get(name) or getattr(math, name)


@pytest.mark.parametrize("op", sorted(LIBM.keys() | INTRINSICS.keys()))
@pytest.mark.parametrize("element", ["f32", "f64"])
def test_functions(op, element):
    dtype = ELEMENT_TYPES[element].dtype
    low, high = DOMAIN.get(op, (-8, 8))
    x = np.linspace(low, high, 501).astype(dtype)
    binary = op in ("math.atan2", "math.powf")
    y = np.linspace(-3, 3, 501).astype(dtype)
    x = np.abs(x) if op == "math.powf" else x
    operands = "%x, %y" if binary else "%x"
    exe = elementwise(element, element, f"%r = {op} {operands} : {element}", len(x), 1 + binary)
    got = exe(x, y) if binary else exe(x)
    function = reference(op)
    expected = [function(*(float(v) for v in vs)) for vs in (zip(x, y) if binary else zip(x))]  # noqa: B905
    distance = ulp_distance(got, np.array(expected, dtype), ELEMENT_TYPES[element])
    assert distance.max() <= 2, (x[distance.argmax()], distance.max())


@pytest.mark.parametrize(("op", "function"), [("expm1", math.expm1), ("log1p", math.log1p)])
def test_small_arguments_keep_their_digits(op, function):
    """exp(x) - 1 and log(1 + x) have none left here."""
    x = np.float32(10.0) ** -np.arange(1, 30, dtype=np.float32)
    x = np.concatenate([x, -x, [0.0, -0.0]]).astype(np.float32)
    got = elementwise("f32", "f32", f"%r = math.{op} %x : f32", len(x))(x)
    expected = np.array([function(float(v)) for v in x], np.float32)
    assert ulp_distance(got, expected, ELEMENT_TYPES["f32"]).max() <= 1
    assert np.signbit(got[-1])


def test_a_function_that_the_system_lacks(monkeypatch):
    """The linker's own complaint would not say what to do; the name is looked up before."""
    found = jit.symbol_address
    monkeypatch.setattr(jit, "symbol_address", lambda s: None if s == "atan2f" else found(s))
    with pytest.raises(DiagnosedError, match="this system's C library has no atan2f"):
        elementwise("f32", "f32", "%r = math.atan2 %x, %x : f32", 4)
