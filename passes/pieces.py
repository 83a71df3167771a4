"""Pieces: the results of one operation that lie side by side in one tensor.

Bufferization takes a ``tensor.insert_slice`` of one result for a read of all
that was inserted before, and so copies results of an operation that has
several.  `write_pieces_in_place` gives such an operation views of the buffer that
they come together in.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..dialect.mlir import ir
from ..dialect.walk import named
from .dataflow import producer
from .destinations import NEW


@dataclass(frozen=True)
class _Whole:
    """A tensor put together by ``insertions``, by the number of the result that each inserts.

    ``copies`` are copies of it to itself: it goes to a buffer of the caller's.
    """

    start: ir.Value
    insertions: dict[int, ir.Operation]
    result: ir.Value
    copies: list[ir.Operation]


def write_pieces_in_place(func: ir.Operation) -> None:
    """Make the operations whose results are all pieces of uninitialised tensors write there.

    Destinations are assigned already: a tensor may be a buffer of the caller's.
    """
    for op in named(func, ["linalg.generic"]):
        if len(op.results) > 1 and (wholes := _wholes(op)):
            _Rewriter(op, wholes).run()


def _wholes(op: ir.Operation) -> list[_Whole] | None:
    """Return the tensors that the results of an operation make up, None if they do not."""
    left = {i: _insertion(result, 0) for i, result in enumerate(op.results)}
    if any(insertion is None for insertion in left.values()):
        return None
    wholes = []
    while left:
        number = {insertion: i for i, insertion in left.items()}
        first = step = next(iter(number))
        chain: dict[int, ir.Operation] = {}
        while step in number:
            chain[number[step]] = last = step
            step = _insertion(step.results[0], 1)
        start, result = first.operands[1], last.results[0]
        copies = _copies(start, first, result)
        if copies is None:
            return None
        wholes.append(_Whole(start, chain, result, copies))
        left = {i: insertion for i, insertion in left.items() if i not in chain}
    return wholes


def _insertion(value: ir.Value, position: int) -> ir.Operation | None:
    """Return the insertion, at a place that is known, whose operand is the only use of a value."""
    uses = list(value.uses)
    if len(uses) != 1 or uses[0].operand_number != position:
        return None
    op = uses[0].owner.operation
    return op if op.name == "tensor.insert_slice" and len(op.operands) == 2 else None


def _copies(start: ir.Value, first: ir.Operation, result: ir.Value) -> list[ir.Operation] | None:
    """Return what copies a tensor to where it begins; None if that has contents to keep."""
    maker = producer(start)
    if maker is None:
        return None
    others = [use.owner.operation for use in start.uses if use.owner.operation != first]
    if maker.name in NEW and not maker.operands:
        return [] if not others else None
    if maker.name != "bufferization.to_tensor" or "writable" not in maker.attributes:
        return None
    alone = len(list(maker.operands[0].uses)) == 1
    copies = all(op.name == "linalg.copy" and op.operands[0] == result for op in others)
    return others if alone and copies else None


class _Rewriter:
    """Replaces one operation."""

    def __init__(self, op: ir.Operation, wholes: list[_Whole]):
        self.op = op
        self.wholes = wholes

    def run(self) -> None:
        op, count = self.op, len(self.op.results)
        outputs: dict[int, ir.Value] = {}
        tensors = []
        for whole in self.wholes:
            buffer, tensor = self._memory(whole.start)
            tensors.append(tensor)
            for number, insertion in whole.insertions.items():
                outputs[number] = self._view(buffer, insertion)
        inputs = [self._as_buffer(value) for value in list(op.operands)[:-count]]
        made = self._create(
            op.name,
            [],
            [*inputs, *(outputs[i] for i in range(count))],
            {name: op.attributes[name] for name in op.attributes},
            regions=1,
        )
        op.regions[0].blocks[0].append_to(made.regions[0])
        for whole, tensor in zip(self.wholes, tensors, strict=True):
            self._replace(whole, tensor)
        op.erase()

    def _memory(self, start: ir.Value) -> tuple[ir.Value, ir.Value | None]:
        """Return the buffer that a tensor begins in, and the tensor made of it if it is new."""
        maker = producer(start)
        if maker.name not in NEW:
            return maker.operands[0], None
        i64 = ir.IntegerType.get_signless(64)
        alignment = {"alignment": ir.IntegerAttr.get(i64, 64)}
        buffer = self._create("memref.alloc", [self._memref(start)], [], alignment).results[0]
        flags = {"restrict": ir.UnitAttr.get(), "writable": ir.UnitAttr.get()}
        ip = ir.InsertionPoint.after(self.op)
        tensor = self._create("bufferization.to_tensor", [start.type], [buffer], flags, ip=ip)
        return buffer, tensor.results[0]

    def _replace(self, whole: _Whole, tensor: ir.Value | None) -> None:
        tensor = whole.start if tensor is None else tensor
        whole.result.replace_all_uses_with(tensor)
        for copy in whole.copies:
            copy.results[0].replace_all_uses_with(tensor)
            copy.erase()
        for insertion in reversed(whole.insertions.values()):
            insertion.erase()

    def _view(self, buffer: ir.Value, insertion: ir.Operation) -> ir.Value:
        names = ("static_offsets", "static_sizes", "static_strides")
        attributes = {name: insertion.attributes[name] for name in names}
        attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get([1, 0, 0, 0])
        offsets, sizes, steps = (list(ir.DenseI64ArrayAttr(attributes[name])) for name in names)
        type = ir.MemRefType(buffer.type)
        strides, _ = type.get_strides_and_offset()
        offset = sum(o * s for o, s in zip(offsets, strides, strict=True))
        moved = [step * s for step, s in zip(steps, strides, strict=True)]
        layout = ir.StridedLayoutAttr.get(offset, moved)
        view = ir.MemRefType.get(sizes, type.element_type, layout, loc=self.op.location)
        return self._create("memref.subview", [view], [buffer], attributes).results[0]

    def _as_buffer(self, value: ir.Value) -> ir.Value:
        if not isinstance(value.type, ir.RankedTensorType):
            return value
        read_only = {"read_only": ir.UnitAttr.get()}
        return self._create(
            "bufferization.to_buffer", [self._memref(value)], [value], read_only
        ).results[0]

    def _memref(self, value: ir.Value) -> ir.MemRefType:
        type = ir.RankedTensorType(value.type)
        return ir.MemRefType.get(type.shape, type.element_type, loc=self.op.location)

    def _create(self, name, types, operands, attributes, regions=0, ip=None) -> ir.Operation:
        return ir.Operation.create(
            name,
            types,
            operands,
            attributes,
            regions=regions,
            loc=self.op.location,
            ip=ip or ir.InsertionPoint(self.op),
        )
