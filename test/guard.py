"""Run a corpus with every buffer of compiled code ending at a page that cannot be touched.

``python test/guard.py PATH...`` runs the cases of `hlo_opt.tools.corpus` in
this process.  Results and scratch memory end within 15 bytes of a guard page, so a
write or read past the end (or, with ``--before``, before the start) is a
segmentation fault.  All of it is filled with NaN patterns beforehand, so that
reading what was never written shows in the results.
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections import Counter

import numpy as np

from hlo_opt.runtime import arrays, executable
from hlo_opt.tools.corpus_case import find_cases, run_case

_libc = ctypes.CDLL(None, use_errno=True)
_PAGE = mmap.PAGESIZE


def guarded(before: bool):
    """Return an allocator like `arrays.aligned_empty` whose memory is beside a guard page."""

    def allocate(shape, dtype, nbytes: int) -> tuple[np.ndarray, int]:
        pages = -(-max(nbytes, 1) // _PAGE)
        region = mmap.mmap(-1, (pages + 2) * _PAGE)
        base = ctypes.addressof(ctypes.c_char.from_buffer(region))
        for guard in (base, base + (pages + 1) * _PAGE):
            if _libc.mprotect(ctypes.c_void_p(guard), _PAGE, 0):
                raise OSError(ctypes.get_errno(), "mprotect")
        room = pages * _PAGE - nbytes
        # Vector instructions may want 16 bytes of alignment.
        offset = _PAGE if before else _PAGE + room // 16 * 16
        view = np.frombuffer(region, np.uint8, pages * _PAGE, _PAGE)
        view[:] = 0xFF  # a NaN in every float format
        return np.ndarray(shape, dtype, region, offset), base + offset

    return allocate


def main(argv: list[str]) -> int:
    """Run the cases; returns 0 if none failed."""
    allocate = guarded("--before" in argv)
    arrays.aligned_empty = executable.aligned_empty = allocate
    counts: Counter[str] = Counter()
    for case in find_cases([a for a in argv if not a.startswith("--")]):
        print(f"\r{case.name[:100]:100}", end="", file=sys.stderr, flush=True)
        outcome = run_case(case)
        counts[outcome.status] += 1
    print("\r\033[K", end="", file=sys.stderr)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return int(counts["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
