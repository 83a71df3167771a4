"""Dense constants of numpy arrays."""

from __future__ import annotations

import numpy as np

from .types import element_type_of_dtype


def dense_text(value) -> tuple[str, str]:
    """Return a numpy array, or what makes one, as a dense literal of MLIR, and its type.

    Every element type of StableHLO is possible, also those of ml_dtypes.  (Text,
    because the bindings cannot hold attributes with complex elements.)  Raises
    TypeError for a dtype that StableHLO does not have.
    """
    array = np.ascontiguousarray(value)
    array = array.reshape(np.shape(value))  # numpy makes scalars one-dimensional
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    row = element_type_of_dtype(array.dtype)
    if row is None:
        raise TypeError(f"StableHLO has no element type for numpy's {array.dtype}")
    sizes = "".join(f"{size}x" for size in array.shape)
    return f"dense<{_elements(array)}>", f"tensor<{sizes}{row.name}>"


def _elements(array: np.ndarray) -> str:
    if array.size == 0:
        return ""
    if array.dtype == bool:  # hexadecimal digits of few booleans would read as one for all
        return str(array.tolist()).lower()
    return f'"0x{array.tobytes().hex().upper()}"'
