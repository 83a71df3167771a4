"""Programs that count the time of their kernels."""

from __future__ import annotations

import platform
import threading
import time

import numpy as np
import pytest
from test_dynamic import ADD_ROW

import hlo_opt
from hlo_opt.passes.target import host
from hlo_opt.runtime import peaks
from hlo_opt.runtime.lowering import lower_program
from hlo_opt.runtime.threads import load_openmp

N = 1 << 15
LOOP = f"""
func.func @main(%x: tensor<{N}xf32>, %n: tensor<i32>) -> tensor<{N}xf32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%y = %x, %i = %zero) : tensor<{N}xf32>, tensor<i32>
    cond {{
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }} do {{
      %z = stablehlo.add %y, %x : tensor<{N}xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %z, %j : tensor<{N}xf32>, tensor<i32>
    }}
  return %r#0 : tensor<{N}xf32>
}}"""
X = np.arange(N, dtype=np.float32)
COUNTS = [1] + ([2] if load_openmp() else [])


@pytest.mark.parametrize("num_threads", COUNTS)
def test_calls_and_times_of_kernels(num_threads):
    run = hlo_opt.compile(LOOP, profile=True, num_threads=num_threads)
    run(X, np.int32(50))
    run.clear_profile()
    start = time.perf_counter()
    result = run(X, np.int32(7))
    wall = time.perf_counter() - start
    np.testing.assert_array_equal(result, 8 * X)
    profile = run.profile()
    assert profile.runs == 1
    (add,) = [k for k in profile.kernels if k.kernel.operations]
    assert add.calls == 7
    assert add.kernel.operations == N
    assert add.kernel.bytes == 3 * 4 * N
    assert str(add.kernel.location) == "<string>:10:12"
    assert add.kernel.loops == f"elementwise [{N}]"
    assert add.operations_per_second == pytest.approx(7 * N / add.seconds)
    assert add.bytes_per_second == pytest.approx(12 * add.operations_per_second)
    assert all(k.seconds > 0 for k in profile.kernels if k.calls)
    # The clocks of kernels, of the whole and of Python are the same one.
    assert 0 <= profile.other_seconds < profile.seconds <= wall


def test_runs_add_up_and_can_be_forgotten():
    run = hlo_opt.compile(LOOP, profile=True)
    for count in (2, 3):
        run(X, np.int32(count))
    both = run.profile()
    assert both.runs == 2
    assert max(k.calls for k in both.kernels) == 5
    run.clear_profile()
    none = run.profile()
    assert (none.runs, none.seconds, none.other_seconds) == (0, 0, 0)
    assert {(k.calls, k.operations_per_second) for k in none.kernels} == {(0, None)}


def test_runs_of_several_threads_are_all_counted():
    run = hlo_opt.compile(LOOP, profile=True, num_threads=1)

    def work():
        for _ in range(20):
            run(X, np.int32(3))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    profile = run.profile()
    assert profile.runs == 80
    assert max(k.calls for k in profile.kernels) == 240


def test_code_that_is_not_profiled_has_no_clocks():
    assert "clock_gettime" not in str(lower_program(LOOP).module)
    run = hlo_opt.compile(LOOP)
    for ask in (run.profile, run.clear_profile):
        with pytest.raises(ValueError, match=r"'main' does not count its time: .*profile=True"):
            ask()
    assert b"clock_gettime" not in hlo_opt.compile(LOOP, profile=True).object_file()


@pytest.mark.parametrize(
    ("types", "body", "bytes", "operations"),
    [
        # An array counts once, however often it is read; sums of rows stay in the cache.
        (
            "tensor<64x512xf32>",
            """%z = stablehlo.constant dense<0.0> : tensor<f32>
            %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
              : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
            %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<64xf32>) -> tensor<64x512xf32>
            %0 = stablehlo.divide %x, %b : tensor<64x512xf32>""",
            2 * 4 * 64 * 512,
            2 * 64 * 512,
        ),
        (
            "tensor<64x64xf32>",
            """%0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
              : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>""",
            2 * 4 * 64 * 64,
            2 * 64**3,
        ),
    ],
)
def test_bytes_and_operations(types, body, bytes, operations):
    program = f"func.func @main(%x: {types}) -> {types} {{\n{body}\nreturn %0 : {types}\n}}"
    kernels = [k.kernel for k in hlo_opt.compile(program, profile=True).profile().kernels]
    assert sum(k.bytes for k in kernels) == bytes
    assert sum(k.operations for k in kernels) == operations


def test_dynamic_shapes_are_profiled_for_each_shape():
    run = hlo_opt.compile(ADD_ROW, profile=True)
    row = np.arange(3, dtype=np.float32)
    for count in (2, 5):
        x = np.ones((count, 3), np.float32)
        np.testing.assert_array_equal(run(x, row), x + row)
        profile = run.specialize(x, row).profile()
        assert profile.runs == 1
        assert sum(k.kernel.operations for k in profile.kernels) == 3 * count


@pytest.mark.skipif(platform.machine() != "x86_64", reason="object files are loaded on x86-64 only")
def test_the_cache_keeps_kernels_and_tells_profiled_code_from_other(tmp_path):
    plain = hlo_opt.compile(LOOP, cache_dir=tmp_path)
    first = hlo_opt.compile(LOOP, cache_dir=tmp_path, profile=True)
    again = hlo_opt.compile(LOOP, cache_dir=tmp_path, profile=True)
    assert len(list(tmp_path.iterdir())) == 2
    for run in (plain, first, again):
        np.testing.assert_array_equal(run(X, np.int32(2)), 3 * X)
    kernels = [[(k.kernel, k.calls) for k in run.profile().kernels] for run in (first, again)]
    assert kernels[0] == kernels[1]
    assert [calls for _, calls in kernels[0]].count(2) == 1
    with pytest.raises(ValueError, match="does not count"):
        plain.profile()


def test_custom_calls_have_a_row_and_failed_runs_none():
    program = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.custom_call @profiled_negation(%0) {api_version = 4 : i32}
    : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}"""

    @hlo_opt.ffi_target("profiled_negation")
    def negate(x):
        if x[0] > 100:
            raise ValueError("too large")
        return -x

    run = hlo_opt.compile(program, profile=True)
    x = np.arange(4, dtype=np.float32)
    np.testing.assert_array_equal(run(x), -2 * x)
    with pytest.raises(ValueError, match="too large"):
        run(x + 100)
    np.testing.assert_array_equal(run(x), -2 * x)
    profile = run.profile()
    assert profile.runs == 2
    (call,) = [k for k in profile.kernels if k.kernel.operations is None]
    assert call.kernel.loops == "custom call 'profiled_negation'"
    assert str(call.kernel.location) == "<string>:4:8"
    assert call.calls == 2
    assert call.bytes_per_second is None
    assert 0 <= profile.other_seconds < profile.seconds


@pytest.mark.parametrize("num_threads", COUNTS)
def test_the_peaks_of_the_machine(num_threads, monkeypatch):
    monkeypatch.setattr(peaks, "_MOST_BYTES", 1 << 20)
    found = peaks.machine_peaks.__wrapped__(num_threads)
    assert found.bytes_per_second > 0
    assert found.operations_per_second > 0
    # Each chain is x -> x / 2 + 1 / 4, which ends at 1 / 2 from anywhere.
    lanes = host().lanes(32)
    ends = np.full((num_threads, lanes), peaks._CHAINS / 2)
    np.testing.assert_array_equal(peaks._multiply_adds(num_threads, lanes)(), ends)
