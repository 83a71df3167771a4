"""Passes from files and from installed packages."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hlo_opt.passes.plugins import PluginError, load_plugin
from hlo_opt.passes.registry import find_pass

pytestmark = pytest.mark.usefixtures("own_passes")

PLUGIN = """
from hlo_opt import hlo_pass

@hlo_pass("{name}", "A pass from outside")
def run(module):
    pass
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def test_a_file_registers_its_passes(tmp_path):
    load_plugin(write(tmp_path / "p.py", PLUGIN.format(name="from-a-file")))
    assert find_pass("from-a-file").description == "A pass from outside"


def test_files_of_one_name_are_two_plugins(tmp_path):
    for folder in ("a", "b"):
        path = write(tmp_path / folder / "p.py", PLUGIN.format(name=f"from-{folder}"))
        load_plugin(path)
        load_plugin(path)
    assert find_pass("from-a") is not None
    assert find_pass("from-b") is not None


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("x = 1\nimport no_such", 2, "ModuleNotFoundError: No module named 'no_such'"),
        ("\n\ndef f(:", 3, "SyntaxError: invalid syntax"),
        ("def f():\n    raise KeyError('k')\nf()", 2, "KeyError: 'k'"),
        ("import sys\nsys.exit()", 2, "SystemExit"),
        ("raise ValueError", 1, "ValueError"),
    ],
)
def test_a_file_that_cannot_be_imported(tmp_path, text, line, reason):
    path = write(tmp_path / "p.py", text)
    with pytest.raises(PluginError) as caught:
        load_plugin(path)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == f"cannot load pass plugin '{path}': {reason}"
    assert diagnostic.location.line == line
    assert "Traceback" in caught.value.traceback_text


def test_no_file(tmp_path):
    with pytest.raises(PluginError, match="no such file"):
        load_plugin(str(tmp_path / "none.py"))


def run_tool(site, *arguments):
    """Run hlo-opt with one more folder of installed packages."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run(
        [sys.executable, "-m", "hlo_opt.tools.opt", *arguments],
        input="func.func private @f()",
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )


def install(site, module_text):
    """Install a package that offers its passes."""
    write(site / "outside.py", module_text)
    info = site / "outside-1.0.dist-info"
    write(info / "METADATA", "Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    write(info / "entry_points.txt", "[hlo_opt.passes]\nany-name = outside\n")


def test_an_installed_package_offers_passes(tmp_path):
    install(tmp_path, PLUGIN.format(name="from-a-package"))
    run = run_tool(tmp_path, "--pass-pipeline=builtin.module(from-a-package,cse)")
    assert (run.returncode, run.stderr) == (0, "")
    run = run_tool(tmp_path, "--from-a-package")
    assert (run.returncode, run.stderr) == (0, "")
    assert "from-a-package" in run_tool(tmp_path, "--list-passes").stdout


def test_a_broken_package_is_named(tmp_path):
    install(tmp_path, "import no_such_module")
    run = run_tool(tmp_path, "--no-such-pass")
    assert run.returncode == 1
    assert run.stderr.strip() == (
        "error: cannot load the passes of 'outside': "
        "ModuleNotFoundError: No module named 'no_such_module'"
    )
    # Who needs no other passes is not troubled.
    assert run_tool(tmp_path, "--cse").returncode == 0
