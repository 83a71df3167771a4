"""Emission of linalg, tensor, scf and arith operations, with cached attributes.

A `Builder` knows where to insert (`Builder.at`) and which location to use;
its methods are short names for operations.  It makes no decisions: those are
in the lowerings.

Values are represented in one of three forms, chosen by the type of the
StableHLO value that they stand for:

* a rank-0 tensor is a *scalar* of the element's storage type;
* a tensor whose elements are known to be equal may be a `Splat`, which costs
  nothing until something needs its memory;
* everything else is a tensor of storage type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from ...dialect.diagnostics import error
from ...dialect.mlir import ir
from ...dialect.types import ElementType, element_type

DYNAMIC = ir.ShapedType.get_dynamic_size()


@dataclass(frozen=True, eq=False)
class TensorInfo:
    """A static tensor type of StableHLO with its storage form.

    ``type`` is the storage tensor type, ``scalar`` its element type.
    """

    shape: tuple[int, ...]
    element: ElementType
    type: ir.Type
    scalar: ir.Type

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.shape)


@dataclass(frozen=True, eq=False)
class Splat:
    """A tensor of ``info``'s type with every element equal to ``scalar`` (of storage type)."""

    scalar: ir.Value
    info: TensorInfo


def _numbered(names: str) -> dict[str, int]:
    return {name: number for number, name in enumerate(names.split())}


# As arith.cmpi and arith.cmpf number them.
PREDICATES_INT = _numbered("eq ne slt sle sgt sge ult ule ugt uge")
PREDICATES_FLOAT = _numbered("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true")


class Builder:
    """Emits operations into one function; see the module's docstring."""

    def __init__(self, context: ir.Context, entry: ir.Block):
        self.context = context
        self.ip = ir.InsertionPoint(entry)
        self.loc = ir.Location.unknown(context)
        self._infos: dict[ir.Type, TensorInfo] = {}
        self._constants: dict[tuple[ir.Type, object], ir.Value] = {}
        self._elements: dict[ir.Type, ir.Type] = {}
        self._arrays: dict[tuple[ir.Attribute, ...], ir.Attribute] = {}
        self.index = ir.IndexType.get(context)
        # Constants are hoisted to the front of the entry block, one op each.
        first = self.op("arith.constant", [self.index], attributes={"value": self._index_attr(0)})
        self._constants[self.index, 0] = first
        self._front = ir.InsertionPoint(first.owner)

    # --- types -----------------------------------------------------------------

    def info(
        self, mlir_type: ir.Type, where: ir.Operation | ir.Location | None = None
    ) -> TensorInfo:
        """Return the `TensorInfo` of a StableHLO tensor type.

        Raises `DiagnosedError` at ``where`` for what no lowering handles.
        """
        found = self._infos.get(mlir_type)
        if found is None:
            found = self._infos[mlir_type] = self._make_info(mlir_type, where)
        return found

    def _make_info(self, mlir_type: ir.Type, where) -> TensorInfo:
        def unsupported(reason: str):
            return error(where, f"cannot legalize type '{mlir_type}': {reason}")

        if not isinstance(mlir_type, ir.RankedTensorType):
            raise unsupported("only ranked tensors are supported")
        shape = tuple(mlir_type.shape)
        if DYNAMIC in shape:
            raise unsupported("only static shapes are supported")
        element = element_type(mlir_type.element_type)
        if element is None:
            raise unsupported(f"element type '{mlir_type.element_type}' is not supported")
        return self.make_info(shape, element)

    def make_info(self, shape: Sequence[int], element: ElementType) -> TensorInfo:
        """Return the `TensorInfo` for a shape and an element type."""
        scalar = scalar_type(self.context, element.storage)
        return TensorInfo(tuple(shape), element, self.tensor_type(shape, scalar), scalar)

    def tensor_type(self, shape: Sequence[int], scalar: ir.Type) -> ir.Type:
        """Return the ranked tensor type."""
        return ir.RankedTensorType.get(shape, scalar, loc=self.loc)

    def type(self, name: str) -> ir.Type:
        """Return the scalar type that ``name`` spells, such as ``f32`` or ``i64``."""
        return scalar_type(self.context, name)

    # --- emission --------------------------------------------------------------

    @contextmanager
    def at(self, ip: ir.InsertionPoint | ir.Block) -> Iterator[None]:
        """Emit at ``ip``, or at the end of a block, while inside."""
        saved = self.ip
        self.ip = ip if isinstance(ip, ir.InsertionPoint) else ir.InsertionPoint(ip)
        try:
            yield
        finally:
            self.ip = saved

    def create(self, name, results=(), operands=(), attributes=None, regions=0) -> ir.Operation:
        """Create an operation at the insertion point and return it."""
        return ir.Operation.create(
            name,
            results=results,
            operands=operands,
            attributes=attributes,
            regions=regions,
            loc=self.loc,
            ip=self.ip,
        )

    def op(self, name, results, operands=(), attributes=None) -> ir.Value:
        """Create an operation and return its only result."""
        return self.create(name, results, operands, attributes).results[0]

    def constant(self, type: ir.Type, value: int | float | bool) -> ir.Value:
        """Return a scalar constant of an integer, index or float type."""
        # -0.0 and 0.0 are equal as keys but not as constants.
        key = (type, value if isinstance(value, int) else repr(value))
        found = self._constants.get(key)
        if found is None:
            if isinstance(value, float):
                attribute = ir.FloatAttr.get(type, value, loc=self.loc)
            else:
                # The bindings take 64 bits as signed.
                signed = (int(value) + (1 << 63)) % (1 << 64) - (1 << 63)
                attribute = ir.IntegerAttr.get(type, signed)
            with self.at(self._front):
                found = self.op("arith.constant", [type], attributes={"value": attribute})
            self._constants[key] = found
        return found

    def const_index(self, value: int) -> ir.Value:
        """Return a constant of index type."""
        return self.constant(self.index, value)

    def arith(self, name: str, *operands: ir.Value) -> ir.Value:
        """Emit ``arith.name``, an operation whose operands and result have one type."""
        return self._same_type(f"arith.{name}", operands)

    def math(self, name: str, *operands: ir.Value) -> ir.Value:
        """Emit ``math.name``, an operation whose operands and result have one type."""
        return self._same_type(f"math.{name}", operands)

    def _same_type(self, name: str, operands: Sequence[ir.Value]) -> ir.Value:
        # Letting the operation infer its type is faster than passing it.
        return ir.Operation.create(
            name, operands=operands, infer_type=True, loc=self.loc, ip=self.ip
        ).results[0]

    def cast(self, name: str, value: ir.Value, type: ir.Type) -> ir.Value:
        """Emit the conversion ``arith.name`` to ``type``; nothing if it has it already."""
        return value if value.type == type else self.op(f"arith.{name}", [type], [value])

    def cmpi(self, predicate: str, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
        """Emit an integer comparison."""
        return self._compare("arith.cmpi", PREDICATES_INT[predicate], lhs, rhs)

    def cmpf(self, predicate: str, lhs: ir.Value, rhs: ir.Value) -> ir.Value:
        """Emit a float comparison (``o…`` is false on NaN, ``u…`` is true)."""
        return self._compare("arith.cmpf", PREDICATES_FLOAT[predicate], lhs, rhs)

    def _compare(self, name, predicate, lhs, rhs) -> ir.Value:
        attributes = {"predicate": _i64_attr(self.context, predicate)}
        return self.op(name, [self.type("i1")], [lhs, rhs], attributes)

    def select(self, condition: ir.Value, then: ir.Value, otherwise: ir.Value) -> ir.Value:
        """Emit ``condition ? then : otherwise``."""
        return self.op("arith.select", [then.type], [condition, then, otherwise])

    def complex(self, real: ir.Value, imag: ir.Value) -> ir.Value:
        """Emit a complex number from its parts."""
        return self.op("complex.create", [ir.ComplexType.get(real.type)], [real, imag])

    def real(self, value: ir.Value) -> ir.Value:
        """Emit the real part of a complex number."""
        return self.op("complex.re", [ir.ComplexType(value.type).element_type], [value])

    def imag(self, value: ir.Value) -> ir.Value:
        """Emit the imaginary part of a complex number."""
        return self.op("complex.im", [ir.ComplexType(value.type).element_type], [value])

    # --- tensors ---------------------------------------------------------------

    def tensor(self, value: ir.Value | Splat) -> ir.Value:
        """Return ``value`` as a tensor with memory: a `Splat` is filled, a scalar boxed."""
        if isinstance(value, Splat):
            return self.fill(value.scalar, self.empty(value.info.type))
        if isinstance(value.type, ir.RankedTensorType):
            return value
        return self.op("tensor.from_elements", [self.tensor_type((), value.type)], [value])

    def empty(self, type: ir.Type) -> ir.Value:
        """Emit an uninitialised tensor of a static type."""
        return self.op("tensor.empty", [type])

    def buffer(self, type: ir.Type) -> ir.Value:
        """Emit an uninitialised tensor that has memory of its own.

        Two of `empty` may become one, which is wrong for the destination of
        ``bufferization.materialize_in_destination`` and for carried buffers.
        """
        attributes = {"operandSegmentSizes": _segments(self.context, 0, 0, 0)}
        return self.op("bufferization.alloc_tensor", [type], attributes=attributes)

    def fill(self, scalar: ir.Value, target: ir.Value) -> ir.Value:
        """Emit ``linalg.fill``."""
        op = self.create(
            "linalg.fill",
            [target.type],
            [scalar, target],
            {"operandSegmentSizes": _segments(self.context, 1, 1)},
            regions=1,
        )
        block = op.regions[0].blocks.append(scalar.type, scalar.type, arg_locs=[self.loc] * 2)
        with self.at(block):
            self.create("linalg.yield", operands=[block.arguments[0]])
        return op.results[0]

    def extract(self, tensor: ir.Value, indices: Sequence[ir.Value] = ()) -> ir.Value:
        """Emit ``tensor.extract`` of one element."""
        return self.op("tensor.extract", [self.element_of(tensor.type)], [tensor, *indices])

    def insert(self, scalar: ir.Value, tensor: ir.Value, indices: Sequence[ir.Value]) -> ir.Value:
        """Emit ``tensor.insert`` of one element."""
        return self.op("tensor.insert", [tensor.type], [scalar, tensor, *indices])

    def generic(
        self,
        inputs: Sequence[ir.Value],
        outputs: Sequence[ir.Value],
        maps: Sequence[ir.Attribute],
        iterators: str,
        body: Callable[..., Sequence[ir.Value]],
    ) -> list[ir.Value]:
        """Emit ``linalg.generic``; ``iterators`` has a letter, ``p`` or ``r``, per loop.

        ``maps`` are affine map attributes, inputs first.  ``body`` gets one
        scalar per input and output and returns one per output.
        """
        operands = [*inputs, *outputs]
        op = self.create(
            "linalg.generic",
            [o.type for o in outputs],
            operands,
            {
                "indexing_maps": self._array(maps),
                "iterator_types": _iterators(self.context, iterators),
                "operandSegmentSizes": _segments(self.context, len(inputs), len(outputs)),
            },
            regions=1,
        )
        types = [self.element_of(o.type) for o in operands]
        block = op.regions[0].blocks.append(*types, arg_locs=[self.loc] * len(types))
        saved, self.ip = self.ip, ir.InsertionPoint(block)
        self.create("linalg.yield", operands=body(*block.arguments))
        self.ip = saved
        return list(op.results)

    def map(
        self, inputs: Sequence[ir.Value], type: ir.Type, body: Callable[..., ir.Value]
    ) -> ir.Value:
        """Emit a generic that computes each element of a tensor of ``type`` on its own.

        ``body`` gets the elements of ``inputs``, tensors of the same shape, at
        the same place.
        """
        rank = ir.RankedTensorType(type).rank
        maps = [self.identity_map(rank)] * (len(inputs) + 1)
        target = self.empty(type)
        return self.generic(inputs, [target], maps, "p" * rank, lambda *x: [body(*x[:-1])])[0]

    def element_of(self, type: ir.Type) -> ir.Type:
        """Return the element type of a tensor type."""
        found = self._elements.get(type)
        if found is None:
            found = self._elements[type] = ir.RankedTensorType(type).element_type
        return found

    def _array(self, attributes: Sequence[ir.Attribute]) -> ir.Attribute:
        key = tuple(attributes)
        found = self._arrays.get(key)
        if found is None:
            found = self._arrays[key] = ir.ArrayAttr.get(list(attributes), self.context)
        return found

    def loop_index(self, dimension: int) -> ir.Value:
        """Emit ``linalg.index``: the current iteration of a loop, inside a generic body."""
        return self.op(
            "linalg.index", [self.index], attributes={"dim": _i64_attr(self.context, dimension)}
        )

    def identity_map(self, rank: int) -> ir.Attribute:
        """Return the identity map attribute of a rank."""
        return _identity(self.context, rank)

    def projection(self, rank: int, results: Sequence[int]) -> ir.Attribute:
        """Return the map attribute from ``rank`` loops to the loops named by ``results``."""
        return _projection(self.context, rank, tuple(results))

    def affine_map(self, rank: int, results: Sequence[ir.AffineExpr]) -> ir.Attribute:
        """Return a map attribute from ``rank`` loops to affine expressions."""
        return ir.AffineMapAttr.get(ir.AffineMap.get(rank, 0, list(results), self.context))

    def dim_expr(self, dimension: int) -> ir.AffineExpr:
        """Return the affine expression of a loop."""
        return ir.AffineExpr.get_dim(dimension, self.context)

    def const_expr(self, value: int) -> ir.AffineExpr:
        """Return the affine expression of a constant."""
        return ir.AffineExpr.get_constant(value, self.context)

    def _index_attr(self, value: int) -> ir.Attribute:
        return ir.IntegerAttr.get(self.index, value)


@cache
def scalar_type(context: ir.Context, name: str) -> ir.Type:
    """Return the type that ``name`` spells in a context."""
    return ir.Type.parse(name, context)


@cache
def _i64_attr(context: ir.Context, value: int) -> ir.Attribute:
    return ir.IntegerAttr.get(scalar_type(context, "i64"), value)


@cache
def _segments(context: ir.Context, *sizes: int) -> ir.Attribute:
    return ir.DenseI32ArrayAttr.get(list(sizes), context)


@cache
def _iterators(context: ir.Context, letters: str) -> ir.Attribute:
    names = {"p": "parallel", "r": "reduction"}
    return ir.ArrayAttr.get(
        [ir.Attribute.parse(f"#linalg.iterator_type<{names[c]}>", context) for c in letters],
        context,
    )


@cache
def _identity(context: ir.Context, rank: int) -> ir.Attribute:
    return ir.AffineMapAttr.get(ir.AffineMap.get_identity(rank, context))


@cache
def _projection(context: ir.Context, rank: int, results: tuple[int, ...]) -> ir.Attribute:
    exprs = [ir.AffineExpr.get_dim(d, context) for d in results]
    return ir.AffineMapAttr.get(ir.AffineMap.get(rank, 0, exprs, context))
