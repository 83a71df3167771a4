"""The element types of StableHLO: one row each, for every part of the project.

A row gives the type as MLIR spells it, the numpy (or ml_dtypes) dtype that
holds it at run time, and its *storage* type: the signless MLIR type that
compiled code keeps in memory.  Storage equals the numpy layout byte for byte:

* booleans are one byte, 0 or 1 (``i1`` in MLIR, ``bool`` in numpy);
* integers below 8 bits take one byte each; readers use the low bits only,
  writers clear the others;
* bf16 and floats below 16 bits (one byte each) are kept as integer bit patterns,
  because few machines have instructions for them and LLVM calls functions
  that are not there instead;
* unsigned integers are kept in signless ones, as all of MLIR's arithmetic is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from .mlir import ir


@dataclass(frozen=True)
class FloatFormat:
    """The bit layout of a float: sign bit, ``exponent`` and ``mantissa`` bits.

    ``bias`` is the exponent bias.  ``specials`` says what the format can hold
    beside finite numbers: ``ieee`` has infinities and NaNs; ``fn`` has no
    infinity and NaN only in the all-ones pattern(s); ``fnuz`` has no infinity
    and no negative zero, whose pattern is the one NaN; ``finite`` has neither.
    (The names follow LLVM's APFloat and StableHLO's "Types" section.)
    """

    exponent: int
    mantissa: int
    bias: int
    specials: str = "ieee"
    signed: bool = True

    @property
    def width(self) -> int:
        """Bits in use."""
        return self.exponent + self.mantissa + self.signed


@dataclass(frozen=True)
class ElementType:
    """One element type; ``kind`` is ``bool``, ``int``, ``uint``, ``float`` or ``complex``.

    ``width`` counts bits (of one component, for complex types).
    """

    name: str
    kind: str
    width: int
    storage: str
    numpy_name: str
    format: FloatFormat | None = None

    @cached_property
    def is_packed(self) -> bool:
        """True if arithmetic uses another type than storage does."""
        return self.width < (32 if self.kind == "float" else 8) and self.kind != "bool"

    @property
    def dtype(self) -> np.dtype:
        """The numpy dtype, from numpy or ml_dtypes."""
        return _dtype(self.numpy_name)

    @property
    def is_integer(self) -> bool:
        """True for signed and unsigned integers (not for booleans)."""
        return self.kind in ("int", "uint")


@cache
def _dtype(name: str) -> np.dtype:
    if name in np.sctypeDict:
        return np.dtype(name)
    import ml_dtypes

    return np.dtype(getattr(ml_dtypes, name))


def _integers():
    for width in (2, 4, 8, 16, 32, 64):
        storage = f"i{max(width, 8)}"
        yield ElementType(f"i{width}", "int", width, storage, f"int{width}")
        yield ElementType(f"ui{width}", "uint", width, storage, f"uint{width}")


_FLOATS = (
    ("f4E2M1FN", "float4_e2m1fn", FloatFormat(2, 1, 1, "finite")),
    ("f6E2M3FN", "float6_e2m3fn", FloatFormat(2, 3, 1, "finite")),
    ("f6E3M2FN", "float6_e3m2fn", FloatFormat(3, 2, 3, "finite")),
    ("f8E3M4", "float8_e3m4", FloatFormat(3, 4, 3)),
    ("f8E4M3", "float8_e4m3", FloatFormat(4, 3, 7)),
    ("f8E4M3B11FNUZ", "float8_e4m3b11fnuz", FloatFormat(4, 3, 11, "fnuz")),
    ("f8E4M3FN", "float8_e4m3fn", FloatFormat(4, 3, 7, "fn")),
    ("f8E4M3FNUZ", "float8_e4m3fnuz", FloatFormat(4, 3, 8, "fnuz")),
    ("f8E5M2", "float8_e5m2", FloatFormat(5, 2, 15)),
    ("f8E5M2FNUZ", "float8_e5m2fnuz", FloatFormat(5, 2, 16, "fnuz")),
    ("f8E8M0FNU", "float8_e8m0fnu", FloatFormat(8, 0, 127, "fn", signed=False)),
    ("bf16", "bfloat16", FloatFormat(8, 7, 127)),
    ("f16", "float16", FloatFormat(5, 10, 15)),
    ("f32", "float32", FloatFormat(8, 23, 127)),
    ("f64", "float64", FloatFormat(11, 52, 1023)),
)

_FLOAT_STORAGE = {"bf16": "i16", "f16": "f16", "f32": "f32", "f64": "f64"}

ELEMENT_TYPES: dict[str, ElementType] = {
    row.name: row
    for row in (
        ElementType("i1", "bool", 1, "i1", "bool"),
        *_integers(),
        *(
            ElementType(name, "float", f.width, _FLOAT_STORAGE.get(name, "i8"), dtype, f)
            for name, dtype, f in _FLOATS
        ),
        ElementType("complex<f32>", "complex", 32, "complex<f32>", "complex64"),
        ElementType("complex<f64>", "complex", 64, "complex<f64>", "complex128"),
    )
}

_BY_DTYPE_NAME = {row.numpy_name: row for row in ELEMENT_TYPES.values()}


def element_type(mlir_type: ir.Type) -> ElementType | None:
    """Return the row of an MLIR element type, or None if StableHLO has no such type."""
    return ELEMENT_TYPES.get(str(mlir_type))


def element_type_of_dtype(dtype: np.dtype) -> ElementType | None:
    """Return the row of a numpy dtype, or None if StableHLO has no such type."""
    return _BY_DTYPE_NAME.get(np.dtype(dtype).name)
