"""The shape of the source tree: which way imports flow, and how long files are."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Each layer may import itself and those after it.
LAYERS = ("tools", "runtime", "passes", "dialect")
BINDINGS_DOOR = ROOT / "dialect" / "mlir.py"
MAX_LINES = 400

SOURCES = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))
ALL_FILES = sorted(
    path
    for folder in (*LAYERS, "hlo_opt", "test", "bench", "docs")
    for path in (ROOT / folder).rglob("*.py")
)


def imported_modules(path: Path) -> list[str]:
    """Return the absolute names of the modules that a file of the tree imports."""
    package = ["hlo_opt", *path.relative_to(ROOT).parent.parts]
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = [*base, *((node.module or "").split(".") if node.module else [])]
            found.append(".".join(module))
            # `from ..dialect import parse` imports a module too.
            found += [".".join([*module, alias.name]) for alias in node.names]
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_flow_one_way(path: Path):
    layer = path.relative_to(ROOT).parts[0]
    forbidden = {f"hlo_opt.{other}" for other in LAYERS[: LAYERS.index(layer)]}
    for module in imported_modules(path):
        assert ".".join(module.split(".")[:2]) not in forbidden, f"{path} imports {module}"
        if path != BINDINGS_DOOR:
            assert module.split(".")[0] not in ("torch_mlir", "mlir"), f"{path} imports {module}"


@pytest.mark.parametrize("path", ALL_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_short(path: Path):
    assert len(path.read_text().splitlines()) <= MAX_LINES


def test_the_check_sees_relative_imports():
    assert "hlo_opt.dialect.mlir" in imported_modules(ROOT / "dialect" / "parse.py")
    assert "hlo_opt.dialect.diagnostics" in imported_modules(ROOT / "passes" / "manager.py")
