"""``hlo-refine-shapes``: dynamic operations and types become static where they can.

Upstream's refinement propagates the static argument types of one entry point,
folds shape computations and replaces dynamic operations by static ones.  It
costs more than the rest of the front end, so a program that has nothing
dynamic is left alone.
"""

from __future__ import annotations

from ..dialect.diagnostics import DiagnosedError, error
from ..dialect.mlir import ir, stablehlo
from ..dialect.walk import first_matching, named
from .dataflow import producer_name
from .expand_custom_calls import expand_custom_calls
from .raise_scalars import EXTRACT
from .raise_to_stablehlo import raise_to_stablehlo
from .registry import hlo_pass
from .upstream import run_upstream

_REFINE = "builtin.module(func.func(shape-legalize-to-stablehlo),stablehlo-refine-shapes)"
_CANONICALIZE = "builtin.module(func.func(stablehlo-canonicalize-dynamism),canonicalize)"
# Operations that compute with shapes, and their first operand that gives one.
_SHAPE_OPERANDS = {
    "stablehlo.dynamic_broadcast_in_dim": 1,
    "stablehlo.dynamic_conv": 2,
    "stablehlo.dynamic_gather": 2,
    "stablehlo.dynamic_iota": 0,
    "stablehlo.dynamic_pad": 2,
    "stablehlo.dynamic_reshape": 1,
    "stablehlo.get_dimension_size": 1,
    "stablehlo.real_dynamic_slice": 1,
    "stablehlo.set_dimension_size": 1,
}
# What upstream's refinement puts around an argument of which the type changes.
_WRAPPER = "stablehlo.shape_refinement_operand_wrapper"
# What upstream's refinement takes for the entry point.
_ENTRY = "main"


@hlo_pass("hlo-refine-shapes", "Make dynamic operations and types static where shapes are known")
def refine_shapes(module: ir.Operation) -> None:
    """Refine every type and dynamic operation that the public function's arguments decide.

    A module with several public functions is left as it is: their shapes need
    not agree on what they share.
    """
    if not computes_with_shapes(module):
        return
    functions = [op for op in module.regions[0].blocks[0].operations if _is_public(op)]
    if len(functions) == 1:
        _run_on_entry(module, functions[0], [_REFINE, _CANONICALIZE])
        _require_valid(module)


def _drop_extracts_from_nothing(module: ir.Operation) -> None:
    """Replace elements of empty tensors, which no run asks for, such as one in a loop over them."""
    for op in named(module, ["stablehlo.dynamic_slice"]):
        kind = op.results[0].type
        if EXTRACT not in op.attributes or not isinstance(
            kind.element_type, ir.IntegerType | ir.FloatType
        ):
            continue
        if 0 not in ir.RankedTensorType(op.operands[0].type).shape:
            continue
        zero = ir.DenseElementsAttr.get_splat(kind, _zero(kind.element_type))
        at = ir.InsertionPoint(op)
        constant = ir.Operation.create(
            "stablehlo.constant", [kind], attributes={"value": zero}, loc=op.location, ip=at
        )
        op.results[0].replace_all_uses_with(constant.result)
        op.erase()


def _zero(element: ir.Type) -> ir.Attribute:
    if isinstance(element, ir.IntegerType):
        return ir.IntegerAttr.get(element, 0)
    return ir.FloatAttr.get(element, 0.0, loc=ir.Location.unknown(element.context))


def _narrow(module: ir.Operation) -> bool:
    """Give sizes to bounded types, which upstream leaves; returns whether any got one."""
    from ..dialect.narrowing import narrow_types  # half of the start-up time

    return computes_with_shapes(module) and narrow_types(module)


def _require_valid(module: ir.Operation) -> None:
    """Raise `DiagnosedError` if sizes that have become known do not fit together."""
    from ..dialect.verify import verify  # half of the start-up time, and most programs are static

    _drop_extracts_from_nothing(module)
    if found := verify(module):
        raise DiagnosedError(found)


def refine_arguments(module: ir.Operation, entry: ir.Operation, types: list[str]) -> None:
    """Give ``entry`` arguments of ``types``, refinements of its own, and refine what follows.

    Raises `DiagnosedError` if the types do not fit.
    """
    raise_to_stablehlo(module)
    name = entry.attributes["sym_name"].value
    refine = f"builtin.module(stablehlo-refine-arguments{{types={','.join(types)}}})"
    _run_on_entry(module, entry, [refine])
    _unwrap_bounded(module)
    refine_again(module, ir.SymbolTable(module)[name].operation)
    # Upstream knows the shapes of what custom calls expand to, but not of what they return.
    if expand_custom_calls(module):
        _run_on_entry(module, ir.SymbolTable(module)[name].operation, [_REFINE, _CANONICALIZE])
        _return_what_is_returned(ir.SymbolTable(module)[name].operation)


def _unwrap_bounded(module: ir.Operation) -> None:
    """Let bounded arguments be used as they have become; upstream keeps them wrapped.

    Raises `DiagnosedError` if a size is beyond its bound.
    """
    for op in named(module, ["stablehlo.custom_call"]):
        if op.attributes["call_target_name"].value != _WRAPPER:
            continue
        argument, result = op.operands[0], op.results[0]
        declared = ir.RankedTensorType(result.type)
        if declared.encoding is None:
            continue
        bounds = stablehlo.TypeExtensions(declared.encoding).bounds
        for axis, size in enumerate(ir.RankedTensorType(argument.type).shape):
            if 0 <= bounds[axis] < size:
                raise error(
                    op,
                    f"dimension {axis} of an argument has size {size}, beyond its "
                    f"bound {bounds[axis]}",
                )
        result.replace_all_uses_with(argument)
        op.erase()


def _return_what_is_returned(function: ir.Operation) -> None:
    """Make the result types of a function those of the values that it returns."""
    block = function.regions[0].blocks[0]
    returned = block.operations[len(block.operations) - 1].operands
    type = ir.FunctionType.get([a.type for a in block.arguments], [v.type for v in returned])
    function.attributes["function_type"] = ir.TypeAttr.get(type)


def _run_on_entry(module: ir.Operation, entry, pipelines: list[str]) -> None:
    """Run pipelines that expect the entry point to be called ``main``."""
    symbols = ir.SymbolTable(module)
    name = entry.attributes["sym_name"].value
    if name != _ENTRY:
        if _ENTRY in symbols:
            symbols.set_symbol_name(symbols[_ENTRY], f"{_ENTRY}_0")
        symbols.set_symbol_name(entry, _ENTRY)
    for pipeline in pipelines:
        run_upstream(pipeline, module, verify=False)
    if name != _ENTRY:
        # The passes make functions anew.
        symbols = ir.SymbolTable(module)
        symbols.set_symbol_name(symbols[_ENTRY], name)


def refine_again(module: ir.Operation, entry: ir.Operation) -> None:
    """Refine what has become static since arguments or values became so.

    Raises `DiagnosedError` if the sizes do not fit together.
    """
    name = entry.attributes["sym_name"].value
    _run_on_entry(module, entry, [_REFINE, _CANONICALIZE])
    while _cut_to_size(module) or _narrow(module):
        entry = ir.SymbolTable(module)[name].operation
        _return_what_is_returned(entry)
        _run_on_entry(module, entry, [_REFINE, _CANONICALIZE])
    _require_valid(module)


def depends_on_data(module: ir.Operation, entry: ir.Operation) -> bool:
    """Tell whether a static function computes sizes from data; ``module`` gets refined."""
    name = entry.attributes["sym_name"].value
    raise_to_stablehlo(module)
    refine_again(module, ir.SymbolTable(module)[name].operation)
    return unknown_sizes(ir.SymbolTable(module)[name].operation) is not None


def unknown_sizes(entry: ir.Operation) -> tuple[int, list[int]] | None:
    """Return the first operation whose sizes are computed from data, and which operands they are.

    The operation is given by its place in the function's block.  None if there
    is no such operation, or what its sizes are computed from is not static.
    """
    for place, op in enumerate(entry.regions[0].blocks[0].operations):
        first = _SHAPE_OPERANDS.get(op.operation.name)
        if first is None or op.operation.name == "stablehlo.get_dimension_size":
            continue
        computed = [
            i
            for i, operand in enumerate(op.operation.operands)
            if i >= first and not _is_constant(operand)
        ]
        if computed:
            types = [op.operation.operands[i].type for i in computed]
            return (place, computed) if all(map(_is_small_integer, types)) else None
    return None


def _cut_to_size(module: ir.Operation) -> bool:
    """Turn each ``set_dimension_size`` to a constant size into a slice; returns whether any was."""
    cut = False
    for op in named(module, ["stablehlo.set_dimension_size"]):
        operand, size = op.operands
        tensor = ir.RankedTensorType(operand.type)
        if not tensor.has_static_shape or not _is_constant(size):
            continue
        dimension = op.attributes["dimension"].value
        extent = size.owner.attributes["value"].get_splat_value().value
        if not 0 <= extent <= tensor.shape[dimension]:
            raise error(
                op,
                f"the size of dimension {dimension} is {extent}, and must be between 0 and "
                f"{tensor.shape[dimension]}",
            )
        limits = [extent if d == dimension else n for d, n in enumerate(tensor.shape)]
        zeros, ones = [0] * tensor.rank, [1] * tensor.rank
        bounds = {"start_indices": zeros, "limit_indices": limits, "strides": ones}
        sliced = ir.Operation.create(
            "stablehlo.slice",
            [ir.RankedTensorType.get(limits, tensor.element_type, loc=op.location)],
            [operand],
            {k: ir.DenseI64ArrayAttr.get(v, module.context) for k, v in bounds.items()},
            loc=op.location,
            ip=ir.InsertionPoint(op),
        )
        op.results[0].replace_all_uses_with(sliced.results[0])
        op.erase()
        cut = True
    return cut


def _is_constant(value: ir.Value) -> bool:
    return producer_name(value) == "stablehlo.constant"


def shape_arguments(entry: ir.Operation) -> list[int]:
    """Return which integer arguments of ``entry`` may decide shapes by their value.

    They are those that an operation's shape operand, or the operand of a call,
    is computed from.
    """
    block = entry.regions[0].blocks[0]
    pending: list[ir.Value] = []

    def visit(op) -> ir.WalkResult:
        first = _SHAPE_OPERANDS.get(op.name)
        if op.name in ("func.call", "stablehlo.composite"):
            first = 0
        if first is not None:
            pending.extend(list(op.operands)[first:])
        return ir.WalkResult.ADVANCE

    entry.walk(visit)
    seen: set[ir.Value] = set()
    found: set[int] = set()
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        if isinstance(value.owner, ir.Block):
            if value.owner == block and _is_small_integer(value.type):
                found.add(ir.BlockArgument(value).arg_number)
        elif producer_name(value) != "stablehlo.get_dimension_size":
            pending.extend(value.owner.operands)
    return sorted(found)


def _is_small_integer(type: ir.Type) -> bool:
    if not isinstance(type, ir.RankedTensorType):
        return False
    tensor = ir.RankedTensorType(type)
    return (
        tensor.rank <= 1
        and tensor.has_static_shape
        and isinstance(tensor.element_type, ir.IntegerType)
    )


def _is_public(op) -> bool:
    if op.operation.name != "func.func":
        return False
    attributes = op.attributes
    return "sym_visibility" not in attributes or attributes["sym_visibility"].value == "public"


def computes_with_shapes(module: ir.Operation) -> bool:
    """Tell whether an operation has a dynamic dimension or computes with shapes."""
    known: dict[ir.Type, bool] = {}

    def is_dynamic(type: ir.Type) -> bool:
        if type not in known:
            known[type] = isinstance(type, ir.RankedTensorType) and not type.has_static_shape
        return known[type]

    def computes(op) -> bool:
        return (
            op.name in _SHAPE_OPERANDS
            or op.name.startswith("shape.")
            or any(is_dynamic(r.type) for r in op.results)
        )

    return first_matching(module, computes) is not None
