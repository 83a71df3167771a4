"""What the README shows is what the tests run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]


def test_the_example_of_a_pass_is_the_tested_plugin():
    plugin = (ROOT / "test/tools/hlo-opt/Inputs/count_ops.py").read_text()
    assert f"```python\n{plugin}```" in (ROOT / "README.md").read_text()


def test_the_worked_example_prints_what_it_says():
    readme = (ROOT / "README.md").read_text()
    command, output = re.search(r"```\n\$ (hlo-run .*)\n((?:.*\n)+?)```", readme).groups()
    done = subprocess.run(
        [sys.executable, "-m", "hlo_opt.tools.run", *command.split()[1:]],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    )
    assert done.stdout == output


def test_the_page_on_the_specification_shows_what_is_printed(tmp_path):
    page = (ROOT / "docs/specification.md").read_text()
    program = re.search(r"```mlir\n(.*?)```", page, re.DOTALL)[1]
    (tmp_path / "invalid.mlir").write_text(program)
    for command, output in re.findall(r"```console\n\$ hlo-opt (.*)\n((?:.*\n)+?)```", page):
        done = subprocess.run(
            [sys.executable, "-m", "hlo_opt.tools.opt", *command.split()],
            cwd=tmp_path,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert done.stdout.startswith(output)


def test_the_page_on_the_specification_builds_a_program():
    page = (ROOT / "docs/specification.md").read_text()
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], names)
    np.testing.assert_allclose(names["sums"], 5 * np.tanh(8.0), rtol=1e-6)
