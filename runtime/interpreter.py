"""StableHLO's reference interpreter, as an oracle.

It ends the process on what it does not support, so it runs in another one:
``python -m hlo_opt.runtime.interpreter DIRECTORY`` reads a program and its
inputs from the directory and leaves the results there.  Values cross over as
plain numpy types; the program is wrapped so that it converts them (each
conversion is exact): narrow floats travel as f32, complex numbers as their
parts, booleans and narrow integers as bytes.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..dialect.diagnostics import DiagnosedError, plain_error
from ..dialect.mlir import ir, stablehlo
from ..dialect.parse import Program
from ..dialect.types import ELEMENT_TYPES, ElementType
from ..passes.upstream import run_upstream
from .arrays import as_input
from .lowering import find_function, private_copy
from .signature import TensorSpec, read_signature

_PREPARE = (
    "builtin.module(func.func(chlo-legalize-to-stablehlo,"
    "stablehlo-legalize-deprecated-ops{fail-on-unused=false}),"
    "inline,symbol-dce)"
)
_MODULE, _INPUTS, _RESULTS = "module.mlirbc", "in.npz", "out.npz"


def interpret(
    program: str | bytes | os.PathLike | Program | ir.Module,
    inputs: Sequence[np.ndarray],
    *,
    function: str = "main",
    isolated: bool = True,
) -> list[np.ndarray]:
    """Return what the reference interpreter computes for one function of a program.

    Unless ``isolated``, it runs in this process, which it may end.  Raises
    `DiagnosedError` if it cannot run the program, with its last words, and
    TypeError or ValueError for inputs that do not fit.
    """
    with private_copy(program) as module:
        arguments, results = _wrap(module, function)
        run_upstream(_PREPARE, module.operation)
    sent = [
        part
        for i, (value, spec) in enumerate(zip(inputs, arguments, strict=True))
        for part in _send(as_input(value, spec, i), spec.element)
    ]
    received = iter(_run_elsewhere(module, sent) if isolated else _run_here(module, sent))
    return [_receive(received, spec) for spec in results]


def _run_elsewhere(module: ir.Module, inputs: list[np.ndarray]) -> list[np.ndarray]:
    with tempfile.TemporaryDirectory(prefix="hlo-interpreter-") as directory:
        folder = Path(directory)
        with open(folder / _MODULE, "wb") as stream:
            module.operation.write_bytecode(stream)
        np.savez(folder / _INPUTS, **{str(i): a for i, a in enumerate(inputs)})
        command = [sys.executable, "-m", __name__, directory]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if done.returncode or not (folder / _RESULTS).exists():
            raise _failure(done)
        with np.load(folder / _RESULTS) as results:
            return [results[str(i)] for i in range(len(results))]


def _failure(done: subprocess.CompletedProcess) -> DiagnosedError:
    ended = f"ended with status {done.returncode}"
    if done.returncode < 0:
        ended = f"ended in signal {-done.returncode} ({signal.strsignal(-done.returncode)})"
    words = [line for line in done.stderr.splitlines() if line.strip() and "Stack dump" not in line]
    return plain_error(f"the reference interpreter {ended}", *words[:3])


# --- the wrapper ------------------------------------------------------------------


def _wrap(
    module: ir.Module, function: str
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Add a ``@main`` on plain types that calls ``function``; return the function's signature."""
    entry = find_function(module, function)
    arguments, results = read_signature(entry)
    type = ir.FunctionType(ir.TypeAttr(entry.attributes["function_type"]).value)
    if len(type.inputs) != len(arguments) or len(type.results) != len(results):
        raise plain_error("the reference interpreter is not given tuples or tokens")
    for name in dict.fromkeys((function, "main")):
        _rename(module, name, f"__{name}")
    for op in module.body.operations:
        if op.operation.name == "func.func":
            op.attributes["sym_visibility"] = ir.StringAttr.get("private")

    main = _Wrapper(module)
    values = [main.receive(t, s) for t, s in zip(type.inputs, arguments, strict=True)]
    callee = {"callee": ir.FlatSymbolRefAttr.get(f"__{function}")}
    call = main.create("func.call", type.results, values, callee)
    main.finish(
        [part for r, s in zip(call.results, results, strict=True) for part in main.send(r, s)]
    )
    return arguments, results


def _rename(module: ir.Module, old: str, new: str) -> None:
    for op in module.body.operations:
        attributes = op.attributes
        if "sym_name" in attributes and ir.StringAttr(attributes["sym_name"]).value == old:
            attributes["sym_name"] = ir.StringAttr.get(new)
            ir.SymbolTable.replace_all_symbol_uses(old, new, module.operation)


class _Wrapper:
    """Builds the function ``@main``; ``receive`` and ``send`` convert from and to plain types."""

    def __init__(self, module: ir.Module):
        self.loc = ir.Location.unknown()
        self.func = ir.Operation.create(
            "func.func",
            attributes={
                "sym_name": ir.StringAttr.get("main"),
                "function_type": ir.TypeAttr.get(ir.FunctionType.get([], [])),
            },
            regions=1,
            loc=self.loc,
            ip=ir.InsertionPoint(module.body),
        )
        self.block = self.func.regions[0].blocks.append()
        self.ip = ir.InsertionPoint(self.block)

    def create(self, name, results, operands, attributes=None) -> ir.Operation:
        return ir.Operation.create(
            name, list(results), list(operands), attributes, loc=self.loc, ip=self.ip
        )

    def receive(self, type: ir.Type, spec: TensorSpec) -> ir.Value:
        """Add the arguments that stand for one of ``type``, and return it."""
        plain = _plain_type(type, spec.element)
        parts = [self.block.add_argument(plain, self.loc) for _ in range(_parts(spec.element))]
        if len(parts) == 2:
            return self.create("stablehlo.complex", [type], parts).results[0]
        return self._convert(parts[0], type)

    def send(self, value: ir.Value, spec: TensorSpec) -> list[ir.Value]:
        """Return what stands for ``value`` outside."""
        plain = _plain_type(value.type, spec.element)
        if _parts(spec.element) == 2:
            names = ("stablehlo.real", "stablehlo.imag")
            return [self.create(name, [plain], [value]).results[0] for name in names]
        return [self._convert(value, plain)]

    def finish(self, results: list[ir.Value]) -> None:
        self.create("func.return", [], results)
        type = ir.FunctionType.get(
            [a.type for a in self.block.arguments], [r.type for r in results]
        )
        self.func.attributes["function_type"] = ir.TypeAttr.get(type)

    def _convert(self, value: ir.Value, type: ir.Type) -> ir.Value:
        if value.type == type:
            return value
        quantized = "!quant" in f"{value.type}{type}"
        name = "stablehlo.bitcast_convert" if quantized else "stablehlo.convert"
        return self.create(name, [type], [value]).results[0]


def _parts(element: ElementType) -> int:
    return 2 if element.kind == "complex" else 1


def _plain(element: ElementType) -> ElementType:
    """Return the type that numpy has and in which every value of ``element`` is exact."""
    if element.kind == "complex":
        return ELEMENT_TYPES[f"f{element.width}"]
    if element.kind == "float" and not (element.width >= 16 and element.name != "bf16"):
        return ELEMENT_TYPES["f32"]
    if element.kind == "bool":
        return ELEMENT_TYPES["ui8"]
    if element.is_integer and element.width < 8:
        return ELEMENT_TYPES["i8" if element.kind == "int" else "ui8"]
    return element


def _plain_type(type: ir.Type, element: ElementType) -> ir.Type:
    scalar = ir.Type.parse(_plain(element).name)
    return ir.RankedTensorType.get(ir.RankedTensorType(type).shape, scalar)


def _send(array: np.ndarray, element: ElementType) -> list[np.ndarray]:
    parts = [array.real, array.imag] if element.kind == "complex" else [array]
    return [np.asarray(p.astype(_plain(element).dtype), order="C") for p in parts]


def _receive(parts, spec: TensorSpec) -> np.ndarray:
    if spec.element.kind != "complex":
        return next(parts).astype(spec.dtype).reshape(spec.shape)
    result = np.empty(spec.shape, spec.dtype)
    result.real = next(parts).reshape(spec.shape)
    result.imag = next(parts).reshape(spec.shape)
    return result


# --- evaluation, in the other process or here --------------------------------------


def _run_here(module: ir.Module, inputs: list[np.ndarray]) -> list[np.ndarray]:
    bytecode = io.BytesIO()
    module.operation.write_bytecode(bytecode)
    return _evaluate(bytecode.getvalue(), inputs)


def _evaluate(bytecode: bytes, inputs: list[np.ndarray]) -> list[np.ndarray]:
    from ..dialect.context import make_context

    context = make_context()
    stablehlo.register_interpreter_dialect(context)
    with context, ir.Location.unknown():
        module = ir.Module.parse(bytecode)
        results = stablehlo.eval_module(module, [_attribute(a) for a in inputs])
        return [np.array(ir.DenseElementsAttr(r)) for r in results]


def main(directory: str) -> None:
    """Evaluate ``@main`` of the program in a directory; see the module's docstring."""
    folder = Path(directory)
    with np.load(folder / _INPUTS) as stored:
        inputs = [stored[str(i)] for i in range(len(stored))]
    results = _evaluate((folder / _MODULE).read_bytes(), inputs)
    np.savez(folder / _RESULTS, **{str(i): a for i, a in enumerate(results)})


def _attribute(array: np.ndarray) -> ir.Attribute:
    signless = array.dtype.kind != "u"
    return ir.DenseElementsAttr.get(array, signless=signless)


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Exception as exc:
        sys.exit(f"{type(exc).__name__}: {exc}")
