"""Types of tensors, as text and as numpy has them."""

from __future__ import annotations

from dataclasses import replace

import ml_dtypes
import numpy as np

from hlo_opt.passes.target import Target, host

NUMPY = {
    **{f"i{n}": np.dtype(f"int{n}") for n in (8, 16, 32)},
    **{f"ui{n}": np.dtype(f"uint{n}") for n in (8, 16, 32)},
    **{f"f{n}": np.dtype(f"float{n}") for n in (16, 32, 64)},
    "bf16": np.dtype(ml_dtypes.bfloat16),
}
"""The numpy type of an element type."""

TARGETS = {
    "host": host(),
    "sse": Target("sse", 128, 16, cores=3),
    "no tiles": replace(host(), features=host().features - {"amx_tile"}),
    "no pairs": replace(host(), name="none", features=frozenset()),
    "many registers": Target("neon", 128, 32, cores=2),
    "many cores": replace(host(), cores=12),
}
"""Machines whose code runs on this one, too."""


def tensor(shape, type: str) -> str:
    """Return the type of a tensor as text."""
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"
