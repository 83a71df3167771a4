"""Comparing two outcomes of a program, and finding the operation that differs."""

from __future__ import annotations

from dataclasses import dataclass

import data
import numpy as np
from program import Program, Value
from workers import Outcome, Worker

# Relative to the largest magnitude of a result; inexact results are never narrower than f32.
_TOLERANCE = {"f32": 3e-5, "complex<f32>": 3e-5, "f64": 1e-11, "complex<f64>": 1e-11}


@dataclass(frozen=True)
class Finding:
    """A program on which compiler and oracle disagree: why, and as little of it as shows that."""

    reason: str
    text: str


def examine(program: Program, results: list[Value], compiler: Worker, oracle: Worker):
    """Run a program both ways; returns a `Finding`, None, or the oracle's excuse as text."""
    text = program.text(results)
    for worker in (compiler, oracle):
        worker.send(text, program.inputs)
    got, expected = compiler.receive(), oracle.receive()
    if expected.state != "ok":
        return f"{oracle.runner} {expected.state}: {expected.message}"
    reason = _difference(got, expected, results)
    if reason is None:
        return None
    return _narrow(program, compiler, oracle) or Finding(reason, _listing(program, text))


def _narrow(program: Program, compiler: Worker, oracle: Worker) -> Finding | None:
    """Return the finding for the first operation of the program whose result differs."""
    for step in program.steps:
        for value in step.results:
            text = program.text([value])
            got = compiler.run(text, program.inputs)
            expected = oracle.run(text, program.inputs)
            if expected.state != "ok":
                continue
            reason = _difference(got, expected, [value])
            if reason is not None:
                return Finding(reason, _listing(program, text))
    return None


def _listing(program: Program, text: str) -> str:
    inputs = [
        f"// {value.name} = {data.attribute(value.type, array)}"
        for value, array in zip(program.arguments, program.inputs, strict=True)
        if text.count(f"{value.name}") > 1
    ]
    return "\n".join([*inputs, text])


def _difference(got: Outcome, expected: Outcome, values: list[Value]) -> str | None:
    if got.state != "ok":
        return f"the compiler {got.state}: {got.message}"
    for actual, wanted, value in zip(got.results, expected.results, values, strict=True):
        same = _same(actual, wanted.astype(actual.dtype), value)
        if not np.all(same):
            where = tuple(int(i) for i in np.argwhere(~same)[0]) if same.ndim else ()
            return (
                f"{value.name}: {value.type.text} has {actual[where]} at {list(where)}, "
                f"expected {wanted[where]}"
            )
    return None


def _same(actual: np.ndarray, wanted: np.ndarray, value: Value) -> np.ndarray:
    """Return where two results agree: the same values and signs of zero, or near enough."""
    if value.type.kind in ("bool", "int", "uint"):
        return np.asarray(actual == wanted)
    if value.type.kind == "complex":
        actual, wanted = (np.stack([x.real, x.imag], -1) for x in (actual, wanted))
    with np.errstate(all="ignore"):
        a, w = (np.asarray(x).astype(np.float64) for x in (actual, wanted))
        same = (np.isnan(a) & np.isnan(w)) | ((a == w) & (np.signbit(a) == np.signbit(w)))
        if not value.exact:
            tolerance = _TOLERANCE[value.type.element]
            scale = np.max(np.abs(w), where=np.isfinite(w), initial=1e-300)
            same |= np.abs(a - w) <= tolerance * scale
    return same.all(-1) if value.type.kind == "complex" else same
