"""Programs with custom calls as object files: linked with their handlers into a C program."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest

import hlo_opt
from hlo_opt.passes.custom_calls import abi
from hlo_opt.runtime import aot
from hlo_opt.runtime.lowering import lower_program

from .conftest import HERE, build

PROGRAM = """
func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> (tensor<2x3xf32>, tensor<5xi64>) {
  %0 = stablehlo.custom_call @axpy(%x, %x)
    {backend_config = {a = 2.0 : f32}, api_version = 4 : i32}
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.custom_call @axpy(%0, %x)
    {backend_config = {a = 10.0 : f32}, api_version = 4 : i32}
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.custom_call @double_later(%1)
    {backend_config = {milliseconds = 5 : i32, error = ""}, api_version = 4 : i32}
    : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.custom_call @contexts() {backend_config = {}, api_version = 4 : i32}
    : () -> tensor<5xi64>
  %4 = stablehlo.custom_call @"legacy\\"check"(%n) {api_version = 2 : i32,
    has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  return %2, %3 : tensor<2x3xf32>, tensor<5xi64>
}
"""

CALLER = """
#include "program.h"
#include <stdio.h>

extern void *axpy(void *), *double_later(void *), *contexts(void *), *wants_stream(void *);

/* An old handler: fails if its operand is not 0. */
struct status { char *message; size_t length; char characters[16]; char failed; };
static void check(int32_t *out, const void **in, struct status *status) {
  *out = *(const int32_t *)in[0];
  if (!*out) return;
  status->message = strdup("not zero");
  status->length = 8;
  status->failed = 1;
}

int main(void) {
  float x[6] = {0, 1, 2, 3, 4, 5}, y[6];
  int64_t facts[5];
  int32_t n = 0;
  hlo_ffi_Call calls[HLO_MAIN_CUSTOM_CALLS];
  hlo_ffi_Run run = hlo_ffi_new_run(calls);
  void *scratch;
  if (posix_memalign(&scratch, 64, HLO_MAIN_SCRATCH_BYTES + 1)) return 1;
  printf("%d", hlo_main_register(calls, "axpy", (void *)axpy));
  printf(" %d", hlo_main_register(calls, "double_later", (void *)double_later));
  printf(" %d", hlo_main_register(calls, "contexts", (void *)contexts));
  printf(" %d", hlo_main_register(calls, "legacy\\"check", (void *)check));
  printf(" %d\\n", hlo_main_register(calls, "nothing", (void *)check));
  run.run_id = 77;
  run.device_ordinal = 3;
  hlo_main(x, &n, y, facts, scratch, &run);
  for (int i = 0; i < 6; i++) printf("%g ", y[i]);
  for (int i = 0; i < 5; i++) printf("%d ", (int)facts[i]);
  printf("%s\\n", run.error ? hlo_ffi_message(&run) : "ok");
  n = 1;
  hlo_main(x, &n, y, facts, scratch, &run);
  printf("%d %d %s\\n", hlo_ffi_code(&run), (int)run.failed, hlo_ffi_message(&run));
  hlo_ffi_clear(&run);
  hlo_main_register(calls, "contexts", (void *)wants_stream);
  hlo_main(x, &n, y, facts, scratch, &run);
  printf("%d %d\\n%s\\n", hlo_ffi_code(&run), (int)run.failed, hlo_ffi_message(&run));
  hlo_ffi_clear(&run);
  free(scratch);
  return run.error != NULL;
}
"""

compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.mark.skipif(compiler is None, reason="needs a C compiler")
def test_a_c_program_supplies_handlers(tmp_path):
    lowered = lower_program(PROGRAM)
    (tmp_path / "program.h").write_text(aot.c_header(lowered, "a program"))
    (tmp_path / "program.o").write_bytes(aot.object_file(lowered))
    (tmp_path / "caller.c").write_text(CALLER)
    build(HERE / "Inputs" / "handlers.cc", tmp_path / "libhandlers.so")
    flags = ["-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE", "-std=c11"]
    link = ["program.o", "./libhandlers.so", "-lm", "-o", "caller"]
    subprocess.run([compiler, *flags, "caller.c", *link], cwd=tmp_path, check=True)
    done = subprocess.run(["./caller"], cwd=tmp_path, capture_output=True, text=True, check=True)
    x = np.arange(6)
    lines = done.stdout.splitlines()
    assert lines[0] == "2 1 1 1 0"
    values = [f"{v:g}" for v in 2 * (10 * 3 * x + x)]
    assert lines[1].split() == [*values, "77", "3", "0", "1", "8", "ok"]
    assert lines[2] == "13 4 not zero"
    assert lines[3] == "3 3"
    assert "Failed to get platform stream: the host of this program does not have it" in done.stdout


@pytest.mark.skipif(compiler is None, reason="needs a C compiler")
@pytest.mark.parametrize("language", ["c", "c++"])
def test_the_header_is_c_and_cxx(tmp_path, language):
    lowered = lower_program(PROGRAM)
    (tmp_path / "program.h").write_text(aot.c_header(lowered, "a program"))
    source = tmp_path / "check.c"
    source.write_text('#include "program.h"\n#include "program.h"\n')
    command = [compiler, "-x", language, "-fsyntax-only", "-Wall", "-Wextra", "-Werror", source]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    if language == "c++" and "cc1plus" in done.stderr:
        pytest.skip("the C compiler has no C++")
    assert done.returncode == 0, done.stderr


def test_a_program_without_custom_calls_has_none_of_it():
    header = hlo_opt.compile("func.func @main() { return }").c_header()
    assert "ffi" not in header


# From XLA's header, by its macros XLA_FFI_STRUCT_SIZE and a C compiler on x86-64.
SIZES = {
    **{"Extension": 24, "ApiVersion": 24, "ByteSpan": 16, "Scalar": 16, "Array": 24},
    **{"Buffer": 48, "Args": 40, "Attrs": 48, "CallFrame": 168, "TypeInfo": 24, "Metadata": 36},
    **{"MetadataExtension": 32, "Error_Create": 28, "Error_GetMessage": 32, "Error_Destroy": 24},
    **{"Handler_Register": 84, "Stream_Get": 32, "Type_Register": 40, "Future_Create": 16},
    **{"ExecutionContext_Get": 40, "State_Set": 48, "State_Get": 48, "RunId_Get": 32},
    **{"DeviceMemory_Allocate": 48, "DeviceMemory_Free": 40, "ThreadPool_Schedule": 40},
    **{"ThreadPool_NumThreads": 32, "Future_SetAvailable": 24, "Future_SetError": 32},
    **{"DeviceOrdinal_Get": 28, "Api": 192},
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_of_structures(name):
    assert abi.struct_size(name) == SIZES[name]
