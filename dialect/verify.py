"""Verification against the specification: every violated constraint, located and named.

`verify` checks a program that the bindings hold, `diagnose` one that they
reject.  Operations without a class in `dialect.ops` are passed over, but for
the types in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .diagnostics import DiagnosedError, Diagnostic, SourceLoc, source_loc
from .facts import facts_of, grid_around, parts_of
from .mlir import ir
from .notation.types import QuantizedElementType
from .ops import OPERATIONS, Operation, Violation
from .ops.quantized_text import find_quantized_types
from .ops.reading import read_type
from .ops.type_constraints import QuantizedElement, QuantizedTensor
from .parse import as_program, parse
from .unverified import original_name, parse_unverified

# A string, which may hold what looks like a comment, or a comment.
_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*')


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
    if not found:
        return list(upstream)
    places = {None, *(diagnostic.location for diagnostic in found)}
    return found + [d for d in upstream if d.location not in places]


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
        self._grid = grid_around(root)
        self._verdicts: dict[tuple, list[Violation]] = {}
        self._types: dict[ir.Type, list[Violation]] = {}
        self._found: list[Diagnostic] = []

    def run(self) -> list[Diagnostic]:
        self._root.walk(self._visit, ir.WalkOrder.PRE_ORDER)
        return self._found

    def _visit(self, op) -> ir.WalkResult:
        op = op.operation
        name = original_name(op.name)
        if name == "builtin.module" and op != self._root:
            self._found += _Verifier(op).run()  # it has functions of its own
            return ir.WalkResult.SKIP
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
        parts = parts_of(op, cls)
        self._check_types(op, parts.results)
        if not cls.cacheable:
            return cls(facts_of(op, parts, self._grid)).violations()
        key = (cls, *parts[:2], tuple(parts.attributes.items()), *parts[3:])
        if (verdict := self._verdicts.get(key)) is None:
            verdict = self._verdicts[key] = cls(facts_of(op, parts, self._grid)).violations()
        return verdict


def _type_violations(found) -> list[Violation]:
    """Return the violated constraints of a type."""
    element = getattr(found, "element", None)
    if not isinstance(element, QuantizedElementType) or element.quantization_dimension is None:
        return []
    return QuantizedTensor(found).violations()


def _list(types: Iterable) -> str:
    return ", ".join(map(str, types))


def _diagnostic(where: SourceLoc | None, violation: Violation) -> Diagnostic:
    notes = tuple(Diagnostic("note", note, where) for note in violation.notes)
    return Diagnostic(
        "error", violation.message, where, notes, op=violation.op, constraint=violation.label
    )
