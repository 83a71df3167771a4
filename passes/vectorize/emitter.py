"""Emission of loops, index arithmetic and vector memory operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from ...dialect.mlir import ir
from ..intrinsics import call_intrinsic
from .indices import KnownIndices

Value = ir.Value

PARALLEL = "hlo.parallel"
"""Attribute on a loop whose iterations may run at once."""
TRIPS = "hlo.trips"
"""Attribute on a loop: how many iterations there are at the most."""


class Emitter:
    """Emits operations at ``ip``; constants and flat buffers go to the front of the function."""

    def __init__(self, front: ir.InsertionPoint, ip: ir.InsertionPoint, loc: ir.Location):
        self.front = front
        self.ip = ip
        self.loc = loc
        self.index = ir.IndexType.get()
        self._constants: dict[tuple[ir.Type, object], Value] = {}
        self._known = KnownIndices()
        self._flat: dict[Value, Value] = {}
        self.sequences: dict[Value, Value] = {}

    # --- operations ------------------------------------------------------------

    @contextmanager
    def at(self, ip: ir.InsertionPoint) -> Iterator[None]:
        """Emit at ``ip`` while inside."""
        saved, self.ip = self.ip, ip
        try:
            yield
        finally:
            self.ip = saved

    def op(self, name: str, type: ir.Type, operands: Sequence[Value] = (), attributes=None):
        """Create an operation with one result and return that."""
        made = ir.Operation.create(name, [type], operands, attributes, loc=self.loc, ip=self.ip)
        return made.results[0]

    def same(self, name: str, *operands: Value) -> Value:
        """Return a result of the type of the first operand; of known indices, it is known."""
        known = self._known.result(name, operands)
        if known is not None:
            return self.at_index(known)
        return self.op(name, operands[0].type, operands)

    def constant(self, type: ir.Type, value: int | float | bool) -> Value:
        """Return a scalar or splat vector constant."""
        key = (type, value if isinstance(value, int) else repr(value))
        found = self._constants.get(key)
        if found is None:
            element = element_of(type)
            if isinstance(element, ir.FloatType):
                attribute = ir.FloatAttr.get(element, float(value), loc=self.loc)
            else:
                signed = (int(value) + (1 << 63)) % (1 << 64) - (1 << 63)
                attribute = ir.IntegerAttr.get(element, signed)
            if isinstance(type, ir.VectorType):
                attribute = ir.DenseElementsAttr.get_splat(type, attribute)
            with self.at(self.front):
                found = self.op("arith.constant", type, [], {"value": attribute})
            self._constants[key] = found
        return found

    def at_index(self, value: int) -> Value:
        """Return a constant of index type."""
        made = self.constant(self.index, value)
        self._known[made] = value
        return made

    def scaled_sum(self, start: Value | None, iv: Value, factor: int) -> Value | None:
        """Return ``start + iv * factor``; None stands for 0."""
        if factor == 0:
            return start
        term = iv if factor == 1 else self.same("arith.muli", iv, self.at_index(factor))
        return term if start is None else self._sum(start, term)

    def index_sum(self, constant: int, terms: Sequence[tuple[Value, int]]) -> Value:
        """Return ``constant`` and the sum of index values, each times a factor."""
        total: Value | None = None
        for value, factor in terms:
            total = self.scaled_sum(total, value, factor)
        if total is None:
            return self.at_index(constant)
        return self._sum(total, self.at_index(constant)) if constant else total

    def _sum(self, a: Value, b: Value) -> Value:
        """Return the sum of two index values."""
        if self._known.get(a) == 0:
            return b
        return a if self._known.get(b) == 0 else self.same("arith.addi", a, b)

    def loop(
        self,
        size: int,
        step: int,
        carried: Sequence[Value],
        body: Callable[[Value, list[Value]], Sequence[Value]],
    ) -> list[Value]:
        """Emit a loop over ``range(0, size, step)`` that carries values."""
        if 0 < size <= step:
            return list(body(self.at_index(0), list(carried)))
        types = [v.type for v in carried]
        bounds = [self.at_index(0), self.at_index(size), self.at_index(step)]
        loop = ir.Operation.create(
            "scf.for", types, [*bounds, *carried], regions=1, loc=self.loc, ip=self.ip
        )
        block = loop.regions[0].blocks.append(
            self.index, *types, arg_locs=[self.loc] * (1 + len(types))
        )
        with self.at(ir.InsertionPoint(block)):
            iv, *state = block.arguments
            self.yield_(body(iv, state))
        return list(loop.results)

    @contextmanager
    def open_loop(
        self, bounds: Sequence[Value], *, parallel: bool = False, trips: int | None = None
    ) -> Iterator[Value]:
        """Emit into a loop over ``bounds`` (start, end, step) while inside; gives its index.

        The iterations of a ``parallel`` one may run in any order, and at once.
        ``trips`` is how many there are at the most, where bounds do not say it.  Of a single
        one, there is no loop.
        """
        if self._known.are_of_one_iteration(bounds):
            yield bounds[0]
            return
        attributes: dict[str, ir.Attribute] = {PARALLEL: ir.UnitAttr.get()} if parallel else {}
        if trips is not None:
            attributes[TRIPS] = ir.IntegerAttr.get(self.index, trips)
        loop = ir.Operation.create(
            "scf.for", [], bounds, attributes, regions=1, loc=self.loc, ip=self.ip
        )
        block = loop.regions[0].blocks.append(self.index, arg_locs=[self.loc])
        with self.at(ir.InsertionPoint(block)):
            yield block.arguments[0]
            self.yield_([])

    @contextmanager
    def open_loops(self, sizes: Sequence[int], *, parallel: bool = False) -> Iterator[list[Value]]:
        """Emit into a nest of loops from 0 to ``sizes`` while inside; gives their indices.

        The outermost may be ``parallel``.
        """
        if not sizes:
            yield []
            return
        bounds = [self.at_index(0), self.at_index(sizes[0]), self.at_index(1)]
        with self.open_loop(bounds, parallel=parallel) as index:
            with self.open_loops(sizes[1:]) as inner:
                yield [index, *inner]

    def yield_(self, values: Sequence[Value]) -> None:
        """End the block of a loop or branch."""
        ir.Operation.create("scf.yield", [], list(values), loc=self.loc, ip=self.ip)

    def branch(
        self, condition: Value, type: ir.Type, then: Callable[[], Value], other: Callable[[], Value]
    ) -> Value:
        """Emit ``condition ? then() : other()``, of which only one is computed."""
        branch = ir.Operation.create(
            "scf.if", [type], [condition], regions=2, loc=self.loc, ip=self.ip
        )
        for region, emit in zip(branch.regions, (then, other), strict=True):
            with self.at(ir.InsertionPoint(region.blocks.append())):
                self.yield_([emit()])
        return branch.results[0]

    def either(
        self, condition: Value | bool, then: Callable[[], None], other: Callable[[], None]
    ) -> None:
        """Emit ``then`` or ``other``, which of them is run ``condition`` tells."""
        if isinstance(condition, bool):
            (then if condition else other)()
            return
        branch = ir.Operation.create("scf.if", [], [condition], regions=2, loc=self.loc, ip=self.ip)
        for region, emit in zip(branch.regions, (then, other), strict=True):
            with self.at(ir.InsertionPoint(region.blocks.append())):
                emit()
                self.yield_([])

    def each_lane(self, name: str, *operands: Value, attributes=None) -> Value:
        """Apply an operation on scalars of one type to each lane of vectors on its own."""
        if not isinstance(operands[0].type, ir.VectorType):
            return self.op(name, operands[0].type, operands, attributes)
        lanes = operands[0].type.shape[0]
        element = element_of(operands[0].type)
        return self.from_lanes(
            [
                self.op(name, element, [self.lane(v, i) for v in operands], attributes)
                for i in range(lanes)
            ]
        )

    def intrinsic(self, name: str, operands: Sequence[Value], type: ir.Type | None = None):
        """Call an intrinsic of LLVM, which may give one result of ``type``."""
        with self.loc, self.ip:
            return call_intrinsic(name, operands, type)

    # --- vectors ---------------------------------------------------------------

    def vector(self, value: Value, lanes: int) -> Value:
        """Return a scalar in all lanes of a vector; a vector as it is."""
        if isinstance(value.type, ir.VectorType):
            return value
        return self.op("vector.broadcast", vector_of(value.type, lanes), [value])

    def shuffle(self, a: Value, b: Value, mask: Sequence[int]) -> Value:
        """Return the lanes ``mask`` of the concatenation of two vectors."""
        type = ir.VectorType.get([len(mask)], element_of(a.type))
        attribute = ir.DenseI64ArrayAttr.get(list(mask))
        return self.op("vector.shuffle", type, [a, b], {"mask": attribute})

    def sequence(self, start: Value, lanes: int) -> Value:
        """Return the vector of indices ``start``, ``start + 1``, …; `sequences` remembers it."""
        steps = self.op("vector.step", vector_of(self.index, lanes))
        result = self.same("arith.addi", self.vector(start, lanes), steps)
        self.sequences[result] = start
        return result

    def lane(self, value: Value, position: int) -> Value:
        """Return one lane of a vector."""
        attributes = {"static_position": ir.DenseI64ArrayAttr.get([position])}
        return self.op("vector.extract", element_of(value.type), [value], attributes)

    def from_lanes(self, lanes: Sequence[Value]) -> Value:
        """Return the vector of these scalars."""
        return self.op("vector.from_elements", vector_of(lanes[0].type, len(lanes)), lanes)

    # --- memory ----------------------------------------------------------------

    def flat(self, base: Value) -> Value:
        """Return a contiguous memref as one dimension."""
        found = self._flat.get(base)
        if found is None:
            type = ir.MemRefType(base.type)
            if type.rank == 1:
                found = base
            else:
                with self.at(self._after(base)):
                    found = self._reshaped(base, type)
            self._flat[base] = found
        return found

    def _reshaped(self, base: Value, type: ir.MemRefType) -> Value:
        total = 1
        for extent in type.shape:
            total *= extent
        target = ir.MemRefType.get([total], type.element_type, loc=self.loc)
        # Not collapse_shape, which later passes would fold into division of the index.
        attributes = {
            "operandSegmentSizes": ir.DenseI32ArrayAttr.get([1, 0, 0, 0]),
            "static_offsets": ir.DenseI64ArrayAttr.get([0]),
            "static_sizes": ir.DenseI64ArrayAttr.get([total]),
            "static_strides": ir.DenseI64ArrayAttr.get([1]),
        }
        return self.op("memref.reinterpret_cast", target, [base], attributes)

    def _after(self, base: Value) -> ir.InsertionPoint:
        """Return the place right behind the definition of a buffer."""
        if isinstance(base.owner, ir.Block):
            return ir.InsertionPoint.at_block_begin(base.owner)
        return ir.InsertionPoint.after(base.owner)

    def load(self, base: Value, index: Value, lanes: int | None) -> Value:
        """Load a scalar (``lanes`` None) or a vector of neighbouring elements."""
        memory = self.flat(base)
        element = ir.MemRefType(memory.type).element_type
        if lanes is None:
            return self.op("memref.load", element, [memory, index])
        if _is_narrow(element):
            bytes_ = self._load_from(self.pointer(memory, index, 1), vector_of(_i8(), lanes))
            return self.op("arith.trunci", vector_of(element, lanes), [bytes_])
        return self.op("vector.load", vector_of(element, lanes), [memory, index])

    def load_parts(self, base: Value, index: Value, lanes: int | None) -> tuple[Value, Value]:
        """Load the real and the imaginary parts of complex elements."""
        memory = self.flat(base)
        type = ir.MemRefType(memory.type).element_type
        part = ir.ComplexType(type).element_type
        if lanes is None:
            whole = self.op("memref.load", type, [memory, index])
            return self.op("complex.re", part, [whole]), self.op("complex.im", part, [whole])
        pointer = self.pointer(memory, index, 2 * part.width // 8)
        both = self._load_from(pointer, vector_of(part, 2 * lanes))
        real, imag = (self.shuffle(both, both, range(i, 2 * lanes, 2)) for i in (0, 1))
        return real, imag

    def store(self, value: Value, base: Value, index: Value) -> None:
        """Store a scalar or a vector."""
        memory = self.flat(base)
        is_vector = isinstance(value.type, ir.VectorType)
        if is_vector and _is_narrow(element_of(value.type)):
            bytes_ = self.op("arith.extui", vector_of(_i8(), value.type.shape[0]), [value])
            self._store_to(self.pointer(memory, index, 1), bytes_)
        else:
            name = "vector.store" if is_vector else "memref.store"
            ir.Operation.create(name, [], [value, memory, index], loc=self.loc, ip=self.ip)

    def store_parts(self, real: Value, imag: Value, base: Value, index: Value) -> None:
        """Store complex elements, given their parts."""
        memory = self.flat(base)
        if isinstance(real.type, ir.VectorType):
            lanes = real.type.shape[0]
            both = self.shuffle(real, imag, [i + j for i in range(lanes) for j in (0, lanes)])
            width = 2 * element_of(real.type).width // 8
            self._store_to(self.pointer(memory, index, width), both)
        else:
            whole = ir.MemRefType(memory.type).element_type
            self.store(self.op("complex.create", whole, [real, imag]), base, index)

    def prefetch(self, base: Value, index: Value, *, write: bool = False, level: int = 1) -> None:
        """Bring what is to be read, or written to, into the cache of a level."""
        attributes = {
            "isWrite": ir.BoolAttr.get(write),
            "localityHint": ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 4 - level),
            "isDataCache": ir.BoolAttr.get(True),
        }
        operands = [self.flat(base), index]
        ir.Operation.create("memref.prefetch", [], operands, attributes, loc=self.loc, ip=self.ip)

    def pointer(self, memory: Value, index: Value, width: int) -> Value:
        """Return the address of an element that takes ``width`` bytes."""
        i64 = ir.IntegerType.get_signless(64)
        start = self.op("memref.extract_aligned_pointer_as_index", self.index, [memory])
        address = self.scaled_sum(start, index, width)
        number = self.op("arith.index_cast", i64, [address])
        return self.op("llvm.inttoptr", _pointer_type(memory.context), [number])

    def _load_from(self, pointer: Value, type: ir.Type) -> Value:
        return self.op("llvm.load", type, [pointer], _unaligned())

    def _store_to(self, pointer: Value, value: Value) -> None:
        ir.Operation.create(
            "llvm.store", [], [value, pointer], _unaligned(), loc=self.loc, ip=self.ip
        )


def element_of(type: ir.Type) -> ir.Type:
    """Return the element type of a vector, or a scalar type itself."""
    return ir.VectorType(type).element_type if isinstance(type, ir.VectorType) else type


def vector_of(element: ir.Type, lanes: int) -> ir.VectorType:
    """Return a vector type of one dimension."""
    return ir.VectorType.get([lanes], element)


def like(type: ir.Type, element: ir.Type) -> ir.Type:
    """Return ``type``, scalar or vector, with another element type."""
    if isinstance(type, ir.VectorType):
        return ir.VectorType.get(type.shape, element)
    return element


def bit_width(type: ir.Type) -> int:
    """Return the bits that an element takes in a register."""
    if isinstance(type, (ir.IntegerType, ir.FloatType)):
        return type.width
    return 64


def _is_narrow(type: ir.Type) -> bool:
    """Tell whether an element takes a byte in memory but fewer bits in a vector."""
    return isinstance(type, ir.IntegerType) and type.width < 8


@cache
def _pointer_type(context: ir.Context) -> ir.Type:
    return ir.Type.parse("!llvm.ptr", context)


def _i8() -> ir.Type:
    return ir.IntegerType.get_signless(8)


def _unaligned() -> dict[str, ir.Attribute]:
    """Return the attribute of a load or store at any address."""
    return {"alignment": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 1)}
