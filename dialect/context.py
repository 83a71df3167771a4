"""MLIR contexts with every dialect and pass that this project uses.

A context costs about 15 ms; ``default_context()`` is made once per process and
shared by the Python API.  The command line tools make their own.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from .mlir import ir, passmanager, stablehlo

# No call of the bindings registers CHLO and VHLO; these passes depend on them,
# so running each once on an empty module loads the dialects.
_DIALECT_LOADERS = (
    "builtin.module(func.func(stablehlo-complex-math-expander))",
    "builtin.module(stablehlo-legalize-to-vhlo)",
)


@cache
def _register_passes() -> None:
    stablehlo.register_stablehlo_passes()


def make_context() -> ir.Context:
    """Return a new context with StableHLO, CHLO, VHLO and all upstream dialects.

    Unregistered dialects are allowed at parse time, because programs carry
    attributes of dialects that nothing here registers (``mhlo``, ``sdy``);
    `dialect.parse` rejects unregistered *operations*.
    """
    _register_passes()
    context = ir.Context()
    context.enable_multithreading(False)
    stablehlo.register_dialect(context, load=True)
    context.allow_unregistered_dialects = True
    with context, ir.Location.unknown():
        empty = ir.Module.create()
        for pipeline in _DIALECT_LOADERS:
            passmanager.PassManager.parse(pipeline).run(empty.operation)
    return context


@cache
def default_context() -> ir.Context:
    """Return the process-wide context that the Python API uses."""
    return make_context()


def registered_dialects() -> tuple[str, ...]:
    """Return the names of the dialects that a context knows."""
    return _generated_list("registered_dialects.txt")


def stablehlo_operations() -> tuple[str, ...]:
    """Return the names of the operations of StableHLO, such as ``stablehlo.add``."""
    return _generated_list("stablehlo_operations.txt")


@cache
def _generated_list(filename: str) -> tuple[str, ...]:
    """Read a list that ``python -m hlo_opt.tools.list_upstream`` wrote.

    The bindings cannot list what they register.  A unit test checks the file,
    whose first line names the version of the bindings.
    """
    return tuple(Path(__file__).with_name(filename).read_text().splitlines()[1:])
