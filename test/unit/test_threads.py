"""Programs whose loops several threads share: the same bits as with one."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import hlo_opt
from hlo_opt import DiagnosedError
from hlo_opt.dialect.parse import parse
from hlo_opt.passes import target
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipelines import named_pipeline
from hlo_opt.runtime import threads

needs_openmp = pytest.mark.skipif(not threads.load_openmp(), reason="cmeel-libomp is not installed")

SHAPE = "700x333"
PROGRAMS = {
    "elementwise": f"""
func.func @main(%x: tensor<{SHAPE}xf32>) -> tensor<{SHAPE}xf32> {{
  %0 = stablehlo.exponential %x : tensor<{SHAPE}xf32>
  %1 = stablehlo.multiply %0, %x : tensor<{SHAPE}xf32>
  return %1 : tensor<{SHAPE}xf32>
}}""",
    "rows": f"""
func.func @main(%x: tensor<{SHAPE}xf32>) -> tensor<700xf32> {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<{SHAPE}xf32>, tensor<f32>) -> tensor<700xf32>
  return %0 : tensor<700xf32>
}}""",
    "columns": f"""
func.func @main(%x: tensor<{SHAPE}xf32>) -> tensor<333xf32> {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<{SHAPE}xf32>, tensor<f32>) -> tensor<333xf32>
  return %0 : tensor<333xf32>
}}""",
    "everything": f"""
func.func @main(%x: tensor<{SHAPE}xf32>) -> tensor<f32> {{
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<{SHAPE}xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}""",
    "product": f"""
func.func @main(%x: tensor<{SHAPE}xf32>) -> tensor<700x700xf32> {{
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1]
    : (tensor<{SHAPE}xf32>, tensor<{SHAPE}xf32>) -> tensor<700x700xf32>
  return %0 : tensor<700x700xf32>
}}""",
    "softmax": f"""
func.func @main(%x: tensor<{SHAPE}xf32>) -> tensor<{SHAPE}xf32> {{
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]
    : (tensor<{SHAPE}xf32>, tensor<f32>) -> tensor<700xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<700xf32>) -> tensor<{SHAPE}xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<{SHAPE}xf32>
  %3 = stablehlo.exponential %2 : tensor<{SHAPE}xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<{SHAPE}xf32>, tensor<f32>) -> tensor<700xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<700xf32>) -> tensor<{SHAPE}xf32>
  %6 = stablehlo.divide %3, %5 : tensor<{SHAPE}xf32>
  return %6 : tensor<{SHAPE}xf32>
}}""",
    "transpose": f"""
func.func @main(%x: tensor<{SHAPE}xf32>) -> tensor<333x700xf32> {{
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<{SHAPE}xf32>) -> tensor<333x700xf32>
  return %0 : tensor<333x700xf32>
}}""",
    "convolution": """
func.func @main(%x: tensor<700x333xf32>) -> tensor<1x60x60x8xf32> {
  %0 = stablehlo.slice %x [0:62, 0:248] : (tensor<700x333xf32>) -> tensor<62x248xf32>
  %1 = stablehlo.reshape %0 : (tensor<62x248xf32>) -> tensor<1x62x62x4xf32>
  %2 = stablehlo.slice %x [0:9, 0:32] : (tensor<700x333xf32>) -> tensor<9x32xf32>
  %3 = stablehlo.reshape %2 : (tensor<9x32xf32>) -> tensor<3x3x4x8xf32>
  %4 = stablehlo.convolution(%1, %3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x62x62x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x60x60x8xf32>
  return %4 : tensor<1x60x60x8xf32>
}""",
}
X = np.random.default_rng(0).normal(size=(700, 333)).astype(np.float32)


def parallel_code(program: str, count: int = 2) -> str:
    """Return the code for so many threads."""
    module = parse(program)
    run_pipeline(named_pipeline("cpu", "parallelize", threads=count), module.operation)
    return str(module)


def shared_loops(program: str, count: int = 2) -> int:
    """Return how many loops are shared."""
    return parallel_code(program, count).count("omp.wsloop")


@needs_openmp
@pytest.mark.parametrize("count", [2, 3, 7])
@pytest.mark.parametrize("name", PROGRAMS)
def test_threads_change_no_bit(name, count):
    alone = hlo_opt.compile(PROGRAMS[name], num_threads=1)
    together = hlo_opt.compile(PROGRAMS[name], num_threads=count)
    assert (alone.num_threads, together.num_threads) == (1, count)
    expected = alone(X)
    for _ in range(5):
        np.testing.assert_array_equal(together(X), expected)


@pytest.mark.parametrize(("name", "dynamic"), [("elementwise", False), ("product", True)])
def test_threads_take_one_large_part_after_another(name, dynamic):
    """Blocks of a product; a thread has its rows of what is over soon."""
    assert ("schedule(dynamic)" in parallel_code(PROGRAMS[name])) == dynamic


@pytest.mark.parametrize("name", ["elementwise", "product", "softmax", "transpose"])
def test_large_loops_are_shared(name):
    assert shared_loops(PROGRAMS[name]) >= 1
    assert shared_loops(PROGRAMS[name], 1) == 0


def test_small_loops_are_not_shared():
    assert shared_loops(PROGRAMS["elementwise"].replace(SHAPE, "16x16")) == 0


def test_what_adds_to_one_place_is_not_shared():
    # A loop over what is summed may stand outside, but iterations then depend on each other.
    for name in ("everything", "columns"):
        alone = hlo_opt.compile(PROGRAMS[name], num_threads=1)(X)
        np.testing.assert_allclose(
            alone, X.astype(np.float64).sum(0 if name == "columns" else None), rtol=1e-3, atol=1e-2
        )


@needs_openmp
@pytest.mark.parametrize(("rows", "size"), [(17, 1900), (250, 130)])
def test_rows_of_few_elements_and_much_work_do_not_share_buffers(rows, size):
    row, column = f"tensor<{rows}x{size}xf32>", f"tensor<{rows}xf32>"
    program = f"""
func.func @main(%x: {row}) -> {column} {{
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.sine %x : {row}
  %1 = stablehlo.exponential %x : {row}
  %2 = stablehlo.tanh %1 : {row}
  %3 = stablehlo.log_plus_one %2 : {row}
  %4 = stablehlo.power %3, %0 : {row}
  %5 = stablehlo.reduce(%4 init: %low) applies stablehlo.maximum across dimensions = [1]
    : ({row}, tensor<f32>) -> {column}
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : ({column}) -> {row}
  %7 = stablehlo.subtract %4, %6 : {row}
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [1]
    : ({row}, tensor<f32>) -> {column}
  return %8 : {column}
}}"""
    together = hlo_opt.compile(program, num_threads=2)
    assert shared_loops(program) == 1
    assert together.scratch_bytes >= 2 * 4 * size  # a row for each thread
    x = np.random.default_rng(1).normal(size=(rows, size)).astype(np.float32)
    expected = hlo_opt.compile(program, num_threads=1)(x)
    for _ in range(20):
        np.testing.assert_array_equal(together(x), expected)


@needs_openmp
def test_calls_from_several_python_threads():
    run = hlo_opt.compile(PROGRAMS["softmax"], num_threads=2)
    expected = run(X)
    wrong: list[int] = []

    def work(number: int) -> None:
        for _ in range(20):
            if not np.array_equal(run(X), expected):
                wrong.append(number)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong


@needs_openmp
def test_the_default_is_what_the_process_may_use(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: {0, 1, 2})
    monkeypatch.setattr(threads, "host", target.host.__wrapped__)  # not what it was before
    assert threads.threads_for(None) == 3
    assert threads.threads_for(5) == 5
    assert threads.threads_for(1) == 1


def test_without_openmp(monkeypatch):
    monkeypatch.setattr(threads, "load_openmp", lambda: False)
    assert threads.threads_for(None) == 1
    with pytest.raises(DiagnosedError, match=r"2 threads need OpenMP.*hlo-opt\[threads\]"):
        hlo_opt.compile(PROGRAMS["rows"], num_threads=2)


@needs_openmp
def test_files_need_no_openmp():
    run = hlo_opt.compile(PROGRAMS["elementwise"], num_threads=2)
    assert b"__kmpc" not in run.object_file()


@needs_openmp
def test_threads_are_part_of_what_a_cache_keeps(tmp_path):
    expected = hlo_opt.compile(PROGRAMS["product"], num_threads=1, cache_dir=tmp_path)(X)
    hlo_opt.compile(PROGRAMS["product"], num_threads=2, cache_dir=tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
    again = hlo_opt.compile(PROGRAMS["product"], num_threads=2, cache_dir=tmp_path)
    assert again._lowered.module is None
    assert again.num_threads == 2
    np.testing.assert_array_equal(again(X), expected)
