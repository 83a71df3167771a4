"""Elementwise operations as `passes.fuse_elementwise` looks at them."""

from __future__ import annotations

from functools import cache

from ..dialect.mlir import ir
from ..dialect.walk import named

CHEAP = 3
"""The weight up to which computing something again costs less than storing it."""

_WEIGHTS = {"arith.divf": 4, "math.sqrt": 4, "arith.divsi": 8, "arith.divui": 8}
_FREE = frozenset({"linalg.index", "linalg.yield", "arith.bitcast"})
_RESHAPES = frozenset({"tensor.collapse_shape", "tensor.expand_shape"})


def candidates(module: ir.Operation) -> list[ir.Operation]:
    """Return the operations that `Generic` describes."""
    return [
        op
        for op in named(module, ("linalg.generic", *_RESHAPES))
        if op.name == "linalg.generic" or _index_of_source(op) is not None
    ]


def _index_of_source(op: ir.Operation) -> ir.AffineMap | None:
    """Return which element of its source each element of a reshape is, None if not affine.

    It is if the shapes differ in dimensions of extent 1 only.
    """
    source, result = (ir.RankedTensorType(v.type).shape for v in (op.operands[0], op.results[0]))
    wide = [d for d, extent in enumerate(result) if extent != 1]
    if [result[d] for d in wide] != [extent for extent in source if extent != 1]:
        return None
    dims = iter(wide)
    indices = [
        ir.AffineExpr.get_constant(0) if extent == 1 else ir.AffineExpr.get_dim(next(dims))
        for extent in source
    ]
    return ir.AffineMap.get(len(result), 0, indices)


class Generic:
    """A ``linalg.generic``, or a reshape as one, with what the decisions look at."""

    def __init__(self, op: ir.Operation):
        self.op = op
        self.block = op.block
        # What is decided: where it is evaluated, by root; whether there only; for a root,
        # what else it gives as results, how much it computes and what it reads.
        self.evaluations: list[tuple[Generic, ir.AffineMap]] = []
        self.is_absorbed = False
        self.results: list[tuple[Generic, ir.AffineMap]] = []
        self.size = 0
        self.reads: set[ir.Value] = set()
        self.is_reshape = op.name in _RESHAPES
        if self.is_reshape:
            rank = ir.RankedTensorType(op.results[0].type).rank
            self.body, self.operations, self.iterators = None, [], [None] * rank
            self.maps = [_index_of_source(op), ir.AffineMap.get_identity(rank)]
            self.reduces, self.inputs, self.weight = False, 1, 0
            return
        self.body = op.regions[0].blocks[0]
        attributes = op.attributes
        self.maps = [_map(a) for a in ir.ArrayAttr(attributes["indexing_maps"])]
        self.iterators = ir.ArrayAttr(attributes["iterator_types"])
        self.reduces = any(is_reduction(a) for a in self.iterators)
        self.inputs = ir.DenseI32ArrayAttr(attributes["operandSegmentSizes"])[0]
        self.operations = [o.operation for o in self.body.operations]
        self.weight = sum(_weight(o) for o in self.operations)

    @property
    def rank(self) -> int:
        """The number of loops."""
        return len(self.iterators)

    def is_elementwise(self) -> bool:
        """Tell whether this computes each element of its one result on its own."""
        if self.is_reshape:
            return True
        if self.reduces or len(self.op.results) != 1:
            return False
        output = list(self.body.arguments)[self.inputs]
        return not len(list(output.uses)) and self.maps[-1].is_permutation

    def is_contraction(self) -> bool:
        """Tell whether this sums products of elements of different operands."""
        names = {o.name for o in self.operations}
        return self.reduces and self.inputs >= 2 and bool(names & {"arith.mulf", "arith.muli"})

    def loop_sizes(self) -> list[int]:
        """Return the extents of the loops."""
        sizes = [0] * self.rank
        for value, map in zip(self.op.operands, self.maps, strict=True):
            if isinstance(value.type, ir.RankedTensorType):
                for expression, extent in zip(map.results, value.type.shape, strict=True):
                    if isinstance(expression, ir.AffineDimExpr):
                        sizes[expression.position] = extent
        return sizes


@cache
def compose(map: ir.AffineMap, at: ir.AffineMap) -> ir.AffineMap:
    """Return ``map`` as a function of the loops that ``at`` is a function of."""
    return ir.AffineMap.get(at.n_dims, 0, [e.compose(at) for e in map.results])


def loops_of(generic: Generic, indices: ir.AffineMap) -> ir.AffineMap:
    """Return the loops of an elementwise generic as functions of the indices of its result."""
    return _loops(generic.maps[-1], indices)


@cache
def _loops(outputs: ir.AffineMap, indices: ir.AffineMap) -> ir.AffineMap:
    loops = [None] * outputs.n_dims
    for output, index in zip(outputs.results, indices.results, strict=True):
        loops[ir.AffineDimExpr(output).position] = index
    return ir.AffineMap.get(indices.n_dims, 0, loops)


def innermost(root: Generic) -> int | None:
    """Return the loop that walks the last dimension of the first input that has all loops."""
    for map in (*root.maps[root.inputs :], *root.maps):
        results = list(map.results)
        if len(results) == root.rank and isinstance(results[-1], ir.AffineDimExpr):
            return results[-1].position
    return root.rank - 1 if root.rank else None


def _weight(op: ir.Operation) -> int:
    if op.name in _FREE:
        return 0
    if len(op.regions) or op.name.startswith(("tensor.", "complex.")):
        return CHEAP + 1
    if op.name.startswith("math.") and op.name not in ("math.absf", "math.fma", "math.absi"):
        return _WEIGHTS.get(op.name, 20)
    return _WEIGHTS.get(op.name, 1)


@cache
def is_reduction(attribute: ir.Attribute) -> bool:
    """Tell whether an iterator type is that of a loop that reduces."""
    return "reduction" in str(attribute)


def _map(attribute: ir.Attribute) -> ir.AffineMap:
    return ir.AffineMapAttr(attribute).value


def element(type: ir.Type) -> ir.Type:
    return type.element_type if isinstance(type, ir.ShapedType) else type
