"""What the machine that code is made for has: the numbers that schedules are chosen by."""

from __future__ import annotations

import ctypes
import os
import platform
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CACHE_LINE = 64
"""The bytes that caches move at once."""


@dataclass(frozen=True)
class Target:
    """A CPU: the bits of a vector register, how many there are, caches in bytes, cores."""

    name: str
    vector_bits: int
    registers: int
    l1_bytes: int = 32 << 10
    l2_bytes: int = 512 << 10
    cores: int = 1
    features: frozenset[str] = frozenset()

    def lanes(self, width: int) -> int:
        """Return how many elements of ``width`` bits a register holds."""
        return max(self.vector_bits // max(width, 8), 1)

    @property
    def has_mxcsr(self) -> bool:
        """Whether floats have the control register of x86."""
        return self.name in ("sse", "avx2", "avx512")

    @property
    def pair_products(self) -> str | None:
        """The LLVM intrinsic that adds products of neighbouring 16-bit numbers, if there is one.

        It takes registers of numbers, and gives one of 32-bit sums.
        """
        if self.name == "avx512" and "avx512bw" not in self.features:
            return None
        return _PAIR_PRODUCTS.get(self.name)

    def tile_product(self, factors: str) -> str | None:
        """The LLVM intrinsic that multiplies tiles of a matrix unit, if there is one.

        ``factors`` are "bf16", or the signs of the bytes of both operands, "s" or "u" each.
        """
        feature, intrinsic = _TILE_PRODUCTS[factors]
        return intrinsic if {"amx_tile", feature} <= self.features else None


# Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, PMADDWD.
_PAIR_PRODUCTS = {
    "sse": "llvm.x86.sse2.pmadd.wd",
    "avx2": "llvm.x86.avx2.pmadd.wd",
    "avx512": "llvm.x86.avx512.pmaddw.d.512",
}

# The same manual, volume 2, TDPBF16PS and TDPBSSD: features as Linux spells them, intrinsics.
_TILE_PRODUCTS = {
    "bf16": ("amx_bf16", "llvm.x86.tdpbf16ps"),
    "ss": ("amx_int8", "llvm.x86.tdpbssd"),
    "su": ("amx_int8", "llvm.x86.tdpbsud"),
    "us": ("amx_int8", "llvm.x86.tdpbusd"),
    "uu": ("amx_int8", "llvm.x86.tdpbuud"),
}
TILE_PERMISSION = (158, 0x1023, 18)
"""Linux: the system call by which a process asks to use tiles, arch_prctl, and its arguments."""


@cache
def host() -> Target:
    """Return the machine that this process runs on."""
    features = _features()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    sizes = {
        "l1_bytes": _cache_bytes(0, 32 << 10),
        "l2_bytes": _cache_bytes(2, 512 << 10),
        "cores": cores or 1,
        "features": features,
    }
    if platform.machine() in ("aarch64", "arm64"):
        return Target("neon", 128, 32, **sizes)
    if "avx512f" in features:
        return Target("avx512", 512, 32, **sizes)
    if "avx2" in features and "fma" in features:
        return Target("avx2", 256, 16, **sizes)
    is_x86 = platform.machine() in ("x86_64", "AMD64")
    return Target("sse" if is_x86 else "generic", 128, 16, **sizes)


def _features() -> frozenset[str]:
    """Return the names of instruction sets, as Linux spells them."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return frozenset()
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    features = frozenset(flags.partition(":")[2].split())
    if "amx_tile" in features and not _request_tiles():
        features -= {"amx_tile"}
    return features


def _request_tiles() -> bool:
    """Ask for permission to use tiles, for this process, and tell whether it has it.

    (Linux, Documentation/arch/x86/xstate.)
    """
    try:
        return ctypes.CDLL(None).syscall(*map(ctypes.c_long, TILE_PERMISSION)) == 0
    except (OSError, AttributeError):
        return False


@cache
def last_cache_bytes() -> int:
    """Return the size of the last cache before memory."""
    return _cache_bytes(3, host().l2_bytes)


def _cache_bytes(index: int, default: int) -> int:
    """Return the size of a data cache of the first core: on Linux, index 0 is L1, 2 is L2."""
    try:
        text = Path(f"/sys/devices/system/cpu/cpu0/cache/index{index}/size").read_text().strip()
    except OSError:
        return default
    units = {"K": 1 << 10, "M": 1 << 20}
    return int(text[:-1]) * units[text[-1]] if text[-1:] in units else default
