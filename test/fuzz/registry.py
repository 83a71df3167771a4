"""The table of generators: functions that add one operation, or a few, to a program."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from program import Program

Generator = Callable[[Program], None]

_GENERATORS: dict[str, tuple[Generator, float]] = {}


def generates(weight: float) -> Callable[[Generator], Generator]:
    """Register the decorated function; it is chosen in proportion to ``weight``."""

    def register(function: Generator) -> Generator:
        _GENERATORS[function.__name__] = (function, weight)
        return function

    return register


def names() -> list[str]:
    """Return the names of all generators."""
    return list(_GENERATORS)


def grow(program: Program, count: int, only: list[str] | None = None) -> None:
    """Add ``count`` times an operation to a program, of the generators named by ``only``."""
    chosen = only or names()
    weights = np.array([_GENERATORS[name][1] for name in chosen])
    for _ in range(count):
        name = chosen[int(program.random.choice(len(chosen), p=weights / weights.sum()))]
        _GENERATORS[name][0](program)
