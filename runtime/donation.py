"""Donated arguments: arrays of the caller's that results are put in.

A donated argument and a result of its type make a pair: the result is put in
the argument's array, and that array is returned.  What the program still reads
of the argument after that is copied first.  Nothing is donated unless the
caller of `hlo_opt.compile` asks for it, also if the program has JAX's marks,
since an array of numpy can be seen after the call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from .signature import TensorSpec, leaves

Donate = bool | tuple[int, ...]
"""The numbers of arguments, or True for those that the program marks."""

# What JAX puts on an argument that is donated: the number of a result, or that there may be one.
_ALIAS, _DONOR = "tf.aliasing_output", "jax.buffer_donor"


def requested(donate: bool | int | Iterable[int]) -> Donate:
    """Return what a caller asks for; raises TypeError if that is not numbers."""
    if isinstance(donate, bool):
        return donate
    try:
        return tuple(map(index, [donate] if isinstance(donate, int) else donate))
    except TypeError:
        expected = "True or the numbers of arguments"
        raise TypeError(f"donate: expected {expected}, got {donate!r}") from None


def pair_donations(
    func: ir.Operation,
    donate: Donate,
    arguments: Sequence[TensorSpec],
    results: Sequence[TensorSpec],
) -> dict[int, int]:
    """Return the argument in whose array each result is put, by the number of the result.

    An argument gets the result that the program marks, else the first that is
    free and has its type.  Raises `DiagnosedError` if an argument that the
    caller names does not exist or fits no result; a mark may fit none.
    """
    marked = _marks(func)
    donated = sorted(marked) if donate is True else sorted(set(donate or ()))
    for i in donated:
        if not 0 <= i < len(arguments):
            raise error(func, f"argument {i} is donated, and there are {len(arguments)} arguments")
    pairs: dict[int, int] = {}

    def fits(i: int, n: int | None) -> bool:
        if n is None or n in pairs or not 0 <= n < len(results):
            return False
        kinds = [(spec.shape, spec.element) for spec in (arguments[i], results[n])]
        return kinds[0] == kinds[1]

    for i in donated:
        if fits(i, marked.get(i)):
            pairs[marked[i]] = i
    for i in donated:
        if i in pairs.values():
            continue
        free = next((n for n in range(len(results)) if fits(i, n)), None)
        if free is not None:
            pairs[free] = i
        elif donate is not True:
            spec, types = arguments[i], ", ".join(r.type for r in results) or "none"
            raise error(
                func,
                f"argument {i} ({spec.name}: {spec.type}) is donated, and no result of its type "
                f"is left for it (results: {types})",
            )
    return pairs


def _marks(func: ir.Operation) -> dict[int, int | None]:
    """Return the arguments that the program marks as donated, with the result they are for."""
    if "arg_attrs" not in func.attributes:
        return {}
    signature = ir.FunctionType(ir.TypeAttr(func.attributes["function_type"]).value)
    found: dict[int, int | None] = {}
    position = 0
    for type, attributes in zip(signature.inputs, func.attributes["arg_attrs"], strict=True):
        if _ALIAS in attributes:
            found[position] = ir.IntegerAttr(attributes[_ALIAS]).value
        elif _DONOR in attributes and ir.BoolAttr(attributes[_DONOR]).value:
            found[position] = None
        position += len(list(leaves([type])))
    return found
