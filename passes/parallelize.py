"""``hlo-parallelize``: loops whose iterations may run at once are shared among threads.

The loops are those that `hlo-vectorize` marks.  Of a nest only the outermost
is shared, and only if there is enough to do: waking threads takes microseconds.
Threads are OpenMP's (`runtime.threads` loads its library).  Iterations are dealt
out in one run for each thread, so a thread touches neighbouring memory; where each
is a lot of work, such as a block of a product, a thread takes one after another,
since threads may not be equally fast.  No sum is regrouped, so results do not
depend on the number of threads.
"""

from __future__ import annotations

from ..dialect.mlir import ir
from ..dialect.walk import matching, upwards
from .loop_work import trips
from .registry import hlo_pass
from .vectorize.emitter import PARALLEL

# Operations, on a vector each, below which threads cost more than they save.
_ENOUGH = 1 << 15
# Those of an iteration, from which on the time to ask for the next one does not count.
_MUCH = 1 << 13


@hlo_pass("hlo-parallelize", "Share loops among threads, by OpenMP", on="func.func")
def parallelize(function: ir.Operation, *, threads: int = 1) -> None:
    """Let ``threads`` threads share each parallel loop that has enough to do, in place."""
    if threads < 2:
        return
    loops = matching(function, lambda op: op.name == "scf.for", outer_first=True)
    shared: list[ir.Operation] = []
    for loop in loops:
        if PARALLEL not in loop.attributes or any(around in shared for around in upwards(loop)):
            continue
        if _trips(loop) > 1 and _work(loop) >= _ENOUGH:
            shared.append(loop)
    for loop in shared:
        _share(loop, threads)


def _trips(loop: ir.Operation) -> int:
    """Return how often a loop runs; 1 if that is not known."""
    count = trips(loop)
    return 1 if count is None else count


def _work(loop: ir.Operation) -> int:
    """Return how many operations a nest of loops runs in all."""
    return _trips(loop) * _work_of_iteration(loop)


def _work_of_iteration(loop: ir.Operation) -> int:
    """Return how many operations an iteration runs."""
    return sum(
        _work(op.operation) if op.operation.name == "scf.for" else 1
        for op in loop.regions[0].blocks[0].operations
    )


def _share(loop: ir.Operation, threads: int) -> None:
    """Replace a loop by an OpenMP worksharing loop of a team of ``threads``."""
    at, loc = ir.InsertionPoint(loop), loop.location
    i32 = ir.IntegerType.get_signless(32)
    count = ir.Operation.create(
        "arith.constant",
        [i32],
        attributes={"value": ir.IntegerAttr.get(i32, threads)},
        loc=loc,
        ip=at,
    ).result
    segments = ir.DenseI32ArrayAttr.get([0, 0, 0, 1, 0, 0])
    schedule = {}
    if _work_of_iteration(loop) >= _MUCH:
        schedule["schedule_kind"] = ir.Attribute.parse("#omp<schedulekind dynamic>", loop.context)
    parallel = ir.Operation.create(
        "omp.parallel",
        operands=[count],
        attributes={"operandSegmentSizes": segments},
        regions=1,
        loc=loc,
        ip=at,
    )
    block = parallel.regions[0].blocks.append()
    workshare = ir.Operation.create(
        "omp.wsloop", attributes=schedule, regions=1, loc=loc, ip=ir.InsertionPoint(block)
    )
    ir.Operation.create("omp.terminator", loc=loc, ip=ir.InsertionPoint(block))
    inner = workshare.regions[0].blocks.append()
    nest = ir.Operation.create(
        "omp.loop_nest",
        operands=list(loop.operands)[:3],
        regions=1,
        loc=loc,
        ip=ir.InsertionPoint(inner),
    )
    body = loop.regions[0].blocks[0]
    last = body.operations[len(body.operations) - 1].operation
    ir.Operation.create("omp.yield", loc=last.location, ip=ir.InsertionPoint(last))
    last.erase()
    body.append_to(nest.regions[0])
    loop.erase()
