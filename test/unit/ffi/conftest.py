"""Handlers in C++, built once from ``Inputs/handlers.cc`` against the headers in jaxlib."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

import hlo_opt

HERE = Path(__file__).parent
TYPES = ("instantiated", "prepared")


def jaxlib_include() -> Path | None:
    """Return the folder of XLA's headers, None if jaxlib is not installed."""
    spec = importlib.util.find_spec("jaxlib")
    return Path(spec.submodule_search_locations[0]) / "include" if spec else None


def build(source: Path, library: Path, *options: str) -> None:
    """Compile C++ to a shared library, or skip the test if that cannot be done here."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("needs a C++ compiler")
    include = jaxlib_include()
    if include is None:
        pytest.skip("needs jaxlib, whose headers handlers are written against")
    command = [compiler, "-std=c++17", "-O1", "-w", "-shared", "-fPIC", f"-I{include}"]
    subprocess.run([*command, *options, str(source), "-o", str(library)], check=True)


@pytest.fixture(scope="session")
def library_path(tmp_path_factory) -> Path:
    """Return the path of the library of handlers."""
    path = tmp_path_factory.mktemp("handlers") / "libhandlers.so"
    build(HERE / "Inputs" / "handlers.cc", path)
    return path


@pytest.fixture(scope="session")
def library(library_path) -> ctypes.CDLL:
    """Return the library of handlers, its types and handlers registered under their names."""
    loaded = ctypes.CDLL(str(library_path))

    def pointer(symbol: str) -> ctypes.c_void_p:
        function = getattr(loaded, symbol)
        function.restype = ctypes.c_void_p
        return ctypes.c_void_p(function())

    for name in TYPES:
        registration = {
            "type_id": pointer(f"{name}_type_id"),
            "type_info": pointer(f"{name}_type_info"),
        }
        hlo_opt.register_ffi_type(f"test.{name}", registration)
    hlo_opt.register_ffi_type("test.settings", {"type_id": pointer("settings_type_id")})
    for name in HANDLERS:
        hlo_opt.register_ffi_target(name, getattr(loaded, name))
    for name in ("legacy_scale", "legacy_divide", "legacy_opaque"):
        hlo_opt.register_ffi_target(name, getattr(loaded, name), api_version=0)
    stages = ("instantiate", "prepare", "initialize", "execute")
    counter = {stage: getattr(loaded, f"counter_{stage}") for stage in stages}
    hlo_opt.register_ffi_target("counter", counter)
    return loaded


HANDLERS = (
    *("always_error", "always_success", "fail_with", "fail_if", "inspect_buffer", "copy_bytes"),
    *("square", "axpy", "do_custom_call", "increment", "with_token", "add_to_all"),
    *("scalar_attributes", "array_attributes", "string_attribute", "enum_attribute"),
    *("struct_attribute", "all_attributes", "contexts", "wants_stream", "user_data"),
    "double_later",
)
