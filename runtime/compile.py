"""`hlo_opt.compile`: from a program to something that is called."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..dialect.mlir import ir
from ..dialect.parse import Program, as_program
from ..passes.refine_shapes import computes_with_shapes, depends_on_data
from .cache import CompileCache
from .donation import requested
from .dynamic import DynamicExecutable
from .executable import Executable
from .lowering import (
    TARGETS,
    CodeOptions,
    LoweredProgram,
    find_function,
    lower_module,
    private_copy,
)
from .signature import is_dynamic, read_signature
from .threads import threads_for


def compile(
    program: str | bytes | os.PathLike | Program | ir.Module,
    *,
    function: str = "main",
    target: str = "cpu",
    num_threads: int | None = None,
    fast_math: bool = False,
    flush_denormals: bool = False,
    callbacks: Sequence[Callable] = (),
    cache_dir: str | os.PathLike | None = None,
    profile: bool = False,
    donate: bool | int | Iterable[int] = (),
) -> Executable | DynamicExecutable:
    """Compile one function of a StableHLO program for this machine.

    ``program`` is MLIR text, bytecode, a portable artifact, a path or an
    `ir.Module`, which is not changed.  ``num_threads`` is how many threads share
    the work of a call, where there is enough of it; by default as many as the
    process may use, if OpenMP is installed (the extra ``threads``), else one.
    Results do not depend on it.  A function with dynamic shapes, or with sizes
    that it computes from data, is compiled when it is called, for the shapes and
    sizes of the call.  ``fast_math`` gives up the order of float sums and
    products, and the rounding of ``a * b + c`` and ``x / y``, for speed
    (`passes.fast_math`); ``flush_denormals`` takes numbers below the least normal one
    for zero, as XLA and IREE do (`passes.flush_denormals`); products of bf16 on a matrix
    unit always do.  ``callbacks`` are the Python
    functions that JAX's callbacks name by number.  ``cache_dir`` is a directory in which compiled
    programs are kept and found again, also by other processes; by default, the
    one that the environment variable HLO_OPT_CACHE_DIR names, if any.  Programs
    with custom calls, which hold addresses of this process, are not kept.  With
    ``profile``, the code counts the time of its kernels, for `Executable.profile`;
    of dynamic shapes, ask what `DynamicExecutable.specialize` returns.

    Arrays of arguments are not written to, unless their numbers are in ``donate``: a
    result of the type of such an argument is put in its array, and that array is
    returned; what is changed in place is then not copied.  The array must be
    row-major, aligned and writable, and share no memory with another.  With
    ``donate=True``, the arguments are those that the program marks with
    ``tf.aliasing_output`` or ``jax.buffer_donor``, as jax.jit's ``donate_argnums`` does.

    Raises `DiagnosedError` with source locations if the program is not valid
    or uses what is not supported, or if threads are asked for that there are
    not, and ValueError for an unknown target or a ``num_threads`` that is not
    positive.
    """
    if target not in TARGETS:
        raise ValueError(f"unknown target '{target}' (there is {', '.join(TARGETS)})")
    if num_threads is not None and num_threads < 1:
        raise ValueError(f"num_threads must be positive, got {num_threads}")
    filename = "-"  # a module's locations stay as they are
    if not isinstance(program, ir.Module):
        program = as_program(program)
        filename = program.filename
    cache_dir = cache_dir or os.environ.get("HLO_OPT_CACHE_DIR")
    return _Compilation(
        program,
        filename,
        CodeOptions(
            function,
            target,
            threads_for(num_threads),
            fast_math,
            flush_denormals,
            profile,
            requested(donate),
        ),
        callbacks,
        CompileCache(cache_dir) if cache_dir else None,
    ).run()


@dataclass
class _Compilation:
    """One call of `compile`.  The ``options`` are a part of the name in a ``cache``."""

    program: Program | ir.Module
    filename: str
    options: CodeOptions
    callbacks: Sequence[Callable]
    cache: CompileCache | None
    _key: str = field(default="", init=False)

    def run(self) -> Executable | DynamicExecutable:
        """Find the program in the cache, or compile it."""
        if self.cache is not None and isinstance(self.program, Program):
            self._key = self.cache.key(self.program.content, self.options)
            if (found := self.cache.find(self._key)) is not None:
                return self._executable(found)
        function = self.options.function
        with private_copy(self.program) as module:
            arguments, results = read_signature(find_function(module, function))
            dynamic = any(is_dynamic(spec) for spec in (*arguments, *results))
            if dynamic or _depends_on_data(module, function):
                return DynamicExecutable(module, function, self.filename, self._specialized)
            return self._static(module, self._key, self.options)

    def _specialized(self, module: ir.Module, *, probe: bool = False) -> Executable:
        """Compile a program whose shapes have become known, or one that finds out sizes."""
        options = replace(self.options, donate=(), profile=False) if probe else self.options
        if self.cache is None:
            return self._static(module, "", options)
        key = self.cache.key(module.operation.get_asm(), options)
        found = self.cache.find(key)
        return self._executable(found) if found is not None else self._static(module, key, options)

    def _static(self, module: ir.Module, key: str, options: CodeOptions) -> Executable:
        lowered = lower_module(module, options)
        keep = self.cache is not None and not lowered.custom_calls
        made = self._executable(lowered, keep=keep)
        if keep:
            key = key or self.cache.key(self.program.operation.get_asm(), options)
            self.cache.store(key, lowered, made._code)
        return made

    def _executable(self, lowered: LoweredProgram, keep: bool = False) -> Executable:
        options = self.options
        return Executable(
            lowered,
            filename=self.filename,
            callbacks=self.callbacks,
            position_independent=keep,
            for_files=self._for_files if options.threads > 1 or options.profile else None,
        )

    def _for_files(self) -> LoweredProgram:
        """Lower the program anew for a file that is to run anywhere: one thread, no counters."""
        with private_copy(self.program) as module:
            return lower_module(module, replace(self.options, threads=1, profile=False))


def _depends_on_data(module: ir.Module, function: str) -> bool:
    if not computes_with_shapes(module.operation):
        return False
    with private_copy(module) as copy:
        return depends_on_data(copy.operation, find_function(copy, function))
