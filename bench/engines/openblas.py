"""numpy, whose products of matrices are OpenBLAS's, for programs that are one product."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..inputs import numpy_equivalent


def accepts(path: Path) -> bool:
    """Tell whether the program says how numpy spells it."""
    return bool(numpy_equivalent(path))


def prepare(path: Path, inputs, threads: int):
    """Allocate the result once; see `bench.engines`."""
    function = getattr(np, numpy_equivalent(path))
    out = function(*inputs)
    return (lambda: (function(*inputs, out=out),)), 0.0
