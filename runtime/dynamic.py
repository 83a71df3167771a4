"""Executables of programs with dynamic shapes: compiled anew for each set of shapes.

The dynamic dimensions of a function's arguments are known when it is called.
Then the program is specialized: argument types are refined, arguments that
decide shapes by their *value* (JAX passes dimensions so) become constants, and
what results is compiled as any static program.  Specializations are kept.

A size that depends on other data is computed first: what computes it, which is
static, is compiled by itself and run, and the program specialized again to the
outcome.  A call then runs one probe for each such size, and the program.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..dialect.diagnostics import DiagnosedError, error
from ..dialect.mlir import ir
from ..dialect.types import element_type_of_dtype
from ..passes.refine_shapes import (
    refine_again,
    refine_arguments,
    shape_arguments,
    unknown_sizes,
)
from ..passes.upstream import run_upstream
from .arrays import as_input
from .signature import is_dynamic, read_signature

if TYPE_CHECKING:
    from .executable import Executable

KEPT = 64
"""How many specializations an executable keeps; the least recently used goes first."""


class _Kept:
    """Up to `KEPT` specializations, by what they are specialized to."""

    def __init__(self):
        self._found: OrderedDict[tuple, _Stage] = OrderedDict()

    def get(self, key: tuple, make: Callable[[], _Stage]) -> _Stage:
        """Return the specialization for ``key``, made now if it is not kept."""
        if key not in self._found:
            self._found[key] = make()
            if len(self._found) > KEPT:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        return self._found[key]


@dataclass
class _Stage:
    """A specialized program: an executable or, as long as sizes are unknown, a probe for them.

    ``unknown`` says which they are: the place of an operation, and its operands.
    """

    executable: Executable | None = None
    probe: Executable | None = None
    module: ir.Module | None = None
    unknown: tuple[int, list[int]] | None = None
    kept: _Kept = field(default_factory=_Kept)


class DynamicExecutable:
    """A compiled function whose array shapes may differ from call to call.

    It is called as an `Executable` is; ``arguments`` and ``results`` have None
    for dynamic dimensions.  The first call with new shapes compiles.
    """

    def __init__(self, module: ir.Module, function: str, filename: str, compile_static: Callable):
        self.function = function
        self._filename = filename  # for messages
        entry = _entry(module, function)
        self.arguments, self.results = read_signature(entry)
        self._module = module
        self._compile_static = compile_static
        self._by_value = shape_arguments(entry)
        self._kept = _Kept()
        self._lock = threading.Lock()

    def __call__(self, *arrays) -> np.ndarray | tuple[np.ndarray, ...]:
        """Run on ``arrays``; see `Executable.__call__`.

        Raises `DiagnosedError` if the shapes do not fit together in the
        program, or a size depends on more than shapes and dimension arguments.
        """
        return self.specialize(*arrays)(*arrays)

    def specialize(self, *arrays):
        """Return the `Executable` for the shapes (and dimension arguments) of ``arrays``."""
        if len(arrays) != len(self.arguments):
            raise TypeError(
                f"'{self.function}' takes {len(self.arguments)} arguments, got {len(arrays)}"
            )
        inputs = [
            as_input(array, spec, i)
            for i, (array, spec) in enumerate(zip(arrays, self.arguments, strict=True))
        ]
        values = tuple(inputs[i].tobytes() for i in self._by_value)
        key = (tuple(array.shape for array in inputs), values)
        with self._lock:
            try:
                stage = self._kept.get(key, lambda: self._first_stage(inputs))
                while stage.probe is not None:
                    sizes = stage.probe(*arrays)
                    sizes = sizes if isinstance(sizes, tuple) else (sizes,)
                    key = tuple(size.tobytes() for size in sizes)
                    stage = stage.kept.get(key, lambda at=stage, n=sizes: self._next_stage(at, n))
            except DiagnosedError as exc:
                raise exc.in_file(self._filename) from None
        return stage.executable

    def _first_stage(self, inputs: list[np.ndarray]) -> _Stage:
        """Specialize the program to the shapes of ``inputs``."""
        module = _copy(self._module)
        with module.context, ir.Location.unknown():
            entry = _entry(module, self.function)
            for position in self._by_value:
                _fix_argument(entry, position, inputs[position])
            types = [
                spec.refined(array.shape)
                for array, spec in zip(inputs, self.arguments, strict=True)
            ]
            refine_arguments(module.operation, entry, types)
            return self._stage(module)

    def _next_stage(self, stage: _Stage, sizes: tuple[np.ndarray, ...]) -> _Stage:
        """Specialize the program of a stage to what its probe has computed."""
        module = _copy(stage.module)
        with module.context, ir.Location.unknown():
            entry = _entry(module, self.function)
            place, positions = stage.unknown
            op = entry.regions[0].blocks[0].operations[place].operation
            for position, array in zip(positions, sizes, strict=True):
                op.operands[position] = _constant(op, array, ir.InsertionPoint(op))
            refine_again(module.operation, entry)
            return self._stage(module)

    def _stage(self, module: ir.Module) -> _Stage:
        entry = _entry(module, self.function)
        unknown = unknown_sizes(entry)
        if unknown is None:
            for spec in read_signature(entry)[1]:
                if is_dynamic(spec):
                    raise error(
                        entry,
                        f"{spec.name} is '{spec.type}' although all argument shapes are known: "
                        "the shapes of the arguments must fit together, and sizes must not be "
                        "computed in loops or branches",
                    )
            return _Stage(executable=self._compile_static(module))
        probe = self._compile_static(_probe(module, self.function, unknown), probe=True)
        return _Stage(probe=probe, module=module, unknown=unknown)

    def __repr__(self) -> str:
        arguments = ", ".join(spec.type for spec in self.arguments)
        results = ", ".join(spec.type for spec in self.results)
        return f"<DynamicExecutable '{self.function}': ({arguments}) -> ({results})>"


def _entry(module: ir.Module, name: str) -> ir.Operation:
    return ir.SymbolTable(module.operation)[name].operation


def _copy(module: ir.Module) -> ir.Module:
    text = module.operation.get_asm(binary=True, enable_debug_info=True)
    return ir.Module.parse(text, module.context)


def _probe(module: ir.Module, function: str, unknown: tuple[int, list[int]]) -> ir.Module:
    """Return a program that returns the sizes that an operation is given."""
    probe = _copy(module)
    entry = _entry(probe, function)
    block = entry.regions[0].blocks[0]
    place, positions = unknown
    op = block.operations[place].operation
    sizes = [op.operands[i] for i in positions]
    last = block.operations[len(block.operations) - 1].operation
    ir.Operation.create("func.return", operands=sizes, loc=op.location, ip=ir.InsertionPoint(last))
    last.erase()
    signature = ir.FunctionType.get([a.type for a in block.arguments], [v.type for v in sizes])
    entry.attributes["function_type"] = ir.TypeAttr.get(signature)
    run_upstream("builtin.module(canonicalize)", probe.operation, verify=False)
    return probe


def _fix_argument(entry: ir.Operation, position: int, array: np.ndarray) -> None:
    """Let the function use ``array`` in place of an argument."""
    block = entry.regions[0].blocks[0]
    argument = block.arguments[position]
    at = ir.InsertionPoint.at_block_begin(block)
    argument.replace_all_uses_with(_constant(argument, array, at))


def _constant(like, array: np.ndarray, at: ir.InsertionPoint) -> ir.Value:
    """Return a constant of ``array`` at a place, with the location of ``like``."""
    element = ir.Type.parse(element_type_of_dtype(array.dtype).name)
    shaped = ir.RankedTensorType.get(array.shape, element)
    value = ir.DenseElementsAttr.get(np.ascontiguousarray(array), type=shaped)
    return ir.Operation.create(
        "stablehlo.constant", [shaped], attributes={"value": value}, loc=like.location, ip=at
    ).results[0]
