"""Loops over tiles: vectors along one loop, some others unrolled, sums kept in registers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from .access import Access
from .elements import Elements
from .emitter import Emitter, Value, vector_of
from .lanes import BodyEmitter, calls_for_each_lane, combiner, fold
from .nest import Nest, in_parts_of
from .place import Place, flat, grouped
from .tiling import Tiling, rest_of_carried


def emit_nest(
    e: Emitter, nest: Nest, tiling: Tiling, outer: Mapping[int, Value] | None = None
) -> None:
    """Emit all loops of ``nest`` but those in ``outer``, whose index is given."""
    if tiling.parts > 1:
        order = (len(nest.sizes), *tiling.order)
        nest = in_parts_of(nest, tiling.vector, tiling.parts)
        tiling = replace(tiling, order=order, parts=1)
    _Tiler(e, nest, tiling).run(outer or {})


class _Tiler:
    def __init__(self, e: Emitter, nest: Nest, tiling: Tiling):
        self.e = e
        self.nest = nest
        self.tiling = tiling
        self.body = BodyEmitter(e, nest)
        self.elements = Elements(e, nest.outputs, tiling.vector)
        arguments = self.body.arguments
        self.inputs = [
            (argument, source)
            for argument, source in zip(arguments, nest.inputs, strict=False)
            if len(list(argument.uses))
        ]
        self.running = arguments[len(nest.inputs) :]
        self.accesses = [*(s for _, s in self.inputs if isinstance(s, Access)), *nest.outputs]
        self.indexed = [
            (op.results[0], nest.loop_of[dim])
            for op in self.body.operations
            if op.name == "linalg.index" and (dim := op.attributes["dim"].value) in nest.loop_of
        ]

    def run(self, outer: Mapping[int, Value]) -> None:
        e = self.e
        place = Place({}, {}, {}, {}, {})
        for access in self.accesses:
            total: Value | None = None
            for symbol, stride in access.symbols:
                total = e.scaled_sum(total, symbol, stride)
            place.sums[access] = total
            place.offsets[access] = access.offset
        for argument, source in self.inputs:
            if not isinstance(source, Access):
                place.known[argument] = source
        for loop, index in outer.items():
            self._enter(place, loop, index, 1)
        self._learn(place)
        self._level(0, place)

    # --- loops -----------------------------------------------------------------

    def _level(self, depth: int, place: Place) -> None:
        """Emit the loops from ``order[depth]`` on, and what is inside them."""
        order = self.tiling.order
        if depth == len(order):
            self._leaf(place)
        elif self._is_summed_in_registers(order[depth]):
            self._reduce(depth, place)
        else:
            for inner in self._parts(order[depth], place):
                self._level(depth + 1, inner)

    def _is_summed_in_registers(self, loop: int) -> bool:
        tiling = self.tiling
        return self.nest.reduction[loop] and not tiling.in_memory and loop not in tiling.outer_sums

    def _parts(self, loop: int, place: Place) -> Iterator[Place]:
        """Yield the places of a loop's tiles and of what is left over, while they are open."""
        size, step = self.nest.sizes[loop], self.tiling.step(loop)
        if loop == self.tiling.vector and self.tiling.aligned:
            yield from self._aligned_parts(loop, place)
            return
        full = size // step * step
        if 0 < full < size and self._may_overlap(loop, size, step):
            yield from self._open_overlapping(loop, size, step, place)
            return
        if full > step:
            yield from self._open(loop, full, step, place)
        elif full == step:
            yield self._at(place, loop, 0, step)
        for position, width in self._rest(loop, full):
            yield self._at(place, loop, position, width)

    def _aligned_parts(self, loop: int, place: Place) -> Iterator[Place]:
        """Yield the places of tiles, short tiles, and of what is before and behind them.

        That is short tiles, too, which overlap the others, or else single iterations.
        """
        e, unit, output = self.e, self.tiling.aligned, self.nest.outputs[0]
        count = self.nest.sizes[loop]
        terms = [] if place.sums[output] is None else [(place.sums[output], 1)]
        begin = e.index_sum(place.offsets[output], terms)
        behind = e.same("arith.subi", e.at_index(0), begin)
        start, size = e.same("arith.andi", behind, e.at_index(unit - 1)), e.at_index(count)

        def tiles(start: Value, end: Value, step: int) -> Iterator[Place]:
            trips = count // step if step > 1 else unit - 1
            with e.open_loop([start, end, e.at_index(step)], trips=trips) as iv:
                inner = place.copy()
                self._enter(inner, loop, iv, step)
                self._learn(inner)
                yield inner

        overlaps = self._may_repeat()
        if overlaps:
            yield self._at(place, loop, 0, unit)
        else:
            yield from tiles(e.at_index(0), start, 1)
        for step in (self.tiling.lanes, unit):
            rest = e.same("arith.remui", e.same("arith.subi", size, start), e.at_index(step))
            end = e.same("arith.subi", size, rest)
            yield from tiles(start, end, step)
            start = end
        if overlaps:
            yield self._at(place, loop, count - unit, unit)
        else:
            yield from tiles(start, size, 1)

    def _rest(self, loop: int, full: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of a loop behind its tiles: where each begins, and its iterations."""
        tiling, size = self.tiling, self.nest.sizes[loop]
        if full == size:
            return
        if loop == tiling.vector and self.nest.reducing and not tiling.in_memory:
            again = self._may_repeat()
            yield from rest_of_carried(full, size, tiling.register, again=again)
        else:
            yield full, size - full

    def _may_overlap(self, loop: int, size: int, step: int) -> bool:
        """Tell whether the last tile may compute some elements of the one before again.

        Much code is then emitted once, not once more for what is left over.  That must not
        read what was written, nor take more instructions to run.
        """
        nest, rest = self.nest, size % step
        return (
            loop == self.tiling.vector
            and (2 * rest >= step or size > 4 * step)
            and not any(nest.reduction)
            and self._may_repeat()
            and self.body.is_long
            and not calls_for_each_lane(nest)
        )

    def _may_repeat(self) -> bool:
        """Tell whether tiles may be run again: they write what they have written.

        They must not read that, of which there is one buffer under one name.
        """
        nest = self.nest
        if nest.reducing:
            fresh = all(value is not None for value in nest.start)
            fresh = fresh and not self.tiling.adds_to_output
        else:
            fresh = not any(output is not None for output in self._read_outputs())
        written = {output.base for output in nest.outputs}
        return (
            fresh
            and not any(access.base in written for access in nest.reads)
            and not any(op.name == "memref.load" for op in self.body.operations)
        )

    def _open_overlapping(self, loop: int, size: int, step: int, place: Place) -> Iterator[Place]:
        """Open the loop over all tiles, the last of which begins where it fits."""
        last = size - step
        if last < step:  # two tiles
            yield from self._open(loop, last + 1, step, place, apart=last)
        else:
            yield from self._open(loop, size, step, place, last=last)

    def _open(self, loop, end: int, step: int, place: Place, apart=None, last=None):
        """Open the loop over tiles as far ``apart``, that begin before ``end``, up to ``last``."""
        e = self.e
        bounds = [e.at_index(0), e.at_index(end), e.at_index(apart or step)]
        with e.open_loop(bounds, parallel=self._is_parallel(loop)) as iv:
            if last is not None:
                iv = e.same("arith.minui", iv, e.at_index(last))
            inner = place.copy()
            self._enter(inner, loop, iv, step)
            self._learn(inner)
            yield inner

    def _is_parallel(self, loop: int) -> bool:
        """Tell whether no two iterations of a loop write to one place."""
        outputs = self.nest.outputs
        return not self.nest.reduction[loop] and all(o.stride(loop) for o in outputs)

    def _at(self, place: Place, loop: int, position: int, width: int) -> Place:
        inner = place.copy()
        inner.indices[loop] = position
        inner.widths[loop] = width
        for access in self.accesses:
            inner.offsets[access] += position * access.stride(loop)
        self._learn(inner)
        return inner

    def _enter(self, place: Place, loop: int, iv: Value, width: int) -> None:
        place.indices[loop] = iv
        place.widths[loop] = width
        for access in self.accesses:
            if stride := access.stride(loop):
                place.sums[access] = self.e.scaled_sum(place.sums[access], iv, stride)

    def _learn(self, place: Place) -> None:
        """Load and compute what is the same in all that is inside of a place."""
        single = {d for d, width in place.widths.items() if width == 1 and d != self.tiling.vector}
        for argument, source in self.inputs:
            if argument not in place.known and single.issuperset(source.terms):
                place.known[argument] = self.elements.load_scalar(place, source)
        for value, loop in self.indexed:
            if loop in single and value not in place.known:
                place.known[value] = self._index(place, loop, 0)
        if self.body.operations:
            self.body.uniform(place.known)

    # --- tiles -----------------------------------------------------------------

    def _tile(self, place: Place, loops) -> Iterator[dict[int, int]]:
        """Yield the positions inside a tile along unrolled loops."""
        unrolled = [d for d in loops if d != self.tiling.vector and place.widths[d] > 1]
        for position in product(*(range(place.widths[d]) for d in unrolled)):
            yield dict(zip(unrolled, position, strict=True))

    def _leaf(self, place: Place) -> None:
        lanes = place.widths.get(self.tiling.vector)
        cache: dict = {}
        loads: dict = {}
        parallel = [d for d in place.widths if not self.nest.reduction[d]]
        reducing = [d for d in place.widths if self.nest.reduction[d]]
        for at in self._tile(place, parallel):
            running = [self.elements.load(place, o, at, lanes, loads) for o in self._read_outputs()]
            for more in self._tile(place, reducing):
                running = self._iteration(place, at | more, lanes, running, cache, loads)
            self.elements.store(place, at, running, lanes)

    def _read_outputs(self) -> list[Access | None]:
        """Return the outputs, None for those whose old value the body does not use."""
        return [
            output if len(list(argument.uses)) else None
            for output, argument in zip(self.nest.outputs, self.running, strict=True)
        ]

    def _iteration(self, place, at, lanes, running, cache, loads) -> list[Value]:
        """Emit one iteration, or a vector of them, and return what it yields."""
        known = dict(place.known)
        for argument, source in self.inputs:
            if argument not in known:
                known[argument] = self.elements.load(place, source, at, lanes, loads)
        for value, loop in self.indexed:
            if value not in known:
                known[value] = self._index(place, loop, at.get(loop, 0))
        for argument, value in zip(self.running, running, strict=True):
            if value is not None:
                known[argument] = value
        return self.body.yields(known, cache)

    def _index(self, place: Place, loop: int, position: int) -> Value:
        """Return the index of a loop: a vector of neighbouring ones along the vector loop."""
        e = self.e
        start = place.indices[loop]
        if isinstance(start, int):
            start, position = e.at_index(start + position), 0
        if position:
            start = e.same("arith.addi", start, e.at_index(position))
        if loop in self.nest.origins:
            start = e.same("arith.addi", start, self.nest.origins[loop])
        if loop != self.tiling.vector:
            return start
        return e.sequence(start, place.widths[loop])

    # --- reductions in registers -----------------------------------------------

    def _reduce(self, depth: int, place: Place) -> None:
        """Emit the loops that reduce for one tile: load or start, add up, store."""
        e, nest, vector = self.e, self.nest, self.tiling.vector
        along = vector is not None and nest.reduction[vector]
        lanes = None if along else place.widths.get(vector)
        tile = list(self._tile(place, [d for d in place.widths if not nest.reduction[d]]))
        starts = [
            [self._start(place, i, at, lanes) for i in range(len(nest.outputs))] for at in tile
        ]
        if not along:
            totals = self._sum(depth, place, tile, lanes, starts)
        else:
            totals = self._sum_along(depth, place, tile, starts)
        for at, values in zip(tile, totals, strict=True):
            values = [e.vector(value, lanes) if lanes else value for value in values]
            self.elements.store(place, at, values, lanes)

    def _start(self, place: Place, output: int, at: dict[int, int], lanes: int | None) -> Value:
        start = self.nest.start[output]
        if start is None:
            return self.elements.load(place, self.nest.outputs[output], at, lanes, {})
        return self.e.vector(start, lanes) if lanes else start

    def _sum_along(self, depth, place, tile, starts) -> list[list[Value]]:
        """Sum vectors of neighbours lane by lane, and the lanes in the end.

        Iterations that do not fill a vector have running values of their own.
        """
        e, vector = self.e, self.tiling.vector
        size, lanes = self.nest.sizes[vector], self.tiling.lanes
        widths = [w for w in (lanes if size >= lanes else 0, size % lanes) if w]
        combiners = [combiner(self.nest, i) for i in range(len(self.nest.outputs))]
        neutral = [
            [
                e.constant(vector_of(output.element, width), number)
                for width in widths
                for output, (_, number) in zip(self.nest.outputs, combiners, strict=True)
            ]
            for _ in tile
        ]
        sums = self._sum(depth, place, tile, tuple(widths), neutral)
        totals = []
        for start, values in zip(starts, sums, strict=True):
            count = len(start)
            totals.append(
                [
                    e.same(name, start[i], fold(e, name, values[i::count], number))
                    for i, (name, number) in enumerate(combiners)
                ]
            )
        return totals

    def _sum(self, depth, place, tile, lanes, running) -> list[list[Value]]:
        """Emit the loops from ``order[depth]`` on that carry ``running``, per place of the tile."""
        if depth == len(self.tiling.order):
            return self._add(place, tile, lanes, running)
        loop = self.tiling.order[depth]
        size, step = self.nest.sizes[loop], self.tiling.step(loop)
        full = size // step * step
        parts = isinstance(lanes, tuple) and loop == self.tiling.vector
        count = len(self.nest.outputs)

        def select(values, part):
            return [v[part * count : (part + 1) * count] for v in values] if parts else values

        def inside(inner, values):
            width = inner.widths[loop] if parts else lanes
            return self._sum(depth + 1, inner, tile, width, values)

        results = []
        mine = select(running, 0)
        if full:
            if full == step:
                mine = inside(self._at(place, loop, 0, step), mine)
            else:

                def body(iv, state):
                    inner = place.copy()
                    self._enter(inner, loop, iv, step)
                    self._learn(inner)
                    return flat(inside(inner, grouped(state, mine)))

                mine = grouped(self.e.loop(full, step, flat(mine), body), mine)
            results.append(mine)
            mine = select(running, 1) if parts else mine
        if rest := size - full:
            mine = inside(self._at(place, loop, full, rest), mine)
            results.append(mine)
        if not parts:
            return results[-1]
        return [[v for part in parts_ for v in part] for parts_ in zip(*results, strict=True)]

    def _add(self, place, tile, lanes, running) -> list[list[Value]]:
        cache: dict = {}
        loads: dict = {}
        reducing = [d for d in place.widths if self.nest.reduction[d]]
        # What one iteration of the reduction loads is used by the whole tile before the next.
        for more in self._tile(place, reducing):
            running = [
                self._iteration(place, at | more, lanes, values, cache, loads)
                for at, values in zip(tile, running, strict=True)
            ]
        if lanes:
            running = [[self.e.vector(v, lanes) for v in values] for values in running]
        return running
