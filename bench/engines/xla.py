"""XLA:CPU through jaxlib's client, on arrays that are on the device already."""

from __future__ import annotations

import time
from pathlib import Path

import jax
from jax.extend import backend
from jaxlib import xla_client
from jaxlib.cpu import _lapack

_client = None


def start(threads: int) -> None:
    """Create the client and make LAPACK known to it."""
    global _client
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_platforms", "cpu")
    _client = backend.get_backend("cpu")
    _lapack.initialize()
    for name, handler in _lapack.registrations().items():
        version = 1 if name.endswith("_ffi") else 0
        xla_client.register_custom_call_target(name, handler, platform="cpu", api_version=version)


def prepare(path: Path, inputs, threads: int):
    """Compile; see `bench.engines`."""
    program = path.read_bytes()
    devices = xla_client.DeviceList(tuple(_client.devices()[:1]))
    begin = time.perf_counter()
    executable = _client.compile_and_load(program, devices, xla_client.CompileOptions())
    seconds = time.perf_counter() - begin
    arguments = [jax.device_put(x) for x in inputs]
    for argument in arguments:
        argument.block_until_ready()

    def run():
        results = executable.execute(arguments)
        for result in results:
            result.block_until_ready()
        return results

    return run, seconds
