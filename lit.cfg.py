"""Configuration of the lit tests: ``lit test`` from this directory.

Tests run the tools of the environment that lit itself runs in.
"""

import os
import platform
import sys

import lit.formats

root = os.path.dirname(os.path.abspath(__file__))
scripts = os.path.dirname(sys.executable)

config.name = "hlo-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit"]
config.test_source_root = root
config.test_exec_root = os.path.join(root, "build", "lit")

config.environment["PATH"] = os.pathsep.join([scripts, os.environ.get("PATH", "")])
config.substitutions += [
    ("%python", f'"{sys.executable}"'),
    (r"\bFileCheck\b", "filecheck"),
]
if platform.machine() in ("x86_64", "AMD64"):
    config.available_features.add("x86")
