"""Just-in-time compilation of a lowered program into this process."""

from __future__ import annotations

import ctypes
import ctypes.util
from functools import cache

from ..dialect.diagnostics import plain_error
from ..dialect.mlir import execution_engine, ir
from ..passes.lower import external_symbols
from ..passes.vectorize_loops import SCALAR
from .lowering import LoweredProgram

OPT_LEVEL = 2
"""LLVM's optimization level for loops that no schedule has vectorized."""


def optimization_level(module: ir.Module) -> int:
    """Return the level of LLVM's passes for a program: none over code that is vectors already."""
    operations = module.body.operations
    return OPT_LEVEL if any(SCALAR in op.operation.attributes for op in operations) else 0


class JitFunction:
    """Machine code of a lowered program; alive as long as this object is.

    ``call(address)`` runs it without holding the interpreter's lock.
    ``address`` is that of an array of pointers, one per parameter, each to
    the parameter's value (a pointer to the buffer).
    """

    def __init__(
        self,
        lowered: LoweredProgram,
        opt_level: int | None = None,
        *,
        position_independent: bool = False,
    ):
        missing = [s for s in external_symbols(lowered.module.operation) if not _resolves(s)]
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
        self.address = int(address)
        """Where the function is."""
        self.call = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)

    def dump_object(self, path: str) -> None:
        """Write the machine code as a relocatable object file."""
        self._engine.dump_to_object_file(path)


@cache
def _resolves(symbol: str) -> bool:
    """Tell whether the linker of the JIT, which looks in this process, will find a symbol."""
    return any(hasattr(library, symbol) for library in _libraries())


@cache
def _libraries() -> tuple[ctypes.CDLL, ...]:
    libm = ctypes.util.find_library("m")
    return (ctypes.CDLL(None), *([ctypes.CDLL(libm)] if libm else []))
