"""Tables, averages, JSON and a plot of what `bench.measure` found."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from .measure import Row


def geometric_mean(values: Iterable[float]) -> float | None:
    """Return the geometric mean, None of nothing."""
    logs = [math.log(v) for v in values]
    return math.exp(sum(logs) / len(logs)) if logs else None


def format_row(row: Row, engines: Sequence[str]) -> str:
    """Return a line: times, our ratio to each engine, and what went wrong."""
    cells = [f"{row.name:28} {row.threads}t"]
    for engine in engines:
        if engine in row.seconds:
            cells.append(f"{engine} {_duration(row.seconds[engine])}")
            if engine != "ours":
                cells.append(f"{row.ratio.get(engine, math.nan):5.2f}x")
    line = "  ".join(cells)
    if row.compile_s:
        compiled = ", ".join(f"{e} {s * 1e3:.0f}" for e, s in row.compile_s.items() if s)
        line += f"  [compile ms: {compiled}]"
    for engine, error in row.errors.items():
        line += f"\n    {engine}: {error}"
    return line


def _duration(seconds: float) -> str:
    return f"{seconds * 1e6:9.1f} us"


def summary(rows: Sequence[Row], engines: Sequence[str], programs: set[str]) -> dict:
    """Return the averages: ratios of time and of compile time, over workloads and programs."""
    found: dict[str, float | None] = {}
    for engine in engines:
        if engine == "ours":
            continue
        for threads in sorted({row.threads for row in rows}):
            mine = [r for r in rows if r.threads == threads and engine in r.ratio]
            mine = [r for r in mine if r.errors.keys().isdisjoint(("ours", engine))]
            suffix = f"{engine}_{threads}t"
            found[f"geomean_{suffix}"] = geometric_mean(r.ratio[engine] for r in mine)
            found[f"geomean_programs_{suffix}"] = geometric_mean(
                r.ratio[engine] for r in mine if r.name in programs
            )
        compiled = [r.compile_s for r in rows if r.compile_s.get(engine) and "ours" in r.compile_s]
        found[f"geomean_compile_{engine}"] = geometric_mean(c["ours"] / c[engine] for c in compiled)
        compiled = [
            r.compile_s
            for r in rows
            if r.name in programs and r.compile_s.get(engine) and "ours" in r.compile_s
        ]
        found[f"geomean_compile_programs_{engine}"] = geometric_mean(
            c["ours"] / c[engine] for c in compiled
        )
    mine = [r.compile_s["ours"] for r in rows if r.name in programs and "ours" in r.compile_s]
    found["compile_s_programs_ours"] = geometric_mean(mine)
    return {key: value for key, value in found.items() if value is not None}


def write_json(path: Path, rows: Sequence[Row], averages: dict) -> None:
    """Write averages and rows, all or nothing."""
    temporary = path.with_name(path.name + ".partial")
    temporary.write_text(json.dumps({**averages, "rows": [asdict(r) for r in rows]}, indent=1))
    os.replace(temporary, path)


def write_plot(path: Path, rows: Sequence[Row], engine: str = "xla") -> None:
    """Write an SVG of our time over an engine's for each workload, on a logarithmic axis."""
    bars = sorted((r.ratio[engine], f"{r.name} {r.threads}t") for r in rows if engine in r.ratio)
    height, left, width = 16, 240, 560
    low, high = -4.0, 2.0  # powers of two

    def x(ratio: float) -> float:
        return left + (min(max(math.log2(ratio), low), high) - low) / (high - low) * width

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 60}" '
        f'height="{height * (len(bars) + 2)}" font-family="sans-serif" font-size="11">',
        f'<text x="{left}" y="12">time of hlo-opt / time of {engine} (left of 1: faster)</text>',
    ]
    for i, (ratio, label) in enumerate(bars, 1):
        y, start, end = height * i, *sorted((x(ratio), x(1.0)))
        color = "#2a7" if ratio <= 1 else "#c43"
        lines += [
            f'<text x="{left - 6}" y="{y + 11}" text-anchor="end">{label}</text>',
            f'<rect x="{start:.1f}" y="{y + 2}" width="{end - start:.1f}" height="{height - 4}" '
            f'fill="{color}"/>',
            f'<text x="{end + 4:.1f}" y="{y + 11}">{ratio:.2f}</text>',
        ]
    path.write_text("\n".join([*lines, "</svg>", ""]))
