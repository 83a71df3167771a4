"""The table that ``hlo-run --profile`` prints."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..dialect.diagnostics import SourceLoc
from ..dialect.parse import Program
from ..passes.kernel_work import Kernel
from ..runtime.peaks import Peaks
from ..runtime.profile import Profile
from .units import count, duration

_ROW = "{:>8}  {:>9}  {:>6}  {:>7}  {:>8}  {}"


def profile_table(profile: Profile, peaks: Peaks, threads: int, program: Program) -> list[str]:
    """Return lines: a kernel each, the longest first, with what the machine does at most below.

    Calls and times are those of one run, the mean if there were several.
    """
    runs, total = profile.runs, profile.seconds

    def row(calls: str, seconds: float, rates: Sequence[float | None], what: str) -> str:
        share = f"{100 * seconds / total if total else 0:.1f}%"
        return _ROW.format(calls, duration(seconds / runs), share, *map(_rate, rates), what)

    mean = f", the mean of {runs} runs" if runs > 1 else ""
    return [
        f"profile: {duration(total / runs)} in compiled code, {count(threads, 'thread')}{mean}",
        _ROW.format("calls", "time", "share", "GB/s", "GFLOP/s", "kernel"),
        *(
            row(
                f"{k.calls / runs:.6g}",
                k.seconds,
                (k.bytes_per_second, k.operations_per_second),
                _title(k.kernel, program),
            )
            for k in sorted(profile.kernels, key=lambda k: -k.seconds)
        ),
        row("", profile.other_seconds, (None, None), "not in kernels"),
        _ROW.format(
            "at most",
            "",
            "",
            _rate(peaks.bytes_per_second),
            _rate(peaks.operations_per_second),
            "of this machine: from memory, in f32",
        ),
    ]


def _rate(per_second: float | None) -> str:
    return "" if per_second is None else f"{per_second / 1e9:.3g}"


def _title(kernel: Kernel, program: Program) -> str:
    place = kernel.location and kernel.location.in_file(program.filename)
    source = [str(part) for part in (place, _operation_at(place, program)) if part]
    return ": ".join([" ".join(source), kernel.loops] if source else [kernel.loops])


def _operation_at(place: SourceLoc | None, program: Program) -> str | None:
    """Return the name of the operation that the program has at a place, without its dialect."""
    text = program.sources.get(place.file) if place else None
    if text is None:
        return None
    line = text.split("\n")[place.line - 1]
    found = re.match(r'"?(?:stablehlo|chlo)\.(\w+)', line[place.column - 1 :])
    return found and found[1]
