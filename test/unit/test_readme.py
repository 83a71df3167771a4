"""What the README shows is what the tests run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

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
