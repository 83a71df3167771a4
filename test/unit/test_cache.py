"""Compiled programs kept on disk."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import hlo_opt
from hlo_opt.runtime import cache as cache_module
from hlo_opt.runtime.elf import LoadedObject, UnsupportedObject
from hlo_opt.runtime.jit import symbol_address

pytestmark = pytest.mark.skipif(
    platform.machine() != "x86_64" or sys.platform != "linux",
    reason="object files are loaded on x86-64 Linux only",
)

PROGRAM = """
func.func @main(%x: tensor<16xf32>, %n: tensor<i32>) -> (tensor<16xf32>, tensor<ui8>) {
  %0 = stablehlo.exponential %x : tensor<16xf32>
  %1 = stablehlo.sine %0 : tensor<16xf32>
  %2 = stablehlo.convert %n : (tensor<i32>) -> tensor<ui8>
  return %1, %2 : tensor<16xf32>, tensor<ui8>
}"""
X = np.linspace(-2, 2, 16, dtype=np.float32)


def entries(directory: Path) -> list[str]:
    return sorted(os.listdir(directory)) if directory.exists() else []


@pytest.fixture
def no_lowering(monkeypatch):
    """Let whatever is compiled fail, so that only the cache can serve."""

    def use():
        monkeypatch.setattr(
            "hlo_opt.runtime.compile.lower_module",
            lambda *args, **options: pytest.fail("compiled again"),
        )

    return use


def test_a_program_is_found_again(tmp_path, no_lowering):
    first = hlo_opt.compile(PROGRAM, cache_dir=tmp_path, num_threads=1)
    assert len(entries(tmp_path)) == 1
    no_lowering()
    again = hlo_opt.compile(PROGRAM, cache_dir=tmp_path, num_threads=1)
    assert again.arguments == first.arguments
    assert again.results == first.results
    for run in (first, again):
        got, n = run(X, np.int32(7))
        np.testing.assert_allclose(got, np.sin(np.exp(X.astype(np.float64))), rtol=1e-5)
        assert n == 7
        assert n.dtype == np.uint8
    assert again.object_file() == again._lowered.object
    assert "hlo_main" in again.c_header()


def test_another_process_finds_it(tmp_path):
    code = (
        "import sys, numpy as np, hlo_opt\n"
        "run = hlo_opt.compile(sys.argv[1], cache_dir=sys.argv[2])\n"
        "print(run._lowered.module is None, run(np.ones(16, np.float32), np.int32(1))[1])\n"
    )
    command = [sys.executable, "-c", code, PROGRAM, str(tmp_path)]
    outputs = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    assert outputs == ["False 1\n", "True 1\n"]


def test_what_is_asked_for_is_part_of_the_key(tmp_path):
    hlo_opt.compile(PROGRAM, cache_dir=tmp_path)
    hlo_opt.compile(PROGRAM, cache_dir=tmp_path, fast_math=True)
    hlo_opt.compile(PROGRAM, cache_dir=tmp_path, flush_denormals=True)
    hlo_opt.compile(PROGRAM + "\n", cache_dir=tmp_path)
    assert len(entries(tmp_path)) == 4


def test_another_compiler_or_processor_is_part_of_the_key(tmp_path, monkeypatch):
    hlo_opt.compile(PROGRAM, cache_dir=tmp_path)
    monkeypatch.setattr(cache_module, "_fingerprint", lambda: "another")
    hlo_opt.compile(PROGRAM, cache_dir=tmp_path)
    assert len(entries(tmp_path)) == 2


def test_the_environment_names_the_directory(tmp_path, monkeypatch):
    monkeypatch.setenv("HLO_OPT_CACHE_DIR", str(tmp_path / "deep" / "cache"))
    hlo_opt.compile(PROGRAM)
    assert len(entries(tmp_path / "deep" / "cache")) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[: len(data) // 2],
        lambda data: b"{}\n" + data,
        lambda data: data.replace(b"\x7fELF", b"\x7fFLE"),
        lambda data: data.partition(b"\n")[0] + b"\n" + bytes(200),
    ],
)
def test_a_damaged_entry_is_made_anew(tmp_path, damage):
    hlo_opt.compile(PROGRAM, cache_dir=tmp_path)
    (name,) = entries(tmp_path)
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(damage(whole))
    got, _ = hlo_opt.compile(PROGRAM, cache_dir=tmp_path)(X, np.int32(0))
    np.testing.assert_allclose(got, np.sin(np.exp(X.astype(np.float64))), rtol=1e-5)
    assert entries(tmp_path) == [name]
    assert (tmp_path / name).read_bytes() == whole


def test_a_directory_that_cannot_be_written_costs_nothing_but_time(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    got, _ = hlo_opt.compile(PROGRAM, cache_dir=blocked)(X, np.int32(0))
    assert got.shape == (16,)
    assert blocked.read_text() == ""


def test_dynamic_programs_keep_their_specializations(tmp_path, no_lowering):
    program = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
    run = hlo_opt.compile(program, cache_dir=tmp_path)
    run(X[:3])
    run(X[:5])
    assert len(entries(tmp_path)) == 2
    no_lowering()
    got = hlo_opt.compile(program, cache_dir=tmp_path)(X[:5])
    np.testing.assert_allclose(got, np.tanh(X[:5].astype(np.float64)), rtol=1e-5)


def test_programs_with_handlers_are_not_kept(tmp_path):
    @hlo_opt.ffi_target("test_cache.twice")
    def twice(x, out):
        out[...] = 2 * x

    program = """
func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.custom_call @test_cache.twice(%x) {api_version = 4 : i32, backend_config = {}}
    : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}"""
    got = hlo_opt.compile(program, cache_dir=tmp_path)(X)
    np.testing.assert_array_equal(got, 2 * X)
    assert entries(tmp_path) == []


def test_many_threads_make_one_entry(tmp_path):
    def work():
        got, _ = hlo_opt.compile(PROGRAM, cache_dir=tmp_path)(X, np.int32(0))
        assert got.shape == (16,)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(entries(tmp_path)) == 1


@pytest.mark.parametrize("data", [b"", b"\x7fELF\x02\x01" + bytes(10), bytes(64)])
def test_what_is_no_object_file(data):
    with pytest.raises(UnsupportedObject):
        LoadedObject(data, symbol_address)
