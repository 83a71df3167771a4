"""What a custom call costs: ``python -m bench.ffi``, beside XLA's own call of the same handler.

A program of 256 calls in a row is run, and one of a single call; a call costs
the difference divided by 255.  The handler, in C++ against jaxlib's headers,
has three buffers (2x3 floats) and one attribute; the Python function is the
same in numpy.  The Python named by ``HLO_BENCH_PYTHON_XLA`` has JAX, if this
one has not.
"""

from __future__ import annotations

import ctypes
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

CALLS = 256
HANDLER = """
#include "xla/ffi/api/ffi.h"
namespace ffi = xla::ffi;
static ffi::Error Axpy(float a, ffi::BufferR2<ffi::F32> x, ffi::BufferR2<ffi::F32> y,
                       ffi::ResultBufferR2<ffi::F32> out) {
  for (size_t i = 0; i < x.element_count(); ++i)
    out->typed_data()[i] = a * x.typed_data()[i] + y.typed_data()[i];
  return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(axpy, Axpy, ffi::Ffi::Bind().Attr<float>("a")
    .Arg<ffi::BufferR2<ffi::F32>>().Arg<ffi::BufferR2<ffi::F32>>().Ret<ffi::BufferR2<ffi::F32>>());
"""


def axpy(x, y, out, *, a):
    """The handler as a Python function."""
    np.multiply(x, a, out=out)
    np.add(out, y, out=out)


def program(target: str, calls: int) -> str:
    """Return a program of ``calls`` calls, each of which needs the one before."""
    lines = [
        f"%{i + 1} = stablehlo.custom_call @{target}(%x, %{i}) "
        "{backend_config = {a = 2.0 : f32}, api_version = 4 : i32} "
        ": (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"
        for i in range(calls)
    ]
    return (
        "func.func @main(%x: tensor<2x3xf32>, %0: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
        + "\n".join([*lines, f"return %{calls} : tensor<2x3xf32>"])
        + "\n}"
    )


def per_call(compile) -> dict[str, float]:
    """Return the nanoseconds of a call by target; ``compile(text)`` returns a function."""
    return {
        target: (_seconds(compile(program(target, CALLS))) - _seconds(compile(program(target, 1))))
        / (CALLS - 1)
        * 1e9
        for target in ("axpy_native", "axpy_python")
    }


def _seconds(run) -> float:
    """Return the least time of a run: whatever disturbs it only adds."""
    for _ in range(10):
        run()
    times = []
    end = time.perf_counter() + 0.3
    while time.perf_counter() < end:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def ours(library: str) -> dict[str, float]:
    """Measure this project."""
    import hlo_opt

    hlo_opt.register_ffi_target("axpy_native", ctypes.CDLL(library).axpy)
    hlo_opt.register_ffi_target("axpy_python", axpy)
    arrays = np.ones((2, 3), np.float32), np.zeros((2, 3), np.float32)

    def compile(text: str):
        executable = hlo_opt.compile(text)
        return lambda: executable(*arrays)

    return per_call(compile)


def xla(library: str) -> dict[str, float]:
    """Measure JAX: ``jax.ffi.ffi_call`` and ``jax.pure_callback``."""
    import jax

    jax.config.update("jax_platforms", "cpu")
    handler = jax.ffi.pycapsule(ctypes.CDLL(library).axpy)
    jax.ffi.register_ffi_target("axpy_native", handler, platform="cpu")
    shape = jax.ShapeDtypeStruct((2, 3), np.float32)
    native = jax.ffi.ffi_call("axpy_native", shape)
    calls = {
        "axpy_native": lambda x, y: native(x, y, a=np.float32(2)),
        "axpy_python": lambda x, y: jax.pure_callback(lambda x, y: 2 * x + y, shape, x, y),
    }
    arrays = jax.numpy.ones((2, 3)), jax.numpy.zeros((2, 3))

    def compile(text: str):
        target, count = text.split("@")[2].split("(")[0], text.count("custom_call")

        def chain(x, y):
            for _ in range(count):
                y = calls[target](x, y)
            return y

        jitted = jax.jit(chain)
        return lambda: jitted(*arrays).block_until_ready()

    return per_call(compile)


def main() -> None:
    """Measure both, in turns, each in its own process, and print the least and the median."""
    if len(sys.argv) == 3:
        print(json.dumps({"ours": ours, "xla": xla}[sys.argv[1]](sys.argv[2])))
        return
    include = Path(importlib.util.find_spec("jaxlib").submodule_search_locations[0]) / "include"
    engines = {
        "ours": sys.executable,
        "xla": os.environ.get("HLO_BENCH_PYTHON_XLA", sys.executable),
    }
    found = {engine: [] for engine in engines}
    with tempfile.TemporaryDirectory(prefix="hlo-bench-") as directory:
        source, library = Path(directory) / "axpy.cc", f"{directory}/libaxpy.so"
        source.write_text(HANDLER)
        flags = ["-std=c++17", "-O2", "-w", "-shared", "-fPIC", f"-I{include}"]
        subprocess.run(["g++", *flags, str(source), "-o", library], check=True)
        for _ in range(5):
            for engine, python in engines.items():
                command = [python, "-m", "bench.ffi", engine, library]
                done = subprocess.run(command, capture_output=True, text=True)
                if done.returncode == 0:
                    found[engine].append(json.loads(done.stdout))
                else:
                    print(f"note: without {engine}: {done.stderr.strip().splitlines()[-1]}")
    for engine, rounds in found.items():
        for target in rounds[0] if rounds else ():
            values = [r[target] for r in rounds]
            least, median = min(values), statistics.median(values)
            print(f"{engine:5} {target:12} {least:10.0f} ns a call (median {median:.0f})")


if __name__ == "__main__":
    main()
