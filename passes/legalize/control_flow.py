"""while, if, case, calls and operations that pass values through.

Scalars are carried and yielded as scalars.  The branches of a conditional put
their tensors in a common destination, so that bufferization finds one buffer
for each result.
"""

from __future__ import annotations

from ...dialect.mlir import ir
from .builder import Splat
from .core import HloOp, Legalizer, lowers
from .loops import while_loop
from .unroll import trips_to_unroll


def _value(b: Legalizer, value: ir.Value | Splat, rank: int) -> ir.Value:
    return b.tensor(value) if rank or isinstance(value, Splat) else value


def _materialize(b: Legalizer, value: ir.Value, target: ir.Value) -> ir.Value:
    return b.op("bufferization.materialize_in_destination", [target.type], [value, target])


@lowers("stablehlo.while")
def _while(b: Legalizer, op: HloOp, *operands):
    condition, body = op.regions
    ranks = [info.rank for info in op.operands]
    start = [_value(b, v, rank) for v, rank in zip(operands, ranks, strict=True)]

    if (trips := trips_to_unroll(b, op, start)) is not None:
        for _ in range(trips):
            operands = b.region(body, operands)
        return operands

    def step(state):
        results = b.region(body, state)
        return [_value(b, v, rank) for v, rank in zip(results, ranks, strict=True)]

    return while_loop(b, start, lambda state: b.region(condition, state)[0], step)


@lowers("stablehlo.if")
def _if(b: Legalizer, op: HloOp, predicate):
    return _conditional(b, op, "scf.if", predicate, op.regions, {})


@lowers("stablehlo.case")
def _case(b: Legalizer, op: HloOp, index):
    """An index out of range selects the last branch."""
    branches = op.regions
    last = len(branches) - 1
    outside = b.cmpi("ugt", index, b.constant(index.type, last))
    chosen = b.select(outside, b.constant(index.type, last), index)
    position = b.cast("index_cast", chosen, b.index)
    cases = ir.DenseI64ArrayAttr.get(list(range(last)), b.context)
    # The default region of the switch comes first.
    order = [branches[-1], *branches[:-1]]
    return _conditional(b, op, "scf.index_switch", position, order, {"cases": cases})


def _conditional(b: Legalizer, op: HloOp, name: str, selector, branches, attributes):
    infos = op.results
    targets = [b.buffer(info.type) if info.rank else None for info in infos]
    types = [info.type if info.rank else info.scalar for info in infos]
    switch = b.create(name, types, [selector], attributes, regions=len(branches))
    for region, source in zip(switch.regions, branches, strict=True):
        with b.at(region.blocks.append()):
            values = [
                v if target is None else _materialize(b, b.tensor(v), target)
                for v, target in zip(b.region(source, []), targets, strict=True)
            ]
            b.create("scf.yield", operands=values)
    return list(switch.results)


@lowers("func.call")
def _call(b: Legalizer, op: HloOp, *operands):
    return b.call(op, op.attributes["callee"].value, operands)


@lowers("stablehlo.composite")
def _composite(b: Legalizer, op: HloOp, *operands):
    return b.call(op, op.attributes["decomposition"].value, operands)


@lowers("stablehlo.optimization_barrier")
def _optimization_barrier(b: Legalizer, op: HloOp, *operands):
    return list(operands)


@lowers("stablehlo.map")
def _map(b: Legalizer, op: HloOp, *operands):
    info = op.result
    if info.rank == 0:
        return b.region(op.regions[0], operands)[0]
    inputs = [b.tensor(v) for v in operands]
    return b.map(inputs, info.type, lambda *scalars: b.region(op.regions[0], scalars)[0])
