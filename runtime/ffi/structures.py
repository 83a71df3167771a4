"""The structures of the C ABI for ctypes, made from the table in `passes.custom_calls.abi`."""

from __future__ import annotations

import ctypes

from ...passes.custom_calls import abi

_SCALARS = {
    "ptr": ctypes.c_void_p,
    "u64": ctypes.c_uint64,
    "i64": ctypes.c_int64,
    "i32": ctypes.c_int32,
    "u32": ctypes.c_uint32,
}


def _make(name: str) -> type[ctypes.Structure]:
    fields = [(field, _SCALARS.get(kind) or STRUCTURES[kind]) for field, kind in abi.STRUCTS[name]]
    return type(name, (ctypes.Structure,), {"_fields_": fields})


STRUCTURES: dict[str, type[ctypes.Structure]] = {}
"""Each structure of the table, by name."""
for _name in abi.STRUCTS:
    STRUCTURES[_name] = _make(_name)

Run = STRUCTURES["Run"]
Call = STRUCTURES["Call"]
Context = STRUCTURES["Context"]

HANDLER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
"""A handler, or a function of the host: a pointer to a structure in, an error out."""


def new(name: str, /, **fields) -> ctypes.Structure:
    """Return a structure with its size filled in, and ``fields``."""
    made = STRUCTURES[name](**fields)
    if "struct_size" in dict(abi.STRUCTS[name]):
        made.struct_size = abi.struct_size(name)
    return made


def text(span: ctypes.Structure) -> str:
    """Return the string that a ``ByteSpan`` points to."""
    return ctypes.string_at(span.ptr, span.len).decode(errors="replace") if span.len else ""
