"""The specification's global functions ("Functions" under "Notation").

They take types, constants (`algebra.Tensor`, numbers), or `Constant`s, which
have both, and return what `algebra` computes with.  A function has no value
for what it is not defined on: it returns None where the specification says so,
and raises `Undefined` elsewhere.
"""

from __future__ import annotations

from . import grid_functions, shape_functions, type_functions, value_functions  # noqa: F401
from .registry import FUNCTIONS, Constant

__all__ = ["FUNCTIONS", "Constant"]
