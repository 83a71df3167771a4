"""The tutorial in docs/ffi.md: its files are written, its commands run, its output compared."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import jaxlib_include

PAGE = Path(__file__).parents[3] / "docs" / "ffi.md"
BLOCK = re.compile(r"(?:`([\w.]+)`:\n\n)?```(\w+)\n(.*?)```", re.DOTALL)


def section(title: str) -> list[tuple[str, str, str]]:
    """Return the blocks of a section: the file that each is saved as, its language, its text."""
    text = PAGE.read_text().split(f"\n## {title}\n")[1].split("\n## ")[0]
    return BLOCK.findall(text)


def run(command: str, folder: Path) -> str:
    """Run a command of the page with the tools of this environment; returns what it prints."""
    scripts = folder / "bin"
    scripts.mkdir(exist_ok=True)
    for name, module in (("hlo-run", "-m hlo_opt.tools.run"), ("python", "")):
        (scripts / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        (scripts / name).chmod(0o755)
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout


def follow(title: str, folder: Path) -> int:
    """Do what a section says; returns how many commands and programs it had."""
    done = 0
    for name, language, text in section(title):
        if name:
            (folder / name).write_text(text)
        elif language == "console":
            for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                assert run(command, folder) == output, command
                done += 1
        elif language == "python":
            (folder / "example.py").write_text(text)
            assert run("python example.py", folder) == ""
            done += 1
    return done


def test_python(tmp_path):
    assert follow("In Python", tmp_path) == 2


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.skipif(jaxlib_include() is None, reason="needs jaxlib")
def test_cxx(tmp_path):
    assert follow("In C++", tmp_path) == 4
