"""hlo-opt: check, explain, legalize, compile and run StableHLO programs.

The public face of the project: names are resolved on first use, so that
``import hlo_opt`` (and ``hlo-opt --version``) does not load the MLIR bindings.
"""

from importlib import import_module

__version__ = "0.1.0"

_EXPORTS = {
    "compile": "hlo_opt.runtime.compile",
    "Executable": "hlo_opt.runtime.executable",
    "parse": "hlo_opt.dialect.parse",
    "ProgramBuilder": "hlo_opt.dialect.build",
    "verify": "hlo_opt.dialect.verify",
    "DiagnosedError": "hlo_opt.dialect.diagnostics",
    "hlo_pass": "hlo_opt.passes.registry",
    "CustomCallError": "hlo_opt.runtime.ffi.errors",
    "ffi_target": "hlo_opt.runtime.ffi.registry",
    "ffi_user_data": "hlo_opt.runtime.ffi.state",
    "register_ffi_target": "hlo_opt.runtime.ffi.registry",
    "register_ffi_type": "hlo_opt.runtime.ffi.registry",
}

# What has another name where it is defined.
_RENAMED = {"verify": "verified"}

__all__ = [*_EXPORTS, "__version__"]


def __getattr__(name: str):
    if name in _EXPORTS:
        return getattr(import_module(_EXPORTS[name]), _RENAMED.get(name, name))
    raise AttributeError(f"module 'hlo_opt' has no attribute {name!r}")


def __dir__():
    return sorted(__all__)
