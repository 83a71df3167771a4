"""A block of constant memory that points into itself: bytes, and where the pointers are.

It becomes a global of a compiled program, or memory of this process; either
way the pointers are made when it is placed.
"""

from __future__ import annotations

import ctypes
import struct

from . import abi

_FORMATS = {"u64": "<Q", "i64": "<q", "i32": "<i", "u32": "<I"}


class Image:
    """Memory in the making; places in it are offsets from its start."""

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.pointers: dict[int, int] = {}

    def reserve(self, size: int, alignment: int = 8) -> int:
        """Return the place of ``size`` new bytes, all zero."""
        self.bytes.extend(bytes(-len(self.bytes) % alignment))
        place = len(self.bytes)
        self.bytes.extend(bytes(size))
        return place

    def data(self, content: bytes, alignment: int = 8) -> int:
        """Return the place of a copy of ``content``; one byte is there in any case."""
        place = self.reserve(max(len(content), 1), alignment)
        self.bytes[place : place + len(content)] = content
        return place

    def integers(self, kind: str, values) -> int:
        """Return the place of an array of integers of a scalar kind."""
        return self.data(b"".join(struct.pack(_FORMATS[kind], v) for v in values))

    def addresses(self, targets) -> int:
        """Return the place of an array of pointers to places."""
        place = self.reserve(8 * max(len(targets), 1))
        self.pointers.update({place + 8 * i: target for i, target in enumerate(targets)})
        return place

    def struct(self, name: str, place: int | None = None, **fields: int) -> int:
        """Fill in a structure of `abi`, new unless ``place`` is given; returns its place.

        A field of pointer kind gets a place, others a number; the rest is zero.
        """
        if place is None:
            place = self.reserve(abi.size(name))
        kinds = dict(abi.STRUCTS[name])
        if "struct_size" in kinds:
            fields["struct_size"] = abi.struct_size(name)
        for field, value in fields.items():
            at = place + abi.offset(name, field)
            if kinds[field] == "ptr":
                self.pointers[at] = value
            else:
                struct.pack_into(_FORMATS[kinds[field]], self.bytes, at, value)
        return place

    def load(self) -> ctypes.Array:
        """Return a copy in this process, its pointers made."""
        loaded = (ctypes.c_char * len(self.bytes)).from_buffer(bytearray(self.bytes))
        base = ctypes.addressof(loaded)
        for place, target in self.pointers.items():
            ctypes.c_void_p.from_buffer(loaded, place).value = base + target
        return loaded

    def as_global(self, symbol: str) -> str:
        """Return a constant global of the LLVM dialect, as text."""
        parts = list(self._parts())
        kinds = [f"array<{len(p)} x i8>" if isinstance(p, bytes) else "ptr" for p in parts]
        type = f"!llvm.struct<packed ({', '.join(kinds)})>"
        lines = [
            f"%base = llvm.mlir.addressof @{symbol} : !llvm.ptr",
            f"%s0 = llvm.mlir.undef : {type}",
        ]
        for i, part in enumerate(parts):
            if isinstance(part, bytes):
                array = f"!llvm.array<{len(part)} x i8>"
                dense = f'dense<"0x{part.hex().upper()}"> : tensor<{len(part)}xi8>'
                lines.append(f"%v{i} = llvm.mlir.constant({dense}) : {array}")
            else:
                gep = f"llvm.getelementptr %base[{part}] : (!llvm.ptr) -> !llvm.ptr, i8"
                lines.append(f"%v{i} = {gep}")
            lines.append(f"%s{i + 1} = llvm.insertvalue %v{i}, %s{i}[{i}] : {type}")
        body = "\n    ".join([*lines, f"llvm.return %s{len(parts)} : {type}"])
        return (
            f"  llvm.mlir.global internal constant @{symbol}() "
            f"{{alignment = 16 : i64}} : {type} {{\n"
            f"    {body}\n  }}"
        )

    def _parts(self):
        """Yield bytes and pointers (as places) in order."""
        end = 0
        for place, target in sorted(self.pointers.items()):
            if place > end:
                yield bytes(self.bytes[end:place])
            yield target
            end = place + 8
        if end < len(self.bytes):
            yield bytes(self.bytes[end:])
