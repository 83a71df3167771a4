"""Verification against the specification: every violated constraint, located and named.

`verify` checks a program that the bindings hold, `diagnose` one that they
reject.  Operations without a class in `dialect.ops` are passed over, but for
the types in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .diagnostics import DiagnosedError, Diagnostic, SourceLoc, source_loc
from .mlir import ir
from .notation.algebra import UNKNOWN
from .notation.types import FunctionType, QuantizedElementType
from .ops import OPERATIONS, Facts, Grid, Operation, Violation
from .ops.attributes import Elements, read_attributes, value_of
from .ops.quantized_text import find_quantized_types
from .ops.reading import read_type
from .ops.type_constraints import QuantizedElement, QuantizedTensor
from .parse import as_program, parse
from .unverified import original_name, parse_unverified


# A string, which may hold what looks like a comment, or a comment.
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*')


class _Inner(NamedTuple):
    """An operation in the body of another, as far as constraints look at it."""

    name: str
    operands: tuple
    takes_arguments: bool


def verified(program, *, context: ir.Context | None = None) -> ir.Module:
    """Return the module of a program that violates no constraint of the specification.

    ``program`` is what `dialect.parse.parse` takes.  Raises `DiagnosedError`
    with every violation.
    """
    module = parse(program, context=context)
    if found := verify(module.operation):
        filename = "<module>" if isinstance(program, ir.Module) else as_program(program).filename
        raise DiagnosedError(found).in_file(filename)
    return module


def verify(root: ir.Operation) -> list[Diagnostic]:
    """Return an error for each constraint that an operation in ``root`` violates, in order."""
    return _Verifier(root).run()


def grid_of(root: ir.Operation) -> Grid:
    """Return what a module says of its processes, and the functions that it defines."""
    functions, sizes = {}, {}
    for name in ("num_replicas", "num_partitions"):
        key = f"mhlo.{name}"
        if key in root.attributes and isinstance(root.attributes[key], ir.IntegerAttr):
            sizes[name] = root.attributes[key].value
    for block in root.regions[0] if len(root.regions) else ():
        for op in block.operations:
            op = op.operation
            if original_name(op.name) == "func.func" and "sym_name" in op.attributes:
                functions[op.attributes["sym_name"].value] = read_type(
                    op.attributes["function_type"].value
                )
    return Grid(functions=functions, **sizes)


def diagnose(
    content: str | bytes, context: ir.Context, upstream: Sequence[Diagnostic]
) -> list[Diagnostic]:
    """Return what is wrong with a program that the bindings reject with ``upstream``.

    These are the violated constraints, all of them, and those of ``upstream``
    that are about other places; if no constraint is violated, just the latter.
    """
    root = parse_unverified(content, context)
    if root is None:
        literals = _literal_violations(content) if isinstance(content, str) else []
        return literals or list(upstream)
    found = verify(root)
    places = {diagnostic.location for diagnostic in found}
    return found + [d for d in upstream if not found or d.location not in places]


def _literal_violations(text: str) -> list[Diagnostic]:
    """Return the violated constraints of the quantized element types in a text."""
    found = []
    # As long as it was, so that places stay as they are.
    text = _COMMENT.sub(lambda match: match[1] or " " * len(match[0]), text)
    for literal in find_quantized_types(text):
        line = text.count("\n", 0, literal.start) + 1
        column = literal.start - text.rfind("\n", 0, literal.start)
        where = SourceLoc("-", line, column)
        found += [_diagnostic(where, v) for v in QuantizedElement(literal).violations()]
    return found


class _Verifier:
    def __init__(self, root: ir.Operation):
        self._root = root
        self._grid = grid_of(_top(root))
        self._verdicts: dict[tuple, list[Violation]] = {}
        self._types: dict[ir.Type, list[Violation]] = {}
        self._found: list[Diagnostic] = []

    def run(self) -> list[Diagnostic]:
        self._root.walk(self._visit, ir.WalkOrder.PRE_ORDER)
        return self._found

    def _visit(self, op) -> ir.WalkResult:
        op = op.operation
        name = original_name(op.name)
        if (cls := OPERATIONS.get(name)) is not None:
            self._report(op, self._violations(op, cls))
        else:
            self._check_types(op, [value.type for value in op.results])
            if name == "func.func":
                self._check_function(op)
        return ir.WalkResult.ADVANCE

    def _report(self, op: ir.Operation, violations: list[Violation]) -> None:
        self._found += [_diagnostic(source_loc(op.location), v) for v in violations]

    def _check_types(self, op: ir.Operation, types: Iterable[ir.Type]) -> None:
        for found in types:
            if (verdict := self._types.get(found)) is None:
                verdict = self._types[found] = _type_violations(read_type(found))
            if verdict:
                self._report(op, verdict)

    def _check_function(self, function: ir.Operation) -> None:
        """Check the types of a function's arguments, and that it returns what it says."""
        for region in function.regions:
            for block in region:
                self._check_types(function, [argument.type for argument in block.arguments])
                self._check_return(function, block)

    def _check_return(self, function: ir.Operation, block: ir.Block) -> None:
        operations = list(block.operations)
        last = operations[-1].operation if operations else None
        attribute = function.attributes["function_type"] if last is not None else None
        if last is None or original_name(last.name) != "func.return":
            return
        declared = read_type(attribute.value).outputs
        returned = tuple(read_type(value.type) for value in last.operands)
        if returned != declared:
            symbol = function.attributes["sym_name"].value
            message = f"'func.return' returns ({_list(returned)})"
            note = f"function @{symbol} returns ({_list(declared)})"
            where = source_loc(last.location)
            notes = (Diagnostic("note", note, source_loc(function.location)),)
            self._found.append(Diagnostic("error", message, where, notes, op="func.return"))

    def _violations(self, op: ir.Operation, cls: type[Operation]) -> list[Violation]:
        operands = tuple([value.type for value in op.operands])
        results = tuple([value.type for value in op.results])
        self._check_types(op, results)
        attributes = read_attributes(op)
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


def _top(op: ir.Operation) -> ir.Operation:
    """Return the module, or whatever is outermost, around an operation."""
    try:
        while (parent := op.parent) is not None:
            op = parent.operation
    except ValueError:  # the bindings' way to say that there is none
        pass
    return op


def _type_violations(found) -> list[Violation]:
    """Return the violated constraints of a type."""
    element = getattr(found, "element", None)
    if not isinstance(element, QuantizedElementType) or element.quantization_dimension is None:
        return []
    return QuantizedTensor(found).violations()


def _list(types: Iterable) -> str:
    return ", ".join(map(str, types))


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
    found = value_of(read_attributes(owner).get("value"))
    return UNKNOWN if isinstance(found, ir.Attribute | Elements) or found is None else found


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


def _diagnostic(where: SourceLoc | None, violation: Violation) -> Diagnostic:
    notes = tuple(Diagnostic("note", note, where) for note in violation.notes)
    return Diagnostic(
        "error", violation.message, where, notes, op=violation.op, constraint=violation.label
    )
