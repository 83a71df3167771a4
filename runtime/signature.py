"""The signature of an entry point, as its user sees it.

It is read from the StableHLO function, before legalization forgets which
integers are unsigned and what the bytes of a narrow float mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from ..dialect.types import ElementType, element_type
from ..passes.arena import MAX_BYTES


@dataclass(frozen=True)
class TensorSpec:
    """One argument or result: ``name`` for messages (``%arg0``, ``result 0``), shape, elements.

    ``type`` is the StableHLO type as text.  Dynamic dimensions are None in
    ``shape``.
    """

    name: str
    type: str
    shape: tuple[int | None, ...]
    element: ElementType

    @property
    def dtype(self) -> np.dtype:
        """The numpy dtype of the array."""
        return self.element.dtype

    def accepts(self, shape: tuple[int, ...]) -> bool:
        """Tell whether an array of ``shape`` is of this type: dynamic dimensions are any."""
        return shape == self.shape or (
            len(shape) == len(self.shape)
            and all(e is None or n == e for n, e in zip(shape, self.shape, strict=True))
        )

    def refined(self, shape: tuple[int, ...]) -> str:
        """Return the type with all dimensions known, as text; its elements stay."""
        elements = self.type.removeprefix("tensor<").split("x", len(self.shape))[-1]
        elements = elements.removesuffix(">").partition(", #")[0]  # without bounds
        return f"tensor<{''.join(f'{extent}x' for extent in shape)}{elements}>"

    @property
    def nbytes(self) -> int:
        """The size of the array in bytes."""
        return prod(self.shape) * self.dtype.itemsize


def is_dynamic(spec: TensorSpec) -> bool:
    """Tell whether a dimension is known only when the function runs."""
    return None in spec.shape


def read_signature(func: ir.Operation) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Return the arguments and results of a ``func.func``.

    Tuples are flattened and tokens left out, as legalization does.  Raises
    `DiagnosedError` for a type that has no array.
    """
    type = ir.FunctionType(ir.TypeAttr(func.attributes["function_type"]).value)
    arguments = tuple(_spec(func, f"%arg{i}", t) for i, t in enumerate(leaves(type.inputs)))
    results = tuple(_spec(func, f"result {i}", t) for i, t in enumerate(leaves(type.results)))
    return arguments, results


def leaves(types: Iterable[ir.Type]) -> Iterator[ir.Type]:
    """Yield the types that values of ``types`` are passed as: without tuples and tokens."""
    for type in types:
        if isinstance(type, ir.TupleType):
            yield from leaves(type.get_type(i) for i in range(type.num_types))
        elif str(type) != "!stablehlo.token":
            yield type


def _spec(func: ir.Operation, name: str, type: ir.Type) -> TensorSpec:
    shape: tuple[int, ...] = ()
    scalar = type
    if isinstance(type, ir.RankedTensorType):
        dynamic = ir.ShapedType.get_dynamic_size()
        shape = tuple(None if extent == dynamic else extent for extent in type.shape)
        scalar = type.element_type
    found = element_type(_storage_of_quantized(scalar))
    if found is None:
        raise error(func, f"{name} is '{type}', which no array can hold")
    spec = TensorSpec(name, str(type), shape, found)
    if not is_dynamic(spec) and spec.nbytes > MAX_BYTES:
        raise error(func, f"{name} is '{type}': {spec.nbytes} bytes are more than can be addressed")
    return spec


def _storage_of_quantized(type: ir.Type) -> ir.Type:
    """Return the integer type that a quantized type is stored in, or ``type`` itself."""
    text = str(type)
    if not text.startswith("!quant.uniform<"):
        return type
    storage = text.removeprefix("!quant.uniform<").partition(":")[0].partition("<")[0]
    return ir.Type.parse(storage.replace("u", "ui", 1) if storage.startswith("u") else storage)
