"""Compiled programs as files: linked and called from C, loaded back, declared in a header."""

from __future__ import annotations

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

import hlo_opt
from hlo_opt.dialect.diagnostics import DiagnosedError
from hlo_opt.runtime import aot
from hlo_opt.runtime.lowering import lower_program

PROGRAM = """
func.func @main(%a: tensor<64x64xf32>, %n: tensor<3xui8>, %f: tensor<3xi1>)
    -> (tensor<64x64xf32>, tensor<3xui8>) {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui8>
  %3 = stablehlo.add %n, %c : tensor<3xui8>
  %4 = stablehlo.select %f, %3, %n : tensor<3xi1>, tensor<3xui8>
  return %2, %4 : tensor<64x64xf32>, tensor<3xui8>
}
"""

CALLER = """
#include "program.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  static float a[64 * 64], r[64 * 64];
  uint8_t n[3] = {250, 251, 253}, s[3];
  bool f[3] = {true, false, true};
  FILE *in = fopen("in.bin", "rb"), *out = fopen("out.bin", "wb");
  if (!in || !out || fread(a, sizeof a, 1, in) != 1) return 1;
  void *scratch = aligned_alloc(64, (HLO_MAIN_SCRATCH_BYTES + 63) / 64 * 64);
  hlo_main(a, n, f, r, s, scratch);
  if (fwrite(r, sizeof r, 1, out) != 1 || fwrite(s, sizeof s, 1, out) != 1) return 1;
  fclose(out);
  free(scratch);
  return 0;
}
"""

compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(compiler is None, reason="needs a C compiler")


@pytest.fixture(scope="module")
def exe():
    return hlo_opt.compile(PROGRAM)


def inputs() -> list[np.ndarray]:
    a = np.random.default_rng(0).standard_normal((64, 64)).astype(np.float32) / 8
    return [a, np.array([250, 251, 253], np.uint8), np.array([True, False, True])]


@needs_compiler
@pytest.mark.parametrize("kind", ["object", "library"])
def test_a_c_program_calls_it(exe, kind, tmp_path):
    (tmp_path / "program.h").write_text(exe.c_header())
    (tmp_path / "caller.c").write_text(CALLER)
    if kind == "object":
        (tmp_path / "program.o").write_bytes(exe.object_file())
    else:
        (tmp_path / "libprogram.so").write_bytes(exe.shared_library())
    code = {"object": "program.o", "library": "./libprogram.so"}[kind]
    (tmp_path / "in.bin").write_bytes(inputs()[0].tobytes())
    command = [compiler, "-Wall", "-Wextra", "-Werror", "caller.c", code, "-lm", "-o", "caller"]
    subprocess.run(command, cwd=tmp_path, check=True)
    subprocess.run(["./caller"], cwd=tmp_path, check=True)
    matrix, bytes = exe(*inputs())
    assert (tmp_path / "out.bin").read_bytes() == matrix.tobytes() + bytes.tobytes()


@needs_compiler
def test_the_header_is_c_and_cxx(exe, tmp_path):
    (tmp_path / "program.h").write_text(exe.c_header())
    for language in ("c", "c++"):
        source = tmp_path / "check.c"
        source.write_text('#include "program.h"\n#include "program.h"\n')
        command = [compiler, "-x", language, "-fsyntax-only", "-Wall", "-Werror", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        if language == "c++" and "cc1plus" in done.stderr:
            pytest.skip("the C compiler has no C++")
        assert done.returncode == 0, done.stderr


def test_the_header_tells_types_and_shapes():
    lowered = lower_program(
        "func.func @f(%a: tensor<2xbf16>, %b: tensor<i4>, %c: tensor<3xcomplex<f64>>,"
        " %d: tensor<1xf8E5M2>) -> (tensor<2xbf16>, tensor<ui64>) {\n"
        "%0 = stablehlo.constant dense<1> : tensor<ui64>\n"
        "return %a, %0 : tensor<2xbf16>, tensor<ui64> }",
        function="f",
        symbol="my_symbol",
    )
    header = aot.c_header(lowered, "a */ file")
    for line in (
        "#define MY_SYMBOL_SCRATCH_BYTES 0",
        "void my_symbol(",
        "const uint16_t *arg0, /* tensor<2xbf16>: bit patterns */",
        "const int8_t *arg1, /* tensor<i4>: one byte each */",
        "const double *arg2, /* tensor<3xcomplex<f64>>: real, imaginary, real, ... */",
        "const uint8_t *arg3, /* tensor<1xf8E5M2>: bit patterns */",
        "uint16_t *result0, /* tensor<2xbf16>: bit patterns */",
        "uint64_t *result1, /* tensor<ui64> */",
        "void *scratch);",
        "/* @f of a * / file, compiled by hlo-opt",
    ):
        assert line in header


@needs_compiler
def test_a_library_is_loaded_back(exe, tmp_path):
    path = tmp_path / "libprogram.so"
    path.write_bytes(exe.shared_library())
    function = ctypes.CDLL(str(path)).hlo_main
    results = [np.empty(s.shape, s.dtype) for s in exe.results]
    scratch = np.empty(exe.scratch_bytes + 64, np.uint8)
    aligned = scratch[-scratch.ctypes.data % 64 :]
    arrays = [*inputs(), *results, aligned]
    function(*(ctypes.c_void_p(a.ctypes.data) for a in arrays))
    for got, expected in zip(results, exe(*inputs()), strict=True):
        np.testing.assert_array_equal(got, expected)


@needs_compiler
@pytest.mark.skipif(shutil.which("nm") is None, reason="needs nm")
def test_only_the_entry_point_is_visible(exe, tmp_path):
    """Two programs in one process must not meet each other's kernels."""
    path = tmp_path / "libprogram.so"
    path.write_bytes(exe.shared_library())
    shown = subprocess.run(
        ["nm", "-D", "--defined-only", str(path)], capture_output=True, text=True, check=True
    )
    names = {line.split()[-1] for line in shown.stdout.splitlines()}
    assert "hlo_main" in names
    assert not any("kernel" in name for name in names)


@pytest.mark.skipif(shutil.which("objdump") is None, reason="needs objdump")
def test_assembly():
    text = aot.assembly(lower_program(PROGRAM))
    assert "<hlo_main>:" in text
    assert "ret" in text


def test_no_tools(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(DiagnosedError, match="linked with a C compiler, and there is none"):
        aot.shared_library(lower_program(PROGRAM))
    with pytest.raises(DiagnosedError, match=r"printed by objdump \(GNU binutils\), and there is"):
        aot.assembly(lower_program(PROGRAM))


def test_a_compiler_that_fails(monkeypatch, tmp_path):
    fake = tmp_path / "fakecc"
    fake.write_text("#!/bin/sh\necho 'no disk' >&2\nexit 3\n")
    fake.chmod(0o755)
    monkeypatch.setenv("CC", f"{fake} --flag")
    with pytest.raises(DiagnosedError) as caught:
        aot.shared_library(lower_program(PROGRAM))
    assert f"'{fake}' failed with status 3" in str(caught.value)
    assert "note: no disk" in str(caught.value)


def test_llvm_ir():
    text = aot.llvm_ir(lower_program(PROGRAM))
    assert "define void @hlo_main(ptr noalias" in text
    assert "define internal void @kernel_" in text
