"""The generated reference pages are current."""

from __future__ import annotations

from pathlib import Path

import pytest

from hlo_opt.tools.docs import PAGES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_current(name):
    assert (DOCS / name).read_text() == PAGES[name](), "run python -m hlo_opt.tools.docs"


def test_pages_say_what_there_is():
    passes = PAGES["passes.md"]()
    assert "## `hlo-legalize-to-linalg`" in passes
    assert "| `simplify` |" in passes
    operations = PAGES["operations.md"]()
    assert "| `stablehlo.add` | [passes/legalize/arithmetic.py]" in operations
    assert "| `stablehlo.while` | [passes/legalize/control_flow.py]" in operations
