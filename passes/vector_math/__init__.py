"""Transcendental functions as vector arithmetic, within 3 units in the last place.

Every result is right at zeros, infinities, NaN and subnormal numbers, too.
What is not here is computed by the C library, lane by lane.
"""

from __future__ import annotations

from .exponential import exp, expm1, tanh
from .logarithm import log, log1p
from .power import pow
from .trigonometric import cos, sin

_BOTH = {"exp": exp, "expm1": expm1, "log": log, "log1p": log1p, "tanh": tanh}
_F32 = {"cos": cos, "powf": pow, "sin": sin}

EXPANSIONS = {
    **{(f"math.{name}", type): f for name, f in _BOTH.items() for type in ("f32", "f64")},
    **{(f"math.{name}", "f32"): f for name, f in _F32.items()},
}
"""Operation and element type to a function ``(emitter, *operands)`` that emits it."""
