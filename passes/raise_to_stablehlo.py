"""``hlo-raise-to-stablehlo``: scalars, branches and structured control flow become StableHLO.

Programs may hold more than StableHLO: ``arith`` and ``tensor`` operations that
compute with sizes and conditions, ``scf``, and functions of several blocks
(``cf``).  Everything after this pass knows StableHLO only.  A scalar becomes a
tensor of rank 0 (an ``index`` one of 64 bits); blocks are structured by
upstream's ``lift-cf-to-scf`` first.  Operations that cannot be said in
StableHLO stay, and legalization reports them.
"""

from __future__ import annotations

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from ..dialect.walk import first_matching, named
from .raise_scalars import SCALARS
from .raiser import Raiser
from .registry import hlo_pass
from .upstream import run_upstream

_HOST_DIALECTS = ("arith.", "tensor.", "scf.", "cf.", "ub.")


@hlo_pass(
    "hlo-raise-to-stablehlo", "Turn scalars, branches and structured control flow into StableHLO"
)
def raise_to_stablehlo(module: ir.Operation) -> None:
    """Raise every function of ``module`` that holds other operations, in place."""
    for function in named(module, ["func.func"]):
        if first_matching(function, lambda op: op.name.startswith(_HOST_DIALECTS)) is None:
            continue
        if len(list(function.regions[0].blocks)) > 1:
            _structure(function)
        if first_matching(function, lambda op: op.name == "scf.for") is not None:
            run_upstream("func.func(scf-for-to-while)", function, verify=False)
        _Function(function).run()


def _structure(function: ir.Operation) -> None:
    """Turn a function of several blocks into one with ``scf`` operations."""
    name = function.attributes["sym_name"].value
    run_upstream("func.func(lift-cf-to-scf,canonicalize)", function, verify=False)
    if len(list(function.regions[0].blocks)) > 1:
        raise error(function, f"the blocks of function @{name} have no structure to raise")


class _Function(Raiser):
    """Raises one function; values that it replaces are erased at the end."""

    def run(self) -> None:
        """Raise everything in the function."""
        for block in self.function.regions[0].blocks:
            self.block(block)
        self.erase_dead()

    def block(self, block: ir.Block) -> None:
        """Raise the operations of a block, in order."""
        for op in [op.operation for op in block.operations]:
            if op.name in SCALARS:
                self.scalar(op, SCALARS[op.name])
            elif op.name in _CONTROL_FLOW and self.is_raised(op.operands):
                _CONTROL_FLOW[op.name](self, op)
            else:
                for region in op.regions:
                    for inner in region.blocks:
                        self.block(inner)

    def terminate(self, block: ir.Block) -> None:
        """Give a block, in place of its terminator, a return of the raised values."""
        last = block.operations[len(block.operations) - 1].operation
        ir.Operation.create(
            "stablehlo.return",
            operands=[self.get(v) for v in last.operands],
            loc=last.location,
            ip=ir.InsertionPoint(last),
        )
        last.erase()


def _raise_if(f: _Function, op: ir.Operation) -> None:
    for region in op.regions:
        for block in region.blocks:
            f.block(block)
    new = f.create(op, "stablehlo.if", _types(f, op), [op.operands[0]], regions=2)
    for source, target in zip(op.regions, new.regions, strict=True):
        _move(f, source, target)
    f.replace(op, new)


def _raise_index_switch(f: _Function, op: ir.Operation) -> None:
    """Turn a switch into a chain of ``if``; the first region is the default one."""
    for region in op.regions:
        f.block(region.blocks[0])
    cases = list(op.attributes["cases"])
    selector = op.operands[0]

    def chain(position: int, at: ir.Operation | ir.Block) -> ir.Operation:
        chosen = f.equals(op, selector, cases[position], at)
        new = f.create(op, "stablehlo.if", _types(f, op), [chosen], regions=2, at=at)
        _move(f, op.regions[position + 1], new.regions[0])
        if position + 1 < len(cases):
            block = new.regions[1].blocks.append()
            inner = chain(position + 1, block)
            ir.Operation.create(
                "stablehlo.return",
                operands=list(inner.results),
                loc=op.location,
                ip=ir.InsertionPoint(block),
            )
        else:
            _move(f, op.regions[0], new.regions[1])
        return new

    f.replace(op, chain(0, op))


def _raise_while(f: _Function, op: ir.Operation) -> None:
    """Turn ``scf.while`` into a loop that carries its condition.

    The first region computes the condition and what goes to the second, which
    computes what goes back: ``c, u = before(t); while (c) { c, u = before(after(u)) }``.
    """
    before, after = (region.blocks[0] for region in op.regions)
    for block in (before, after):
        f.raise_arguments(block)
        f.block(block)
        f.terminate(block)
    f.erase_dead(within=op)
    first = f.inline(before, [f.get(v) for v in op.operands], op)
    new = f.create(op, "stablehlo.while", [v.type for v in first], first, regions=2)
    types = [v.type for v in first]
    condition, body = (
        region.blocks.append(*types, arg_locs=[op.location] * len(types)) for region in new.regions
    )
    at = ir.InsertionPoint(condition)
    ir.Operation.create(
        "stablehlo.return", operands=[condition.arguments[0]], loc=op.location, ip=at
    )
    back = f.inline(after, list(body.arguments)[1:], body)
    again = f.inline(before, back, body)
    at = ir.InsertionPoint(body)
    ir.Operation.create("stablehlo.return", operands=again, loc=op.location, ip=at)
    f.replace(op, new, list(new.results)[1:])


def _types(f: _Function, op: ir.Operation) -> list[ir.Type]:
    return [f.type(result.type) for result in op.results]


def _move(f: _Function, source: ir.Region, target: ir.Region) -> None:
    """Move the block of a raised region, its ``scf.yield`` as a return."""
    if not list(source.blocks):
        block = target.blocks.append()
        ir.Operation.create(
            "stablehlo.return", loc=f.function.location, ip=ir.InsertionPoint(block)
        )
        return
    block = source.blocks[0]
    f.terminate(block)
    block.append_to(target)


_CONTROL_FLOW = {
    "scf.if": _raise_if,
    "scf.index_switch": _raise_index_switch,
    "scf.while": _raise_while,
}
