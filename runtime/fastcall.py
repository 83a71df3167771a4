"""Calls of compiled code without Python in between: a builtin function made at run time.

A call from Python costs microseconds if Python checks the arrays.  Here machine
code does: one function for the whole process, in the calling convention of
CPython's builtins (``METH_FASTCALL | METH_KEYWORDS``), driven by a table for each `Executable`.
It looks at every argument's type, dtype, shape and layout, allocates the
results, or looks at the arrays that the keyword ``out`` gives for them, releases the
interpreter's lock if the code runs for long, and calls it.  Whatever it does not expect
it hands to the function that does all in Python.

The offsets in an array object, in a tuple and in a list are those of numpy 2 on 64-bit
CPython with its lock; `available` tries them out first, and without them nothing is lost but
time.  The functions called are all of the documented C APIs.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from pathlib import Path
from string import Template

import numpy as np

from ..dialect.context import default_context
from ..dialect.mlir import execution_engine, ir
from .arrays import ALIGNMENT, DENSE_ALIGNED, SMALL

# Offsets of the fields of an array object, in bytes.
_TYPE, _DATA, _RANK, _SHAPE, _DTYPE, _FLAGS = 8, 16, 24, 32, 56, 64
# Of a tuple or list: its size, and its items or, in a list, where they are.
_SIZE, _ITEMS = 16, 24
# Places in numpy's table of C functions ("C API" in its reference).
_ARRAY_TYPE, _NEW_FROM_DESCR, _SET_BASE_OBJECT = 2, 94, 282
_WRITABLE = 0x400
_METH_FASTCALL_KEYWORDS = 0x80 | 0x02
_HEAD = 7
_OUT = sys.intern("out")
_BYTE = np.dtype(np.uint8)


class _MethodDef(ctypes.Structure):
    """``PyMethodDef`` of CPython's C API."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def fast_call(
    code: int,
    arguments: Sequence[tuple[tuple[int, ...], np.dtype]],
    results: Sequence[tuple[tuple[int, ...], np.dtype]],
    scratch: int,
    in_python: Callable,
    *,
    keep_lock: bool = False,
) -> Callable | None:
    """Return a builtin function that runs code on arrays, or None if that is not possible.

    ``code`` is the address of a function of packed parameters: arguments,
    results, scratch memory (``scratch``) and no handlers.  What is called with
    anything but arrays of these shapes and dtypes, with keywords but ``out``, or while
    another call uses the scratch memory, goes to ``in_python``.  The caller keeps that, the code
    and the scratch memory alive.  Other threads of Python run meanwhile, but not with
    ``keep_lock``: to give the lock away and get it back takes longer than a short run.
    """
    if not available():
        return None
    rows = []
    for shape, dtype in (*arguments, *results):
        rows += [id(dtype), len(shape), prod(shape) * dtype.itemsize, *shape]
    head = [len(arguments), len(results), code, id(in_python), scratch, 0, keep_lock]
    assert len(head) == _HEAD
    table = np.array([*head, *rows], np.int64)
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    return make(ctypes.addressof(_method()), table, None)


@cache
def available() -> bool:
    """Tell whether CPython has the functions, and an array object its fields, that are used."""
    if sys.implementation.name != "cpython" or sys.maxsize != 2**63 - 1:
        return False
    if not getattr(sys, "_is_gil_enabled", lambda: True)() or _numpy_api() is None:
        return False
    if not hasattr(ctypes.pythonapi, "PyObject_Vectorcall"):  # a macro before CPython 3.11
        return False
    probe = np.empty((3, 5), np.int16)
    base = id(probe)
    fields = {
        _TYPE: id(np.ndarray),
        _DATA: probe.ctypes.data,
        _DTYPE: id(probe.dtype),
    }
    if any(ctypes.c_int64.from_address(base + at).value != v for at, v in fields.items()):
        return False
    if not _sequences_are_known():
        return False
    shape = ctypes.c_int64.from_address(base + _SHAPE).value
    return (
        ctypes.c_int32.from_address(base + _RANK).value == 2
        and list((ctypes.c_int64 * 2).from_address(shape)) == [3, 5]
        and ctypes.c_int32.from_address(base + _FLAGS).value == probe.flags.num
    )


def _sequences_are_known() -> bool:
    """Tell whether tuples and lists have the fields that are used."""
    items = (object(), object(), object())
    listed = list(items)
    word = ctypes.c_int64.from_address
    starts = id(items) + _ITEMS, word(id(listed) + _ITEMS).value
    words = [list((ctypes.c_int64 * len(items)).from_address(start)) for start in starts]
    return (
        words == [[id(item) for item in items]] * 2
        and [word(id(s) + _SIZE).value for s in (items, listed)] == [len(items)] * 2
    )


@cache
def _numpy_api() -> ctypes.Array | None:
    """Return numpy's table of C functions, or None if it is not where it was."""
    try:
        capsule = np._core._multiarray_umath._ARRAY_API
    except AttributeError:
        return None
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype = ctypes.c_void_p
    get.argtypes = [ctypes.py_object, ctypes.c_char_p]
    table = (ctypes.c_void_p * (_SET_BASE_OBJECT + 1)).from_address(get(capsule, None))
    return table if table[_ARRAY_TYPE] == id(np.ndarray) else None


@cache
def _method() -> _MethodDef:
    """Compile the one function; takes some milliseconds."""

    def address(name: str) -> int:
        return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value

    text = Template(Path(__file__).with_name("fastcall.mlir").read_text()).substitute(
        array_type=id(np.ndarray),
        flags=DENSE_ALIGNED,
        head=_HEAD,
        writable=DENSE_ALIGNED | _WRITABLE,
        byte=id(_BYTE),
        alignment=ALIGNMENT,
        small=SMALL,
        out=id(_OUT),
        tuple_type=id(tuple),
        list_type=id(list),
        size=_SIZE,
        items=_ITEMS,
        new=_numpy_api()[_NEW_FROM_DESCR],
        set_base=_numpy_api()[_SET_BASE_OBJECT],
        incref=address("Py_IncRef"),
        decref=address("Py_DecRef"),
        save=address("PyEval_SaveThread"),
        restore=address("PyEval_RestoreThread"),
        tuple=address("PyTuple_New"),
        set_item=address("PyTuple_SetItem"),
        vectorcall=address("PyObject_Vectorcall"),
        **{"type": _TYPE, "data": _DATA, "rank": _RANK},
        **{"shape": _SHAPE, "dtype": _DTYPE, "flag": _FLAGS},
    )
    with default_context():
        _method.engine = execution_engine()(ir.Module.parse(text), opt_level=2, shared_libs=[])
    found = ctypes.c_int64(0)
    packed = (ctypes.c_void_p * 1)(ctypes.addressof(found))
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(_method.engine.raw_lookup("address"))(packed)
    return _MethodDef(b"call", found.value, _METH_FASTCALL_KEYWORDS, None)
