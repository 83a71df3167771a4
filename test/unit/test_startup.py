"""What the tools load: nothing of the bindings before they are needed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def modules_after(code: str) -> set[str]:
    """Return the names of the modules that are loaded after ``code`` has run."""
    show = "import sys; print('\\n' + ' '.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{show}"], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split("\n")[-2].split())


@pytest.mark.parametrize("tool", ["opt", "run", "translate"])
@pytest.mark.parametrize("option", ["--version", "--help"])
def test_information_needs_no_bindings(tool, option):
    code = f"from hlo_opt.tools.{tool} import main\nassert main(['{option}']) == 0"
    loaded = modules_after(code)
    assert not {"torch_mlir", "numpy"} & loaded


def test_importing_the_package_needs_no_bindings():
    assert "torch_mlir" not in modules_after("import hlo_opt; dir(hlo_opt)")


def test_an_upstream_pass_needs_no_entry_points():
    code = (
        "import os\n"
        "from hlo_opt.tools.opt import main\n"
        "read, write = os.pipe()\n"
        "os.write(write, b'module {}')\n"
        "os.close(write)\n"
        "os.dup2(read, 0)\n"
        "assert main(['--cse', '-o', os.devnull]) == 0"
    )
    assert "importlib.metadata" not in modules_after(code)


def cpu_seconds(*command: str) -> float:
    """Return the least processor time that a command took in three runs."""
    times = []
    for _ in range(3):
        child = os.spawnv(os.P_NOWAIT, command[0], list(command))
        _, status, usage = os.wait4(child, 0)
        assert status == 0
        times.append(usage.ru_utime + usage.ru_stime)
    return min(times)


def test_a_small_program_costs_little_more_than_the_bindings(tmp_path):
    program = tmp_path / "small.mlir"
    program.write_text("func.func @f(%a: tensor<f32>) -> tensor<f32> {return %a : tensor<f32>}")
    bindings = cpu_seconds(sys.executable, "-c", "from hlo_opt.dialect import mlir")
    tool = (sys.executable, "-m", "hlo_opt.tools.opt", str(program), "-o", os.devnull)
    assert cpu_seconds(*tool, "--hlo-legalize-to-linalg") < 3 * bindings
