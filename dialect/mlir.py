"""The one door to the compiled MLIR and StableHLO bindings.

No other file names the wheel that carries them.  Everything here is a thin
re-export; what is slow to import is behind a function.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from torch_mlir import ir, passmanager, rewrite
from torch_mlir._mlir_libs import _stablehlo as stablehlo

# For every operation and attribute of a dialect without Python classes the
# bindings look for a module of its name, again and again; this answers at once.
for _dialect in ("stablehlo", "chlo", "vhlo"):
    sys.modules.setdefault(f"{ir.__name__.rpartition('.')[0]}.dialects.{_dialect}", None)

__all__ = [
    "execution_engine",
    "ir",
    "linalg_operations",
    "opt_binary",
    "passmanager",
    "rewrite",
    "stablehlo",
    "translate_to_llvmir",
]


def execution_engine():
    """Return the ``ExecutionEngine`` class (imports the JIT on first use)."""
    from torch_mlir.execution_engine import ExecutionEngine

    return ExecutionEngine


def translate_to_llvmir(module: ir.Module) -> str:
    """Return the LLVM IR text of a module that holds LLVM dialect operations only.

    The translation crashes the process on anything else: the caller checks.
    """
    from torch_mlir.dialects import llvm

    return llvm.translate_module_to_llvmir(module.operation)


@cache
def linalg_operations() -> tuple[str, ...]:
    """Return the names of the operations of linalg that have loops."""
    from torch_mlir.dialects import _linalg_ops_gen

    names = (getattr(c, "OPERATION_NAME", "") for c in vars(_linalg_ops_gen).values())
    return tuple(sorted({n for n in names if n} - {"linalg.index", "linalg.yield"}))


def opt_binary() -> Path:
    """Return the path of the C++ ``opt`` driver that ships beside the bindings."""
    return Path(ir.__file__).parent / "_mlir_libs" / "torch-mlir-opt"
