"""Programs around one custom call."""

from __future__ import annotations

import itertools

from ops.harness import type_of

import hlo_opt

_names = itertools.count()


def call_text(target: str, arguments, results: list[str], config: str = "", more: str = "") -> str:
    """Return a program that returns what one call of XLA FFI returns.

    ``config`` are the entries of its backend_config, ``more`` other attributes.
    """
    types = [type_of(a) for a in arguments]
    parameters = ", ".join(f"%{i}: {t}" for i, t in enumerate(types))
    operands = ", ".join(f"%{i}" for i in range(len(types)))
    returned = ", ".join(f"%r#{i}" for i in range(len(results)))
    left = f"%r:{len(results)} = " if results else ""
    attributes = ", ".join(
        part for part in (f"backend_config = {{{config}}}, api_version = 4 : i32", more) if part
    )
    return f"""
func.func @main({parameters}) -> ({", ".join(results)}) {{
  {left}stablehlo.custom_call @{target}({operands}) {{{attributes}}}
    : ({", ".join(types)}) -> ({", ".join(results)})
  return{f" {returned} : {', '.join(results)}" if results else ""}
}}"""


def run_call(target: str, arguments, results: list[str], config: str = "", more: str = ""):
    """Compile and run `call_text`."""
    return hlo_opt.compile(call_text(target, arguments, results, config, more))(*arguments)


def register(function, **options) -> str:
    """Register a handler under a name of its own; returns that."""
    name = f"test.handler_{next(_names)}"
    hlo_opt.register_ffi_target(name, function, **options)
    return name
