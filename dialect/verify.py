"""Verification against the specification: every violated constraint, located and named.

`verify` checks a program that the bindings hold, `diagnose` a text that they
reject.  Operations without a class in `dialect.ops` are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .diagnostics import Diagnostic, source_loc
from .mlir import ir
from .notation.algebra import UNKNOWN
from .notation.types import FunctionType
from .ops import OPERATIONS, Facts, Grid, Operation, Violation
from .ops.attributes import value_of
from .ops.reading import read_type
from .unverified import original_name


class _Inner(NamedTuple):
    """An operation in the body of another, as far as constraints look at it."""

    name: str
    operands: tuple
    takes_arguments: bool


def verify(root: ir.Operation) -> list[Diagnostic]:
    """Return an error for each constraint that an operation in ``root`` violates, in order."""
    return _Verifier(root).run()


def grid_of(root: ir.Operation) -> Grid:
    """Return what a module says of its processes, and the functions that it defines."""
    functions, sizes = {}, {}
    for name in ("num_replicas", "num_partitions"):
        attribute = root.attributes.get(f"mhlo.{name}") if root is not None else None
        if isinstance(attribute, ir.IntegerAttr):
            sizes[name] = attribute.value
    for block in root.regions[0] if len(root.regions) else ():
        for op in block.operations:
            op = op.operation
            if original_name(op.name) == "func.func" and "sym_name" in op.attributes:
                functions[op.attributes["sym_name"].value] = read_type(
                    op.attributes["function_type"].value
                )
    return Grid(functions=functions, **sizes)


class _Verifier:
    def __init__(self, root: ir.Operation):
        self._root = root
        self._grid = grid_of(root)
        self._verdicts: dict[tuple, list[Violation]] = {}
        self._found: list[Diagnostic] = []

    def run(self) -> list[Diagnostic]:
        self._root.walk(self._visit, ir.WalkOrder.PRE_ORDER)
        return self._found

    def _visit(self, op) -> ir.WalkResult:
        op = op.operation
        name = original_name(op.name)
        cls = OPERATIONS.get(name)
        if cls is not None:
            for violation in self._violations(op, cls):
                self._found.append(_diagnostic(op, violation))
        return ir.WalkResult.ADVANCE

    def _violations(self, op: ir.Operation, cls: type[Operation]) -> list[Violation]:
        operands = tuple([value.type for value in op.operands])
        results = tuple([value.type for value in op.results])
        attributes = dict(op.attributes.items())
        regions = tuple([_region_type(region) for region in op.regions])
        values = _values(op) if cls.takes_constants else ()
        key = (cls, operands, results, tuple(attributes.items()), regions, values)
        if cls.cacheable and (known := self._verdicts.get(key)) is not None:
            return known
        facts = Facts(
            tuple(map(read_type, operands)),
            tuple(map(read_type, results)),
            attributes,
            regions,
            values,
            self._grid,
            () if cls.cacheable else tuple(_bodies(op)),
        )
        verdict = cls(facts).violations()
        if cls.cacheable:
            self._verdicts[key] = verdict
        return verdict


def _region_type(region: ir.Region) -> FunctionType | str:
    """Return the function type of a region, or what is wrong with the region."""
    blocks = list(region)
    if not blocks:
        return "the region is empty"
    inputs = tuple([read_type(argument.type) for argument in blocks[0].arguments])
    operations = blocks[-1].operations
    last = operations[len(operations) - 1].operation if len(operations) else None
    if last is None or not last.name.endswith(".return"):
        return "the region does not end in a return"
    return FunctionType(inputs, tuple([read_type(value.type) for value in last.operands]))


def _values(op: ir.Operation) -> tuple:
    """Return the values of the operands, UNKNOWN where one is not a constant."""
    return tuple([_value(operand) for operand in op.operands])


def _value(operand: ir.Value):
    owner = operand.owner
    if isinstance(owner, ir.Block):
        return UNKNOWN
    owner = owner.operation
    if original_name(owner.name) != "stablehlo.constant":
        return UNKNOWN
    found = value_of(owner.attributes["value"])
    return UNKNOWN if isinstance(found, ir.Attribute) else found


def _bodies(op: ir.Operation) -> Iterator[_Inner]:
    for region in op.regions:
        for block in region:
            arguments = list(block.arguments)
            for inner in block.operations:
                inner = inner.operation
                if inner.name.endswith(".return"):
                    continue
                operands = list(inner.operands)
                types = tuple(read_type(value.type) for value in operands)
                name = original_name(inner.name)
                yield _Inner(name, types, operands == arguments)


def _diagnostic(op: ir.Operation, violation: Violation) -> Diagnostic:
    where = source_loc(op.location)
    notes = tuple(Diagnostic("note", note, where) for note in violation.notes)
    return Diagnostic(
        "error", violation.message, where, notes, op=violation.op, constraint=violation.label
    )
