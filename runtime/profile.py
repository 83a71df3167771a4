"""What a program that was compiled with ``profile=True`` says about its runs."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..passes.instrument_kernels import ENTRY, FIRST, ROW_BYTES
from ..passes.kernel_work import Kernel


@dataclass(frozen=True)
class KernelProfile:
    """How often a kernel was called, and for how many seconds in all; rates are None if unknown."""

    kernel: Kernel
    calls: int
    seconds: float

    @property
    def bytes_per_second(self) -> float | None:
        """The bytes that the kernel has to touch, over the time it took."""
        return self._rate(self.kernel.bytes)

    @property
    def operations_per_second(self) -> float | None:
        """The operations that the kernel has to do, over the time it took."""
        return self._rate(self.kernel.operations)

    def _rate(self, each: int | None) -> float | None:
        return None if each is None or not self.seconds else each * self.calls / self.seconds


@dataclass(frozen=True)
class Profile:
    """The time of ``runs`` runs in compiled code, in seconds, and the share of each kernel.

    Kernels come in the order of the program.  What is in none of them, loops
    and branches between them and nests that were left in place, takes
    ``other_seconds``.
    """

    runs: int
    seconds: float
    kernels: tuple[KernelProfile, ...]
    other_seconds: float


class Counters:
    """Adds up what runs count; calls from several threads may do so at the same time."""

    def __init__(self, kernels: Sequence[Kernel], filename: str):
        self.nbytes = (FIRST + len(kernels)) * ROW_BYTES
        self._kernels = [k.in_file(filename) for k in kernels]
        self._total = np.zeros((FIRST + len(kernels), 2), np.int64)
        self._lock = threading.Lock()

    def add(self, counted: np.ndarray) -> None:
        """Add the counters of one run, an array of `nbytes` bytes."""
        with self._lock:
            self._total += counted.view(np.int64).reshape(self._total.shape)

    def clear(self) -> None:
        """Forget all runs."""
        with self._lock:
            self._total[:] = 0

    def profile(self) -> Profile:
        """Return what was counted since the last `clear`."""
        with self._lock:
            rows = self._total.tolist()
        runs, nanoseconds = rows[ENTRY]
        kernels = tuple(
            KernelProfile(kernel, calls, time * 1e-9)
            for kernel, (calls, time) in zip(self._kernels, rows[FIRST:], strict=True)
        )
        rest = nanoseconds - sum(time for _, time in rows[FIRST:])
        return Profile(runs, nanoseconds * 1e-9, kernels, rest * 1e-9)
