"""``hlo-expand-custom-calls``: custom calls that StableHLO itself can say become StableHLO.

They are those that JAX emits for what XLA has instructions for: the largest
elements, random bits, operations whose sizes are operands.  Each becomes a
call of a function, written as text here, that legalization expands in place.
Assertions about shapes are checked.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from ..dialect.walk import named
from .dataflow import producer_name
from .registry import hlo_pass

Expansion = Callable[["_Call"], str]

_EXPANSIONS: dict[str, Expansion] = {}


def _expands(*targets: str) -> Callable[[Expansion], Expansion]:
    """Register a function that returns the body of a function for a call of these targets.

    It uses ``%0``, ``%1``, … for the operands and ends in ``return``.
    """

    def register(expansion: Expansion) -> Expansion:
        _EXPANSIONS.update(dict.fromkeys(targets, expansion))
        return expansion

    return register


@hlo_pass("hlo-expand-custom-calls", "Turn custom calls that StableHLO can say into StableHLO")
def run(module: ir.Operation) -> None:
    """Run `expand_custom_calls`, as part of a pipeline."""
    expand_custom_calls(module)


def expand_custom_calls(module: ir.Operation) -> int:
    """Expand every custom call of a known target whose operands have static shapes.

    Returns how many there were.  Raises `DiagnosedError` for a call that does
    not have the form that JAX gives it, and for an assertion that does not
    hold.
    """
    calls = named(module, ["stablehlo.custom_call"])
    expanded = 0
    for op in calls:
        call = _Call(op)
        if call.target == "shape_assertion":
            _check_assertion(call)
        elif call.target in _EXPANSIONS and call.is_static:
            _replace(module, call)
            expanded += 1
    return expanded


def _replace(module: ir.Operation, call: _Call) -> None:
    body = _EXPANSIONS[call.target](call)
    if not all(ir.RankedTensorType(t).has_static_shape for t in call.results):
        raise call.fail("the shapes of its results are not known")
    symbols = ir.SymbolTable(module)
    name = next(n for n in map("hlo_expansion_{}".format, itertools.count()) if n not in symbols)
    parameters = ", ".join(f"%{i}: {t}" for i, t in enumerate(call.operands))
    results = ", ".join(map(str, call.results))
    text = f"func.func private @{name}({parameters}) -> ({results}) {{\n{body}\n}}"
    comparators = "".join(call.declarations)
    parsed = ir.Module.parse(f"{comparators}\n{text}")
    end = ir.InsertionPoint(module.regions[0].blocks[0])
    for view in parsed.body.operations:
        if view.attributes["sym_name"].value == name:
            view.operation.clone(ip=end)
    op = call.op
    made = ir.Operation.create(
        "func.call",
        call.results,
        list(op.operands),
        {"callee": ir.FlatSymbolRefAttr.get(name)},
        loc=op.location,
        ip=ir.InsertionPoint(op),
    )
    for old, new in zip(op.results, made.results, strict=True):
        old.replace_all_uses_with(new)
    op.erase()


class _Call:
    """A custom call that is expanded: its types and attributes.

    An expansion makes the types in ``results`` static.
    """

    def __init__(self, op: ir.Operation):
        self.op = op
        self.target = op.attributes["call_target_name"].value
        self.operands = [v.type for v in op.operands]
        self.results = [r.type for r in op.results]
        self.declarations: list[str] = []

    @property
    def is_static(self) -> bool:
        """True if the operands are tensors whose shapes are known."""
        return all(isinstance(t, ir.RankedTensorType) and t.has_static_shape for t in self.operands)

    def refine_result(self, number: int, shape) -> None:
        """Give a result of dynamic shape the shape that it has."""
        type = ir.RankedTensorType(self.results[number])
        if not type.has_static_shape:
            self.results[number] = ir.RankedTensorType.get(shape, type.element_type)

    def entry(self, name: str, default: object = None):
        """Return an attribute of the call, wherever JAX puts it."""
        attributes = self.op.attributes
        for place in ("mhlo.attributes", "mhlo.backend_config", "backend_config"):
            if place in attributes and isinstance(attributes[place], ir.DictAttr):
                config = ir.DictAttr(attributes[place])
                if name in config:
                    return config[name].value
        return default

    def integers(self, operand: int) -> list[int]:
        """Return the elements of an operand that is a constant."""
        value = self.op.operands[operand]
        if producer_name(value) != "stablehlo.constant":
            raise self.fail(f"operand {operand} must be a constant")
        attribute = ir.DenseIntElementsAttr(value.owner.attributes["value"])
        if attribute.is_splat:
            count = 1
            for extent in ir.RankedTensorType(value.type).shape:
                count *= extent
            return [attribute.get_splat_value().value] * count
        return list(attribute)

    def computation(self) -> str:
        """Return the name of the only function that the call names; declares it for the text."""
        names = self.op.attributes["called_computations"]
        if len(names) != 1:
            raise self.fail(f"expected one called computation, got {len(names)}")
        name = ir.FlatSymbolRefAttr(names[0]).value
        function = ir.SymbolTable(self._module())[name]
        type = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
        inputs, results = (", ".join(map(str, t)) for t in (type.inputs, type.results))
        self.declarations.append(f"func.func private @{name}({inputs}) -> ({results})\n")
        return name

    def _module(self) -> ir.Operation:
        op = self.op
        while op.name != "builtin.module":
            op = op.parent.operation
        return op

    def fail(self, reason: str):
        """Return (to be raised) the error that this call cannot be expanded."""
        return error(self.op, f"cannot expand custom call '{self.target}': {reason}")


def _check_assertion(call: _Call) -> None:
    """Drop an assertion that holds; its message has ``{0}``, ``{1}``, … for the operands."""
    holds, *values = range(len(call.operands))
    if any(call.integers(holds)):
        call.op.erase()
        return
    attributes = call.op.attributes
    message = attributes["error_message"].value if "error_message" in attributes else ""
    for i, value in enumerate(values):
        message = message.replace(f"{{{i}}}", str(call.integers(value)[0]))
    raise error(call.op, f"shape assertion failed: {message}")


# --- the largest elements -----------------------------------------------------------


@_expands("mhlo.topk", "topk", "TopK", "stablehlo.dynamic_top_k")
def _top_k(call: _Call) -> str:
    """The k largest elements of the last dimension and where they were.

    k is the second operand, if there is one, or else in the type of the result.
    """
    source = ir.RankedTensorType(call.operands[0])
    if len(call.results) != 2:
        raise call.fail(f"expected 2 results, got {len(call.results)}")
    indices = ir.RankedTensorType(call.results[1]).element_type
    last = source.rank - 1
    if len(call.operands) > 1:
        for number in range(2):
            call.refine_result(number, [*source.shape[:last], call.integers(1)[0]])
    element = source.element_type
    order = ", TOTALORDER" if isinstance(element, ir.FloatType) else ""
    direction = "GT" if call.entry("largest", True) else "LT"
    iota = _tensor(source.shape, indices)
    return (
        f"%i = stablehlo.iota dim = {last} : {iota}\n"
        f'%s:2 = "stablehlo.sort"(%0, %i) <{{dimension = {last} : i64, is_stable = true}}> ({{\n'
        f"^bb0(%a: tensor<{element}>, %b: tensor<{element}>, "
        f"%c: tensor<{indices}>, %d: tensor<{indices}>):\n"
        f"%p = stablehlo.compare {direction}, %a, %b{order} "
        f": (tensor<{element}>, tensor<{element}>) -> tensor<i1>\n"
        f"stablehlo.return %p : tensor<i1>\n}}) : ({source}, {iota}) -> ({source}, {iota})\n"
        + _first_of(["%s#0", "%s#1"], [source, iota], call.results)
    )


@_expands("ApproxTopK", "PartialReduce")
def _approximate_top_k(call: _Call) -> str:
    """Exactly the first elements in the order of the comparator, which is the best recall."""
    count = len(call.operands) // 2
    dimension = call.entry("reduction_dim")
    if dimension is None or len(call.results) != count:
        raise call.fail("expected arrays, as many initial values, and 'reduction_dim'")
    comparator = call.computation()
    arrays = [ir.RankedTensorType(t) for t in call.operands[:count]]
    scalars = [f"tensor<{t.element_type}>" for t in arrays for _ in range(2)]
    types = ", ".join(map(str, arrays))
    names = ", ".join(f"%{i}" for i in range(count))
    return (
        f'%s:{count} = "stablehlo.sort"({names}) '
        f"<{{dimension = {dimension} : i64, is_stable = true}}> "
        f"({_calling(comparator, scalars, ['tensor<i1>'])}) : ({types}) -> ({types})\n"
        + _first_of([f"%s#{i}" for i in range(count)], arrays, call.results)
    )


def _first_of(values: list[str], types: list, results: list[ir.Type]) -> str:
    """Return the text that returns the first elements of values, as many as the results have."""
    lines = []
    for i, (value, type, result) in enumerate(zip(values, types, results, strict=True)):
        ranges = ", ".join(f"0:{extent}" for extent in ir.RankedTensorType(result).shape)
        lines.append(f"%r{i} = stablehlo.slice {value} [{ranges}] : ({type}) -> {result}")
    returned = ", ".join(f"%r{i}" for i in range(len(results)))
    return "\n".join([*lines, f"return {returned} : {', '.join(map(str, results))}"])


def _tensor(shape, element) -> str:
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


# --- random bits --------------------------------------------------------------------

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))


@_expands("cu_threefry2x32", "cu_threefry2x32_ffi", "hip_threefry2x32_ffi")
def _threefry(call: _Call) -> str:
    """Threefry-2x32 with 20 rounds: two words of key, two of counter, element by element."""
    if len(call.operands) != 4 or len(call.results) != 2 or len(set(map(str, call.operands))) != 1:
        raise call.fail("expected 4 operands of one type and 2 results")
    t = str(call.operands[0])
    lines: list[str] = []

    def emit(text: str) -> str:
        lines.append(f"%v{len(lines)} = {text} : {t}")
        return f"%v{len(lines) - 1}"

    def constant(value: int) -> str:
        return emit(f"stablehlo.constant dense<{value}>")

    def binary(name: str, lhs: str, rhs: str) -> str:
        return emit(f"stablehlo.{name} {lhs}, {rhs}")

    parity = binary("xor", binary("xor", "%0", "%1"), constant(0x1BD11BDA))
    keys = ["%0", "%1", parity]
    x, y = binary("add", "%2", keys[0]), binary("add", "%3", keys[1])
    for group in range(5):
        for rotation in _ROTATIONS[group % 2]:
            x = binary("add", x, y)
            left = binary("shift_left", y, constant(rotation))
            right = binary("shift_right_logical", y, constant(32 - rotation))
            y = binary("xor", binary("or", left, right), x)
        x = binary("add", x, keys[(group + 1) % 3])
        y = binary("add", binary("add", y, keys[(group + 2) % 3]), constant(group + 1))
    return "\n".join([*lines, f"return {x}, {y} : {t}, {t}"])


@_expands("stablehlo.dynamic_rng_bit_generator")
def _dynamic_rng_bit_generator(call: _Call) -> str:
    """The second operand is the shape of the second result."""
    algorithm = str(call.op.attributes["rng_algorithm"]).rstrip(">").split()[-1]
    call.refine_result(1, call.integers(1))
    state, bits = call.results
    return (
        f"%s, %b = stablehlo.rng_bit_generator %0, algorithm = {algorithm} "
        f": ({state}) -> ({state}, {bits})\nreturn %s, %b : {state}, {bits}"
    )


# --- windows ------------------------------------------------------------------------


@_expands("stablehlo.dynamic_reduce_window")
def _dynamic_reduce_window(call: _Call) -> str:
    """Arrays, initial values, then what ``reduce_window`` has as attributes."""
    count = len(call.results)
    first = 2 * count
    if len(call.operands) != first + 5:
        raise call.fail(f"expected {first + 5} operands, got {len(call.operands)}")
    body = call.computation()
    rank = ir.RankedTensorType(call.operands[0]).rank
    names = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")
    arrays = ", ".join(
        f"{name} = array<i64: {', '.join(map(str, call.integers(first + i)))}>"
        for i, name in enumerate(names)
    )
    flat = call.integers(first + 4)
    pairs = ", ".join(f"[{a}, {b}]" for a, b in zip(flat[0::2], flat[1::2], strict=True))
    padding = f"padding = dense<[{pairs}]> : tensor<{rank}x2xi64>"
    scalars = [str(t) for t in call.operands[count:first]] * 2
    operands = ", ".join(f"%{i}" for i in range(first))
    types = ", ".join(map(str, call.operands[:first]))
    results = ", ".join(map(str, call.results))
    returned = ", ".join(f"%r#{i}" for i in range(count))
    return (
        f'%r:{count} = "stablehlo.reduce_window"({operands}) <{{{arrays}, {padding}}}> '
        f"({_calling(body, scalars, scalars[:count])}) : ({types}) -> ({results})\n"
        f"return {returned} : {results}"
    )


# --- regions ------------------------------------------------------------------------


def _calling(function: str, parameters: list[str], results: list[str]) -> str:
    """Return a region, as text, that calls a function on its arguments of the given types."""
    arguments = ", ".join(f"%p{i}: {t}" for i, t in enumerate(parameters))
    passed = ", ".join(f"%p{i}" for i in range(len(parameters)))
    values = ", ".join(f"%v#{i}" for i in range(len(results)))
    inner = ", ".join(results)
    return (
        f"{{\n^bb0({arguments}):\n"
        f"%v:{len(results)} = func.call @{function}({passed}) : "
        f"({', '.join(parameters)}) -> ({inner})\n"
        f"stablehlo.return {values} : {inner}\n}}"
    )
