"""``hlo-fuse-elementwise``: elementwise operations move into the operations that use them.

An elementwise ``linalg.generic`` whose every use is in other generics is
computed there, element by element, instead of into a tensor:

* what only moves or spreads elements, or is cheap, may be computed again in
  several users; anything else only once, in one user;
* along a loop that the user has and the producer has not, work is repeated: a
  vector loop hoists it if it is the innermost one, otherwise it must be cheap;
* what is needed elsewhere, too, is a further result of the first user, if that
  goes through the same elements;
* nothing moves into a contraction, where it would be computed for each product, but
  the transposition of a matrix into a product so large that operands are packed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..dialect.mlir import ir
from ..dialect.walk import ancestor_in
from .dataflow import producer_name
from .elementwise import CHEAP, Generic, candidates, compose, element, innermost, loops_of
from .registry import hlo_pass

_HOISTABLE = 100
# All extents of a product that `hlo-vectorize` packs the operands of, whatever their layout.
_LARGE_PRODUCT = 256
_MAX_INPUTS, _MAX_OPERATIONS, _MAX_RESULTS = 24, 300, 4


@hlo_pass("hlo-fuse-elementwise", "Compute elementwise operations inside the operations using them")
def fuse_elementwise(module: ir.Operation) -> None:
    """Fuse ``linalg.generic`` operations on tensors, in place."""
    generics = [Generic(op) for op in candidates(module)]
    fusion = _Fusion(generics)
    for generic in reversed(generics):
        fusion.decide(generic)
    dead = [generic.op for generic in generics if fusion.rewrite(generic)]
    last_operands = dict.fromkeys(op.operands[len(op.operands) - 1] for op in dead)
    targets = [value for value in last_operands if producer_name(value) == "tensor.empty"]
    for op in reversed(dead):
        op.erase()
    for target in targets:
        if not any(True for _ in target.uses):
            target.owner.erase()


class _Fusion:
    """Decides, users before producers, what is absorbed; then rewrites."""

    def __init__(self, generics: Sequence[Generic]):
        # By operation while deciding only: the hash of an operation changes with its operands.
        self.of = {g.op: g for g in generics}
        self.by_result = {g.op.results[0]: g for g in generics if len(g.op.results) == 1}
        self.root: Generic | None = None
        self.sizes: dict[Generic, list[int]] = {}

    def decide(self, generic: Generic) -> None:
        """Absorb a generic into its users if the rules allow it; users are decided before."""
        if generic.is_elementwise():
            found = self._evaluations(generic)
            if not found or not self._worthwhile(generic, found):
                found = self._as_another_result(generic)
            if found:
                generic.is_absorbed = True
                generic.evaluations = found
                for root in {root for root, _ in found}:
                    root.size += len(generic.operations) or 1
                    root.reads.discard(generic.op.results[0])
                    root.reads.update(_inputs(generic))
                return
        generic.evaluations = [(generic, ir.AffineMap.get_identity(generic.rank))]
        generic.size = len(generic.operations)
        generic.reads = _inputs(generic)

    def _evaluations(self, generic: Generic) -> list[tuple[Generic, ir.AffineMap]] | None:
        """Return where users would evaluate ``generic``: the root, and the map of its loops."""
        found: dict[tuple, tuple[Generic, ir.AffineMap]] = {}
        for use in generic.op.results[0].uses:
            user = self.of.get(use.owner.operation)
            if user is None or (user.is_reshape and not user.is_absorbed):
                return None
            if user.block != generic.block or use.operand_number >= user.inputs:
                return None
            for root, at in user.evaluations:
                map = loops_of(generic, compose(user.maps[use.operand_number], at))
                found[root, map] = (root, map)
        return list(found.values())

    def _as_another_result(self, generic: Generic) -> list[tuple[Generic, ir.AffineMap]]:
        """Return the root that can compute ``generic`` for itself and give it as a result, too.

        It is the first of those that use it, goes through the same elements,
        and whatever else uses it comes later.
        """
        if generic.is_reshape:
            return []
        places: dict[Generic, list[ir.AffineMap]] = {}
        users = []
        for use in generic.op.results[0].uses:
            user = self.of.get(use.owner.operation)
            if user is None or user.is_reshape or user.block != generic.block:
                users.append(ancestor_in(use.owner.operation, generic.block))
            elif use.operand_number >= user.inputs:
                users.append(user.op)
            else:
                for root, at in user.evaluations:
                    map = loops_of(generic, compose(user.maps[use.operand_number], at))
                    places.setdefault(root, []).append(map)
        if not places or any(user is None for user in users):
            return []
        root = next(iter(places))
        for other in places:
            root = other if other.op.is_before_in_block(root.op) else root
        users += [other.op for other in places if other is not root]
        maps = places[root]
        same = all(m == maps[0] for m in maps) and maps[0].is_permutation
        if not same or root.reduces or root.is_reshape or not root.maps[-1].is_permutation:
            return []
        if not all(root.op.is_before_in_block(user) for user in users):
            return []
        if len(root.results) >= _MAX_RESULTS or generic.rank != root.rank:
            return []
        if not self._worthwhile(generic, [(root, maps[0])]):
            return []
        root.results.append((generic, maps[0]))
        return [(root, maps[0])]

    def _worthwhile(self, generic: Generic, found) -> bool:
        if len(found) > 1 and generic.weight > CHEAP:
            return False
        for root, map in found:
            if root.is_contraction() and not self._is_packed(generic, root):
                return False
            too_long = root.size + len(generic.operations) > _MAX_OPERATIONS
            if too_long or len(root.reads | _inputs(generic)) > _MAX_INPUTS:
                return False
            if not self._repeats_little(generic, root, map):
                return False
        return True

    def _is_packed(self, generic: Generic, root: Generic) -> bool:
        """Tell whether ``generic`` is a transposition that packing does by the way."""
        moves = generic.inputs == 1 and len(generic.operations) == 1  # the yield
        if not moves or generic.rank != 2 or not generic.maps[0].is_permutation:
            return False
        return root.rank == 3 and min(root.loop_sizes()) >= _LARGE_PRODUCT

    def _repeats_little(self, generic: Generic, root: Generic, map: ir.AffineMap) -> bool:
        plain = all(isinstance(e, (ir.AffineDimExpr, ir.AffineConstantExpr)) for e in map.results)
        if not plain:
            indexed = any(o.name == "linalg.index" for o in generic.operations)
            return generic.weight == 0 and not indexed
        used = {e.position for e in map.results if isinstance(e, ir.AffineDimExpr)}
        sizes = self.sizes.get(root)
        if sizes is None:
            sizes = self.sizes[root] = root.loop_sizes()
        repeated = [d for d in range(root.rank) if d not in used and sizes[d] != 1]
        if not repeated or generic.weight <= CHEAP:
            return True
        inner = innermost(root)
        return inner in repeated and sizes[inner] >= 8 and generic.weight <= _HOISTABLE

    # --- rewriting -------------------------------------------------------------

    def rewrite(self, generic: Generic) -> bool:
        """Replace a generic that absorbs others by one that computes them, too.

        Returns whether it is of no use now: producers are absorbed as well.
        """
        op = generic.op
        if generic.is_absorbed:
            return True
        self.root = generic
        if generic.is_reshape or not any(self.producer(v) for v in op.operands):
            return False
        rank = generic.rank
        identity = ir.AffineMap.get_identity(rank)
        leaves: dict[tuple, None] = {}
        self._collect_leaves(generic, identity, leaves, set())
        leaves |= self._lost_loops(generic, [map for _, map in leaves])
        more = generic.results
        inputs = [value for value, _ in leaves]
        outputs = list(op.operands)[generic.inputs :] + [g.op.operands[g.inputs] for g, _ in more]
        results = [*op.results, *(g.op.results[0] for g, _ in more)]
        maps = [*(map for _, map in leaves), *generic.maps[generic.inputs :]]
        maps += [compose(g.maps[-1], at) for g, at in more]
        fused = ir.Operation.create(
            "linalg.generic",
            [r.type for r in results],
            [*inputs, *outputs],
            {
                "indexing_maps": ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps]),
                "iterator_types": generic.iterators,
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(inputs), len(outputs)]),
            },
            regions=1,
            loc=op.location,
            ip=ir.InsertionPoint(op),
        )
        types = [element(v.type) for v in (*inputs, *outputs)]
        block = fused.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
        arguments = dict(zip(leaves, block.arguments, strict=False))
        _Body(self, block, arguments).root(generic, list(block.arguments)[len(inputs) :], more)
        for old, new in zip(results, fused.results, strict=True):
            old.replace_all_uses_with(new)
        return True

    def _lost_loops(self, generic: Generic, maps: list[ir.AffineMap]) -> dict:
        """Return a tensor that is never read, for loops whose extent nothing else tells."""
        told = {
            e.position
            for map in (*maps, *generic.maps[generic.inputs :])
            for e in map.results
            if isinstance(e, ir.AffineDimExpr)
        }
        lost = [d for d in range(generic.rank) if d not in told]
        if not lost:
            return {}
        sizes = generic.loop_sizes()
        type = ir.RankedTensorType.get([sizes[d] for d in lost], ir.IntegerType.get_signless(1))
        empty = ir.Operation.create(
            "tensor.empty", [type], loc=generic.op.location, ip=ir.InsertionPoint(generic.op)
        )
        dims = [ir.AffineExpr.get_dim(d) for d in lost]
        return {(empty.results[0], ir.AffineMap.get(generic.rank, 0, dims)): None}

    def producer(self, value: ir.Value) -> Generic | None:
        """Return the generic, absorbed by the root at hand, that makes a value, or None."""
        found = self.by_result.get(value)
        if found is None or not found.is_absorbed:
            return None
        return found if any(root is self.root for root, _ in found.evaluations) else None

    def operand(self, generic: Generic, i: int, at: ir.AffineMap):
        """Return an input and the indices that it is read at, ``at`` being those of the loops."""
        return generic.op.operands[i], compose(generic.maps[i], at)

    def _collect_leaves(
        self, generic: Generic, at: ir.AffineMap, leaves: dict[tuple, None], seen: set
    ) -> None:
        """Add the tensors, with maps, that the fused operation reads to ``leaves``."""
        if (generic, at) in seen:
            return
        seen.add((generic, at))
        for i in range(generic.inputs):
            value, map = self.operand(generic, i, at)
            producer = self.producer(value)
            if producer is not None:
                self._collect_leaves(producer, loops_of(producer, map), leaves, seen)
            else:
                leaves[value, map] = None


def _inputs(generic: Generic) -> set[ir.Value]:
    return set(list(generic.op.operands)[: generic.inputs])


class _Body:
    """Clones the bodies of absorbed generics into the block of the fused one."""

    def __init__(self, fusion: _Fusion, block: ir.Block, arguments: dict):
        self.fusion = fusion
        self.ip = ir.InsertionPoint(block)
        self.arguments = arguments
        self.done: dict[tuple[Generic, ir.AffineMap], ir.Value] = {}

    def root(self, generic: Generic, outputs: list[ir.Value], more) -> None:
        """Emit everything, and the root's yield of its own results and ``more``."""
        at = ir.AffineMap.get_identity(generic.rank)
        known = self._inputs(generic, at)
        known.update(zip(list(generic.body.arguments)[generic.inputs :], outputs, strict=False))
        self._clone(generic, at, known)
        end = generic.operations[-1]
        values = [known.get(v, v) for v in end.operands]
        values += [self._evaluate(other, place) for other, place in more]
        ir.Operation.create("linalg.yield", [], values, loc=end.location, ip=self.ip)

    def _inputs(self, generic: Generic, at: ir.AffineMap) -> dict[ir.Value, ir.Value]:
        known = {}
        for i, argument in enumerate(list(generic.body.arguments)[: generic.inputs]):
            value, map = self.fusion.operand(generic, i, at)
            producer = self.fusion.producer(value)
            if producer is None:
                if (value, map) in self.arguments:
                    known[argument] = self.arguments[value, map]
            elif len(list(argument.uses)):
                known[argument] = self._evaluate(producer, loops_of(producer, map))
        return known

    def _evaluate(self, generic: Generic, at: ir.AffineMap) -> ir.Value:
        if generic.is_reshape:
            value, map = self.fusion.operand(generic, 0, at)
            producer = self.fusion.producer(value)
            if producer is None:
                return self.arguments[value, map]
            return self._evaluate(producer, loops_of(producer, map))
        key = (generic, at)
        if key not in self.done:
            known = self._inputs(generic, at)
            self._clone(generic, at, known)
            (value,) = generic.operations[-1].operands
            self.done[key] = known.get(value, value)
        return self.done[key]

    def _clone(self, generic: Generic, at: ir.AffineMap, known: dict) -> None:
        def redirect(op) -> ir.WalkResult:
            for i, operand in enumerate(op.operands):
                if operand in known:
                    op.operands[i] = known[operand]
            return ir.WalkResult.ADVANCE

        for op in generic.operations[:-1]:
            if op.name == "linalg.index":
                known[op.results[0]] = self._index(op, at)
                continue
            copy = op.clone(ip=self.ip)
            if len(op.regions):
                copy.walk(redirect)
            else:
                redirect(copy)
            for old, new in zip(op.results, copy.results, strict=True):
                known[old] = new

    def _index(self, op: ir.Operation, at: ir.AffineMap) -> ir.Value:
        expression = at.results[op.attributes["dim"].value]
        index = ir.IndexType.get()
        if isinstance(expression, ir.AffineConstantExpr):
            name, attribute = (
                "arith.constant",
                {"value": ir.IntegerAttr.get(index, expression.value)},
            )
        else:
            i64 = ir.IntegerType.get_signless(64)
            name, attribute = "linalg.index", {"dim": ir.IntegerAttr.get(i64, expression.position)}
        made = ir.Operation.create(name, [index], [], attribute, loc=op.location, ip=self.ip)
        return made.results[0]
