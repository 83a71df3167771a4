"""hlo_opt.compile, called with numpy arrays; denormals are zero, as they are to XLA and IREE."""

from __future__ import annotations

import time
from pathlib import Path

import hlo_opt


def start(threads: int) -> None:
    """Load the bindings and warm up, which no program should be charged for."""
    hlo_opt.compile("func.func @main(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }")


def prepare(path: Path, inputs, threads: int, *, flush_denormals: bool = True):
    """Compile; see `bench.engines`."""
    text = path.read_text()
    begin = time.perf_counter()
    program = hlo_opt.compile(text, num_threads=threads, flush_denormals=flush_denormals)
    seconds = time.perf_counter() - begin

    def run():
        results = program(*inputs)
        return results if isinstance(results, tuple) else (results,)

    return run, seconds
