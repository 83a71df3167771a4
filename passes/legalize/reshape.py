"""Data movement without arithmetic: shape changes, slices, padding, concatenation."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ...dialect.mlir import ir
from .builder import DYNAMIC, Splat, TensorInfo
from .core import HloOp, Legalizer, lowers


def transpose(b: Legalizer, value: ir.Value, permutation: Sequence[int]) -> ir.Value:
    """Return ``value`` with result dimension i taken from dimension ``permutation[i]``."""
    if list(permutation) == sorted(permutation):
        return value
    source = ir.RankedTensorType(value.type)
    shape = [source.shape[p] for p in permutation]
    target = b.empty(b.tensor_type(shape, source.element_type))
    attributes = {"permutation": ir.DenseI64ArrayAttr.get(list(permutation), b.context)}
    op = b.create("linalg.transpose", [target.type], [value, target], attributes, regions=1)
    element = source.element_type
    block = op.regions[0].blocks.append(element, element, arg_locs=[b.loc] * 2)
    with b.at(block):
        b.create("linalg.yield", operands=[block.arguments[0]])
    return op.results[0]


def reshape(b: Legalizer, value: ir.Value, shape: Sequence[int]) -> ir.Value:
    """Return ``value`` with another shape of as many elements, in row-major order."""
    source = ir.RankedTensorType(value.type)
    old = list(source.shape)
    if old == list(shape):
        return value
    target = b.tensor_type(shape, source.element_type)
    if 0 in old:
        return b.empty(target)
    if len(old) > len(shape) and (groups := _groups(old, shape)) is not None:
        return _collapse(b, value, groups, target)
    if len(old) < len(shape) and (groups := _groups(shape, old)) is not None:
        return _expand(b, value, groups, target)
    size = 1
    for extent in old:
        size *= extent
    flat = b.tensor_type([size], source.element_type)
    if len(old) != 1:
        value = _collapse(b, value, [list(range(len(old)))] if old else [], flat)
    return _expand(b, value, [list(range(len(shape)))], target)


def _groups(long: Sequence[int], short: Sequence[int]) -> list[list[int]] | None:
    """Return which runs of ``long``'s dimensions multiply to each of ``short``'s, if they do."""
    if not short:
        return []
    groups: list[list[int]] = []
    position = 0
    for extent in short:
        group, product = [position], long[position] if position < len(long) else 0
        position += 1
        while product < extent and position < len(long):
            product *= long[position]
            group.append(position)
            position += 1
        if product != extent:
            return None
        groups.append(group)
        # Dimensions left over must be 1; they join the group before them, but
        # each later result dimension needs one of its own.
        while (
            position < len(long)
            and long[position] == 1
            and (len(long) - position > len(short) - len(groups))
        ):
            groups[-1].append(position)
            position += 1
    return groups if position == len(long) else None


def _reassociation(b: Legalizer, groups: list[list[int]]) -> ir.Attribute:
    i64 = b.type("i64")
    return ir.ArrayAttr.get(
        [ir.ArrayAttr.get([ir.IntegerAttr.get(i64, d) for d in g], b.context) for g in groups],
        b.context,
    )


def _collapse(b: Legalizer, value: ir.Value, groups: list[list[int]], target: ir.Type) -> ir.Value:
    attributes = {"reassociation": _reassociation(b, groups)}
    return b.op("tensor.collapse_shape", [target], [value], attributes)


def _expand(b: Legalizer, value: ir.Value, groups: list[list[int]], target: ir.Type) -> ir.Value:
    attributes = {
        "reassociation": _reassociation(b, groups),
        "static_output_shape": ir.DenseI64ArrayAttr.get(
            list(ir.RankedTensorType(target).shape), b.context
        ),
    }
    return b.op("tensor.expand_shape", [target], [value], attributes)


def extract_slice(
    b: Legalizer,
    value: ir.Value,
    offsets: Sequence[int | ir.Value],
    sizes: Sequence[int],
    strides: Sequence[int] | None = None,
) -> ir.Value:
    """Emit ``tensor.extract_slice``; offsets may be values of index type."""
    source = ir.RankedTensorType(value.type)
    result = b.tensor_type(sizes, source.element_type)
    if 0 in sizes:
        return b.empty(result)
    dynamic, attributes = _slice_operands(b, offsets, sizes, strides)
    sizes_attr = ir.DenseI32ArrayAttr.get([1, len(dynamic), 0, 0], b.context)
    attributes["operandSegmentSizes"] = sizes_attr
    return b.op("tensor.extract_slice", [result], [value, *dynamic], attributes)


def insert_slice(
    b: Legalizer,
    value: ir.Value,
    target: ir.Value,
    offsets: Sequence[int | ir.Value],
    strides: Sequence[int] | None = None,
) -> ir.Value:
    """Emit ``tensor.insert_slice`` of all of ``value``; offsets may be values of index type."""
    sizes = list(ir.RankedTensorType(value.type).shape)
    if 0 in sizes:
        return target
    dynamic, attributes = _slice_operands(b, offsets, sizes, strides)
    sizes_attr = ir.DenseI32ArrayAttr.get([1, 1, len(dynamic), 0, 0], b.context)
    attributes["operandSegmentSizes"] = sizes_attr
    return b.op("tensor.insert_slice", [target.type], [value, target, *dynamic], attributes)


def _slice_operands(b: Legalizer, offsets, sizes, strides) -> tuple[list, dict]:
    dynamic = [o for o in offsets if isinstance(o, ir.Value)]
    static = [DYNAMIC if isinstance(o, ir.Value) else o for o in offsets]
    return dynamic, {
        "static_offsets": ir.DenseI64ArrayAttr.get(static, b.context),
        "static_sizes": ir.DenseI64ArrayAttr.get(list(sizes), b.context),
        "static_strides": ir.DenseI64ArrayAttr.get(list(strides or [1] * len(sizes)), b.context),
    }


_FEW_ELEMENTS = 1 << 14
"""So few are filled twice rather than in several loops."""


def pad(
    b: Legalizer,
    value: ir.Value,
    padding: ir.Value,
    low: Sequence[int],
    high: Sequence[int],
    interior: Sequence[int] | None = None,
) -> ir.Value:
    """Return ``value`` padded as the operation ``pad`` does; edges may be negative.

    ``padding`` is a scalar of storage type.
    """
    source = ir.RankedTensorType(value.type)
    interior = list(interior or [0] * source.rank)
    starts, sizes, offsets, shape = [], [], [], []
    for extent, lo, hi, gap in zip(source.shape, low, high, interior, strict=True):
        step = gap + 1
        dilated = (extent - 1) * step + 1 if extent else 0
        result = dilated + lo + hi
        # Elements whose dilated and shifted position is inside the result.
        first = max(0, -(lo // step)) if lo < 0 else 0
        count = max(0, min(extent, -(-(result - lo) // step)) - first)
        starts.append(first)
        sizes.append(count)
        offsets.append(first * step + lo if count else 0)
        shape.append(result)
    result = b.empty(b.tensor_type(shape, source.element_type))
    if any(interior) or 0 in sizes or prod(shape) < _FEW_ELEMENTS:
        result = b.fill(padding, result)
    else:
        result = _filled_around(b, padding, result, offsets, sizes)
    if sizes != list(source.shape):
        value = extract_slice(b, value, starts, sizes)
    return insert_slice(b, value, result, offsets, [gap + 1 for gap in interior])


def _filled_around(
    b: Legalizer, scalar: ir.Value, result: ir.Value, offsets: Sequence[int], sizes: Sequence[int]
) -> ir.Value:
    """Fill what a box leaves of ``result``: along each dimension, what is before and behind it."""
    type = ir.RankedTensorType(result.type)
    origin, extents = [0] * type.rank, list(type.shape)
    for d in range(type.rank):
        end = offsets[d] + sizes[d]
        for start, size in ((0, offsets[d]), (end, type.shape[d] - end)):
            if size:
                slab = [*extents[:d], size, *extents[d + 1 :]]
                filled = b.fill(scalar, b.empty(b.tensor_type(slab, type.element_type)))
                at = [*origin[:d], start, *origin[d + 1 :]]
                result = insert_slice(b, filled, result, at)
        # The slabs of later dimensions lie between those of this one.
        origin[d], extents[d] = offsets[d], sizes[d]
    return result


@lowers("stablehlo.reshape")
def _reshape(b: Legalizer, op: HloOp, operand):
    info = op.result
    if isinstance(operand, Splat):
        return operand.scalar if info.rank == 0 else Splat(operand.scalar, info)
    if op.operand(0).rank == 0:
        return operand if info.rank == 0 else Splat(operand, info)
    if info.rank == 0:
        return b.extract(operand, [b.const_index(0)] * op.operand(0).rank)
    return reshape(b, operand, info.shape)


@lowers("stablehlo.transpose")
def _transpose(b: Legalizer, op: HloOp, operand):
    if isinstance(operand, Splat):
        return Splat(operand.scalar, op.result)
    return operand if op.result.rank == 0 else transpose(b, operand, op.ints("permutation"))


@lowers("stablehlo.broadcast_in_dim")
def _broadcast_in_dim(b: Legalizer, op: HloOp, operand):
    info, source = op.result, op.operand(0)
    if isinstance(operand, Splat) or source.rank == 0:
        scalar = operand.scalar if isinstance(operand, Splat) else operand
        return scalar if info.rank == 0 else Splat(scalar, info)
    return broadcast(b, operand, info, op.ints("broadcast_dimensions"))


def broadcast(
    b: Legalizer, value: ir.Value, info: TensorInfo, dimensions: Sequence[int]
) -> ir.Value:
    """Return ``value`` expanded to ``info``; its dimension i becomes ``dimensions[i]``.

    Dimensions of extent 1 are dropped first, so that every map is a projection.
    """
    shape = list(ir.RankedTensorType(value.type).shape)
    if list(dimensions) == list(range(info.rank)) and tuple(shape) == info.shape:
        return value
    kept = [i for i, extent in enumerate(shape) if extent != 1 or info.shape[dimensions[i]] == 1]
    if len(kept) < len(shape):
        value = reshape(b, value, [shape[i] for i in kept])
    places = [dimensions[i] for i in kept]
    if places == sorted(places) and prod(info.shape) == prod(shape):
        return reshape(b, value, info.shape)
    maps = [b.projection(info.rank, [dimensions[i] for i in kept]), b.identity_map(info.rank)]
    return b.generic([value], [b.empty(info.type)], maps, "p" * info.rank, lambda x, _: [x])[0]


@lowers("stablehlo.slice")
def _slice(b: Legalizer, op: HloOp, operand):
    info = op.result
    if isinstance(operand, Splat):
        return Splat(operand.scalar, info)
    if info.rank == 0:
        return operand
    return extract_slice(b, operand, op.ints("start_indices"), info.shape, op.ints("strides"))


@lowers("stablehlo.pad")
def _pad(b: Legalizer, op: HloOp, operand, padding):
    if op.result.rank == 0:
        return operand
    low, high = op.ints("edge_padding_low"), op.ints("edge_padding_high")
    return pad(b, b.tensor(operand), padding, low, high, op.ints("interior_padding"))


@lowers("stablehlo.concatenate")
def _concatenate(b: Legalizer, op: HloOp, *operands):
    info, dimension = op.result, op.int("dimension")
    result = b.empty(info.type)
    offset = 0
    for operand, source in zip(operands, op.operands, strict=True):
        offsets = [offset if d == dimension else 0 for d in range(info.rank)]
        result = insert_slice(b, b.tensor(operand), result, offsets)
        offset += source.shape[dimension]
    return result


@lowers("stablehlo.reverse")
def _reverse(b: Legalizer, op: HloOp, operand):
    if isinstance(operand, Splat) or op.result.rank == 0:
        return operand
    return reverse(b, operand, op.ints("dimensions"))


def reverse(b: Legalizer, value: ir.Value, dimensions: Sequence[int]) -> ir.Value:
    """Return ``value`` with the order of elements reversed in ``dimensions``."""
    source = ir.RankedTensorType(value.type)
    exprs = [
        (source.shape[d] - 1) - b.dim_expr(d) if d in dimensions else b.dim_expr(d)
        for d in range(source.rank)
    ]
    maps = [b.affine_map(source.rank, exprs), b.identity_map(source.rank)]
    return b.generic([value], [b.empty(value.type)], maps, "p" * source.rank, lambda x, _: [x])[0]
