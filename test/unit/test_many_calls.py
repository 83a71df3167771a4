"""Many calls, from many threads: nothing leaks, nothing is shared that must not be."""

from __future__ import annotations

import gc
import os
import sys
import threading

import numpy as np
import pytest

import hlo_opt

SCRATCH = """
func.func @main(%a: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %a, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %1, %2 : tensor<64x64xf32>, tensor<64xf32>
}
"""


def resident_bytes() -> int:
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux's /proc")
def test_calls_do_not_leak():
    exe = hlo_opt.compile(SCRATCH)
    assert exe.scratch_bytes >= 64 * 64 * 4
    strided = np.ones((128, 64), np.float32)[::2]
    for _ in range(500):
        exe(strided)
    gc.collect()
    before = resident_bytes()
    for _ in range(10_000):
        exe(strided)
    gc.collect()
    # One leaked scratch buffer, copy or result per call would be 160 MB.
    assert resident_bytes() - before < 4 << 20


def test_calls_from_several_threads():
    exe = hlo_opt.compile(SCRATCH)
    rng = np.random.default_rng(0)
    inputs = [rng.standard_normal((64, 64), np.float32) for _ in range(8)]
    expected = [exe(a) for a in inputs]
    failures = []

    def work(i: int) -> None:
        for _ in range(50):
            for got, wanted in zip(exe(inputs[i]), expected[i], strict=True):
                if not np.array_equal(got, wanted):
                    failures.append(i)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(inputs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_many_executables_live_side_by_side():
    constants = [
        hlo_opt.compile(
            f"func.func @main() -> tensor<3xi32> {{\n%c = stablehlo.constant dense<[{i}, 1, 2]>"
            " : tensor<3xi32>\nreturn %c : tensor<3xi32> }"
        )
        for i in range(20)
    ]
    assert [exe()[0] for exe in constants] == list(range(20))


def test_compiling_in_several_threads():
    """Passes of several compilations run in turns on one context."""
    programs = [
        f"func.func @main(%a: tensor<{n}xi32>) -> tensor<{n}xi32> {{\n"
        f"%c = stablehlo.constant dense<{n}> : tensor<{n}xi32>\n"
        f"%0 = stablehlo.multiply %a, %c : tensor<{n}xi32>\n"
        f"return %0 : tensor<{n}xi32> }}"
        for n in range(2, 6)
    ]
    wrong = []

    def work(n: int) -> None:
        for _ in range(3):
            result = hlo_opt.compile(programs[n - 2])(np.ones(n, np.int32))
            if list(result) != [n] * n:
                wrong.append((n, result))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # so that they do take turns
    try:
        threads = [threading.Thread(target=work, args=(n,)) for n in range(2, 6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not wrong


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux's /proc")
def test_executables_are_freed():
    for _ in range(20):
        hlo_opt.compile(SCRATCH)
    gc.collect()
    before = resident_bytes()
    for _ in range(60):
        hlo_opt.compile(SCRATCH)
    gc.collect()
    # What stays of a compilation is what its context has made unique.
    assert resident_bytes() - before < 4 << 20
