"""Just-in-time compilation of a lowered program into this process."""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
from functools import cache

from ..dialect.diagnostics import plain_error
from ..dialect.mlir import execution_engine, ir
from ..passes.lower import external_symbols
from ..passes.vectorize_loops import SCALAR
from .elf import LoadedObject
from .lowering import LoweredProgram

OPT_LEVEL = 2
"""LLVM's optimization level for loops that no schedule has vectorized."""


def optimization_level(module: ir.Module) -> int:
    """Return the level of LLVM's passes for a program: none over code that is vectors already."""
    operations = module.body.operations
    return OPT_LEVEL if any(SCALAR in op.operation.attributes for op in operations) else 0


class JitFunction:
    """Machine code of a lowered program; alive as long as this object is.

    ``address`` is where the function is, ``call(parameters)`` runs it without
    holding the interpreter's lock.  ``parameters`` is the address of an array
    of pointers, one per parameter, each to the parameter's value (a pointer to
    the buffer).
    """

    def __init__(
        self,
        lowered: LoweredProgram,
        opt_level: int | None = None,
        *,
        position_independent: bool = False,
    ):
        if lowered.object is not None:
            self._loaded = LoadedObject(lowered.object, symbol_address)
            self.address = self._loaded.address(f"_mlir_{lowered.symbol}")
        else:
            self.address = self._compile(lowered, opt_level, position_independent)
        self.call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.address)

    def _compile(
        self, lowered: LoweredProgram, opt_level: int | None, position_independent: bool
    ) -> int:
        names = external_symbols(lowered.module.operation)
        missing = [s for s in names if symbol_address(s) is None]
        if missing:
            raise plain_error(f"this system's C library has no {', '.join(missing)}")
        if opt_level is None:
            opt_level = optimization_level(lowered.module)
        self._engine = execution_engine()(
            lowered.module, opt_level=opt_level, shared_libs=[], enable_pic=position_independent
        )
        address = self._engine.raw_lookup(lowered.symbol)
        if not address:
            raise plain_error(
                f"the code of '{lowered.symbol}' cannot be linked into this process "
                "(standard error has the linker's message)"
            )
        return int(address)

    def dump_object(self, path: str) -> None:
        """Write the machine code as a relocatable object file."""
        self._engine.dump_to_object_file(path)


@cache
def symbol_address(symbol: str) -> int | None:
    """Return the address of a symbol that the linker of the JIT finds in this process, or None."""
    for library in _libraries():
        with contextlib.suppress(AttributeError):
            return ctypes.cast(getattr(library, symbol), ctypes.c_void_p).value
    return None


@cache
def _libraries() -> tuple[ctypes.CDLL, ...]:
    libm = ctypes.util.find_library("m")
    return (ctypes.CDLL(None), *([ctypes.CDLL(libm)] if libm else []))
