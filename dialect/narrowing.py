"""Narrowing of result types to what the constraints determine; the pass `hlo-infer-types`.

A value is narrowed only if all its users take a value of a narrower type as
well.  Most operations do; calls and branches, say, ask for exactly the types of
what they pass values to.
"""

from __future__ import annotations

from .facts import facts_of, grid_around, parts_of
from .mlir import ir
from .notation.algebra import Interval, is_sequence
from .notation.types import TensorType
from .ops import OPERATIONS, Grid
from .ops.infer import Inferred, infer, tighter
from .ops.reading import read_type
from .walk import matching

_LEFT_ALONE = ("stablehlo.while", "stablehlo.if", "stablehlo.case", "stablehlo.custom_call")
# Operations whose operands have the very types that are named elsewhere.
_EXACT = ("stablehlo.tuple", "stablehlo.composite", "stablehlo.async_start")
_CALLS = {"func.call": "callee", "stablehlo.composite": "decomposition"}


def narrow_types(root: ir.Operation) -> bool:
    """Narrow the types of results, in place, until nothing changes; returns whether any did."""
    functions = matching(root, lambda op: op.name == "func.func")
    pinned = _pinned(root, functions)
    rounds = 0
    changed = True
    while changed:
        rounds += 1
        changed = False
        for function in functions:
            changed |= _narrow_results(function, grid_around(function), pinned)
            changed |= function not in pinned and _narrow_signature(function)
    return rounds > 1


def _pinned(root: ir.Operation, functions: list[ir.Operation]) -> set[ir.Operation]:
    """Return the functions whose result types must stay.

    They are those that do not consist of one block with a return at its end,
    those that something else than a call refers to, and those of which a call's
    results must stay.
    """
    names = _names_beside_calls(root)
    pinned = {f for f in functions if not _ends_in_return(f) or _symbol(f) in names}
    calls = matching(root, lambda op: op.name in _CALLS)
    growing = True
    while growing:
        kept = {_callee(op) for op in calls if not all(_is_free(r, pinned) for r in op.results)}
        more = {f for f in functions if _symbol(f) in kept} - pinned
        pinned |= more
        growing = bool(more)
    return pinned


def _ends_in_return(function: ir.Operation) -> bool:
    blocks = list(function.regions[0])
    return len(blocks) == 1 and _terminator(blocks[0]).name == "func.return"


def _terminator(block: ir.Block) -> ir.Operation:
    operations = block.operations
    return operations[len(operations) - 1].operation


def _names_beside_calls(root: ir.Operation) -> set[str]:
    """Return the symbols that operations of other dialects name, calls aside."""
    names: set[str] = set()
    for op in matching(root, lambda op: op.name not in OPERATIONS and op.name not in _CALLS):
        for attribute in op.attributes.values():
            if isinstance(attribute, ir.FlatSymbolRefAttr):
                names.add(attribute.value)
    return names


def _symbol(function: ir.Operation) -> str:
    return function.attributes["sym_name"].value


def _callee(call: ir.Operation) -> str:
    return call.attributes[_CALLS[call.name]].value


def _is_free(value: ir.Value, pinned: set[ir.Operation]) -> bool:
    """Return whether all users of a value take one of a narrower type."""
    return all(_takes_narrower(use.owner.operation, pinned) for use in value.uses)


def _takes_narrower(user: ir.Operation, pinned: set[ir.Operation]) -> bool:
    if user.name == "func.return":
        return user.parent.operation not in pinned
    if user.name == "stablehlo.return":
        return user.parent.name in OPERATIONS and user.parent.name not in _EXACT
    return user.name.startswith("chlo.") or (user.name in OPERATIONS and user.name not in _EXACT)


def _narrow_results(function: ir.Operation, grid: Grid, pinned: set[ir.Operation]) -> bool:
    changed = False
    for op in matching(function, _may_narrow, outer_first=True):
        for result, known in zip(op.results, _inferred(op, grid), strict=False):
            narrowed = _narrowed(read_type(result.type), known)
            if narrowed is not None and _is_free(result, pinned):
                result.set_type(ir.Type.parse(str(narrowed), op.context))
                changed = True
    return changed


def _may_narrow(op: ir.Operation) -> bool:
    if op.name == "func.call":
        return True
    return op.name in OPERATIONS and op.name not in _LEFT_ALONE and _is_dynamic(op)


def _is_dynamic(op: ir.Operation) -> bool:
    return any(
        isinstance(found, TensorType)
        and (not is_sequence(found.shape) or any(isinstance(s, Interval) for s in found.shape))
        for found in (read_type(result.type) for result in op.results)
    )


def _inferred(op: ir.Operation, grid: Grid) -> list[Inferred]:
    if op.name == "func.call":
        callee = grid.functions.get(op.attributes["callee"].value)
        outputs = callee.outputs if callee is not None else ()
        return [Inferred(shape=getattr(t, "shape", None)) for t in outputs]
    cls = OPERATIONS[op.name]
    return infer(cls, facts_of(op, parts_of(op, cls), grid), len(op.results)) or []


def _narrowed(present, known: Inferred) -> TensorType | None:
    """Return the type with what is known of its shape, or None if that adds nothing."""
    if not isinstance(present, TensorType) or not is_sequence(known.shape):
        return None
    if not is_sequence(present.shape):
        if not all(isinstance(size, int | Interval) for size in known.shape):
            return None
        return TensorType(tuple(known.shape), present.element)
    if len(known.shape) != len(present.shape):
        return None  # one of them is wrong, which verification says
    narrowed = TensorType(tuple(map(tighter, present.shape, known.shape)), present.element)
    return narrowed if str(narrowed) != str(present) else None


def _narrow_signature(function: ir.Operation) -> bool:
    """Give a function the result types of what it returns; returns whether they differ."""
    signature = ir.FunctionType(function.attributes["function_type"].value)
    returned = [v.type for v in _terminator(function.regions[0].blocks[0]).operands]
    if returned == list(signature.results):
        return False
    with function.context:
        new = ir.FunctionType.get(signature.inputs, returned)
        function.attributes["function_type"] = ir.TypeAttr.get(new)
    return True
