"""Elementwise operations: how a scalar function becomes a lowering.

The functions themselves are in `arithmetic` (integers, floats, booleans),
`complex_math` and `conversions`.  An elementwise operation on tensors is one
``linalg.generic``; on scalars and splats it is scalar code.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from ...dialect.mlir import ir
from .builder import Splat
from .core import HloOp, Legalizer, lowers

ScalarFunction = Callable[..., ir.Value]
ELEMENTWISE: set[str] = set()
"""The names of the operations that compute each element on its own."""


def elementwise(*names: str, raw: bool = False) -> Callable[[ScalarFunction], ScalarFunction]:
    """Register a scalar function ``(b, op, *scalars)`` for elementwise operations.

    Scalars come in the arithmetic type of their element type and the result is
    rounded from it; with ``raw`` both stay in storage form.
    """

    def register(function: ScalarFunction) -> ScalarFunction:
        ELEMENTWISE.update(names)

        @lowers(*names)
        @wraps(function)
        def lowering(b: Legalizer, op: HloOp, *operands):
            return apply_elementwise(b, op, function, operands, raw=raw)

        return function

    return register


def apply_elementwise(
    b: Legalizer, op: HloOp, function: ScalarFunction, operands, *, raw: bool = False
) -> ir.Value | Splat:
    """Apply a scalar function to all elements of ``operands``; see `elementwise`.

    Rank-0 operands beside tensors (the predicate of ``select``, the bounds of
    ``clamp``) apply to every element.
    """
    result = op.result
    elements = [info.element for info in op.operands]

    def compute(scalars) -> ir.Value:
        if raw:
            return function(b, op, *scalars)
        loaded = [b.load(s, e) for s, e in zip(scalars, elements, strict=True)]
        return b.store(function(b, op, *loaded), result.element)

    scalars = [v.scalar if isinstance(v, Splat) else v for v in operands]
    tensors = [v for v in scalars if isinstance(v.type, ir.RankedTensorType)]
    if not tensors:
        scalar = compute(scalars)
        return scalar if result.rank == 0 else Splat(scalar, result)

    def body(*arguments):
        inputs = iter(arguments)
        return compute(
            [next(inputs) if isinstance(v.type, ir.RankedTensorType) else v for v in scalars]
        )

    return b.map(tensors, result.type, body)
