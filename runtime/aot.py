"""Compiled programs as files: LLVM IR, object files, shared libraries, and a C header."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .. import __version__
from ..dialect.diagnostics import plain_error
from ..dialect.mlir import translate_to_llvmir
from ..dialect.types import ElementType
from .jit import OPT_LEVEL, JitFunction
from .lowering import LoweredProgram
from .signature import TensorSpec


def llvm_ir(lowered: LoweredProgram) -> str:
    """Return the LLVM IR of a program, as text, before LLVM optimizes it."""
    return translate_to_llvmir(lowered.module)


def object_file(lowered: LoweredProgram, opt_level: int = OPT_LEVEL) -> bytes:
    """Return a relocatable, position-independent object file for this machine's processor."""
    if lowered.object is not None:
        return lowered.object
    with tempfile.TemporaryDirectory(prefix="hlo-object-") as directory:
        path = os.path.join(directory, "program.o")
        JitFunction(lowered, opt_level, position_independent=True).dump_object(path)
        return Path(path).read_bytes()


def shared_library(lowered: LoweredProgram, opt_level: int = OPT_LEVEL) -> bytes:
    """Return a shared library for this machine's processor, linked by the system's C compiler.

    ``CC`` names the compiler.  Raises `DiagnosedError` if there is none.
    """
    compiler = _find([os.environ["CC"]] if os.environ.get("CC") else ["cc", "gcc", "clang"])
    if compiler is None:
        raise plain_error(
            "a shared library is linked with a C compiler, and there is none "
            "(install one, name it in the environment variable CC, or emit an object file)"
        )
    with tempfile.TemporaryDirectory(prefix="hlo-library-") as directory:
        source, result = (os.path.join(directory, name) for name in ("program.o", "program.so"))
        Path(source).write_bytes(object_file(lowered, opt_level))
        _run([*compiler, "-shared", "-o", result, source, "-lm"])
        return Path(result).read_bytes()


def assembly(lowered: LoweredProgram, opt_level: int = OPT_LEVEL) -> str:
    """Return the machine code of a program as assembly text, for reading.

    The bindings have no printer of assembly, so this is the object file
    disassembled.  Raises `DiagnosedError` if there is no ``objdump``.
    """
    disassembler = _find(["objdump", "llvm-objdump"])
    if disassembler is None:
        raise plain_error("assembly is printed by objdump (GNU binutils), and there is none")
    with tempfile.TemporaryDirectory(prefix="hlo-assembly-") as directory:
        source = os.path.join(directory, "program.o")
        Path(source).write_bytes(object_file(lowered, opt_level))
        text = _run([*disassembler, "-d", "-r", "--no-show-raw-insn", source])
    start = text.find("Disassembly of section")
    return text[start:] if start >= 0 else text


def _find(candidates: Sequence[str]) -> list[str] | None:
    """Return the command, split at blanks, of the first candidate that can be run."""
    for candidate in candidates:
        command = candidate.split()
        if command and shutil.which(command[0]):
            return command
    return None


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode:
        words = [line for line in done.stderr.splitlines() if line.strip()]
        raise plain_error(f"'{command[0]}' failed with status {done.returncode}", *words[:5])
    return done.stdout


# --- the header -------------------------------------------------------------------

_HEADER = """\
/* {function} of {source}, compiled by hlo-opt {version}. */
#ifndef {guard}_H
#define {guard}_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

/* The bytes of scratch memory that a call needs, at an address that 64 divides. */
#define {guard}_SCRATCH_BYTES {scratch_bytes}
{custom_calls}
/* Arrays are dense and row-major. Arguments that are const are only read and may
   be the same memory; all else must overlap nothing. Threads may call it at the
   same time, each with scratch memory of its own{each_run}. */
void {symbol}({parameters});

#ifdef __cplusplus
}}
#endif

#endif
"""

_EACH_RUN = """,
   and with a run (hlo_ffi_new_run) of its own, which has the handlers of custom
   calls; if one fails, the results are not complete and the run has its error"""


def c_header(lowered: LoweredProgram, source: str) -> str:
    """Return a C (and C++) header that declares the entry point; ``source`` names the program."""
    receives = {i: f"; result {n} is put here" for n, i in lowered.donated.items()}
    unused = {n: f"; not used, result {n} is in arg{i}" for n, i in lowered.donated.items()}
    parameters = [
        "const " * (i not in receives) + _parameter(s, f"arg{i}", receives.get(i, ""))
        for i, s in enumerate(lowered.arguments)
    ]
    parameters += [
        _parameter(s, f"result{n}", unused.get(n, "")) for n, s in enumerate(lowered.results)
    ]
    name = re.sub(r"\W", "_", lowered.symbol, flags=re.ASCII)
    last, custom_calls, each_run = ["void *scratch"], "", ""
    if lowered.custom_calls:
        from .ffi.c_host import host_declarations, registration

        targets = [call.target for call in lowered.custom_calls]
        custom_calls = "\n" + host_declarations() + registration(name, targets)
        last = ["void *scratch,", "void *run"]
        each_run = _EACH_RUN
    return _HEADER.format(
        function=f"@{lowered.function}",
        source=source.replace("*/", "* /"),
        version=__version__,
        guard=name.upper(),
        custom_calls=custom_calls,
        each_run=each_run,
        scratch_bytes=lowered.scratch_bytes,
        symbol=lowered.symbol,
        parameters="".join(f"\n    {p}" for p in [*parameters, *last]),
    )


def _parameter(spec: TensorSpec, name: str, more: str) -> str:
    c_type, note = _c_type(spec.element)
    return f"{c_type} *{name}, /* {spec.type}{note}{more} */"


def _c_type(element: ElementType) -> tuple[str, str]:
    """Return the C type of an element, and what else one must know of it."""
    if element.kind == "bool":
        return "bool", ""
    if element.kind == "complex":
        return {32: "float", 64: "double"}[element.width], ": real, imaginary, real, ..."
    if element.kind == "float":
        if element.width >= 32:
            return {32: "float", 64: "double"}[element.width], ""
        return f"uint{8 * element.dtype.itemsize}_t", ": bit patterns"
    c_type = f"{'u' * (element.kind == 'uint')}int{max(element.width, 8)}_t"
    return c_type, ": one byte each" if element.width < 8 else ""
