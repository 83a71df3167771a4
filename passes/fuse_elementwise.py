"""``hlo-fuse-elementwise``: elementwise operations move into the operations that use them.

An elementwise ``linalg.generic`` whose every use is in other generics is
computed there, element by element, instead of into a tensor:

* what only moves or spreads elements, or is cheap, may be computed again in
  several users; anything else only once, in one user;
* along a loop that the user has and the producer has not, work is repeated: a
  vector loop hoists it if it is the innermost one, otherwise it must be cheap;
* nothing moves into a contraction, where it would be computed for each product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..dialect.mlir import ir
from ..dialect.walk import matching
from .elementwise import CHEAP, Generic, compose, element, innermost, is_candidate, loops_of
from .registry import hlo_pass

_HOISTABLE = 100
_MAX_INPUTS, _MAX_OPERATIONS = 24, 300


@hlo_pass("hlo-fuse-elementwise", "Compute elementwise operations inside the operations using them")
def fuse_elementwise(module: ir.Operation) -> None:
    """Fuse ``linalg.generic`` operations on tensors, in place."""
    generics = [Generic(op) for op in matching(module, is_candidate)]
    fusion = _Fusion(generics)
    for generic in reversed(generics):
        fusion.decide(generic)
    dead = [generic.op for generic in generics if fusion.rewrite(generic)]
    for op in reversed(dead):
        op.erase()


@dataclass(frozen=True)
class _Evaluation:
    """A generic computed at certain indices, affine in the loops of a root."""

    op: ir.Operation
    map: ir.AffineMap


class _Fusion:
    """Decides, users before producers, what is absorbed; then rewrites."""

    def __init__(self, generics: Sequence[Generic]):
        self.of = {g.op: g for g in generics}
        self.absorbed: set[ir.Operation] = set()
        # For each generic that stays or not: the roots that evaluate it, and where.
        self.evaluations: dict[ir.Operation, list[tuple[Generic, ir.AffineMap]]] = {}
        self.sizes: dict[ir.Operation, list[int]] = {}
        self.operations: dict[ir.Operation, int] = {}
        self.reads: dict[ir.Operation, set[ir.Value]] = {}

    def decide(self, generic: Generic) -> None:
        """Absorb a generic into its users if the rules allow it; users are decided before."""
        if generic.is_elementwise():
            found = self._evaluations(generic)
            if found and self._worthwhile(generic, found):
                self.absorbed.add(generic.op)
                self.evaluations[generic.op] = found
                for root in {root.op for root, _ in found}:
                    self.operations[root] += len(generic.operations) or 1
                    self.reads[root].discard(generic.op.results[0])
                    self.reads[root].update(_inputs(generic))
                return
        identity = ir.AffineMap.get_identity(generic.rank)
        self.evaluations[generic.op] = [(generic, identity)]
        self.operations[generic.op] = len(generic.operations)
        self.reads[generic.op] = _inputs(generic)

    def _evaluations(self, generic: Generic) -> list[tuple[Generic, ir.AffineMap]] | None:
        """Return where users would evaluate ``generic``: the root, and the map of its loops."""
        found: dict[tuple, tuple[Generic, ir.AffineMap]] = {}
        for use in generic.op.results[0].uses:
            user = self.of.get(use.owner.operation)
            if user is None or (user.is_reshape and user.op not in self.absorbed):
                return None
            if user.block != generic.block or use.operand_number >= user.inputs:
                return None
            for root, at in self.evaluations[user.op]:
                map = loops_of(generic, compose(user.maps[use.operand_number], at))
                found[root.op, map] = (root, map)
        return list(found.values())

    def _worthwhile(self, generic: Generic, found) -> bool:
        if len(found) > 1 and generic.weight > CHEAP:
            return False
        for root, map in found:
            if root.is_contraction():
                return False
            too_long = self.operations[root.op] + len(generic.operations) > _MAX_OPERATIONS
            if too_long or len(self.reads[root.op] | _inputs(generic)) > _MAX_INPUTS:
                return False
            if not self._repeats_little(generic, root, map):
                return False
        return True

    def _repeats_little(self, generic: Generic, root: Generic, map: ir.AffineMap) -> bool:
        plain = all(isinstance(e, (ir.AffineDimExpr, ir.AffineConstantExpr)) for e in map.results)
        if not plain:
            indexed = any(o.name == "linalg.index" for o in generic.operations)
            return generic.weight == 0 and not indexed
        used = {e.position for e in map.results if isinstance(e, ir.AffineDimExpr)}
        sizes = self.sizes.get(root.op)
        if sizes is None:
            sizes = self.sizes[root.op] = root.loop_sizes()
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
        if op in self.absorbed:
            return True
        if generic.is_reshape or not any(self.producer(v) for v in op.operands):
            return False
        rank = generic.rank
        identity = ir.AffineMap.get_identity(rank)
        leaves: dict[tuple, None] = {}
        self._collect_leaves(generic, identity, leaves, set())
        leaves |= self._lost_loops(generic, [map for _, map in leaves])
        count = len(op.operands) - generic.inputs
        inputs = [value for value, _ in leaves]
        outputs = list(op.operands)[generic.inputs :]
        maps = [*(map for _, map in leaves), *generic.maps[generic.inputs :]]
        fused = ir.Operation.create(
            "linalg.generic",
            [r.type for r in op.results],
            [*inputs, *outputs],
            {
                "indexing_maps": ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps]),
                "iterator_types": generic.iterators,
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(inputs), count]),
            },
            regions=1,
            loc=op.location,
            ip=ir.InsertionPoint(op),
        )
        types = [element(v.type) for v in (*inputs, *outputs)]
        block = fused.regions[0].blocks.append(*types, arg_locs=[op.location] * len(types))
        arguments = dict(zip(leaves, block.arguments, strict=False))
        _Body(self, block, arguments).root(generic, list(block.arguments)[len(inputs) :])
        for old, new in zip(op.results, fused.results, strict=True):
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
        """Return the absorbed generic that makes a value, None if there is none."""
        if isinstance(value.owner, ir.Block):
            return None
        op = value.owner.operation
        return self.of[op] if op in self.absorbed else None

    def operand(self, generic: Generic, i: int, at: ir.AffineMap):
        """Return an input and the indices that it is read at, ``at`` being those of the loops."""
        return generic.op.operands[i], compose(generic.maps[i], at)

    def _collect_leaves(
        self, generic: Generic, at: ir.AffineMap, leaves: dict[tuple, None], seen: set
    ) -> None:
        """Add the tensors, with maps, that the fused operation reads to ``leaves``."""
        if (generic.op, at) in seen:
            return
        seen.add((generic.op, at))
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
        self.done: dict[_Evaluation, ir.Value] = {}

    def root(self, generic: Generic, outputs: list[ir.Value]) -> None:
        """Emit everything, and the root's yield."""
        at = ir.AffineMap.get_identity(generic.rank)
        known = self._inputs(generic, at)
        known.update(zip(list(generic.body.arguments)[generic.inputs :], outputs, strict=True))
        self._clone(generic, at, known)
        end = generic.operations[-1]
        values = [known.get(v, v) for v in end.operands]
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
        key = _Evaluation(generic.op, at)
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
