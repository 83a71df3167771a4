"""The OpenMP library whose threads run parallel loops.

It is LLVM's, from the package ``cmeel-libomp`` (the extra ``threads``); it is
loaded when the first program that uses threads is compiled.
"""

from __future__ import annotations

import ctypes
import os
from functools import cache
from importlib import metadata
from pathlib import Path

from ..dialect.diagnostics import plain_error
from ..passes.target import host

_PACKAGE = "cmeel-libomp"


def threads_for(num_threads: int | None) -> int:
    """Return how many threads a program is compiled for; None asks for what the machine has.

    Raises `DiagnosedError` if more than one is asked for and OpenMP is not
    installed; without a wish, there is one thread then.
    """
    if num_threads == 1:
        return 1
    if load_openmp():
        return num_threads or host().cores
    if num_threads is None:
        return 1
    raise plain_error(
        f"{num_threads} threads need OpenMP, which is not installed: pip install 'hlo-opt[threads]'"
    )


@cache
def load_openmp() -> bool:
    """Load the library into this process; returns whether it is there."""
    path = _library()
    if path is None:
        return False
    # Idle threads give the processor back soon; the default is 200 ms.
    os.environ.setdefault("KMP_BLOCKTIME", "1")
    ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
    return True


def _library() -> Path | None:
    try:
        files = metadata.files(_PACKAGE) or ()
    except metadata.PackageNotFoundError:
        return None
    return next((Path(f.locate()) for f in files if f.name in ("libomp.so", "libomp.dylib")), None)
