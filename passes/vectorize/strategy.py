"""The choice of a tiling for a nest: what is a vector, what is unrolled, in which order.

The rules, in the order in which they are tried:

* the vector loop is the one along which most accesses are contiguous; a
  reduction only if partial sums can be combined;
* an input that is contiguous along another loop is transposed in registers;
* a sum of products keeps a tile of results in registers: vectors along one
  loop, times iterations of another one that use the same vector again;
* a sum over the outer loops of a large input adds whole rows to the result.

Order of summation: within a register lane, elements are added in the order of
the reducing loops.  A sum along the vector loop has ``lanes`` partial sums,
element i going to lane ``i % lanes``; the elements that fill no vector have
partial sums of their own, which are added to the first ones; then halves of
the lanes are added until one is left, which the initial value is added to.
A long sum of everything is made of several such sums (`chunks`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

from ...dialect.mlir import ir
from ..target import CACHE_LINE, Target
from .emitter import bit_width
from .lanes import _VECTOR_MATH, can_vectorize, combiner
from .nest import Nest, used_indices
from .tiling import Tiling

# Independent operations hide each other's latency, even where registers are spilled.
_WIDE_REGISTERS, _NARROW_REGISTERS = 4, 2
_LARGE_BODY, _LIGHT_BODY = 200, 20
_LONG_ROW = 128
# Rows a multiple of this apart fall into few sets of a cache.
_FAR_BYTES = 2048
_PAGE_BYTES = 4096
_ROWS_ADDED_AT_ONCE = 8
_SMALL_REDUCTION, _SMALL_WINDOW = 4, 64


def choose_tiling(nest: Nest, target: Target, outer: int = 0) -> Tiling | None:
    """Return how to run a nest whose first ``outer`` loops are open; None if it stays scalar."""
    if not can_vectorize(nest):
        return None
    choice = _Choice(nest, target, outer)
    tiling = choice.tiling()
    return tiling and replace(tiling, register=choice.register)


def _even(size: int, most: int) -> int:
    """Return the size of tiles, up to ``most``, of which the last is about as large as the others.

    A small one would have too few independent sums to hide the latency of each.
    """
    return -(-size // -(-size // most))


def is_contraction(nest: Nest) -> bool:
    """Tell whether a nest sums products of inputs, each of which it reads again and again.

    That is, each of two inputs has a parallel loop that the other has not.
    """
    names = {op.operation.name for op in nest.body.operations}
    if not nest.reducing or names.isdisjoint(_PRODUCTS):
        return False
    loops = [{d for d in nest.parallel if access.stride(d)} for access in nest.reads]
    return any(a - b and b - a for a in loops for b in loops)


_PRODUCTS = frozenset({"arith.mulf", "arith.muli"})


@dataclass
class _Choice:
    nest: Nest
    target: Target
    outer: int

    def __post_init__(self):
        nest = self.nest
        self.loops = [d for d in nest.loops if d >= self.outer]
        self.parallel = [d for d in self.loops if not nest.reduction[d]]
        # The reduction with the closest neighbours goes innermost.
        self.reducing = sorted(
            (d for d in self.loops if nest.reduction[d]),
            key=lambda d: -sum(abs(a.stride(d)) for a in nest.reads),
        )
        self.register = self.target.lanes(self._width())
        self.work = self._work()

    def _width(self) -> int:
        """Return the bits of the widest element that is computed with."""
        types = [a.element for a in self.nest.accesses]
        for op in self.nest.body.operations:
            types.extend(r.type for r in op.results)
        return max((bit_width(t) for t in types if not isinstance(t, ir.IndexType)), default=32)

    def _work(self) -> int:
        """Return about how many instructions an iteration takes."""
        total = 0
        for op in self.nest.body.operations:
            name = op.operation.name
            heavy = name.startswith("math.") and name not in _VECTOR_MATH
            total += 20 if heavy else 1
        return total

    # --- the vector loop -------------------------------------------------------

    def tiling(self) -> Tiling | None:
        """Decide; None if no loop makes a vector."""
        candidates = [d for d in self.loops if self._can_be_vector(d)]
        if not candidates:
            return Tiling((*self.parallel, *self.reducing)) if not self.loops else None
        vector = min(candidates, key=lambda d: (self._cost(d), -d))
        if self.nest.reduction[vector]:
            return self._sum_along(vector)
        if self.reducing:
            return self._sums(vector)
        return self._elementwise(vector)

    def _can_be_vector(self, loop: int) -> bool:
        nest = self.nest
        if not nest.reduction[loop]:
            return all(o.stride(loop) for o in nest.outputs)
        return all(combiner(nest, i) for i in range(len(nest.outputs)))

    def _cost(self, loop: int) -> float:
        nest = self.nest
        cost = 0.0
        for access in nest.reads:
            stride = access.stride(loop)
            if stride not in (0, 1, -1):
                cost += 0.5 if self._across(access, loop) is not None else 1.5
            elif stride == 0:
                cost += 0.1
        for output in nest.outputs:
            cost += 4.0 * (output.stride(loop) not in (0, 1))
        if nest.reduction[loop]:
            cost += 0.3
        return cost + 2.0 * max(0.0, 1 - nest.sizes[loop] / self.register)

    def _across(self, access, loop: int) -> int | None:
        """Return the loop along which an access that is strided along ``loop`` is contiguous."""
        for d in self.parallel:
            if d != loop and access.stride(d) == 1 and self.nest.sizes[d] >= self.register:
                return d
        return None

    # --- tilings ---------------------------------------------------------------

    def _elementwise(self, vector: int) -> Tiling:
        nest = self.nest
        across = {
            d
            for access in nest.reads
            if access.stride(vector) not in (0, 1, -1)
            and (d := self._across(access, vector)) is not None
        }
        if len(across) == 1 and nest.sizes[vector] >= self.register:
            (other,) = across
            order = [*(d for d in self._by_output() if d not in (vector, other)), vector, other]
            side = self._square(vector, other)
            return Tiling(tuple(order), vector, side, {other: side})
        registers = _WIDE_REGISTERS if self.work <= _LARGE_BODY else _NARROW_REGISTERS
        if len(nest.accesses) > self.target.registers:  # each needs one for itself
            registers = 1
        order = [*(d for d in self._by_output() if d != vector), vector]
        lanes = self._lanes(vector, registers)
        return Tiling(tuple(order), vector, lanes, aligned=self._alignment(vector, lanes))

    def _alignment(self, vector: int, lanes: int) -> int | None:
        """Return the elements of a line of the cache, if long rows do not start with one.

        An access to two lines costs as much as two, and one to two pages far more.
        """
        nest = self.nest
        if nest.sizes[vector] < _LONG_ROW or self.work > _LIGHT_BODY or len(nest.outputs) > 1:
            return None
        (output,) = nest.outputs
        unit = min(CACHE_LINE * 8 // max(bit_width(output.element), 8), lanes)
        strides = [output.stride(d) for d in self.parallel if d != vector]
        reads = [a.stride(vector) for a in nest.reads]
        shifted = any(stride % unit for stride in strides) and output.stride(vector) == 1
        return unit if shifted and set(reads) <= {0, 1} else None

    def _square(self, vector: int, other: int) -> int:
        """Return the side of the squares that are transposed in registers.

        Where rows fall into few sets of a cache, squares are as wide as its lines:
        these are used whole before others take their place.
        """
        sizes, width = self.nest.sizes, self._width()
        apart = max(abs(a.stride(d)) for a in self.nest.accesses for d in (vector, other))
        line = CACHE_LINE * 8 // width
        far = width >= 32 and apart * width // 8 % _FAR_BYTES == 0
        return line if far and min(sizes[vector], sizes[other]) >= line else self.register

    def _by_output(self) -> list[int]:
        """Return the parallel loops by how far apart the results of iterations are."""
        output = self.nest.outputs[0]
        return sorted(self.parallel, key=lambda d: -abs(output.stride(d)))

    def _lanes(self, loop: int, registers: int) -> int:
        """Return the lanes of vectors of so many registers, but no more than iterations."""
        size, lanes = self.nest.sizes[loop], self.register * registers
        while lanes > self.register and lanes > size:
            lanes //= 2
        if self.reducing and not self.nest.reduction[loop]:
            return min(lanes, 1 << (size.bit_length() - 1))
        return min(lanes, size)

    def _sum_along(self, vector: int) -> Tiling:
        order = [*self._by_output(), *(d for d in self.reducing if d != vector), vector]
        shared = self._sharing(vector)
        budget = self.target.registers // 2
        if not shared:
            registers = _WIDE_REGISTERS if self.work <= _LARGE_BODY else 1
            return Tiling(tuple(order), vector, self._lanes(vector, registers))
        unroll = {}
        rows = shared[-2:]
        for d in rows:
            share = 4 if len(rows) == 1 else 2
            unroll[d] = min(self.nest.sizes[d], share if budget <= 8 else 2 * share)
        order = [*(d for d in self._by_output() if d not in rows), *rows]
        order += [*(d for d in self.reducing if d != vector), vector]
        count = 1
        for factor in unroll.values():
            count *= factor
        registers = 2 if 2 * count <= budget else 1
        return Tiling(tuple(order), vector, self._lanes(vector, registers), unroll)

    def _sharing(self, vector: int) -> list[int]:
        """Return the parallel loops along which a vector that is read is used again."""
        return [
            d
            for d in self.parallel
            if d != vector
            and any(a.stride(vector) and not a.stride(d) for a in self.nest.reads)
            and any(a.stride(d) for a in self.nest.reads)
        ]

    def _sums(self, vector: int) -> Tiling:
        nest, target = self.nest, self.target
        shared = self._sharing(vector)
        others = [d for d in self.parallel if d != vector]
        if not shared:
            if self._rows_are_large(vector):
                order = [*others, *self.reducing, vector]
                unroll = {self.reducing[-1]: _ROWS_ADDED_AT_ONCE}
                parts = 1 if others or self.outer else self._parts(vector)
                lanes = self._lanes(vector, 4)
                return Tiling(tuple(order), vector, lanes, unroll, True, parts=parts)
            order = [*others, vector, *self.reducing]
            lanes = self._lanes(vector, target.registers // 4)
            return Tiling(tuple(order), vector, lanes, self._unrolled_window())
        rows = max(shared, key=lambda d: (min(nest.sizes[d], 8), d))
        registers = 4 if target.registers >= 32 else 2
        lanes = self._lanes(vector, registers)
        used = -(-lanes // self.register)
        unroll = {rows: _even(nest.sizes[rows], (target.registers - 2 * used) // used)}
        outer = self._outer_sums(lanes)
        order = [d for d in others if d != rows and d not in shared]
        order += [vector, *outer, *(d for d in shared if d != rows), rows]
        order += [d for d in self.reducing if d not in outer]
        if nest.sizes[self.reducing[-1]] <= _SMALL_REDUCTION:
            unroll[self.reducing[-1]] = nest.sizes[self.reducing[-1]]
        return Tiling(tuple(order), vector, lanes, unroll, outer_sums=frozenset(outer))

    def _outer_sums(self, lanes: int) -> list[int]:
        """Return reductions to run around the tiles, so that what those share stays in the cache.

        Each tile of a convolution reads all weights of its output features.  What is a
        little too large for the first-level cache still comes fast enough from the second.
        """
        inner = list(self.reducing)
        size = lanes * self._width() // 8
        room = self.target.l1_bytes * 2
        while len(inner) > 1 and size * prod(self.nest.sizes[d] for d in inner) > room:
            inner.pop(0)
        return self.reducing[: len(self.reducing) - len(inner)]

    def _parts(self, loop: int) -> int:
        """Return into how many parts, of whole pages, threads may share a loop."""
        size = self.nest.sizes[loop]
        most = min(self.target.cores, size * self._width() // 8 // _PAGE_BYTES)
        if loop in {self.nest.loop_of.get(index) for index in used_indices(self.nest)}:
            return 1
        return next((n for n in range(most, 1, -1) if size % n == 0), 1)

    def _unrolled_window(self) -> dict[int, int]:
        """Return all reductions if they are so short that loops would cost more than they do."""
        sizes = {d: self.nest.sizes[d] for d in self.reducing}
        return sizes if prod(sizes.values()) * self.work <= _SMALL_WINDOW else {}

    def _rows_are_large(self, vector: int) -> bool:
        """Tell whether one pass over the columns after another would read memory page by page."""
        nest = self.nest
        count = prod(nest.sizes[d] for d in self.loops)
        return count * 4 > self.target.l2_bytes // 2 and nest.sizes[vector] >= 4 * self.register
