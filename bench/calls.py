"""What a call costs beside the work: ``python -m bench.calls``.

Three 8x8 arrays of f32 go in, one comes out.  The function of machine code,
the one in Python, numpy's own arithmetic and, where it is installed, jax.jit
are called in turn, in interleaved rounds; medians of the rounds are printed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

import hlo_opt

ROUNDS, CALLS = 15, 5000

PROGRAM = """
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %z: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<8x8xf32>
  %1 = stablehlo.add %0, %z : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}"""


def _ways() -> dict[str, Callable[[], object]]:
    x, y, z = (np.random.default_rng(i).random((8, 8), np.float32) for i in range(3))
    run = hlo_opt.compile(PROGRAM)
    for _ in range(10):  # after some calls, machine code takes over
        run(x, y, z)
    out = np.empty((8, 8), np.float32)
    ways = {
        "an empty function": lambda: None,
        "hlo_opt": lambda: run(x, y, z),
        "hlo_opt, in Python": lambda: run._run((x, y, z)),
        "hlo_opt, out=": lambda: run(x, y, z, out=out),
        "numpy x * y + z": lambda: x * y + z,
    }
    try:
        import jax
    except ImportError:
        return ways
    jitted = jax.jit(lambda a, b, c: a * b + c)
    held = [jax.device_put(v) for v in (x, y, z)]
    ways["jax.jit, arrays on the device"] = lambda: jitted(*held).block_until_ready()
    ways["jax.jit, numpy arrays"] = lambda: np.asarray(jitted(x, y, z))
    return ways


def main() -> None:
    """Run the benchmark; see the module's docstring."""
    ways = _ways()
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, call in ways.items():
            start = time.perf_counter()
            for _ in range(CALLS):
                call()
            times[name].append((time.perf_counter() - start) / CALLS * 1e9)
    for name, values in times.items():
        print(f"{name:32} {statistics.median(values):8.0f} ns (least {min(values):.0f})")


if __name__ == "__main__":
    main()
