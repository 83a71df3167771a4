"""The body of a linalg operation, computed for one iteration or for a vector of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...dialect.mlir import ir
from ..copies import is_row_major
from ..dataflow import constant_of
from ..vector_math import EXPANSIONS
from .complex_parts import is_part_of_input
from .emitter import Emitter, Value, bit_width, element_of, like
from .nest import Nest

# What LLVM has for vectors as well as for scalars.
_VECTOR_MATH = frozenset(
    f"math.{name}"
    for name in (
        *("absf", "absi", "ceil", "copysign", "ctlz", "ctpop", "cttz", "floor", "fma"),
        *("round", "roundeven", "sqrt", "trunc"),
    )
)
_LONG = 16
_SPECIAL = frozenset({"linalg.index", "linalg.yield"})


@cache
def _is_lanewise(name: str) -> bool:
    """Tell whether an operation on vectors does what it does on scalars, lane by lane."""
    return name.startswith(("arith.", "math.")) or name in _SPECIAL


def can_vectorize(nest: Nest) -> bool:
    """Tell whether the body of a nest can be computed for several iterations at a time."""
    for op in nest.body.operations:
        op = op.operation
        name, operands = op.name, op.operands
        if name == "memref.load":
            operands = list(operands)[1:]
        elif not _is_lanewise(name):
            if is_part_of_input(op):
                continue
            return False
        if not all(_is_element(v.type) for v in (*operands, *op.results)):
            return False
    return all(_is_element(a.element) for a in nest.accesses)


def calls_for_each_lane(nest: Nest) -> bool:
    """Tell whether the body has functions that are computed for one number at a time."""
    operations = [op.operation for op in nest.body.operations]
    return any(
        (op.name, str(element_of(op.results[0].type))) not in EXPANSIONS
        for op in operations
        if _is_transcendental(op)
    )


def _is_transcendental(op: ir.Operation) -> bool:
    return op.name.startswith("math.") and op.name not in _VECTOR_MATH


def _is_element(type: ir.Type) -> bool:
    return isinstance(type, (ir.IntegerType, ir.FloatType, ir.IndexType))


class _Step:
    """An operation of a body, with what is asked of it again and again.

    ``operands`` are of a product and the other term where the addition of both is one
    step, ``product`` is that product.
    """

    def __init__(self, op: ir.Operation, product: ir.Operation | None):
        self.op = op
        self.name = op.name if product is None else "math.fma"
        self.operands = list(op.operands)
        if product is not None:
            total = self.operands[1 - _product_position(op, product)]
            self.operands = [*product.operands, total]
        self.result = op.results[0]
        self.type = self.result.type
        self.attributes = None
        if product is None:
            self.attributes = {name: op.attributes[name] for name in op.attributes}


class BodyEmitter:
    """Emits the operations of a body, each once for the same operands.

    Values are scalars as long as all they depend on is; a scalar is spread
    over lanes where it meets a vector.
    """

    def __init__(self, e: Emitter, nest: Nest):
        self.e = e
        self.nest = nest
        self.arguments = list(nest.body.arguments)
        *self.operations, _ = [op.operation for op in nest.body.operations]
        fused = _fused_multiply_adds(nest)
        parts = list(fused.values())
        self._steps = [_Step(op, fused.get(op)) for op in self.operations if op not in parts]
        self._yielded = nest.yielded
        self._inside = {*self.arguments, *(r for op in self.operations for r in op.results)}

    @property
    def is_long(self) -> bool:
        """Whether what is emitted for an iteration takes long to compile."""
        return len(self.operations) >= _LONG or any(map(_is_transcendental, self.operations))

    def uniform(self, known: dict[Value, Value]) -> None:
        """Emit what depends on ``known`` values only, and add it to them."""
        for step in self._steps:
            if step.result in known:
                continue
            if step.name == "linalg.index":
                if step.attributes["dim"].value not in self.nest.loop_of:
                    known[step.result] = self.e.at_index(0)
                continue
            if all(v in known or v not in self._inside for v in step.operands):
                self._emit(step, known)

    def yields(self, known: dict[Value, Value], cache: dict) -> list[Value]:
        """Emit the rest of the body, given all arguments and indices, and return what it yields.

        ``cache`` has what was emitted before from the same operands.
        """
        for step in self._steps:
            if step.result not in known:
                self._emit(step, known, cache)
        return [known.get(v, v) for v in self._yielded]

    def _emit(self, step: _Step, known: dict[Value, Value], cache: dict | None = None):
        operands = [known.get(v, v) for v in step.operands]
        key = (step, *operands)
        result = cache.get(key) if cache is not None else None
        if result is None:
            result = self._apply(step, operands)
            if cache is not None:
                cache[key] = result
        known[step.result] = result

    def _apply(self, step: _Step, operands: list[Value]) -> Value:
        lanes = next((t.shape[0] for v in operands if isinstance(t := v.type, ir.VectorType)), None)
        op, name = step.op, step.name
        if name == "memref.load":
            return self._load(operands[0], operands[1:], lanes)
        if lanes is not None and name in _BOUNDS and (bound := _constant_bound(op)) is not None:
            return self._bounded(name, operands, bound, lanes)
        if lanes is not None:
            scalar_condition = name == "arith.select" and not isinstance(
                operands[0].type, ir.VectorType
            )
            operands = [
                v if scalar_condition and i == 0 else self.e.vector(v, lanes)
                for i, v in enumerate(operands)
            ]
        if _is_transcendental(op):
            return self._math(step, operands)
        type = step.type if lanes is None else ir.VectorType.get([lanes], step.type)
        return self.e.op(name, type, operands, step.attributes)

    def _bounded(self, name: str, operands: list[Value], position: int, lanes: int) -> Value:
        """Emit a maximum or minimum with a constant: a comparison keeps NaN and costs less.

        Zeros compare equal, but the maximum of -0 and 0 is 0: adding 0 makes it so.
        """
        e = self.e
        x, bound = e.vector(operands[1 - position], lanes), e.vector(operands[position], lanes)
        predicate = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _BOUNDS[name])
        bits = like(x.type, ir.IntegerType.get_signless(1))
        beyond = e.op("arith.cmpf", bits, [bound, x], {"predicate": predicate})
        result = e.op("arith.select", x.type, [beyond, bound, x])
        return e.same("arith.addf", result, bound) if self._is_zero(operands[position]) else result

    def _is_zero(self, value: Value) -> bool:
        return ir.FloatAttr(value.owner.attributes["value"]).value == 0.0

    def _load(self, memory: Value, indices: list[Value], lanes: int | None) -> Value:
        """Load what the body itself reads: neighbours together, others one by one."""
        e = self.e
        element = ir.MemRefType(memory.type).element_type
        if lanes is None:
            return e.op("memref.load", element, [memory, *indices])
        *outer, last = indices
        start = e.sequences.get(last)
        uniform = not any(isinstance(i.type, ir.VectorType) for i in outer)
        if start is not None and uniform and bit_width(element) > 1 and is_row_major(memory.type):
            type = ir.VectorType.get([lanes], element)
            return e.op("vector.load", type, [memory, *outer, start])
        each = [
            [e.lane(i, lane) if isinstance(i.type, ir.VectorType) else i for i in indices]
            for lane in range(lanes)
        ]
        return e.from_lanes([e.op("memref.load", element, [memory, *at]) for at in each])

    def _math(self, step: _Step, operands: list[Value]) -> Value:
        """Emit a transcendental function: our own expansion, or a call for each lane."""
        e, type = self.e, operands[0].type
        half = str(element_of(type)) == "f16"
        if half:
            wide = like(type, ir.F32Type.get())
            operands = [e.op("arith.extf", wide, [v]) for v in operands]
        expansion = EXPANSIONS.get((step.name, str(element_of(operands[0].type))))
        if expansion is not None:
            result = expansion(e, *operands)
        else:
            result = e.each_lane(step.name, *operands, attributes=step.attributes)
        return e.op("arith.truncf", type, [result]) if half else result


# As arith.cmpf numbers them: the bound is greater, the bound is less.
_BOUNDS = {"arith.maximumf": 2, "arith.minimumf": 4}


def _constant_bound(op: ir.Operation) -> int | None:
    """Return which operand of a maximum or minimum is a constant that bounds as comparisons do.

    Of zeros, that is 0 for a maximum only.
    """
    for i, value in enumerate(op.operands):
        attribute = constant_of(value)
        if attribute is None:
            continue
        number = ir.FloatAttr(attribute).value
        if number != number or (number == 0.0 and repr(number) == "-0.0"):
            return None
        return i if number or op.name == "arith.maximumf" else None
    return None


def _product_position(add: ir.Operation, product: ir.Operation) -> int:
    return next(i for i, v in enumerate(add.operands) if v == product.results[0])


def _fused_multiply_adds(nest: Nest) -> dict[ir.Operation, ir.Operation]:
    """Return the additions to a running sum whose other term is a product, with the product.

    In a sum of products each step is rounded once, as in a matrix product.
    """
    if not nest.reducing:
        return {}
    found = {}
    for op in nest.body.operations:
        op = op.operation
        if op.name != "arith.addf":
            continue
        for value, other in zip(op.operands, reversed(list(op.operands)), strict=True):
            product = value.owner.operation if not isinstance(value.owner, ir.Block) else None
            if (
                product is not None
                and product.name == "arith.mulf"
                and product.block == nest.body
                and len(list(value.uses)) == 1
                and other in list(nest.body.arguments)[len(nest.inputs) :]
            ):
                found[op] = product
                break
    return found


_COMBINERS = {
    "arith.addf": -0.0,
    "arith.mulf": 1.0,
    "arith.maximumf": float("-inf"),
    "arith.minimumf": float("inf"),
    "arith.addi": 0,
    "arith.muli": 1,
    "arith.andi": -1,
    "arith.ori": 0,
    "arith.xori": 0,
    "arith.maxui": 0,
    "arith.minui": -1,
}


def combiner(nest: Nest, output: int) -> tuple[str, float | int] | None:
    """Return how partial results of a reduction are combined, and what changes nothing.

    None if the body does not end in one such operation on the running value.
    """
    argument = list(nest.body.arguments)[len(nest.inputs) + output]
    value = nest.yielded[output]
    if isinstance(value.owner, ir.Block):
        return None
    op = value.owner.operation
    if op.block != nest.body or len(list(argument.uses)) != 1 or argument not in op.operands:
        return None
    if op.name == "arith.subf":  # a sum of what is subtracted
        return ("arith.addf", _COMBINERS["arith.addf"]) if op.operands[0] == argument else None
    if op.name in _COMBINERS:
        return op.name, _COMBINERS[op.name]
    if op.name in ("arith.maxsi", "arith.minsi"):
        bits = ir.IntegerType(value.type).width
        low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        return op.name, low if op.name == "arith.maxsi" else high
    return None


def combine(e: Emitter, name: str, values: Sequence[Value]) -> Value:
    """Combine vectors or scalars pairwise, neighbours first."""
    values = list(values)
    while len(values) > 1:
        pairs = [e.same(name, a, b) for a, b in zip(values[0::2], values[1::2], strict=False)]
        values = [*pairs, values[-1]] if len(values) % 2 else pairs
    return values[0]


def fold(e: Emitter, name: str, vectors: Sequence[Value], neutral: float | int) -> Value:
    """Combine the lanes of vectors of different lengths: the vectors, then halves of the result.

    Short vectors are filled up with ``neutral``, which changes nothing.
    """
    longest = max(v.type.shape[0] for v in vectors)
    lanes = 1 << (longest - 1).bit_length()
    vector = combine(e, name, [_filled(e, v, lanes, neutral) for v in vectors])
    while lanes > 1:
        half = lanes // 2
        low = e.shuffle(vector, vector, range(half))
        high = e.shuffle(vector, vector, range(half, lanes))
        vector, lanes = e.same(name, low, high), half
    return e.lane(vector, 0)


def _filled(e: Emitter, vector: Value, lanes: int, neutral: float | int) -> Value:
    count = vector.type.shape[0]
    if count == lanes:
        return vector
    return e.shuffle(
        vector, e.constant(vector.type, neutral), [min(i, count) for i in range(lanes)]
    )
