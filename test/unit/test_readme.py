"""What the README shows is what the tests run."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_example_of_a_pass_is_the_tested_plugin():
    plugin = (ROOT / "test/tools/hlo-opt/Inputs/count_ops.py").read_text()
    assert f"```python\n{plugin}```" in (ROOT / "README.md").read_text()
