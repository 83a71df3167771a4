"""Ctrl-C ends a tool although native code runs."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

FOREVER = """
func.func @main() -> tensor<i32> {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %1 = stablehlo.while(%x = %0) : tensor<i32>
    cond { stablehlo.return %true : tensor<i1> }
    do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %y = stablehlo.add %x, %one : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }
  return %1 : tensor<i32>
}
"""


def test_a_program_that_never_ends(tmp_path):
    path = tmp_path / "forever.mlir"
    path.write_text(FOREVER)
    command = [sys.executable, "-m", "hlo_opt.tools.run", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        time.sleep(3)  # it runs by now; if it still compiles, the same must hold
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=10)
    finally:
        process.kill()
    assert process.returncode in (-signal.SIGINT, 130)
    assert "Traceback" not in errors
