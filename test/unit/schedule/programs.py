"""Types of tensors, as text and as numpy has them."""

from __future__ import annotations

import ml_dtypes
import numpy as np

NUMPY = {
    **{f"i{n}": np.dtype(f"int{n}") for n in (8, 16, 32)},
    **{f"ui{n}": np.dtype(f"uint{n}") for n in (8, 16, 32)},
    **{f"f{n}": np.dtype(f"float{n}") for n in (16, 32, 64)},
    "bf16": np.dtype(ml_dtypes.bfloat16),
}
"""The numpy type of an element type."""


def tensor(shape, type: str) -> str:
    """Return the type of a tensor as text."""
    return f"tensor<{''.join(f'{n}x' for n in shape)}{type}>"
