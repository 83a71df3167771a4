"""``hlo-plan-memory``: every buffer gets its place in one scratch argument.

Compiled code allocates nothing while it runs.  Each ``memref.alloc`` becomes
a view into a last argument ``memref<Nxi8>`` of its function, at an offset
fixed here; buffers that are never live at the same time share bytes.

Time is the order of operations in the text.  A buffer lives from its
allocation to the last use of any value that may hold it; a use inside a loop
that the allocation is outside of counts until that loop ends, because the
next iteration may use it again.
"""

from __future__ import annotations

from math import prod

from ..dialect.diagnostics import error
from ..dialect.mlir import ir
from .arena import MAX_BYTES, Interval, pack
from .contracts import check_contract
from .copies import is_row_major
from .dataflow import reachable, through_control_flow
from .outline import KERNEL
from .registry import hlo_pass

SCRATCH_BYTES = "hlo.scratch_bytes"
"""Attribute on a function: the size of the scratch buffer that its last argument is."""

_ALLOCATIONS = ("memref.alloc", "memref.alloca")
# Loops whose iterations run at the same time would need a copy of a buffer each.
_PARALLEL_LOOPS = ("scf.parallel", "scf.forall")


@hlo_pass("hlo-plan-memory", "Place every buffer in one scratch argument, sharing bytes over time")
def plan_memory(module: ir.Operation, *, share: bool = True) -> None:
    """Replace all allocations; see the module's docstring.

    ``share=false`` gives each buffer its own bytes, to tell a defect of the
    plan from one of the program.  Raises `DiagnosedError` for a buffer whose
    size is not known at compile time.
    """
    for op in module.regions[0].blocks[0].operations:
        is_function = op.operation.name == "func.func" and len(op.regions[0].blocks)
        if is_function and KERNEL not in op.attributes:
            _plan_function(op.operation, share)
    check_contract(module, "plan")


def _plan_function(func: ir.Operation, share: bool) -> None:
    lifetimes = Lifetimes(func)
    allocations = lifetimes.allocations
    intervals = [lifetimes.interval(op, byte_size(op)) for op in allocations]
    if not share:
        end = max((i.end for i in intervals), default=0)
        intervals = [Interval(0, end, i.size) for i in intervals]
    offsets, total = pack(intervals)
    if total > MAX_BYTES:
        raise error(func, f"its buffers take {total} bytes, more than can be addressed")

    i8, index = ir.IntegerType.get_signless(8), ir.IndexType.get()
    entry = func.regions[0].blocks[0]
    scratch_type = ir.MemRefType.get([total], i8, loc=func.location)
    scratch = entry.add_argument(scratch_type, func.location)
    # All constants first: an insertion point does not survive the operation that it is before.
    front = ir.InsertionPoint.at_block_begin(entry)
    constants = {}
    for offset in dict.fromkeys(offsets):
        value = {"value": ir.IntegerAttr.get(index, offset)}
        constants[offset] = ir.Operation.create(
            "arith.constant", [index], [], value, loc=func.location, ip=front
        ).results[0]
    for op, offset in zip(allocations, offsets, strict=True):
        result = op.results[0]
        view = ir.Operation.create(
            "memref.view",
            [result.type],
            [scratch, constants[offset]],
            loc=op.location,
            ip=ir.InsertionPoint(op),
        )
        result.replace_all_uses_with(view.results[0])
        op.erase()
    for op in lifetimes.deallocations:
        op.erase()

    old = ir.FunctionType(ir.TypeAttr(func.attributes["function_type"]).value)
    new = ir.FunctionType.get([*old.inputs, scratch_type], old.results)
    func.attributes["function_type"] = ir.TypeAttr.get(new)
    func.attributes[SCRATCH_BYTES] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), total)


def byte_size(allocation: ir.Operation) -> int:
    """Return the bytes that an allocation needs.

    Raises `DiagnosedError` if its type is dynamic or not row-major.
    """
    type = ir.MemRefType(allocation.results[0].type)
    if not type.has_static_shape:
        raise error(allocation, f"buffer of type '{type}': dynamic shapes are not supported yet")
    if not is_row_major(type):
        raise error(allocation, f"buffer of type '{type}': only row-major layouts are supported")
    return prod(type.shape) * element_bytes(allocation.results[0])


def element_bytes(buffer: ir.Value) -> int:
    """Return the bytes of an element of a memref; raises `DiagnosedError` for other types."""
    type = ir.MemRefType(buffer.type).element_type
    try:
        return type_bytes(type)
    except TypeError:
        message = f"buffer with elements of type '{type}' is not supported"
        raise error(buffer, message) from None


def type_bytes(type: ir.Type) -> int:
    """Return the bytes that an element takes in memory; raises TypeError if that is not known."""
    if isinstance(type, ir.IndexType):
        return 8
    if isinstance(type, ir.ComplexType):
        return 2 * type_bytes(type.element_type)
    if isinstance(type, ir.VectorType):
        return prod(type.shape) * type_bytes(type.element_type)
    if isinstance(type, (ir.IntegerType, ir.FloatType)):
        return (type.width + 7) // 8
    raise TypeError(f"elements of type '{type}'")


class Lifetimes:
    """When each allocation of a function is in use."""

    def __init__(self, func: ir.Operation):
        self.allocations: list[ir.Operation] = []
        self.deallocations: list[ir.Operation] = []
        self._position: dict[ir.Operation, int] = {}
        self._end: dict[ir.Operation, int] = {}
        self._owners: dict[ir.Block, list[ir.Operation]] = {}
        func.walk(self._visit, ir.WalkOrder.PRE_ORDER)

    def _visit(self, view) -> ir.WalkResult:
        op = view.operation
        name = op.name
        self._position[op] = len(self._position)
        if name in _ALLOCATIONS:
            self.allocations.append(op)
        elif name == "memref.dealloc":
            self.deallocations.append(op)
        return ir.WalkResult.ADVANCE

    def interval(self, allocation: ir.Operation, size: int) -> Interval:
        """Return the interval of an allocation of ``size`` bytes.

        Raises `DiagnosedError` if no interval describes its life: it is carried
        from one iteration of a loop to the next, or lies in a parallel loop.
        """
        enclosing = self._enclosing(allocation.block)
        for owner in enclosing:
            if owner.name in _PARALLEL_LOOPS:
                raise error(allocation, f"buffer allocated inside '{owner.name}'")
        start = last = self._position[allocation]
        for value in self._holders(allocation, enclosing):
            for use in value.uses:
                last = max(last, self._last_moment(use.owner.operation, enclosing))
        return Interval(start, last, size)

    def _holders(self, allocation: ir.Operation, enclosing: list[ir.Operation]) -> list[ir.Value]:
        """Return every value that may hold the buffer, following views, branches and loops."""
        holders = reachable(allocation.results[0], _passed_on)
        for value in holders:
            _check_not_carried(allocation, value, enclosing)
        return holders

    def _last_moment(self, use: ir.Operation, enclosing: list[ir.Operation]) -> int:
        """Return the time until which a use keeps a buffer whose block has these owners.

        The use is seen from the closest block that holds the allocation too:
        there, the operation that contains it counts to its end.
        """
        while use.parent.operation not in enclosing:
            use = use.parent.operation
        return self._end_of(use)

    def _end_of(self, op: ir.Operation) -> int:
        end = self._end.get(op)
        if end is None:
            end = self._position[op]
            if len(op.regions):
                inside: list[int] = []
                op.walk(lambda view: _collect(inside, self._position[view.operation]))
                end = max(inside)
            self._end[op] = end
        return end

    def _enclosing(self, block: ir.Block) -> list[ir.Operation]:
        """Return the operations that contain a block, inside out, up to the function."""
        owners = self._owners.get(block)
        if owners is None:
            owners = [block.owner.operation]
            while owners[-1].name != "func.func":
                owners.append(owners[-1].parent.operation)
            self._owners[block] = owners
        return owners


def _collect(into: list[int], item: int) -> ir.WalkResult:
    into.append(item)
    return ir.WalkResult.ADVANCE


def _passed_on(op: ir.Operation, operand: int) -> list[ir.Value]:
    """Return the values that a buffer may come out as that goes into an operand of ``op``.

    Loops and branches are followed exactly; of any other operation, all
    memrefs that it makes are taken to hold the memrefs that go in.
    """
    passed = through_control_flow(op, operand)
    if passed is not None:
        return passed
    if op.name.startswith("linalg."):
        return []  # its region sees elements only
    made = list(op.results)
    for region in op.regions:
        for block in region.blocks:
            made.extend(block.arguments)
    pointer = op.name == "memref.extract_aligned_pointer_as_index"
    return [value for value in made if pointer or isinstance(value.type, ir.MemRefType)]


def _check_not_carried(
    allocation: ir.Operation, value: ir.Value, enclosing: list[ir.Operation]
) -> None:
    """Raise if ``value`` brings a buffer of this iteration into the next one."""
    if not isinstance(value, ir.BlockArgument):
        return
    loop = value.owner.owner.operation
    starts_iteration = value.owner.region == loop.regions[0] if len(loop.regions) else False
    if loop in enclosing and starts_iteration:
        raise error(
            allocation,
            f"buffer allocated inside '{loop.name}' and carried into its next iteration",
            ((loop, "the loop"),),
        )
