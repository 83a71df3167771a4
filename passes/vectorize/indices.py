"""Index values that are known while code is emitted."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from ...dialect.mlir import ir

# Arithmetic on what is never negative, nor a divisor 0.
_FOLDS = {
    "arith.addi": operator.add,
    "arith.divui": operator.floordiv,
    "arith.minui": min,
    "arith.muli": operator.mul,
    "arith.remui": operator.mod,
}


class KnownIndices(dict[ir.Value, int]):
    """The constants of index type, by their values in the program."""

    def result(self, name: str, operands: Sequence[ir.Value]) -> int | None:
        """Return what an operation computes, None if that is not known."""
        if operands[0] not in self or name not in _FOLDS:
            return None
        known = [self.get(v) for v in operands]
        return None if None in known else _FOLDS[name](*known)

    def are_of_one_iteration(self, bounds: Sequence[ir.Value]) -> bool:
        """Tell whether a loop over these bounds (start, end, step) runs once, for all known."""
        start, end, step = (self.get(bound) for bound in bounds)
        return None not in (start, end, step) and start < end <= start + step
