"""Executables of programs with dynamic shapes: compiled anew for each set of shapes.

The dynamic dimensions of a function's arguments are known when it is called.
Then the program is specialized: argument types are refined, arguments that
decide shapes by their *value* (JAX passes dimensions so) become constants, and
what results is compiled as any static program.  Specializations are kept.

A size that depends on other data stays unknown; compiling then fails with the
location of the operation.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

import numpy as np

from ..dialect.diagnostics import DiagnosedError, error
from ..dialect.mlir import ir
from ..passes.refine_shapes import refine_arguments, shape_arguments
from .arrays import as_input
from .signature import is_dynamic, read_signature

KEPT = 64
"""How many specializations an executable keeps; the least recently used goes first."""


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
        self._kept: OrderedDict[tuple, Callable] = OrderedDict()
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
            found = self._kept.get(key)
            if found is None:
                try:
                    found = self._specialize(inputs)
                except DiagnosedError as exc:
                    raise exc.in_file(self._filename) from None
                self._kept[key] = found
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
        return found

    def _specialize(self, inputs: list[np.ndarray]):
        module = ir.Module.parse(
            self._module.operation.get_asm(binary=True, enable_debug_info=True),
            self._module.context,
        )
        with module.context, ir.Location.unknown():
            entry = _entry(module, self.function)
            for position in self._by_value:
                _fix_value(entry, position, inputs[position])
            types = [
                spec.refined(array.shape)
                for array, spec in zip(inputs, self.arguments, strict=True)
            ]
            refine_arguments(module.operation, entry, types)
            entry = _entry(module, self.function)
            for spec in read_signature(entry)[1]:
                if is_dynamic(spec):
                    raise error(
                        entry,
                        f"{spec.name} is '{spec.type}' although all argument shapes are known: "
                        "sizes that depend on data are not supported, and the shapes of the "
                        "arguments must fit together",
                    )
            return self._compile_static(module)

    def __repr__(self) -> str:
        arguments = ", ".join(spec.type for spec in self.arguments)
        results = ", ".join(spec.type for spec in self.results)
        return f"<DynamicExecutable '{self.function}': ({arguments}) -> ({results})>"


def _entry(module: ir.Module, name: str) -> ir.Operation:
    return ir.SymbolTable(module.operation)[name].operation


def _fix_value(entry: ir.Operation, position: int, array: np.ndarray) -> None:
    """Let the function use ``array`` in place of an argument."""
    block = entry.regions[0].blocks[0]
    argument = block.arguments[position]
    shaped = ir.RankedTensorType.get(array.shape, ir.RankedTensorType(argument.type).element_type)
    value = ir.DenseElementsAttr.get(array, type=shaped)
    constant = ir.Operation.create(
        "stablehlo.constant",
        [shaped],
        attributes={"value": value},
        loc=argument.location,
        ip=ir.InsertionPoint.at_block_begin(block),
    )
    argument.replace_all_uses_with(constant.results[0])
