"""Where a loop nest reads and writes: a buffer and an index that is linear in the loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from ...dialect.mlir import ir

_DYNAMIC = ir.ShapedType.get_dynamic_stride_or_offset()
_RESHAPES = frozenset({"memref.cast", "memref.collapse_shape", "memref.expand_shape"})


@dataclass(frozen=True, eq=False)
class Access:
    """Element ``offset + sum(stride * loop) + sum(stride * symbol)`` of ``base``, row by row.

    ``base`` is a contiguous memref; ``terms`` has the stride of each loop that
    matters, by its number; ``symbols`` are index values from outside the nest.
    ``part`` is 0 for the real parts of complex elements, 1 for the imaginary ones.
    """

    base: ir.Value
    terms: dict[int, int]
    offset: int = 0
    symbols: tuple[tuple[ir.Value, int], ...] = field(default=())
    part: int | None = None

    @property
    def element(self) -> ir.Type:
        """The type of the elements, or of their part."""
        whole = ir.MemRefType(self.base.type).element_type
        return whole if self.part is None else ir.ComplexType(whole).element_type

    @property
    def spot(self) -> tuple:
        """What two accesses to the same elements have in common."""
        return self.base, tuple(sorted(self.terms.items())), self.offset, self.symbols

    def stride(self, loop: int) -> int:
        """Return how far apart the elements of neighbouring iterations are."""
        return self.terms.get(loop, 0)

    def renumbered(self, position: dict[int, int]) -> Access:
        """Return this access with loops renumbered; loops that are not in ``position`` are 0."""
        terms = {position[d]: s for d, s in self.terms.items() if d in position}
        return Access(self.base, terms, self.offset, self.symbols, self.part)


Linear = tuple[dict[int, int], int]
"""Coefficients of loops, and a constant."""


@cache
def linear_map(attribute: ir.Attribute) -> tuple[Linear, ...] | None:
    """Return the results of a map attribute as linear forms, None if one is not linear."""
    forms = [linear_form(e) for e in ir.AffineMapAttr(attribute).value.results]
    return None if None in forms else tuple(forms)


def resolve(value: ir.Value, indices: Sequence[Linear]) -> Access | None:
    """Return the access to a memref at linear indices; None if its own layout is not linear."""
    strides = _strides(value.type)
    if _DYNAMIC in strides:
        return None
    terms: dict[int, int] = {}
    offset = 0
    for (coefficients, constant), stride in zip(indices, strides, strict=True):
        offset += constant * stride
        for loop, coefficient in coefficients.items():
            terms[loop] = terms.get(loop, 0) + coefficient * stride
    origin = _origin(value)
    if origin is None:
        return None
    base, start, symbols = origin
    return Access(base, {d: s for d, s in terms.items() if s}, offset + start, tuple(symbols))


def linear_form(expression: ir.AffineExpr) -> Linear | None:
    """Return the coefficients of the loops and the constant of a linear expression, or None."""
    if isinstance(expression, ir.AffineDimExpr):
        return {expression.position: 1}, 0
    if isinstance(expression, ir.AffineConstantExpr):
        return {}, expression.value
    if not isinstance(expression, (ir.AffineAddExpr, ir.AffineMulExpr)):
        return None
    sides = linear_form(expression.lhs), linear_form(expression.rhs)
    if None in sides:
        return None
    (left, a), (right, b) = sides
    if isinstance(expression, ir.AffineAddExpr):
        total = dict(left)
        for loop, coefficient in right.items():
            total[loop] = total.get(loop, 0) + coefficient
        return total, a + b
    if left and right:
        return None
    terms, factor = (left, b) if left else (right, a)
    return {loop: c * factor for loop, c in terms.items()}, a * b


def _origin(value: ir.Value) -> tuple[ir.Value, int, list[tuple[ir.Value, int]]] | None:
    """Return the contiguous buffer that a memref is a view of, and where the view starts."""
    op = None if isinstance(value.owner, ir.Block) else value.owner.operation
    if op is not None and op.name in _RESHAPES:
        return _origin(op.operands[0])
    if op is not None and op.name == "memref.subview":
        return _origin_of_subview(op)
    return (value, 0, []) if _is_whole(value.type) else None


@cache
def _strides(type: ir.Type) -> list[int]:
    return ir.MemRefType(type).get_strides_and_offset()[0]


@cache
def _is_whole(type: ir.Type) -> bool:
    """Tell whether a memref is contiguous, and not a view of another."""
    type = ir.MemRefType(type)
    return type.has_static_shape and type.affine_map == ir.AffineMap.get_identity(type.rank)


def _origin_of_subview(op: ir.Operation):
    source = op.operands[0]
    strides = _strides(source.type)
    origin = _origin(source)
    if origin is None or _DYNAMIC in strides:
        return None
    base, start, symbols = origin
    symbols = list(symbols)
    dynamic = iter(list(op.operands)[1:])
    for position, stride in zip(op.attributes["static_offsets"], strides, strict=True):
        if position == _DYNAMIC:
            symbols.append((next(dynamic), stride))
        else:
            start += position * stride
    return base, start, symbols
