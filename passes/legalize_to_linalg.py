"""``hlo-legalize-to-linalg``: StableHLO on static tensors becomes linalg, tensor and scf.

Public functions are rebuilt with storage types (`dialect.types`) in their
signatures; calls are expanded in place and all other functions disappear.
Every operation must have a lowering; one that has none is an error at its
location, never a silent leftover.
"""

from __future__ import annotations

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from . import legalize  # noqa: F401  (registers the lowerings)
from .legalize.core import Legalizer
from .registry import hlo_pass

SYMBOL = "hlo.symbol"
"""Attribute on a function: the name that its lowered form gets, by default its own."""

DONATED = "hlo.donated"
"""Attribute on a function: for each result the argument in whose buffer it is put, -1 if none."""


@hlo_pass("hlo-legalize-to-linalg", "Lower StableHLO operations to linalg, tensor, arith and scf")
def legalize_to_linalg(module: ir.Operation) -> None:
    """Legalize every public function of ``module``, in place."""
    (body,) = module.regions[0].blocks
    functions = {}
    others = []
    for op in body.operations:
        op = op.operation
        if op.name == "func.func":
            functions[op.attributes["sym_name"].value] = op
        else:
            others.append(op)
    public = [f for f in functions.values() if _is_public(f)]
    declarations: list[ir.Operation] = []
    lowered = [_legalize_function(f, functions, declarations) for f in public]
    for op in (*functions.values(), *others):
        op.erase()
    for function in (*declarations, *lowered):
        body.append(function)


def _is_public(function: ir.Operation) -> bool:
    attributes = function.attributes
    return "sym_visibility" not in attributes or attributes["sym_visibility"].value == "public"


def _legalize_function(
    function: ir.Operation,
    functions: dict[str, ir.Operation],
    declarations: list[ir.Operation],
) -> ir.Operation:
    blocks = list(function.regions[0].blocks)
    name = function.attributes["sym_name"].value
    if len(blocks) != 1:
        raise error(
            function,
            f"cannot legalize function @{name}: it has {len(blocks)} blocks, "
            "and exactly 1 is supported",
        )
    lowered = ir.Operation.create("func.func", regions=1, loc=function.location, ip=False)
    entry = lowered.regions[0].blocks.append()
    b = Legalizer(function.context, entry, functions, declarations)
    b.loc = function.location
    arguments = [_receive(b, entry, a.type, a.location) for a in blocks[0].arguments]
    terminator = blocks[0].operations[len(blocks[0].operations) - 1]
    types = [v.type for v in terminator.operands]
    returned = zip(b.enter(name, arguments), types, strict=True)
    results = [v for value, type in returned for v in _returned(b, value, type)]
    b.create("func.return", operands=results)
    signature = ir.FunctionType.get([a.type for a in entry.arguments], [r.type for r in results])
    lowered.attributes["sym_name"] = function.attributes[
        SYMBOL if SYMBOL in function.attributes else "sym_name"
    ]
    lowered.attributes["function_type"] = ir.TypeAttr.get(signature)
    if DONATED in function.attributes:
        lowered.attributes[DONATED] = function.attributes[DONATED]
    return lowered


def _receive(b: Legalizer, entry: ir.Block, type: ir.Type, loc: ir.Location):
    """Add the arguments that carry a value of ``type``; return the value.

    The elements of a tuple are arguments of their own, and a token is none.
    """
    if isinstance(type, ir.TupleType):
        return [_receive(b, entry, type.get_type(i), loc) for i in range(type.num_types)]
    if _is_token(type):
        return b.constant(b.type("i1"), False)
    info = b.info(type, loc)
    value = entry.add_argument(info.type, loc)
    return b.extract(value) if info.rank == 0 else value


def _returned(b: Legalizer, value, type: ir.Type) -> list[ir.Value]:
    """Return the tensors that carry a result; see `_receive`."""
    if isinstance(type, ir.TupleType):
        elements = (type.get_type(i) for i in range(type.num_types))
        return [v for part, t in zip(value, elements, strict=True) for v in _returned(b, part, t)]
    return [] if _is_token(type) else [b.tensor(value)]


def _is_token(type: ir.Type) -> bool:
    return str(type) == "!stablehlo.token"
