"""The C ABI of XLA FFI 0.3 as one table: structures, constants, functions of the host.

Emitted code and the structures of `hlo_opt.runtime.ffi` both follow it, for
machines with 8-byte pointers.  Every structure of the interface starts with
its size and a pointer to extensions.
"""

from __future__ import annotations

from functools import cache

VERSION = (0, 3)

_HEAD = (("struct_size", "u64"), ("extension_start", "ptr"))
_PER_CALL = (*_HEAD, ("ctx", "ptr"))

SCALARS = {"ptr": 8, "u64": 8, "i64": 8, "i32": 4, "u32": 4}
"""The bytes of each scalar kind of field, which are its alignment as well."""

STRUCTS: dict[str, tuple[tuple[str, str], ...]] = {
    "Extension": (("struct_size", "u64"), ("type", "i32"), ("next", "ptr")),
    "ApiVersion": (*_HEAD, ("major", "i32"), ("minor", "i32")),
    "ByteSpan": (("ptr", "ptr"), ("len", "u64")),
    "Scalar": (("dtype", "i32"), ("value", "ptr")),
    "Array": (("dtype", "i32"), ("size", "u64"), ("data", "ptr")),
    "Buffer": (*_HEAD, ("dtype", "i32"), ("data", "ptr"), ("rank", "i64"), ("dims", "ptr")),
    "Args": (*_HEAD, ("size", "i64"), ("types", "ptr"), ("items", "ptr")),
    "Attrs": (*_HEAD, ("size", "i64"), ("types", "ptr"), ("names", "ptr"), ("attrs", "ptr")),
    "CallFrame": (
        *_HEAD,
        ("api", "ptr"),
        ("ctx", "ptr"),
        ("stage", "i32"),
        ("args", "Args"),
        ("rets", "Args"),
        ("attrs", "Attrs"),
        ("future", "ptr"),
    ),
    "TypeInfo": (*_HEAD, ("deleter", "ptr")),
    "Metadata": (
        ("struct_size", "u64"),
        ("api_version", "ApiVersion"),
        ("traits", "u32"),
        ("state_type_id", "i64"),
    ),
    "MetadataExtension": (("base", "Extension"), ("metadata", "ptr")),
    # What the functions of the host take.
    "Error_Create": (*_HEAD, ("message", "ptr"), ("errc", "i32")),
    "Error_GetMessage": (*_HEAD, ("error", "ptr"), ("message", "ptr")),
    "Error_Destroy": (*_HEAD, ("error", "ptr")),
    "Handler_Register": (
        *_HEAD,
        ("name", "ByteSpan"),
        ("platform", "ByteSpan"),
        ("instantiate", "ptr"),
        ("prepare", "ptr"),
        ("initialize", "ptr"),
        ("execute", "ptr"),
        ("traits", "u32"),
    ),
    "Stream_Get": (*_PER_CALL, ("stream", "ptr")),
    "Type_Register": (*_HEAD, ("name", "ByteSpan"), ("type_id", "ptr"), ("type_info", "ptr")),
    "ExecutionContext_Get": (*_PER_CALL, ("type_id", "ptr"), ("data", "ptr")),
    "State_Set": (*_PER_CALL, ("stage", "i32"), ("type_id", "ptr"), ("state", "ptr")),
    "State_Get": (*_PER_CALL, ("stage", "i32"), ("type_id", "ptr"), ("state", "ptr")),
    "DeviceMemory_Allocate": (*_PER_CALL, ("size", "u64"), ("alignment", "u64"), ("data", "ptr")),
    "DeviceMemory_Free": (*_PER_CALL, ("size", "u64"), ("data", "ptr")),
    "ThreadPool_Schedule": (*_PER_CALL, ("task", "ptr"), ("data", "ptr")),
    "ThreadPool_NumThreads": (*_PER_CALL, ("num_threads", "ptr")),
    "Future_Create": (*_HEAD, ("future", "ptr")),
    "Future_SetAvailable": (*_HEAD, ("future", "ptr")),
    "Future_SetError": (*_HEAD, ("future", "ptr"), ("error", "ptr")),
    "RunId_Get": (*_PER_CALL, ("run_id", "i64")),
    "DeviceOrdinal_Get": (*_PER_CALL, ("device_ordinal", "i32")),
}
"""Name of a structure to its fields: a name, and a scalar kind or another structure."""

API_FUNCTIONS = (
    *("Error_Create", "Error_GetMessage", "Error_Destroy", "Handler_Register", "Stream_Get"),
    *("Type_Register", "ExecutionContext_Get", "State_Set", "State_Get"),
    *("DeviceMemory_Allocate", "DeviceMemory_Free"),
    *("ThreadPool_Schedule", "ThreadPool_NumThreads"),
    *("Future_Create", "Future_SetAvailable", "Future_SetError", "RunId_Get", "DeviceOrdinal_Get"),
)
"""The functions of the host, in the order in which ``XLA_FFI_Api`` holds them."""

STRUCTS["Api"] = (
    *_HEAD,
    ("version", "ApiVersion"),
    ("internal", "ptr"),
    *((name, "ptr") for name in API_FUNCTIONS),
)

# A call passes these to the code of a program, and the code a pair of the last two to a handler.
STRUCTS["Run"] = (
    ("api", "ptr"),
    ("wait", "ptr"),
    ("status_error", "ptr"),
    ("calls", "ptr"),
    ("error", "ptr"),
    ("failed", "i64"),
    ("run_id", "i64"),
    ("device_ordinal", "i64"),
)
STRUCTS["Call"] = (("handler", "ptr"), ("site", "ptr"))
STRUCTS["Context"] = (("run", "ptr"), ("site", "ptr"))

# The header counts up to another field than the last one here.
_LAST_COUNTED = {
    "CallFrame": "attrs",
    "Future_Create": "extension_start",
    "Metadata": "traits",
    "Type_Register": "type_id",
}

STAGES = ("instantiate", "prepare", "initialize", "execute")
"""The stages of a handler, numbered from 0."""

BUFFER, TOKEN, METADATA = 1, 17, 1
ATTRIBUTE_KINDS = {"array": 1, "dictionary": 2, "scalar": 3, "string": 4}

DATA_TYPES = {
    "i1": 1,
    **{f"i{width}": code for width, code in ((2, 26), (4, 21), (8, 2), (16, 3), (32, 4), (64, 5))},
    **{f"ui{width}": code for width, code in ((2, 27), (4, 22), (8, 6), (16, 7), (32, 8), (64, 9))},
    **{"f16": 10, "f32": 11, "f64": 12, "bf16": 16, "complex<f32>": 15, "complex<f64>": 18},
    **{"f8E5M2": 19, "f8E3M4": 29, "f8E4M3": 28, "f8E4M3FN": 20, "f8E4M3B11FNUZ": 23},
    **{"f8E5M2FNUZ": 24, "f8E4M3FNUZ": 25, "f4E2M1FN": 32, "f8E8M0FNU": 33},
}
"""Element type, by the name of its row in `dialect.types`, to ``XLA_FFI_DataType``."""


def alignment(kind: str) -> int:
    """Return the alignment of a scalar kind or a structure, in bytes."""
    return SCALARS.get(kind) or max(alignment(field) for _, field in STRUCTS[kind])


@cache
def offsets(struct: str) -> dict[str, int]:
    """Return the offset of each field of a structure, as C lays it out."""
    found, end = {}, 0
    for name, kind in STRUCTS[struct]:
        end += -end % alignment(kind)
        found[name] = end
        end += size(kind)
    return found


@cache
def size(kind: str) -> int:
    """Return the bytes of a scalar kind or a structure, with the padding at its end."""
    if kind in SCALARS:
        return SCALARS[kind]
    name, last = STRUCTS[kind][-1]
    end = offsets(kind)[name] + size(last)
    return end + -end % alignment(kind)


@cache
def struct_size(struct: str) -> int:
    """Return what ``struct_size`` says: the bytes up to the last field that is counted."""
    fields = dict(STRUCTS[struct])
    last = _LAST_COUNTED.get(struct, next(reversed(fields)))
    return offsets(struct)[last] + size(fields[last])


def offset(struct: str, *path: str) -> int:
    """Return the offset of a field, or of a field in a field."""
    total = 0
    for name in path:
        total += offsets(struct)[name]
        struct = dict(STRUCTS[struct])[name]
    return total
