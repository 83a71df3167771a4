"""Structured loops and branches with carried values, for lowerings that need them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dialect.mlir import ir
from .builder import Builder


def for_loop(
    b: Builder,
    lower: ir.Value,
    upper: ir.Value,
    carried: Sequence[ir.Value],
    body: Callable[[ir.Value, list[ir.Value]], Sequence[ir.Value]],
    step: ir.Value | None = None,
) -> list[ir.Value]:
    """Emit ``scf.for``; ``body(index, carried)`` returns the next carried values."""
    step = step if step is not None else b.const_index(1)
    types = [v.type for v in carried]
    loop = b.create("scf.for", types, [lower, upper, step, *carried], regions=1)
    block = loop.regions[0].blocks.append(b.index, *types, arg_locs=[b.loc] * (1 + len(types)))
    with b.at(block):
        index, *state = block.arguments
        b.create("scf.yield", operands=list(body(index, state)))
    return list(loop.results)


def for_nest(
    b: Builder,
    extents: Sequence[int],
    carried: Sequence[ir.Value],
    body: Callable[[list[ir.Value], list[ir.Value]], Sequence[ir.Value]],
) -> list[ir.Value]:
    """Emit a nest of ``scf.for`` over a box, first dimension outermost; see `for_loop`."""

    def level(depth: int, indices: list[ir.Value], state: Sequence[ir.Value]):
        if depth == len(extents):
            return body(indices, list(state))
        return for_loop(
            b,
            b.const_index(0),
            b.const_index(extents[depth]),
            state,
            lambda index, inner: level(depth + 1, [*indices, index], inner),
        )

    return list(level(0, [], carried))


def while_loop(
    b: Builder,
    carried: Sequence[ir.Value],
    condition: Callable[[list[ir.Value]], ir.Value],
    body: Callable[[list[ir.Value]], Sequence[ir.Value]],
) -> list[ir.Value]:
    """Emit ``scf.while`` that runs ``body`` as long as ``condition`` holds."""
    types = [v.type for v in carried]
    loop = b.create("scf.while", types, list(carried), regions=2)
    before, after = (r.blocks.append(*types, arg_locs=[b.loc] * len(types)) for r in loop.regions)
    with b.at(before):
        state = list(before.arguments)
        b.create("scf.condition", operands=[condition(state), *state])
    with b.at(after):
        b.create("scf.yield", operands=list(body(list(after.arguments))))
    return list(loop.results)


def if_else(
    b: Builder,
    condition: ir.Value,
    types: Sequence[ir.Type],
    then: Callable[[], Sequence[ir.Value]],
    otherwise: Callable[[], Sequence[ir.Value]],
) -> list[ir.Value]:
    """Emit ``scf.if`` whose branches return values of ``types``."""
    branch = b.create("scf.if", list(types), [condition], regions=2)
    for region, emit in zip(branch.regions, (then, otherwise), strict=True):
        with b.at(region.blocks.append()):
            b.create("scf.yield", operands=list(emit()))
    return list(branch.results)
