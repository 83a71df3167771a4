"""Numbers as people read them."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """Return a number of things: ``1 run``, ``2 runs``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def duration(seconds: float) -> str:
    """Return a time in s, ms or us, to three digits."""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} us"


def size(number: int) -> str:
    """Return a number of bytes in the largest unit that keeps it at 1 or more."""
    units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    power = min(max(number.bit_length() - 1, 0) // 10, len(units) - 1)
    return f"{number / 1024**power:.4g} {units[power]}"
