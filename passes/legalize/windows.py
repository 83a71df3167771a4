"""Long windows: what neighbouring windows have in common is combined once.

With ``W1`` the elements and ``W2k[i] = f(Wk[i], Wk[i + k])``, a window is made of
as many ``Wk`` as its length has bits: O(log n) operations an element, not O(n).
The order of elements stays, their grouping is the implementation's to choose
(specification, section "reduce").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dialect.mlir import ir
from .core import HloOp, Legalizer
from .reshape import extract_slice

_LONG = 16
Combine = Callable[[Sequence[ir.Value], Sequence[ir.Value]], Sequence[ir.Value]]


def are_long(op: HloOp) -> bool:
    """Tell whether a ``reduce_window`` has windows side by side that are worth it."""
    if 0 in op.result.shape:
        return False
    ones = [1] * op.operand(0).rank
    steps = (op.ints(name, ones) for name in ("window_strides", "window_dilations"))
    return all(step == ones for step in steps) and max(op.ints("window_dimensions")) >= _LONG


def combine_windows(
    b: Legalizer, values: list[ir.Value], window: Sequence[int], combine: Combine
) -> list[ir.Value]:
    """Return for each place the combination of the elements in the window that begins there.

    ``values`` are tensors of one shape, padding included; ``combine`` takes
    scalars of each.  The innermost dimension goes first, as the order of elements wants.
    """
    for dimension in reversed(range(len(window))):
        values = _along(b, values, dimension, window[dimension], combine)
    return values


def _along(b: Legalizer, values, dimension: int, length: int, combine: Combine) -> list[ir.Value]:
    count = ir.RankedTensorType(values[0].type).shape[dimension] - length + 1
    result: list[ir.Value] | None = None
    size, done = 1, 0  # of what `values` combine, and of what `result` does
    while True:
        if length & size:
            piece = _part(b, values, dimension, done, count)
            result = piece if result is None else _combined(b, result, piece, combine)
            done += size
        if done == length:
            return result
        extent = ir.RankedTensorType(values[0].type).shape[dimension] - size
        halves = [_part(b, values, dimension, start, extent) for start in (0, size)]
        values = _combined(b, *halves, combine)
        size *= 2


def _part(b: Legalizer, values, dimension: int, start: int, extent: int) -> list[ir.Value]:
    shape = list(ir.RankedTensorType(values[0].type).shape)
    if shape[dimension] == extent:
        return values
    shape[dimension] = extent
    offsets = [start if d == dimension else 0 for d in range(len(shape))]
    return [extract_slice(b, value, offsets, shape) for value in values]


def _combined(b: Legalizer, first, second, combine: Combine) -> list[ir.Value]:
    count, rank = len(first), ir.RankedTensorType(first[0].type).rank
    outputs = [b.empty(value.type) for value in first]
    maps = [b.identity_map(rank)] * (3 * count)

    def body(*scalars):
        return combine(scalars[:count], scalars[count : 2 * count])

    return b.generic([*first, *second], outputs, maps, "p" * rank, body)
