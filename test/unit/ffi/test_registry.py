"""Registering handlers and types: what is refused, and why."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import hlo_opt
from hlo_opt.runtime.ffi import registry, state
from hlo_opt.runtime.ffi.structures import HANDLER, STRUCTURES

from .calling import call_text, run_call


def test_names_are_taken_once(library):
    hlo_opt.register_ffi_target("axpy", library.axpy)
    with pytest.raises(ValueError, match="custom call target 'axpy' has another handler already"):
        hlo_opt.register_ffi_target("axpy", library.square)

    def define(value):
        def cell(x):
            return x + np.float32(value)

        hlo_opt.register_ffi_target("test.cell", cell)

    define(1)
    old = hlo_opt.compile(call_text("test.cell", [np.float32(0)], ["tensor<f32>"]))
    define(2)
    assert old(0.0) == 1
    assert run_call("test.cell", [np.float32(0)], ["tensor<f32>"]) == 2


@pytest.mark.parametrize(
    ("handler", "kind", "message"),
    [
        (3, TypeError, "expected a function, a PyCapsule, a ctypes function pointer or a"),
        ({"execute": None}, ValueError, "there is nothing for stage 'execute'"),
        ({"run": None}, ValueError, "unknown stage 'run' .there are instantiate, prepare"),
    ],
)
def test_what_is_no_handler(handler, kind, message):
    with pytest.raises(kind, match=message):
        hlo_opt.register_ffi_target("test.none", handler)


def test_what_is_no_version():
    with pytest.raises(ValueError, match=r"api_version is 1 \(XLA FFI\) or 0 .older.*, got 4"):
        hlo_opt.register_ffi_target("test.none", lambda: None, api_version=4)


def test_a_handler_of_another_version():
    """It is one that answers the query for its version with 0.4."""

    def answer(address):
        frame = STRUCTURES["CallFrame"].from_address(address)
        extension = STRUCTURES["MetadataExtension"].from_address(frame.extension_start)
        metadata = STRUCTURES["Metadata"].from_address(extension.metadata)
        metadata.api_version.major, metadata.api_version.minor = 0, 4
        return 0

    with pytest.raises(ValueError, match=r"was built for version 0\.4 of XLA FFI, and this is v"):
        hlo_opt.register_ffi_target("test.newer", HANDLER(answer))


def test_traits(library):
    assert registry.find_target("axpy").traits == 1
    assert registry.find_target("square").traits == 0


def test_types_are_registered_once(library):
    library.settings_type_id.restype = ctypes.c_void_p
    pointer = ctypes.c_void_p(library.settings_type_id())
    number = hlo_opt.register_ffi_type("test.settings", {"type_id": pointer})
    assert number == state.type_ids["test.settings"]
    with pytest.raises(ValueError, match=f"type id {number} belongs to another type"):
        hlo_opt.register_ffi_type("test.other", {"type_id": pointer})


@pytest.mark.parametrize("name", [None, b"xla._CUSTOM_CALL_TARGET"])
def test_capsules(library, name):
    """As ``jax.ffi.pycapsule`` and nanobind's modules make them."""
    make = ctypes.pythonapi.PyCapsule_New
    make.restype, make.argtypes = (
        ctypes.py_object,
        (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    )
    capsule = make(ctypes.cast(library.square, ctypes.c_void_p), name, None)
    x = np.array([1, 2, 3], np.float32)
    for number, handler in enumerate((capsule, {"execute": capsule})):
        target = f"test.capsule_{name}_{number}".replace("'", "")
        hlo_opt.register_ffi_target(target, handler)
        assert run_call(f'"{target}"', [x], ["tensor<3xf32>"]).tolist() == [1, 4, 9]
