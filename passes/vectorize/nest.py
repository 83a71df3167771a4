"""A linalg operation on buffers as loops, linear accesses and a body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ...dialect.mlir import ir
from ..elementwise import is_reduction
from .access import Access, linear_map, resolve
from .complex_parts import in_parts


@dataclass(frozen=True, eq=False)
class Nest:
    """Loops of ``sizes``; ``reduction`` tells for each whether it reduces.

    ``inputs`` are accesses or scalars, ``outputs`` accesses; the arguments of
    ``body``, the block of the linalg operation, are the elements of both.
    ``loop_of`` maps the loops that ``linalg.index`` names to those of the nest.
    ``start`` has, per output, the scalar that reductions start from; None
    where they start from what the output holds.  ``real`` holds the body that
    computes with the parts of complex elements.  ``origins`` has, for loops that run
    over a part of what they are in the program, the index where this begins.
    """

    op: ir.Operation
    sizes: tuple[int, ...]
    reduction: tuple[bool, ...]
    inputs: tuple[Access | ir.Value, ...]
    outputs: tuple[Access, ...]
    loop_of: dict[int, int]
    start: tuple[ir.Value | None, ...] = field(default=())
    real: ir.Operation | None = None
    origins: dict[int, ir.Value] = field(default_factory=dict)

    @cached_property
    def body(self) -> ir.Block:
        """The block that computes one iteration."""
        return (self.real or self.op).regions[0].blocks[0]

    @property
    def loops(self) -> range:
        """The numbers of the loops."""
        return range(len(self.sizes))

    @property
    def reads(self) -> list[Access]:
        """The inputs that are accesses."""
        return [i for i in self.inputs if isinstance(i, Access)]

    @property
    def accesses(self) -> list[Access]:
        """All accesses, inputs first."""
        return [*self.reads, *self.outputs]

    @property
    def parallel(self) -> list[int]:
        """The loops that do not reduce."""
        return [d for d in self.loops if not self.reduction[d]]

    @property
    def reducing(self) -> list[int]:
        """The loops that reduce."""
        return [d for d in self.loops if self.reduction[d]]

    @property
    def yielded(self) -> list[ir.Value]:
        """The values that the body gives, one per output."""
        operations = self.body.operations
        return list(operations[len(operations) - 1].operands)


def nest_of(op: ir.Operation) -> Nest | None:
    """Return the nest of a ``linalg.generic`` or copy on memrefs, None if there is none.

    That is, if an access is not linear, or a body needs whole complex numbers.
    """
    if op.name == "linalg.generic":
        attributes = op.attributes
        maps = [linear_map(a) for a in ir.ArrayAttr(attributes["indexing_maps"])]
        kinds = [is_reduction(k) for k in ir.ArrayAttr(attributes["iterator_types"])]
    elif op.name == "linalg.copy":
        rank = ir.MemRefType(op.operands[0].type).rank
        maps, kinds = [tuple(({d: 1}, 0) for d in range(rank))] * 2, [False] * rank
    else:
        return None
    if None in maps:
        return None
    count = ir.DenseI32ArrayAttr(op.attributes["operandSegmentSizes"])[0]
    sizes: list[int | None] = [None] * len(kinds)
    accesses: list[Access | ir.Value] = []
    for value, map in zip(op.operands, maps, strict=True):
        type = value.type
        if not isinstance(type, ir.MemRefType):
            accesses.append(value)
            continue
        for (coefficients, constant), extent in zip(map, type.shape, strict=True):
            if len(coefficients) == 1 and constant == 0:
                ((loop, coefficient),) = coefficients.items()
                if coefficient == 1:
                    sizes[loop] = extent
        access = resolve(value, map)
        if access is None:
            return None
        accesses.append(access)
    if None in sizes or 0 in sizes:
        return None
    nest = Nest(
        op,
        tuple(sizes),
        tuple(kinds),
        tuple(accesses[:count]),
        tuple(accesses[count:]),
        {d: d for d in range(len(kinds))},
        (None,) * (len(accesses) - count),
    )
    return in_parts(_without_unit_loops(nest))


def _without_unit_loops(nest: Nest) -> Nest:
    return _keep(nest, [d for d in nest.loops if nest.sizes[d] != 1])


def _keep(nest: Nest, kept: Sequence[int]) -> Nest:
    """Return the nest with these loops only, in this order; the others are at 0."""
    if list(kept) == list(nest.loops):
        return nest
    position = {old: new for new, old in enumerate(kept)}
    return replace(
        nest,
        sizes=tuple(nest.sizes[d] for d in kept),
        reduction=tuple(nest.reduction[d] for d in kept),
        inputs=tuple(i.renumbered(position) if isinstance(i, Access) else i for i in nest.inputs),
        outputs=tuple(o.renumbered(position) for o in nest.outputs),
        loop_of={k: position[d] for k, d in nest.loop_of.items() if d in position},
        origins={position[d]: value for d, value in nest.origins.items() if d in position},
    )


def reordered(nest: Nest, order: Sequence[int]) -> Nest:
    """Return the nest with its loops in another order."""
    return _keep(nest, order)


def collapsed(nest: Nest, first: int = 0) -> Nest:
    """Return the nest with neighbouring loops made one wherever every access allows it.

    The first ``first`` loops, and loops whose index the body uses, stay.
    """
    uses = used_indices(nest)
    loop = first
    while loop + 1 < len(nest.sizes):
        if _can_merge(nest, loop, uses):
            nest = _merge(nest, loop)
        else:
            loop += 1
    return nest


LOOPS = "hlo.loops"
"""Attribute on an operation: the order of its loops, those of a single iteration left out."""


def set_order(nest: Nest) -> None:
    """Let `row_order` give the loops the order that they have in ``nest``."""
    dims = {loop: dim for dim, loop in nest.loop_of.items()}
    nest.op.attributes[LOOPS] = ir.DenseI64ArrayAttr.get([dims[d] for d in nest.loops])


def row_order(nest: Nest) -> Nest:
    """Return the nest with parallel loops first, those that move the output farthest outermost.

    An order that the operation itself states comes before that.
    """
    if LOOPS in nest.op.attributes:
        return reordered(nest, [nest.loop_of[dim] for dim in nest.op.attributes[LOOPS]])
    output = nest.outputs[0]
    parallel = sorted(nest.parallel, key=lambda d: -abs(output.stride(d)))
    return reordered(nest, [*parallel, *nest.reducing])


def is_fill(nest: Nest) -> bool:
    """Tell whether a nest does nothing but set its output to a scalar."""
    return (
        len(nest.outputs) == 1
        and not nest.reads
        and nest.yielded[0] in list(nest.body.arguments)[: len(nest.inputs)]
    )


def used_indices(nest: Nest) -> set[int]:
    """Return the loops, by the numbers of the linalg operation, whose index the body uses."""
    return {op.attributes["dim"].value for op in nest.body.operations if op.name == "linalg.index"}


def _can_merge(nest: Nest, loop: int, uses: set[int]) -> bool:
    pair = (loop, loop + 1)
    if nest.reduction[loop] != nest.reduction[loop + 1]:
        return False
    if any(nest.loop_of.get(index) in pair for index in uses):
        return False
    inner = nest.sizes[loop + 1]
    return all(a.stride(loop) == a.stride(loop + 1) * inner for a in nest.accesses)


def _merge(nest: Nest, loop: int) -> Nest:
    sizes = list(nest.sizes)
    sizes[loop + 1] *= sizes[loop]
    nest = replace(nest, sizes=tuple(sizes))
    return _keep(nest, [d for d in nest.loops if d != loop])


def part_of(nest: Nest, loop: int, start: int, count: int) -> Nest:
    """Return the nest for some of the iterations of a loop only."""

    def moved(access: Access | ir.Value) -> Access | ir.Value:
        if not isinstance(access, Access):
            return access
        return replace(access, offset=access.offset + start * access.stride(loop))

    sizes = tuple(count if d == loop else size for d, size in enumerate(nest.sizes))
    return replace(
        nest,
        sizes=sizes,
        inputs=tuple(map(moved, nest.inputs)),
        outputs=tuple(map(moved, nest.outputs)),
    )


def in_parts_of(nest: Nest, loop: int, parts: int) -> Nest:
    """Return the nest with a loop made two: a new last one, parallel, over so many parts of it."""
    length = nest.sizes[loop] // parts

    def more(access: Access | ir.Value) -> Access | ir.Value:
        if not isinstance(access, Access) or not access.stride(loop):
            return access
        terms = {**access.terms, len(nest.sizes): access.stride(loop) * length}
        return replace(access, terms=terms)

    sizes = [length if d == loop else size for d, size in enumerate(nest.sizes)]
    return replace(
        nest,
        sizes=(*sizes, parts),
        reduction=(*nest.reduction, False),
        inputs=tuple(map(more, nest.inputs)),
        outputs=tuple(map(more, nest.outputs)),
    )
