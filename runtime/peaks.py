"""What this machine does at most: bytes of memory and operations in a second, measured.

Both are measured by code of this compiler's own, on as many threads as a
program uses, in a fraction of a second.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..dialect.context import default_context
from ..dialect.mlir import ir
from ..dialect.types import ELEMENT_TYPES
from ..passes.manager import run_pipeline
from ..passes.pipeline import parse_pipeline
from ..passes.target import host, last_cache_bytes
from .compile import compile
from .executable import Executable
from .lowering import LoweredProgram
from .signature import TensorSpec

_RUNS = 5
# Arrays that take more bytes than this together take too long to fill.
_MOST_BYTES = 384 << 20
_STEPS, _CHAINS = 1 << 19, 12


@dataclass(frozen=True)
class Peaks:
    """The most bytes that memory moves, and f32 operations that registers see, in a second."""

    bytes_per_second: float
    operations_per_second: float


@cache
def machine_peaks(threads: int) -> Peaks:
    """Measure the peaks of ``threads`` threads together."""
    return Peaks(_bandwidth(threads), _arithmetic(threads))


def _bandwidth(threads: int) -> float:
    """Return the rate of a triad on arrays that the caches do not hold, or not all of."""
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    count = min(4 * last_cache_bytes(), _MOST_BYTES, available // 8) // 12
    type = f"tensor<{count}xf32>"
    triad = compile(
        f"func.func @main(%x: {type}, %y: {type}) -> {type} {{\n"
        f"  %s = stablehlo.constant dense<3.0> : {type}\n"
        f"  %0 = stablehlo.multiply %y, %s : {type}\n"
        f"  %1 = stablehlo.add %x, %0 : {type}\n"
        f"  return %1 : {type}\n}}",
        num_threads=threads,
    )
    x, y, out = (np.full(count, value, np.float32) for value in (1, 2, 0))
    return 12 * count / _least_seconds(lambda: triad(x, y, out=out))


def _arithmetic(threads: int) -> float:
    """Return the rate of fused multiply-adds of vectors, two operations for each element."""
    lanes = host().lanes(32)
    run = _multiply_adds(threads, lanes)
    return 2 * threads * _STEPS * _CHAINS * lanes / _least_seconds(run)


def _multiply_adds(threads: int, lanes: int) -> Executable:
    """Compile a loop for each thread, of chains of operations on registers."""
    vector, out = f"vector<{lanes}xf32>", f"memref<{threads}x{lanes}xf32>"
    chains = range(_CHAINS)
    carried = ", ".join(f"%c{i} = %start" for i in chains)
    types = ", ".join([vector] * _CHAINS)
    body = "\n".join(f"%n{i} = vector.fma %c{i}, %factor, %term : {vector}" for i in chains)
    yielded = ", ".join(f"%n{i}" for i in chains)
    total = "\n".join(f"%t{i + 1} = arith.addf %t{i}, %r#{i} : {vector}" for i in chains)
    text = f"""
func.func @peak(%out: {out}, %scratch: memref<0xi8>) attributes {{hlo.scratch_bytes = 0 : i64}} {{
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %threads = arith.constant {threads} : index
  %steps = arith.constant {_STEPS} : index
  %start = arith.constant dense<1.0> : {vector}
  %factor = arith.constant dense<0.5> : {vector}
  %term = arith.constant dense<0.25> : {vector}
  %t0 = arith.constant dense<0.0> : {vector}
  scf.for %i = %0 to %threads step %1 {{
    %r:{_CHAINS} = scf.for %j = %0 to %steps step %1 iter_args({carried}) -> ({types}) {{
      {body}
      scf.yield {yielded} : {types}
    }}
    {total}
    vector.store %t{_CHAINS}, %out[%i, %0] : {out}, {vector}
  }} {{hlo.parallel}}
  return
}}"""
    passes = f"builtin.module(func.func(hlo-parallelize{{threads={threads}}}),hlo-lower-to-llvm)"
    with default_context():
        module = ir.Module.parse(text)
        run_pipeline(parse_pipeline(passes), module.operation)
    shape = (threads, lanes)
    result = TensorSpec("result 0", f"tensor<{threads}x{lanes}xf32>", shape, ELEMENT_TYPES["f32"])
    return Executable(LoweredProgram(module, "peak", "peak", (), (result,), 0, threads=threads))


def _least_seconds(run: Callable[[], object]) -> float:
    run()
    times = []
    for _ in range(_RUNS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)
