"""Handlers that nobody registered: looked for when a program calls them.

LAPACK comes from jaxlib if it is installed, else from scipy; other targets
from what JAX has registered in this process.
"""

from __future__ import annotations

import importlib.util
import sys

from .registry import find_target, register_ffi_target

_LAPACK_PREFIX = "lapack_"

JAX_CALLBACKS = (
    "xla_ffi_python_cpu_callback",
    "xla_ffi_partitioned_python_cpu_callback",
    "xla_buffer_python_cpu_callback",
)
"""Targets of calls of Python functions; the handlers in jaxlib work inside JAX only."""


def provide(name: str) -> None:
    """Register a handler for ``name`` if one can be found."""
    for provider in (_from_jax, _lapack_of_jaxlib, _lapack_of_scipy):
        handler = provider(name)
        if handler is not None and find_target(name) is None:
            register_ffi_target(name, handler)
            return


def _from_jax(name: str):
    """Return what is registered with JAX, if the process uses that."""
    client = sys.modules.get("jaxlib.xla_client")
    if client is None or name.startswith(_LAPACK_PREFIX) or name in JAX_CALLBACKS:
        return None
    return client.custom_call_targets("Host").get(name)


def _lapack_of_jaxlib(name: str):
    if not name.startswith(_LAPACK_PREFIX) or importlib.util.find_spec("jaxlib") is None:
        return None
    from jaxlib.cpu import _lapack

    handler = _lapack.registrations().get(name)
    if handler is not None:
        _lapack.initialize()  # loads scipy's LAPACK; without it, handlers crash
    return handler


def _lapack_of_scipy(name: str):
    if not name.startswith(_LAPACK_PREFIX) or importlib.util.find_spec("scipy") is None:
        return None
    from .lapack import lapack_function

    return lapack_function(name)
