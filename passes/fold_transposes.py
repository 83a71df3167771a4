"""``hlo-fold-transposes``: a product writes its result in the order of dimensions that is wanted.

The transposition of a sum of products, whose only user it is, becomes the order in
which that writes its result: JAX puts the batch and the second operand's dimensions
where ``dot_general`` has them, and transposes what comes out.

Whichever operand then has the loop along which results are neighbours is read in
vectors along it.  If it lies across, it is packed first, which must not be more work
than the transposition.
"""

from __future__ import annotations

from math import prod

from ..dialect.mlir import ir
from ..dialect.walk import matching
from .dataflow import producer
from .elementwise import Generic
from .registry import hlo_pass


@hlo_pass("hlo-fold-transposes", "Let products write their results in transposed order")
def fold_transposes(module: ir.Operation) -> None:
    """Fold transpositions of results of ``linalg.generic`` operations into these, in place."""
    for op in matching(module, lambda op: op.name == "linalg.generic"):
        transposition = Generic(op)
        if not _is_transposition(transposition):
            continue
        source = producer(op.operands[0])
        if source is None or source.name != "linalg.generic" or source.block != op.block:
            continue
        product = Generic(source)
        if len(source.results) == 1 and product.is_contraction() and _has_one_use(source):
            _fold(product, transposition)


def _has_one_use(op: ir.Operation) -> bool:
    return len(list(op.results[0].uses)) == 1


def _is_transposition(generic: Generic) -> bool:
    """Tell whether elements are moved, each once, and nothing else."""
    if generic.reduces or generic.inputs != 1 or len(generic.op.results) != 1:
        return False
    if not all(m.is_permutation for m in generic.maps) or generic.maps[0] == generic.maps[1]:
        return False
    same = generic.body.arguments[0].type == generic.body.arguments[1].type
    return same and _yields_its_input(generic)


def _yields_its_input(generic: Generic) -> bool:
    """Tell whether a body does nothing."""
    last = generic.operations[0]
    return last.name == "linalg.yield" and list(last.operands) == [generic.body.arguments[0]]


def _fold(product: Generic, transposition: Generic) -> None:
    start = _start(product)
    if start is None:
        return
    # Which dimension of the product's result each one of the transposition's is.
    source, result = ([ir.AffineDimExpr(e).position for e in m.results] for m in transposition.maps)
    order = [source.index(loop) for loop in result]
    results = list(product.maps[-1].results)
    map = ir.AffineMap.get(product.rank, 0, [results[d] for d in order])
    if not _pays(product, map):
        return
    old, last = product.op, transposition.op
    type = last.results[0].type
    with ir.InsertionPoint(old), old.location:
        filled = _filled(start, type)
        maps = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in (*product.maps[:-1], map)])
        attributes = {name: old.attributes[name] for name in old.attributes}
        made = ir.Operation.create(
            "linalg.generic",
            [type],
            [*list(old.operands)[: product.inputs], filled],
            {**attributes, "indexing_maps": maps},
            regions=1,
        )
    product.body.append_to(made.regions[0])
    last.results[0].replace_all_uses_with(made.results[0])
    last.erase()
    old.erase()


def _start(product: Generic) -> ir.Operation | None:
    """Return the operation that sets all that a product starts from to one scalar."""
    fill = producer(product.op.operands[product.inputs])
    if fill is None or fill.name != "linalg.generic":
        return None
    generic = Generic(fill)
    scalar = generic.inputs == 1 and not isinstance(fill.operands[0].type, ir.ShapedType)
    identity = generic.maps[-1] == ir.AffineMap.get_identity(generic.rank)
    if not (scalar and identity) or generic.reduces or not _yields_its_input(generic):
        return None
    return fill


def _filled(fill: ir.Operation, type: ir.RankedTensorType) -> ir.Value:
    """Fill a tensor of another type of the same rank in the same way."""
    empty = ir.Operation.create("tensor.empty", [type]).results[0]
    copy = fill.clone()
    made = ir.Operation.create(
        "linalg.generic",
        [type],
        [fill.operands[0], empty],
        {name: copy.attributes[name] for name in copy.attributes},
        regions=1,
    )
    copy.regions[0].blocks[0].append_to(made.regions[0])
    copy.erase()
    return made.results[0]


def _pays(product: Generic, map: ir.AffineMap) -> bool:
    """Tell whether the operand that is to be read in vectors lies so, or is soon packed."""
    sizes = product.loop_sizes()
    last = list(map.results)[-1]
    if not isinstance(last, ir.AffineDimExpr):
        return False
    for input in product.maps[: product.inputs]:
        read = list(input.results)
        if last not in read:
            continue
        if read[-1] == last:
            return True
        elements = prod(sizes[d] for d in range(product.rank) if ir.AffineExpr.get_dim(d) in read)
        return elements <= 2 * prod(sizes[ir.AffineDimExpr(e).position] for e in map.results)
    return False
