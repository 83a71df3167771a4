"""Narrowing of result types to what the constraints determine; the pass `hlo-infer-types`."""

from __future__ import annotations

from .facts import facts_of, grid_around, parts_of
from .mlir import ir
from .notation.algebra import Interval, is_sequence
from .notation.types import TensorType
from .ops import OPERATIONS, Grid
from .ops.infer import Inferred, infer
from .ops.reading import read_type
from .walk import matching

_LEFT_ALONE = ("stablehlo.while", "stablehlo.if", "stablehlo.case", "stablehlo.custom_call")


def narrow_types(root: ir.Operation) -> None:
    """Narrow the types of results, in place, until nothing changes any more."""
    functions = matching(root, lambda op: op.name == "func.func")
    changed = True
    while changed:
        changed = False
        grid = grid_around(root)
        for function in functions:
            changed |= _narrow_results(function, grid)
            changed |= _narrow_signature(function)


def _narrow_results(function: ir.Operation, grid: Grid) -> bool:
    changed = False
    for op in matching(function, _may_narrow, outer_first=True):
        for result, known in zip(op.results, _inferred(op, grid), strict=False):
            narrowed = _narrowed(read_type(result.type), known)
            if narrowed is not None:
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
        if any(size is None for size in known.shape):
            return None
        return TensorType(tuple(known.shape), present.element)
    if len(known.shape) != len(present.shape):
        return None  # one of them is wrong, which verification says
    sizes = tuple(map(_narrower, present.shape, known.shape))
    return TensorType(sizes, present.element) if sizes != present.shape else None


def _narrower(present, known):
    if not isinstance(present, Interval) or known is None:
        return present
    if isinstance(known, Interval):
        low, high = max(present.low, known.low), min(present.high, known.high)
        return Interval(low, high) if high < present.high and low <= high else present
    return known if present.low <= known <= present.high else present


def _narrow_signature(function: ir.Operation) -> bool:
    """Give a function the result types of what it returns; returns whether they differ."""
    signature = ir.FunctionType(function.attributes["function_type"].value)
    blocks = list(function.regions[0])
    if len(blocks) != 1:
        return False
    operations = blocks[0].operations
    returned = [v.type for v in operations[len(operations) - 1].operands]
    if returned == list(signature.results):
        return False
    with function.context:
        new = ir.FunctionType.get(signature.inputs, returned)
        function.attributes["function_type"] = ir.TypeAttr.get(new)
    return True
