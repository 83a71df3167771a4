"""Loading relocatable object files of x86-64 into this process.

Enough of ELF for what LLVM makes of a compiled program: sections with code and
data, symbols, and the relocations of position-independent code.  Anything else
raises `UnsupportedObject`, and the caller compiles instead.
(System V ABI, AMD64 supplement, chapter 4.)
"""

from __future__ import annotations

import ctypes
import mmap
import struct
from collections.abc import Callable
from typing import NamedTuple


class UnsupportedObject(Exception):
    """An object file that this loader cannot load; the message says why."""


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class _Symbol(NamedTuple):
    name: int
    info: int
    other: int
    section: int
    value: int
    size: int


_SYMTAB, _RELA, _NOBITS = 2, 4, 8
_ALLOC = 2
_ABSOLUTE = 0xFFF1
_X86_64 = 62
_GOT = "_GLOBAL_OFFSET_TABLE_"
# Relocations: an address; the distance from the place, in 32 or 64 bits; the distance to an entry
# of the table of addresses; distances from that table to an entry, a symbol, a stub; to the table.
_R_64, _R_PC32, _R_PLT32, _R_PC64 = 1, 2, 4, 24
_R_GOTPCREL = (9, 41, 42)
_R_GOT64, _R_GOTOFF64, _R_PLTOFF64, _R_GOTPC64 = 27, 25, 31, 29
_WIDE = (_R_64, _R_PC64, _R_GOT64, _R_GOTOFF64, _R_PLTOFF64, _R_GOTPC64)
_READ_EXECUTE = mmap.PROT_READ | mmap.PROT_EXEC
_STUB = b"\xff\x25\x00\x00\x00\x00"  # jmp *0(%rip), the address follows


class LoadedObject:
    """An object file in memory that may be executed, alive as long as this object is.

    ``resolve`` returns the address of a symbol that the file does not define,
    or None.
    """

    def __init__(self, data: bytes, resolve: Callable[[str], int | None]):
        try:
            self._load(data, resolve)
        except (struct.error, IndexError, ValueError, OverflowError) as exc:
            raise UnsupportedObject(f"damaged object file: {exc}") from None

    def address(self, symbol: str) -> int:
        """Return the address of a symbol of the file; raises `UnsupportedObject`."""
        for found in self._symbols:
            if found.section in self._places and self._name(found) == symbol:
                return self._base + self._places[found.section] + found.value
        raise UnsupportedObject(f"no symbol '{symbol}'")

    def _load(self, data: bytes, resolve: Callable[[str], int | None]) -> None:
        if data[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<H", data, 18)[0] != _X86_64:
            raise UnsupportedObject("not an object file for x86-64")
        self._data = data
        self._resolve = resolve
        table, count = struct.unpack_from("<Q", data, 40)[0], struct.unpack_from("<H", data, 60)[0]
        self._sections = [
            _Section(*struct.unpack_from("<IIQQQQIIQQ", data, table + 64 * i)) for i in range(count)
        ]
        symbols = next(s for s in self._sections if s.kind == _SYMTAB)
        self._strings = self._sections[symbols.link].offset
        self._symbols = [
            _Symbol(*struct.unpack_from("<IBBHQQ", data, symbols.offset + 24 * i))
            for i in range(symbols.size // 24)
        ]
        end = self._place_sections()
        external = {self._name(s) for s in self._symbols if s.section == 0 and s.name} - {_GOT}
        # Each external symbol has a stub to jump through and an address to load.
        self._stubs = {name: end + 16 * i for i, name in enumerate(sorted(external))}
        self._got = end + 16 * len(external)
        slots = 8 * len(self._symbols)
        size = max(mmap.PAGESIZE, -(-(self._got + slots) // mmap.PAGESIZE) * mmap.PAGESIZE)
        self._memory = mmap.mmap(-1, size)
        self._base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        self._fill(external)
        for section in self._sections:
            if section.kind == _RELA and section.info in self._places:
                self._relocate(section)
        protect = ctypes.CDLL(None, use_errno=True).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        # Constants and code share pages; what is written to in a program is in its arguments.
        writable = any(s.flags & 1 and s.size for i, s in self._allocated())
        mode = _READ_EXECUTE | (mmap.PROT_WRITE if writable else 0)
        if protect(self._base, size, mode) != 0:
            raise UnsupportedObject("this system does not let memory be executed")

    def _allocated(self):
        return [(i, s) for i, s in enumerate(self._sections) if s.flags & _ALLOC and s.size]

    def _place_sections(self) -> int:
        self._places: dict[int, int] = {}
        end = 0
        for i, section in self._allocated():
            alignment = max(section.alignment, 1)
            end = -(-end // alignment) * alignment
            self._places[i] = end
            end += section.size
        return -(-end // 16) * 16

    def _fill(self, external: set[str]) -> None:
        for i, place in self._places.items():
            section = self._sections[i]
            if section.kind != _NOBITS:
                content = self._data[section.offset : section.offset + section.size]
                self._memory[place : place + section.size] = content
        self._external: dict[str, int] = {}
        for name in external:
            address = self._resolve(name)
            if address is None:
                raise UnsupportedObject(f"this process has no '{name}'")
            self._external[name] = address
            place = self._stubs[name]
            self._memory[place : place + 14] = _STUB + struct.pack("<Q", address)

    def _name(self, symbol: _Symbol) -> str:
        start = self._strings + symbol.name
        return self._data[start : self._data.index(b"\0", start)].decode()

    def _address(self, symbol: _Symbol) -> int | None:
        if symbol.section == _ABSOLUTE:
            return symbol.value
        if symbol.section in self._places:
            return self._base + self._places[symbol.section] + symbol.value
        return None

    def _relocate(self, section: _Section) -> None:
        base = self._places[section.info]
        for k in range(section.size // 24):
            offset, info, addend = struct.unpack_from("<QQq", self._data, section.offset + 24 * k)
            place = base + offset
            value = self._relocated(info & 0xFFFFFFFF, info >> 32, self._base + place) + addend
            if info & 0xFFFFFFFF in _WIDE:
                self._memory[place : place + 8] = struct.pack("<Q", value & (2**64 - 1))
            else:
                self._memory[place : place + 4] = struct.pack("<i", value)

    def _relocated(self, kind: int, index: int, place: int) -> int:
        """Return the value of a relocation, less its addend."""
        symbol, got = self._symbols[index], self._base + self._got
        if kind == _R_GOTPC64:
            return got - place
        target = self._address(symbol)
        name = self._name(symbol) if target is None else ""
        if kind in (*_R_GOTPCREL, _R_GOT64):
            slot = 8 * index
            value = self._external[name] if target is None else target
            at = self._got + slot
            self._memory[at : at + 8] = struct.pack("<Q", value)
            return slot if kind == _R_GOT64 else got + slot - place
        if target is None:
            near = kind in (_R_PC32, _R_PLT32, _R_PLTOFF64)
            target = self._base + self._stubs[name] if near else self._external[name]
        if kind in (_R_PC32, _R_PLT32, _R_PC64):
            return target - place
        if kind in (_R_GOTOFF64, _R_PLTOFF64):
            return target - got
        if kind == _R_64:
            return target
        raise UnsupportedObject(f"relocation of kind {kind}")
