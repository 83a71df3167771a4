"""Second operands that are constants, such as weights: packed while the program is compiled."""

from __future__ import annotations

import numpy as np

from ...dialect.mlir import ir
from ...dialect.walk import named
from ..dataflow import producer_name
from .access import Access
from .emitter import Emitter, Value
from .packed import PackedProduct
from .product_body import Factors

_GLOBAL, _GET = "memref.global", "memref.get_global"


def packed_constant(e: Emitter, product: PackedProduct, b: Access) -> Value | None:
    """Return the panels of all blocks of the depth, if the second operand is a constant.

    They are a global constant of the module.  None if there is more to be done to the
    elements than packing, or if other loops than columns and depth go through them.
    """
    if producer_name(b.base) != _GET or b.symbols:
        return None
    if set(b.terms) != {product.columns, product.depth}:
        return None
    get = b.base.owner.operation
    module = _module_of(get)
    name = ir.FlatSymbolRefAttr(get.attributes["name"]).value
    known = {ir.StringAttr(op.attributes["sym_name"]).value: op for op in named(module, [_GLOBAL])}
    packed = f"{name}_packed_{_layout(product, b)}"
    if packed not in known:
        elements = _elements(known[name], product)
        if elements is None:
            return None
        _make_global(known[name], packed, _panels(elements, product, b), product.arithmetic.packed)
    size = sum(count * _size(product, depth) for _, count, depth in product.depth_blocks)
    type = ir.MemRefType.get([size], product.arithmetic.packed, loc=e.loc)
    with e.at(e.front):
        return e.op(_GET, type, [], {"name": ir.FlatSymbolRefAttr.get(packed)})


def _layout(product: PackedProduct, b: Access) -> str:
    """Return in a name all that panels of a constant depend on."""
    sizes = product.nest.sizes
    loops = [(b.stride(d), sizes[d]) for d in (product.columns, product.depth)]
    blocks = product.depth_blocks[0][2]
    extension = Factors(product.nest).extension(product.sides[1]) or "as_is"
    numbers = (b.offset, *(n for loop in loops for n in loop), product.panel, blocks)
    return f"{'_'.join(map(str, numbers))}_{product.arithmetic.packed}_{extension}"


def panels_start(e: Emitter, product: PackedProduct, k0: Value, depth: int) -> Value:
    """Return where the panels of the block of ``depth`` steps from ``k0`` on start."""
    _, count, whole = product.depth_blocks[0]
    if depth != whole:
        return e.at_index(count * _size(product, whole))
    return e.scaled_sum(None, e.same("arith.divui", k0, e.at_index(depth)), _size(product, depth))


def drop_unused_constants(module: ir.Operation) -> None:
    """Erase the constants that nothing reads any more."""
    used = set()
    for get in named(module, [_GET]):
        if len(list(get.results[0].uses)):
            used.add(ir.FlatSymbolRefAttr(get.attributes["name"]).value)
        else:
            get.erase()
    for constant in named(module, [_GLOBAL]):
        if ir.StringAttr(constant.attributes["sym_name"]).value not in used:
            constant.erase()


def _module_of(op: ir.Operation) -> ir.Operation:
    while op.name != "builtin.module":
        op = op.parent.operation
    return op


def _size(product: PackedProduct, depth: int) -> int:
    """Return the packed elements of a block of the depth."""
    return product.panels * product.panel * product.arithmetic.packed_steps(depth)


def _elements(constant: ir.Operation, product: PackedProduct) -> np.ndarray | None:
    """Return the elements as they are packed, one after another; None if they are not known."""
    if "constant" not in constant.attributes or "initial_value" not in constant.attributes:
        return None
    try:
        array = np.array(ir.DenseElementsAttr(constant.attributes["initial_value"])).reshape(-1)
    except (TypeError, ValueError):
        return None
    side, arithmetic, factors = product.sides[1], product.arithmetic, Factors(product.nest)
    if arithmetic.group == 1:
        return None if factors.converts(side) else array
    if array.dtype.itemsize == 1 and not arithmetic.in_tiles:  # to pairs of 16 bits
        signed = factors.extension(side) == "arith.extsi"
        return array.view(np.int8 if signed else np.uint8).astype(np.int16)
    return array


def _panels(elements: np.ndarray, product: PackedProduct, b: Access) -> np.ndarray:
    """Return the panels of all blocks of the depth, one after another."""
    arithmetic, size = product.arithmetic, product.panel
    columns, depth = (product.nest.sizes[d] for d in (product.columns, product.depth))
    across, down = b.stride(product.columns), b.stride(product.depth)
    index = b.offset + np.arange(depth)[:, None] * down + np.arange(columns) * across
    matrix = elements[index]
    starts = [min(i * size, columns - size) for i in range(product.panels)]
    parts = []
    for first, count, steps in product.depth_blocks:
        for block in range(count):
            rows = matrix[first + block * steps : first + (block + 1) * steps]
            padding = arithmetic.packed_steps(steps) * arithmetic.group - steps
            rows = np.pad(rows, ((0, padding), (0, 0)))
            for start in starts:
                panel = rows[:, start : start + size].reshape(-1, arithmetic.group, size)
                parts.append(panel.transpose(0, 2, 1).reshape(-1))
    return np.concatenate(parts)


def _make_global(like: ir.Operation, name: str, array: np.ndarray, element: ir.Type) -> None:
    if element != ir.F64Type.get() and array.dtype.itemsize < element.width // 8:
        array = array.view(np.int32)
    tensor = ir.RankedTensorType.get([array.size], element)
    attributes = {
        "sym_name": ir.StringAttr.get(name),
        "sym_visibility": ir.StringAttr.get("private"),
        "type": ir.TypeAttr.get(ir.MemRefType.get([array.size], element)),
        "initial_value": ir.DenseElementsAttr.get(array, type=tensor),
        "constant": ir.UnitAttr.get(),
        "alignment": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), 64),
    }
    ir.Operation.create(_GLOBAL, [], [], attributes, loc=like.location, ip=ir.InsertionPoint(like))
