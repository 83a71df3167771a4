"""From a program to code for one entry point, ready to be emitted or run.

This is where a program that users hold meets the pipeline: the function they
asked for is isolated, its signature noted, and the named pipeline of the
target run on a copy.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ..dialect.diagnostics import DiagnosedError, error, plain_error
from ..dialect.mlir import ir
from ..dialect.parse import Program, as_program, parse
from ..passes.custom_calls.description import CustomCall, read_description
from ..passes.custom_calls.lower import CUSTOM_CALLS
from ..passes.instrument_kernels import KernelWatch
from ..passes.kernel_work import Kernel
from ..passes.legalize_to_linalg import DONATED, SYMBOL
from ..passes.loop_work import BRIEF
from ..passes.manager import Instrumentation, run_pipeline
from ..passes.memory import SCRATCH_BYTES
from ..passes.pipeline import closest
from ..passes.pipelines import named_pipeline
from ..passes.upstream import run_upstream
from .donation import Donate, pair_donations
from .signature import TensorSpec, is_dynamic, read_signature

TARGETS = ("cpu",)


@dataclass(frozen=True)
class LoweredProgram:
    """An entry point in the LLVM dialect and how to call it.

    ``symbol`` takes a pointer for each of ``arguments``, each of ``results``
    and ``scratch_bytes`` bytes of scratch memory, in this order.  ``donated`` has,
    by number, the results that are put in the array of an argument instead.  One with
    ``custom_calls`` also takes a pointer to a ``Run`` (`passes.custom_calls.abi`),
    which has their handlers.  One that is ``brief`` runs for some microseconds, whatever
    arrays hold.  If it is profiled, the end of scratch memory has counters for
    ``kernels`` (`passes.instrument_kernels`).  One from the cache has no ``module``
    but the machine code, an ``object`` file.
    """

    module: ir.Module | None
    symbol: str
    function: str
    arguments: tuple[TensorSpec, ...]
    results: tuple[TensorSpec, ...]
    scratch_bytes: int
    custom_calls: tuple[CustomCall, ...] = ()
    object: bytes | None = None
    threads: int = 1
    brief: bool = False
    kernels: tuple[Kernel, ...] | None = None
    donated: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class CodeOptions:
    """What is asked of the code of a function; `hlo_opt.compile` says what each means."""

    function: str = "main"
    target: str = "cpu"
    threads: int = 1
    fast_math: bool = False
    flush_denormals: bool = False
    profile: bool = False
    donate: Donate = ()


def lower_program(
    program: str | bytes | os.PathLike | Program | ir.Module,
    *,
    function: str = "main",
    target: str = "cpu",
    symbol: str | None = None,
    fast_math: bool = False,
    flush_denormals: bool = False,
    instrumentations: Sequence[Instrumentation] = (),
    donate: Donate = (),
) -> LoweredProgram:
    """Lower one function of a program; see `hlo_opt.compile` for the parameters.

    ``symbol`` is the name of the emitted entry point, by default made of the
    function's.  An `ir.Module` is not changed.  Raises `DiagnosedError` if the
    program is not valid, has no such function or cannot be lowered, and
    ValueError for an unknown target.
    """
    if target not in TARGETS:
        raise ValueError(f"unknown target '{target}' (there is {', '.join(TARGETS)})")
    options = CodeOptions(
        function, target, fast_math=fast_math, flush_denormals=flush_denormals, donate=donate
    )
    with private_copy(program) as module:
        return lower_module(module, options, symbol, instrumentations)


def lower_module(
    module: ir.Module,
    options: CodeOptions,
    symbol: str | None = None,
    instrumentations: Sequence[Instrumentation] = (),
) -> LoweredProgram:
    """Lower one function of ``module``, in place; see `lower_program`."""
    name = f"{options.target}-fast-math" if options.fast_math else options.target
    pipeline = named_pipeline(
        name,
        threads=options.threads,
        profile=options.profile,
        flush_denormals=options.flush_denormals,
    )
    watch = [KernelWatch()] if options.profile else []
    lowered = _lower(module, options, pipeline, symbol, [*instrumentations, *watch])
    return replace(lowered, threads=options.threads, kernels=watch[0].profiled if watch else None)


def _lower(module, options: CodeOptions, pipeline, symbol, instrumentations) -> LoweredProgram:
    function = options.function
    entry = _isolate(module, function)
    arguments, results = read_signature(entry)
    for spec in (*arguments, *results):
        if is_dynamic(spec):
            raise error(
                entry,
                f"{spec.name} is '{spec.type}': code for shapes that are not known needs the "
                "arrays of a call, which hlo-run and hlo_opt.compile have",
            )
    donated = pair_donations(entry, options.donate, arguments, results)
    if donated:
        donors = [donated.get(n, -1) for n in range(len(results))]
        entry.attributes[DONATED] = ir.DenseI64ArrayAttr.get(donors)
    # No name of a function that compiled code calls, or that a pass makes, starts so.
    name = "hlo_" + re.sub(r"\W", "_", function, flags=re.ASCII)
    entry.attributes[SYMBOL] = ir.StringAttr.get(name)
    run_pipeline(pipeline, module.operation, instrumentations)
    lowered = {
        ir.StringAttr(op.attributes["sym_name"]).value: op.operation
        for op in module.body.operations
    }
    if symbol is not None and symbol != name:
        if symbol in lowered:
            raise plain_error(f"the entry point cannot be called '{symbol}': the code has one")
        lowered[name].attributes["sym_name"] = ir.StringAttr.get(symbol)
    attributes = lowered[name].attributes
    scratch_bytes = ir.IntegerAttr(attributes[SCRATCH_BYTES]).value
    calls = attributes[CUSTOM_CALLS] if CUSTOM_CALLS in attributes else ()
    return LoweredProgram(
        module,
        symbol or name,
        function,
        arguments,
        results,
        scratch_bytes,
        tuple(read_description(call) for call in calls),
        brief=BRIEF in attributes,
        donated=donated,
    )


def find_function(module: ir.Module, name: str) -> ir.Operation:
    """Return the function of that name; raises `DiagnosedError` with those that there are."""
    functions = _functions(module)
    if name not in functions:
        names = ", ".join(functions) if functions else "none"
        raise plain_error(
            f"no function '{name}' (the program has {names}){closest(name, list(functions))}"
        )
    return functions[name]


def _functions(module: ir.Module) -> dict[str, ir.Operation]:
    return {
        ir.StringAttr(op.attributes["sym_name"]).value: op.operation
        for op in module.body.operations
        if op.operation.name == "func.func" and len(op.regions[0].blocks)
    }


def _isolate(module: ir.Module, name: str) -> ir.Operation:
    """Return the function of that name; remove what it does not use."""
    entry = find_function(module, name)
    for other, op in _functions(module).items():
        visibility = "public" if other == name else "private"
        op.attributes["sym_visibility"] = ir.StringAttr.get(visibility)
    run_upstream("builtin.module(symbol-dce)", module.operation, verify=False)
    return entry


@contextmanager
def private_copy(
    program: str | bytes | os.PathLike | Program | ir.Module,
) -> Iterator[ir.Module]:
    """Parse a program, or copy a module, for changes; its context is the current one inside.

    Errors raised inside name the source of the program.
    """
    if isinstance(program, ir.Module):
        with program.context, ir.Location.unknown():
            yield copy_module(program)
        return
    program = as_program(program)
    module = parse(program)
    try:
        with module.context, ir.Location.unknown():
            yield module
    except DiagnosedError as exc:
        raise exc.in_file(program.filename) from None


def copy_module(module: ir.Module) -> ir.Module:
    """Return a copy of a module."""
    copy = ir.Module.create(loc=module.operation.location)
    ip = ir.InsertionPoint(copy.body)
    for op in module.body.operations:
        op.operation.clone(ip)
    for name in module.operation.attributes:
        copy.operation.attributes[name] = module.operation.attributes[name]
    return copy
