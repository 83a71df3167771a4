"""Tensor types and random elements for the fuzzer."""

from __future__ import annotations

from dataclasses import dataclass

import ml_dtypes
import numpy as np

# Element types by kind, the usual ones more than once so that they are drawn more often.
KINDS: dict[str, tuple[str, ...]] = {
    "bool": ("i1",),
    "int": ("i32", "i32", "i64", "i8", "i16", "i4", "i2"),
    "uint": ("ui32", "ui8", "ui64", "ui16", "ui4", "ui2"),
    "float": (
        *("f32", "f32", "f64", "bf16", "f16"),
        *("f8E5M2", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E4M3", "f8E3M4"),
    ),
    "wide": ("f32", "f32", "f64"),
    "complex": ("complex<f32>", "complex<f64>"),
}
ANY = "bool int uint float complex"
NUMBERS = "int uint float complex"

_KIND_OF = {name: kind for kind, names in KINDS.items() if kind != "wide" for name in names}

_DTYPES = {
    "i1": np.dtype(bool),
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "complex<f32>": np.dtype(np.complex64),
    "complex<f64>": np.dtype(np.complex128),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    **{f"i{w}": np.dtype(f"int{w}") for w in (8, 16, 32, 64)},
    **{f"ui{w}": np.dtype(f"uint{w}") for w in (8, 16, 32, 64)},
    **{f"{s}i{w}": np.dtype(f"{s}int{w}") for s in ("", "u") for w in (2, 4)},
}
_DTYPES.update(
    {
        name: np.dtype(getattr(ml_dtypes, name.replace("f8E", "float8_e").lower()))
        for name in KINDS["float"]
        if name.startswith("f8")
    }
)


@dataclass(frozen=True)
class Type:
    """A tensor type: shape and the name of the element type."""

    shape: tuple[int, ...]
    element: str

    @property
    def text(self) -> str:
        """The type in MLIR."""
        return f"tensor<{''.join(f'{n}x' for n in self.shape)}{self.element}>"

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def kind(self) -> str:
        """bool, int, uint, float or complex."""
        return _KIND_OF[self.element]

    @property
    def dtype(self) -> np.dtype:
        """The numpy dtype of the elements."""
        return _DTYPES[self.element]

    @property
    def width(self) -> int:
        """The number of bits of an element, of its parts if it is complex."""
        digits = self.element.removeprefix("complex<").split("E")[0].strip("bfui>")
        return int(digits)

    def of(self, element: str) -> Type:
        """Return the type with another element."""
        return Type(self.shape, element)

    def shaped(self, *shape: int) -> Type:
        """Return the type with another shape."""
        return Type(shape, self.element)


def random_shape(random: np.random.Generator, rank: int | None = None) -> tuple[int, ...]:
    """Return a shape of at most 64 elements; sometimes an extent is 0."""
    if rank is None:
        rank = int(random.choice(5, p=[0.15, 0.3, 0.3, 0.2, 0.05]))
    while True:
        shape = tuple(
            int(n) for n in random.choice(6, size=rank, p=[0.03, 0.2, 0.3, 0.27, 0.1, 0.1])
        )
        if np.prod(shape, dtype=np.int64) <= 64:
            return shape


def random_element(random: np.random.Generator, kinds: str) -> str:
    """Return an element type of one of several kinds, separated by blanks."""
    names = KINDS[str(random.choice(kinds.split()))]
    return names[int(random.integers(len(names)))]


def random_type(random: np.random.Generator, kinds: str, rank: int | None = None) -> Type:
    """Return a random type whose element is of one of several kinds."""
    return Type(random_shape(random, rank), random_element(random, kinds))


def random_array(random: np.random.Generator, type: Type, special: float = 0.3) -> np.ndarray:
    """Return random elements: mostly small, a few extreme (with probability ``special``)."""
    shape, dtype = type.shape, type.dtype
    if type.kind == "bool":
        return random.integers(0, 2, shape).astype(dtype)
    if type.kind in ("int", "uint"):
        return _random_integers(random, type, special)
    if type.kind == "complex":
        part = np.float32 if type.element == "complex<f32>" else np.float64
        real, imag = (_random_floats(random, shape, np.dtype(part), 0.0) for _ in range(2))
        return (real + 1j * imag).astype(dtype)
    return _random_floats(random, shape, dtype, special)


def _random_integers(random: np.random.Generator, type: Type, special: float) -> np.ndarray:
    signed = type.kind == "int"
    low = -(1 << (type.width - 1)) if signed else 0
    high = low + (1 << type.width) - 1
    values = random.integers(max(low, -9), min(high, 9) + 1, type.shape).astype(object)
    if random.random() < special:
        extreme = np.array([low, low + 1, high - 1, high, high // 2 + 1], object)
        mask = random.random(type.shape) < 0.3
        values = np.where(mask, random.choice(extreme, type.shape), values)
    if type.width < 8:  # ml_dtypes converts these from int8 only
        return np.array(values, np.int8).astype(type.dtype).reshape(type.shape)
    return np.array(values, type.dtype).reshape(type.shape)


def integer_array(type: Type, value: int) -> np.ndarray:
    """Return a tensor of integers or booleans filled with one value."""
    if type.width < 8 and type.kind != "bool":  # ml_dtypes converts these from int8 only
        return np.full(type.shape, value, np.int8).astype(type.dtype)
    return np.full(type.shape, value, type.dtype)


def without_subnormals(array: np.ndarray, type: Type) -> np.ndarray:
    """Return an array with zeros in place of subnormal numbers."""
    if type.kind != "float":
        return array
    small = np.abs(array.astype(np.float64)) < float(ml_dtypes.finfo(type.dtype).smallest_normal)
    return np.where(small, np.zeros((), type.dtype), array)


def largest(type: Type) -> np.ndarray:
    """Return infinity, or of a float type without it the largest number, as a rank-0 array."""
    with np.errstate(all="ignore"):
        infinity = np.array(np.inf).astype(type.dtype)
        finite = np.array(ml_dtypes.finfo(type.dtype).max, type.dtype)
        return infinity if np.isinf(infinity) else finite


def _random_floats(random: np.random.Generator, shape, dtype: np.dtype, special: float):
    values = random.integers(-24, 25, shape) / 8.0
    if random.random() < 0.3:
        values = random.standard_normal(shape) * 3
    if random.random() < special:
        extremes = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 60000.0, 3e38, 1e-7]
        mask = random.random(shape) < 0.3
        values = np.where(mask, random.choice(extremes, shape), values)
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(dtype).reshape(shape)


def attribute(type: Type, array: np.ndarray) -> str:
    """Return an array as a dense attribute."""
    if array.size == 0:
        return f"dense<> : {type.text}"
    return f"dense<{_elements(array, type)}> : {type.text}"


def _elements(array: np.ndarray, type: Type) -> str:
    if array.ndim:
        return f"[{', '.join(_elements(a, type) for a in array)}]"
    if type.kind == "bool":
        return str(bool(array)).lower()
    if type.kind in ("int", "uint"):
        return str(int(array))
    if type.kind == "complex":
        return f"({_bits(array.real)}, {_bits(array.imag)})"
    return _bits(array)


def _bits(array: np.ndarray) -> str:
    raw = np.asarray(array)
    return f"0x{int(raw.reshape(1).view(f'u{raw.dtype.itemsize}')[0]):0{2 * raw.dtype.itemsize}X}"
