"""The cases of a corpus, and running one.

A case is a function with checks (`runtime.checks`) in a chunk of a file, or a
file with an ``.npz`` of inputs and expected results beside it, or else a whole
file, which must survive every serialization and compile.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..dialect.context import default_context
from ..dialect.diagnostics import DiagnosedError
from ..dialect.mlir import ir, stablehlo
from ..dialect.parse import Program, parse
from ..runtime.arrays import as_input
from ..runtime.checks import checked_functions, spell_checks, take_checks
from ..runtime.compare import Tolerance, compare
from ..runtime.compile import compile
from ..runtime.interpreter import interpret
from ..runtime.values import fit
from .split import DEFAULT_MARKER, split_text

_PARALLEL = "interpreter.run_parallel"


@dataclass(frozen=True)
class Case:
    """A case: ``name`` for reports, the file, and which chunk and function of it.

    ``function`` is empty for a case without checks.  ``oracle`` is what results
    are compared with: by default those that the case expects, else those of the
    reference interpreter (``interpreter``).
    """

    name: str
    path: str
    chunk: int = 0
    function: str = ""
    oracle: str = ""


@dataclass(frozen=True)
class Outcome:
    """What became of a case: ``passed``, ``failed`` or ``skipped``, why, and what it used."""

    status: str
    reason: str = ""
    operations: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


def find_cases(paths: list[str], oracle: str = "") -> Iterator[Case]:
    """Yield the cases of files, and of all ``.mlir`` files below directories.

    With an ``oracle``, only those that have results to compare.
    """
    for case in _all_cases(paths):
        if not oracle:
            yield case
        elif case.function or Path(case.path).with_suffix(".npz").exists():
            yield replace(case, oracle=oracle)


def _all_cases(paths: list[str]) -> Iterator[Case]:
    for given in paths:
        root = Path(given)
        files = sorted(root.rglob("*.mlir")) if root.is_dir() else [root]
        for file in files:
            name = str(file.relative_to(root.parent)) if root.is_dir() else file.name
            yield from _cases_of(file, name)


def _cases_of(file: Path, name: str) -> Iterator[Case]:
    if file.with_suffix(".npz").exists():
        yield Case(name, str(file))
        return
    for number, text in enumerate(_chunks(file)):
        where = f"{name}#{number}"
        try:
            functions = checked_functions(_parse(text, file))
        except DiagnosedError:
            functions = []  # running it tells what is wrong
        for function in functions:
            yield Case(f"{where}:{function}", str(file), number, function)
        if not functions and text.strip():
            yield Case(where, str(file), number)


def _chunks(file: Path) -> tuple[str, ...]:
    return split_text(file.read_text(), DEFAULT_MARKER).texts


def _parse(text: str, file: Path) -> ir.Module:
    return parse(Program(str(file), spell_checks(text)), allow_unregistered=True)


def run_case(case: Case) -> Outcome:
    """Run a case in this process."""
    file = Path(case.path)
    operations: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    try:
        if file.with_suffix(".npz").exists():
            module = parse(Program(str(file), file.read_text()))
            operations, types = _contents(module.operation)
            return _outcome(_run_with_arrays(module, file, case.oracle), operations, types)
        text = _chunks(file)[case.chunk]
        if _PARALLEL in text:
            return Outcome("skipped", "several processes (run_parallel)")
        module = _parse(text, file)
        operations, types = _contents(module.operation)
        if case.function:
            reason = _run_checks(module, case.function, case.oracle)
            return _outcome(reason, operations, types)
        return _outcome(_survive(module), operations, types)
    except _NoOracle as exc:
        return Outcome("skipped", str(exc), operations, types)
    except DiagnosedError as exc:
        first = exc.diagnostics[0]
        return Outcome("failed", f"error: {first.message}", operations, types)


def _outcome(reason: str, operations, types) -> Outcome:
    return Outcome("failed" if reason else "passed", reason, operations, types)


class _NoOracle(Exception):
    """The reference interpreter cannot run a case."""


def _reference(module: ir.Module, inputs: list[np.ndarray], function: str) -> list[np.ndarray]:
    try:
        return interpret(module, inputs, function=function)
    except DiagnosedError as exc:
        raise _NoOracle(f"interpreter: {exc.diagnostics[0].message}") from None


def _run_checks(module: ir.Module, name: str, oracle: str) -> str:
    with module.context, ir.Location.unknown():
        checks = take_checks(ir.SymbolTable(module.operation)[name].operation)
    executable = compile(module, function=name)
    results = executable()
    if oracle:
        return _difference(results, _reference(module, [], name), executable.results)
    for i, check in enumerate(checks):
        got, expected = results[2 * i], results[2 * i + 1]
        if reason := check.verdict(got, expected, executable.results[2 * i].element):
            return reason
    return ""


def _run_with_arrays(module: ir.Module, file: Path, oracle: str) -> str:
    with np.load(file.with_suffix(".npz")) as arrays:
        inputs = [arrays[f"in{i}"] for i in range(sum(n.startswith("in") for n in arrays))]
        expected = [arrays[f"out{i}"] for i in range(sum(n.startswith("out") for n in arrays))]
    executable = compile(module)
    arguments = [
        as_input(fit(array, spec), spec, i)
        for i, (array, spec) in enumerate(zip(inputs, executable.arguments, strict=True))
    ]
    results = executable(*arguments)
    results = results if isinstance(results, tuple) else (results,)
    if oracle:
        expected = _reference(module, arguments, "main")
    return _difference(results, expected, executable.results)


def _difference(results, expected, specs) -> str:
    for got, wanted, spec in zip(results, expected, specs, strict=True):
        comparison = compare(got, wanted, spec, Tolerance())
        if not comparison.passed:
            first = comparison.first[0]
            return (
                f"{spec.name}: {comparison.differing} of {got.size} elements differ: "
                f"got {first.got}, expected {first.expected} at {list(first.index)}"
            )
    return ""


def _survive(module: ir.Module) -> str:
    """Send a module through text, bytecode and a portable artifact, and compile it."""
    text = module.operation.get_asm(binary=True)
    bytecode = io.BytesIO()
    module.operation.write_bytecode(bytecode)
    artifact = stablehlo.serialize_portable_artifact(module, stablehlo.get_current_version())
    for form, data in (("text", text), ("bytecode", bytecode.getvalue()), ("artifact", artifact)):
        again = parse(Program("<again>", data.decode() if form == "text" else data))
        if again.operation.get_asm(binary=True) != text:
            return f"changed by a round trip through {form}"
    names = [
        op.attributes["sym_name"].value
        for op in module.body.operations
        if op.operation.name == "func.func"
    ]
    if "main" in names:
        compile(module)
    return ""


def _contents(op: ir.Operation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which operations and element types occur, sorted."""
    operations, types = set(), set()

    def visit(inner) -> ir.WalkResult:
        if not inner.name.startswith(("func.", "builtin.", "check.")):
            operations.add(inner.name)
        for result in inner.results:
            if isinstance(result.type, ir.RankedTensorType):
                types.add(result.type.element_type)
        return ir.WalkResult.ADVANCE

    op.walk(visit)
    return tuple(sorted(operations)), tuple(sorted(map(str, types)))


def warm_up() -> None:
    """Do what every case needs once."""
    default_context()
