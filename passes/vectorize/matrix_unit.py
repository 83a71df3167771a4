"""Sums of products in the tile registers of a matrix unit (Intel AMX).

A tile has up to 16 rows of 64 bytes.  One of the second operand has a packed
element of 16 columns in each row, as many rows as there are steps in the columns of
one of the first.  Four tiles of sums take half of the registers; two tiles of each
operand serve all four (Intel 64 and IA-32 Architectures Optimization Reference
Manual, "Intel AMX").

Order of summation: products of bf16 are added in the order of the depth to sums of
even and of odd steps, for 32 steps; these two are added to the tile.  Numbers below
the least normal one count as zero, factors and sums alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...dialect.mlir import ir
from ..target import TILE_PERMISSION
from .arithmetic import TILE_STEPS, Arithmetic
from .emitter import Emitter, Value, bit_width
from .microkernel import Steps, Tile

_ROW_BYTES = 64
_LANES = 16
# Registers: sums, the first operand, the second.
_SUMS, _A, _B = 0, 4, 6
_CONFIGURATION = "llvm.x86.ldtilecfg", "llvm.x86.tilerelease"


class MatrixUnit:
    """Emits the sums of tiles; ``buffer`` makes memory for the whole call."""

    def __init__(
        self, e: Emitter, arithmetic: Arithmetic, tile: Tile, buffer: Callable[..., Value]
    ):
        self.e = e
        self.arithmetic = arithmetic
        self.tile = tile
        upper = -(-tile.rows // 2) if tile.rows > TILE_STEPS else tile.rows
        self.parts = [(0, upper), (upper, tile.rows - upper)][: 1 + (upper < tile.rows)]
        """The first row and the number of rows of tiles on top of each other."""
        self.memory = buffer(_ROW_BYTES // 4, ir.IntegerType.get_signless(32))

    # --- the unit itself -----------------------------------------------------------

    def prepare(self) -> None:
        """Emit what must be done once: ask for permission, write down the shapes of tiles."""
        e = self.e
        i64 = ir.IntegerType.get_signless(64)
        numbers = [e.constant(i64, n) for n in TILE_PERMISSION]
        attributes = {
            "asm_string": ir.StringAttr.get("syscall"),
            "constraints": ir.StringAttr.get(
                "={rax},{rax},{rdi},{rsi},~{rcx},~{r11},~{memory},~{dirflag},~{fpsr},~{flags}"
            ),
            "has_side_effects": ir.UnitAttr.get(),
        }
        e.op("llvm.inline_asm", i64, numbers, attributes)
        i32 = ir.IntegerType.get_signless(32)
        words = [e.constant(i32, word) for word in self._shapes()]
        e.store(e.from_lanes(words), self.memory, e.at_index(0))

    def _shapes(self) -> list[int]:
        """Return the words of a tile configuration: palette, bytes of a row, rows."""
        data = bytearray(_ROW_BYTES)
        data[0] = 1
        shapes = {_B + j: TILE_STEPS for j in range(self.tile.vectors)}
        for i, (_, rows) in enumerate(self.parts):
            shapes |= {_A + i: rows, _SUMS + 2 * i: rows, _SUMS + 2 * i + 1: rows}
        for register, rows in shapes.items():
            data[16 + 2 * register] = _ROW_BYTES
            data[48 + register] = rows
        return [int.from_bytes(data[i : i + 4], "little") for i in range(0, _ROW_BYTES, 4)]

    @contextmanager
    def open(self) -> Iterator[None]:
        """Emit into code in which a thread has the unit set up."""
        load, release = _CONFIGURATION
        self.e.intrinsic(load, [self.e.pointer(self.memory, self.e.at_index(0), 4)])
        yield
        self.e.intrinsic(release, [])

    # --- sums ----------------------------------------------------------------------

    def _register(self, number: int) -> Value:
        return self.e.constant(ir.IntegerType.get_signless(8), number)

    def _sums(self) -> Iterator[tuple[int, int, int]]:
        """Yield the register, the first row and the first column of each tile of sums."""
        for i, (row, _) in enumerate(self.parts):
            for j in range(self.tile.vectors):
                yield _SUMS + 2 * i + j, row, j * _LANES

    def zero(self) -> None:
        """Set all sums to zero."""
        for register, _, _ in self._sums():
            self.e.intrinsic("llvm.x86.tilezero", [self._register(register)])

    def load(self, base: Value, start: Value, across: int) -> None:
        """Set the sums to what is at ``start``, in rows that are ``across`` elements apart."""
        self._move("llvm.x86.tileloadd64", base, start, across)

    def store(self, base: Value, start: Value, across: int) -> None:
        """Write the sums to ``start``, in rows that are ``across`` elements apart."""
        self._move("llvm.x86.tilestored64", base, start, across)

    def _move(self, name: str, base: Value, start: Value, across: int) -> None:
        for register, row, column in self._sums():
            at = self.e.index_sum(row * across + column, [(start, 1)])
            self._access(name, register, base, at, across)

    def _access(self, name: str, register: int, base: Value, at: Value, across: int) -> None:
        e = self.e
        memory = e.flat(base)
        width = bit_width(ir.MemRefType(memory.type).element_type) // 8
        stride = e.constant(ir.IntegerType.get_signless(64), across * width)
        e.intrinsic(name, [self._register(register), e.pointer(memory, at, width), stride])

    def add_products(
        self, steps: int, a: Steps, b: Steps, meanwhile: Callable[[Value], None]
    ) -> None:
        """Add the products of so many steps, of packed elements, to the sums.

        ``meanwhile`` is emitted with each block of steps that fill a tile; it gets its index.
        """
        e, columns = self.e, self.tile.vectors * _LANES
        width = bit_width(ir.MemRefType(e.flat(a.base).type).element_type) // 8
        bounds = [e.at_index(n) for n in (0, steps // TILE_STEPS, 1)]
        with e.open_loop(bounds) as block:
            meanwhile(block)
            for i, (row, _) in enumerate(self.parts):
                at = e.index_sum(row * a.across, [(a.start, 1), (block, _ROW_BYTES // width)])
                self._access("llvm.x86.tileloadd64", _A + i, a.base, at, a.across)
                for j in range(self.tile.vectors):
                    if i == 0:
                        at = e.index_sum(j * _LANES, [(b.start, 1), (block, TILE_STEPS * columns)])
                        self._access("llvm.x86.tileloadd64", _B + j, b.base, at, columns)
                    registers = map(self._register, (_SUMS + 2 * i + j, _A + i, _B + j))
                    e.intrinsic(self.arithmetic.intrinsic, list(registers))
