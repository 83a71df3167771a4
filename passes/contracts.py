"""Contracts between the stages of compilation: what may exist after each of them.

A stage that finds something it cannot handle says so itself, where it knows
the reason; the contract is the net below, so that nothing is left silently
for a later stage, or for native code that crashes on it.  Calls that stand
for custom calls are allowed until they become calls of handlers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from .custom_calls.buffers import declarations
from .registry import hlo_pass


@dataclass(frozen=True)
class Contract:
    """What a program may hold after a stage: whole dialects, and single operations beside.

    ``reasons`` tells, for operations that users are likely to meet as
    leftovers, why they are not allowed; it takes precedence over ``dialects``.
    """

    dialects: frozenset[str]
    operations: frozenset[str] = frozenset()
    reasons: Mapping[str, str] = field(default_factory=dict, hash=False)

    def allows(self, name: str) -> bool:
        """Tell whether an operation of this name may exist."""
        if name in self.reasons:
            return False
        return name in self.operations or name.partition(".")[0] in self.dialects

    @property
    def summary(self) -> str:
        """What is allowed, for messages."""
        return ", ".join([*sorted(self.dialects), *sorted(self.operations)])


_FRAME = frozenset({"builtin.module", "func.func", "func.return"})
_COMPUTE = frozenset({"arith", "complex", "linalg", "math", "scf", "ub"})
_CALL = "calls are inlined before; a recursive call is not supported"

CONTRACTS: dict[str, Contract] = {
    "legalize": Contract(
        _COMPUTE | {"tensor"},
        _FRAME
        | {
            "bufferization.alloc_tensor",
            "bufferization.materialize_in_destination",
        },
        {"func.call": _CALL},
    ),
    "bufferize": Contract(_COMPUTE | {"memref"}, _FRAME, {"func.call": _CALL}),
    "plan": Contract(
        _COMPUTE | {"llvm", "memref", "vector"},
        _FRAME | {"func.call"},
        {
            "memref.alloc": "every buffer has its place in the scratch argument",
            "memref.alloca": "every buffer has its place in the scratch argument",
            "memref.realloc": "every buffer has its place in the scratch argument",
        },
    ),
    "lower": Contract(frozenset({"llvm", "omp"}), frozenset({"builtin.module"})),
}


def check_contract(module: ir.Operation, stage: str) -> None:
    """Raise `DiagnosedError` at the first operation that may not exist after ``stage``.

    ``stage`` is a key of `CONTRACTS`.  The cost is one dictionary look-up per
    operation.
    """
    contract = CONTRACTS[stage]
    known: dict[str, bool] = {}
    found: list[ir.Operation] = []
    custom_calls = declarations(module)

    def visit(op) -> ir.WalkResult:
        name = op.name
        allowed = known.get(name)
        if allowed is None:
            allowed = known[name] = contract.allows(name)
        if allowed or (name == "func.call" and op.attributes["callee"].value in custom_calls):
            return ir.WalkResult.ADVANCE
        found.append(op)
        return ir.WalkResult.INTERRUPT

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    if found:
        raise _violation(found[0], stage, contract)


def _violation(op: ir.Operation, stage: str, contract: Contract):
    reason = contract.reasons.get(op.name)
    message = f"'{op.name}' is not supported: it is left after stage '{stage}'"
    if reason:
        message += f" ({reason})"
    return error(op, message, ((None, f"what may be left there: {contract.summary}"),))


@hlo_pass("hlo-check-contract", "Fail at the first operation that may not exist after a stage")
def check(module: ir.Operation, *, stage: str = "legalize") -> None:
    """Run `check_contract`, for pipelines that users put together."""
    if stage not in CONTRACTS:
        raise error(module, f"unknown stage '{stage}' (there are {', '.join(CONTRACTS)})")
    check_contract(module, stage)
