"""The lists of what the bindings register, and running upstream passes."""

from __future__ import annotations

from importlib.metadata import version

import pytest

from hlo_opt.dialect.context import registered_dialects, stablehlo_operations
from hlo_opt.dialect.parse import parse
from hlo_opt.passes.upstream import run_upstream, upstream_pass, upstream_pass_names
from hlo_opt.tools.list_upstream import (
    DIALECTS_FILE,
    OPERATIONS_FILE,
    PASSES_FILE,
    is_dialect,
    is_operation,
    is_pass,
)

FILES = [PASSES_FILE, DIALECTS_FILE, OPERATIONS_FILE]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_lists_are_those_of_the_installed_bindings(file):
    assert file.read_text().split("\n")[0] == f"# torch-mlir {version('torch-mlir')}"


def test_every_name_is_registered():
    assert [name for name in upstream_pass_names() if not is_pass(name)] == []
    assert [name for name in registered_dialects() if not is_dialect(name)] == []
    assert [name for name in stablehlo_operations() if not is_operation(name)] == []
    assert not is_pass("no-such-pass")
    assert not is_dialect("no_such_dialect")


def test_what_must_be_there():
    assert {"canonicalize", "cse", "inline", "one-shot-bufferize"} <= set(upstream_pass_names())
    assert len(stablehlo_operations()) > 100
    assert {"stablehlo", "chlo", "vhlo", "linalg", "llvm"} <= set(registered_dialects())


def test_errors_of_the_bindings_are_explained():
    with pytest.raises(ValueError, match="no such option nope"):
        upstream_pass("builtin.module", "canonicalize", "nope=1")
    with pytest.raises(ValueError, match=r"restricted to 'func\.func'"):
        upstream_pass("builtin.module", "chlo-legalize-to-stablehlo")


def test_pass_managers_are_reused():
    module = parse("func.func @f() {\n  return\n}")
    for _ in range(3):
        assert run_upstream("builtin.module(func.func(cse))", module.operation) == []
