"""Destinations: for each tensor that leaves a block, the buffer that it is put in.

Bufferization accepts a loop only if each tensor that an iteration yields is,
provably, in the buffer that the iteration got it in, and is lost between
tensors that branches pass through.  `assign_destinations` decides beforehand,
on tensors: what a function returns goes to buffers of the caller's, what a
loop yields to what the loop carries, what a branch yields to a buffer of the
result's own or, where an enclosing operation yields it in turn, straight to
the destination there.

Each such value is copied to its destination at the end of its block, and the
operation that computes it is told to do so in the destination.  If it can,
bufferization removes the copy, because it is of a buffer to itself; an
insertion into a carried tensor costs nothing.  If it cannot, the copy stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..dialect.mlir import ir
from ..dialect.walk import ancestor_in, matching
from .copies import linalg_copy
from .dataflow import is_tensor, may_share_buffer, producer, reachable, terminator
from .while_loops import align_while

_LOOPS = ("scf.for", "scf.while")
_IN_PLACE = (*_LOOPS, "tensor.insert", "tensor.insert_slice")
# The results of these are, whatever bufferization decides, the tensors that they yield.
_BRANCHES = ("scf.if", "scf.index_switch")


def assign_destinations(func: ir.Operation, results: Mapping[int, ir.Value]) -> None:
    """Copy every tensor that leaves a block of ``func`` to its destination, in place.

    ``results`` has the destinations, tensors, of the function's own results.
    """
    found = matching(func, lambda op: op.name in _PREPARE or op.name in _BRANCHES, outer_first=True)
    found = [_PREPARE[op.name](op) if op.name in _PREPARE else op for op in found]
    # Results of branches that an enclosing operation, which comes earlier, has a place for.
    places: dict[ir.Value, ir.Value] = {}
    _Leaving(terminator(func.regions[0].blocks[0]), results).assign(places)
    for op in found:
        if op.name in _BRANCHES:
            _assign_in_branches(op, places)
        elif op.name in _LOOPS:
            _assign_in_loop(op, places)


def _prepare_select(select: ir.Operation) -> ir.Operation:
    """Replace a choice between tensors by branches, whose result has a buffer of its own.

    Its own result would be in the buffer of either operand, for all that
    bufferization knows about both.
    """
    if not is_tensor(select.results[0]) or is_tensor(select.operands[0]):
        return select
    condition, *choices = select.operands
    branch = ir.Operation.create(
        "scf.if",
        [select.results[0].type],
        [condition],
        regions=2,
        loc=select.location,
        ip=ir.InsertionPoint(select),
    )
    for region, choice in zip(branch.regions, choices, strict=True):
        ip = ir.InsertionPoint(region.blocks.append())
        ir.Operation.create("scf.yield", operands=[choice], loc=select.location, ip=ip)
    select.results[0].replace_all_uses_with(branch.results[0])
    select.erase()
    return branch


def _prepare_loop(loop: ir.Operation) -> ir.Operation:
    """Give a loop a form that can be followed, and a copy of what it must not overwrite."""
    if loop.name == "scf.while":
        loop = align_while(loop)
    for i, init in enumerate(loop.operands):
        if is_tensor(init) and _must_be_kept(init, loop):
            loop.operands[i] = new_buffer(init.type, [init], loop)
    return loop


def _assign_in_loop(loop: ir.Operation, places: dict[ir.Value, ir.Value]) -> None:
    # The induction variable of scf.for and the condition of scf.condition come first.
    first_argument = int(loop.name == "scf.for")
    for region in loop.regions:
        block = region.blocks[0]
        end = terminator(block)
        first_operand = int(end.name == "scf.condition")
        carried = enumerate(list(block.arguments)[first_argument:], first_operand)
        _Leaving(end, {i: a for i, a in carried if is_tensor(a)}).assign(places)


def _assign_in_branches(branch: ir.Operation, places: dict[ir.Value, ir.Value]) -> None:
    targets = {
        i: places.get(result) or new_buffer(result.type, [], branch)
        for i, result in enumerate(branch.results)
        if is_tensor(result)
    }
    for region in branch.regions:
        _Leaving(terminator(region.blocks[0]), targets).assign(places)


_PREPARE = {"scf.for": _prepare_loop, "scf.while": _prepare_loop, "arith.select": _prepare_select}


class _Leaving:
    """The operands of a terminator, and the targets that some of them go to."""

    def __init__(self, end: ir.Operation, targets: Mapping[int, ir.Value]):
        self.end = end
        self.block = end.block
        self.targets = targets

    def assign(self, places: dict[ir.Value, ir.Value]) -> None:
        """Put each value in its target; where branches can do so themselves, say so in ``places``.

        (Behind the branches it may be too late: one of them may yield the target itself.)
        """
        sources: dict[int, ir.Value] = {}
        for operand, target in self.targets.items():
            value = self._value(operand)
            if value == target or self._is_carried_through(value, target):
                continue
            if self._can_go_inside(value, target):
                places[value] = target
            else:
                sources[operand] = value
        self._save(sources)
        copied: dict[ir.Value, ir.Value] = {}
        for operand, value in sources.items():
            target = self.targets[operand]
            # From one target to the next, if there are several.
            source = copied.get(value, value)
            if source is value:
                others = [v for v in sources.values() if v != value]
                self._compute_in(value, target, others)
                source = self.end.operands[operand]
            copied[value] = linalg_copy(source, target, self.end).results[0]
            self.end.operands[operand] = copied[value]

    def _value(self, operand: int) -> ir.Value:
        """Return an operand without the materializations that it went through."""
        value = self.end.operands[operand]
        maker = producer(value)
        while maker and maker.name == "bufferization.materialize_in_destination":
            value = maker.operands[0]
            self.end.operands[operand] = value
            if not list(maker.results[0].uses):
                maker.erase()
            maker = producer(value)
        return value

    def _can_go_inside(self, value: ir.Value, target: ir.Value) -> bool:
        """Tell whether branches yield ``value`` and nothing reads ``target`` after them."""
        branch = producer(value)
        if branch is None or branch.name not in _BRANCHES or branch.block != self.block:
            return False
        if len(list(value.uses)) != 1:
            return False
        for mate in reachable(target, may_share_buffer):
            for use in mate.uses:
                seen = ancestor_in(use.owner.operation, self.block)
                if seen is None or seen == branch or (seen == self.end and mate == value):
                    continue
                if not seen.is_before_in_block(branch):
                    return False
        return True

    def _is_carried_through(self, value: ir.Value, target: ir.Value) -> bool:
        """Tell whether loops and insertions, which work in place, make ``value`` of the target.

        A copy of a buffer to itself would hide that from bufferization.
        """
        while value != target:
            op = producer(value)
            if op is None or op.name not in _IN_PLACE or op.block != self.block:
                return False
            operand = _written_operand(op, value)
            if operand is None or _must_be_kept(op.operands[operand], op):
                return False
            value = op.operands[operand]
        return True

    def _save(self, sources: dict[int, ir.Value]) -> None:
        """Copy what may be in the buffer of another target before any of them is written."""
        mates = {i: set(reachable(t, may_share_buffer)) for i, t in self.targets.items()}
        for operand, value in sources.items():
            if any(value in mates[other] for other in self.targets if other != operand):
                sources[operand] = new_buffer(value.type, [value], self.end)
                self.end.operands[operand] = sources[operand]

    def _compute_in(self, value: ir.Value, target: ir.Value, others: Iterable[ir.Value]) -> None:
        """Replace the uninitialised tensor that ``value`` is computed in by ``target``.

        A tensor that is inserted into and must stay as it is, is copied to the target before.
        Nothing is done if one of ``others``, which go elsewhere, may share a buffer with
        ``value``: reading it then would find what has been made of it since.
        """
        first: ir.Operation | None = None
        reshapes: list[ir.Operation] = []  # between the value and what `first` writes
        origin, maker, passed = value, producer(value), []
        while maker and maker.block == self.block and maker.name not in NEW:
            if maker.name in _RESHAPES:
                passed.append(maker)
                origin = maker.operands[0]
            elif (written := _written_operand(maker, origin)) is not None:
                first, operand, last = maker, written, origin
                reshapes = list(passed)
                origin = maker.operands[operand]
            else:
                break
            maker = producer(origin)
        if first is None or origin != first.operands[operand]:
            return
        mates = set(reachable(last, may_share_buffer))
        if any(other in mates for other in others):
            return
        copied: ir.Value | None = None
        if maker is None or maker.name not in NEW:
            if first.name != "tensor.insert_slice" or list(target.uses):
                return
            copied = origin
        elif maker.name != "tensor.empty":
            if maker.block != self.block or len(list(origin.uses)) != 1:
                return
            copied = maker.operands[0] if len(maker.operands) else None
        place = _reshaped_back(target, reshapes, first)
        first.operands[operand] = linalg_copy(copied, place, first).results[0] if copied else place


NEW = ("tensor.empty", "bufferization.alloc_tensor")
"""What makes a new buffer, whatever its users do."""
_RESHAPES = ("tensor.collapse_shape", "tensor.expand_shape")


def _reshaped_back(
    value: ir.Value, reshapes: Iterable[ir.Operation], before: ir.Operation
) -> ir.Value:
    """Return what becomes ``value`` by reshapes, of which the last is given first."""
    for op in reshapes:
        type = ir.RankedTensorType(op.operands[0].type)
        attributes = {"reassociation": op.attributes["reassociation"]}
        name = "tensor.collapse_shape"
        if op.name == name:
            name = "tensor.expand_shape"
            attributes["static_output_shape"] = ir.DenseI64ArrayAttr.get(type.shape)
        ip = ir.InsertionPoint(before)
        value = ir.Operation.create(
            name, [type], [value], attributes, loc=op.location, ip=ip
        ).results[0]
    return value


def _written_operand(op: ir.Operation, result: ir.Value) -> int | None:
    """Return the operand whose buffer a result of ``op`` continues, None if there is none."""
    number = ir.OpResult(result).result_number
    if op.name.startswith("linalg."):
        return len(op.operands) - len(op.results) + number
    return {
        "scf.for": 3 + number,  # after lower bound, upper bound and step
        "scf.while": number if number < len(op.operands) else None,
        "tensor.insert": 1,
        "tensor.insert_slice": 1,
    }.get(op.name)


def _must_be_kept(init: ir.Value, loop: ir.Operation) -> bool:
    """Tell whether a loop must leave the tensor that it starts from as it is."""
    maker = producer(init)
    if maker is not None and maker.name == "bufferization.to_tensor":
        if "writable" not in maker.attributes:
            return True  # an input of the program that is not donated
    block = init.owner if maker is None else maker.block
    inside = loop
    while inside.block != block:
        inside = inside.parent.operation
        if inside.name not in _BRANCHES:
            return True  # the loop is run again with it
    users = [ancestor_in(use.owner.operation, block) for use in init.uses]
    return sum(user == inside for user in users) > 1 or any(
        user != inside and not user.is_before_in_block(inside) for user in users
    )


def new_buffer(type: ir.Type, copied: list[ir.Value], before: ir.Operation) -> ir.Value:
    """Create a tensor that is distinct from every other, with the elements of ``copied`` if any."""
    op = ir.Operation.create(
        "bufferization.alloc_tensor",
        [type],
        copied,
        {"operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, len(copied), 0])},
        loc=before.location,
        ip=ir.InsertionPoint(before),
    )
    return op.results[0]
