"""Start-up of hlo-opt beside importing the bindings in the same interpreter.

``python -m bench.startup`` prints medians of nine interleaved rounds.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 9
PROGRAM = (
    "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n"
    "  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n"
)
COMMANDS = {
    "import the bindings": [sys.executable, "-c", "import hlo_opt.dialect.mlir"],
    "hlo-opt --version": [sys.executable, "-m", "hlo_opt.tools.opt", "--version"],
    "hlo-opt, one Python pass": [
        sys.executable,
        "-m",
        "hlo_opt.tools.opt",
        "--hlo-legalize-to-linalg",
    ],
}


def main() -> None:
    """Run the benchmark; see the module's docstring."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS + 1):
        for name, command in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run(command, input=PROGRAM, text=True, capture_output=True, check=True)
            times[name].append(time.perf_counter() - start)
    base = times["import the bindings"][1:]
    for name, values in times.items():
        ratio = statistics.median(v / b for v, b in zip(values[1:], base, strict=True))
        print(f"{name:26} {statistics.median(values[1:]) * 1e3:7.0f} ms  {ratio:5.2f} x")


if __name__ == "__main__":
    main()
