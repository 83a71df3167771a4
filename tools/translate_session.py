"""The translations of ``hlo-translate``, one function for each form."""

from __future__ import annotations

from types import SimpleNamespace

from ..dialect.diagnostics import plain_error
from ..dialect.mlir import ir, translate_to_llvmir
from ..dialect.parse import Program, is_portable_artifact, parse
from ..passes.contracts import check_contract
from ..passes.upstream import run_upstream
from ..runtime import aot
from ..runtime.lowering import LoweredProgram, lower_program
from ..runtime.portable import resolve_version, serialize
from .cli import write_output
from .interrupts import stoppable
from .progress import progress


def translate(form: str, program: Program, options: SimpleNamespace) -> None:
    """Write ``program`` in ``form`` (of `translate_command.check`) where ``options`` say.

    Raises `DiagnosedError`; then nothing is written.
    """
    if form == "serialize":
        resolve_version(options.target)  # before the program is looked at
    if form == "deserialize" and not (
        isinstance(program.content, bytes) and is_portable_artifact(program.content)
    ):
        raise plain_error(f"'{program.filename}' is not a portable artifact")
    module = parse(program, allow_unregistered=options.allow_unregistered_dialect)
    if options.strip_debuginfo:
        run_upstream("builtin.module(strip-debuginfo)", module.operation, verify=False)
    if form in _CODE:
        _write_code(form, module, program, options)
    else:
        write_output(options.o, _FORMS[form](module, options))


def _text(module: ir.Module, options: SimpleNamespace) -> bytes:
    return str(module).rstrip("\n").encode() + b"\n"


def _bytecode(module: ir.Module, options: SimpleNamespace) -> bytes:
    chunks: list[bytes] = []
    module.operation.write_bytecode(SimpleNamespace(write=lambda data: chunks.append(bytes(data))))
    return b"".join(chunks)


def _artifact(module: ir.Module, options: SimpleNamespace) -> bytes:
    return serialize(module, options.target, allow_other_dialects=options.allow_other_dialects)


def _llvm_ir(module: ir.Module, options: SimpleNamespace) -> bytes:
    if _is_llvm(module):
        check_contract(module.operation, "lower")
        return translate_to_llvmir(module).encode()
    return aot.llvm_ir(_lower(module, options)).encode()


def _is_llvm(module: ir.Module) -> bool:
    return all(op.operation.name.startswith("llvm.") for op in module.body.operations)


_FORMS = {
    "text": _text,
    "deserialize": _text,
    "emit-bytecode": _bytecode,
    "serialize": _artifact,
    "mlir-to-llvmir": _llvm_ir,
}


# --- code -------------------------------------------------------------------------


def _lower(module: ir.Module, options: SimpleNamespace) -> LoweredProgram:
    return lower_program(module, function=options.function, symbol=options.symbol)


def _asm(lowered: LoweredProgram, options: SimpleNamespace) -> bytes:
    return aot.assembly(lowered, options.opt_level).encode()


def _object(lowered: LoweredProgram, options: SimpleNamespace) -> bytes:
    return aot.object_file(lowered, options.opt_level)


def _library(lowered: LoweredProgram, options: SimpleNamespace) -> bytes:
    return aot.shared_library(lowered, options.opt_level)


_CODE = {"asm": _asm, "obj": _object, "shared-lib": _library, "header": None}


def _write_code(form: str, module: ir.Module, program: Program, options: SimpleNamespace) -> None:
    with stoppable(), progress(f"compiling {program.filename}"):
        lowered = _lower(module, options)
        # First, because machine code replaces the module that it is made from.
        header = aot.c_header(lowered, program.filename).encode()
        code = header if form == "header" else _CODE[form](lowered, options)
    if options.header is not None:
        write_output(options.header, header)
    write_output(options.o, code)
