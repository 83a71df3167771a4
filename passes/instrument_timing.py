"""Where the time goes (``--mlir-timing``): one report for Python and upstream passes.

The report and its layouts are those of mlir-opt: a tree that follows the
nesting of the pipeline, or a list sorted by time, as text or as JSON.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..dialect.diagnostics import DiagnosedError
from .manager import Event, Instrumentation

_RULE = "===" + "-" * 73 + "==="


@dataclass
class Row:
    """A named span: seconds of processor and of wall clock time, and its parts in order."""

    name: str
    user: float = 0.0
    wall: float = 0.0
    parts: dict[object, Row] = field(default_factory=dict)

    def part(self, key: object, name: str) -> Row:
        """Return the part of that key, made on first use."""
        return self.parts.setdefault(key, Row(name))

    def add(self, user: float, wall: float) -> None:
        """Add seconds to both clocks."""
        self.user += user
        self.wall += wall

    def percentages(self, total: Row) -> tuple[float, float]:
        """Return the share of ``total`` by each clock, in percent."""
        return (
            100 * self.user / total.user if total.user else 0.0,
            100 * self.wall / total.wall if total.wall else 0.0,
        )


class Timing(Instrumentation):
    """Times every step; put it last, so that other instrumentations do not count.

    ``with timing.span("Parser")`` adds what is not a pass.  A pipeline that
    runs again, on the next chunk of a file, adds to the same rows.
    """

    def __init__(self) -> None:
        self._start = _clocks()
        self._root = Row("root")
        self._step_start: tuple[float, float] | None = None
        # The stage and nested pipelines of the previous step, outermost first.
        self._open: list[tuple[str, Row]] = []

    @contextmanager
    def span(self, name: str) -> Iterator[None]:
        """Time what happens inside as the row ``name``."""
        user, wall = _clocks()
        try:
            yield
        finally:
            now = _clocks()
            self._root.part(name, name).add(now[0] - user, now[1] - wall)

    def before(self, event: Event) -> None:
        """Start the clock of a step."""
        self._step_start = _clocks()

    def after(self, event: Event) -> None:
        """Stop the clock of a step that succeeded."""
        user, wall = (now - then for now, then in zip(_clocks(), self._step_start, strict=True))
        self._step_start = None
        nesting = self._enter(event)
        for row in (*nesting[1:], nesting[-1].part(event.index, event.step.text)):
            row.add(user, wall)

    def failed(self, event: Event, failure: DiagnosedError) -> None:
        """Stop the clock of a step that failed, unless only the check after it did."""
        if self._step_start is not None:
            self.after(event)

    def _enter(self, event: Event) -> list[Row]:
        """Return the rows that the step is nested in, as far as possible those still open."""
        names = [f"'{anchor}' Pipeline" for anchor in event.anchors[1:]]
        if event.step.stage:
            names.insert(0, f"'{event.step.stage}' Stage")
        if event.index == 0:
            self._open.clear()
        common = 0
        while common < min(len(names), len(self._open)) and self._open[common][0] == names[common]:
            common += 1
        del self._open[common:]
        rows = [self._root, *(row for _, row in self._open)]
        for name in names[common:]:
            rows.append(rows[-1].part((event.index, name), name))
            self._open.append((name, rows[-1]))
        return rows

    def report(self, display: str = "tree", output: str = "text") -> str:
        """Return the report as a ``tree`` or a ``list``, in ``text`` or ``json``."""
        total = Row(
            "Total", *(now - then for now, then in zip(_clocks(), self._start, strict=True))
        )
        rows = list(self._root.parts.values())
        user = total.user - sum(row.user for row in rows)
        wall = total.wall - sum(row.wall for row in rows)
        if display == "list":
            rows = _merged(rows)
        rows += [Row("Rest", user, wall), total]
        if output == "json":
            return json.dumps([_record(row, total) for row in rows], indent=2)
        return _text(rows, total)


def _clocks() -> tuple[float, float]:
    return time.process_time(), time.perf_counter()


def _walk(rows: Iterable[Row], depth: int = 0) -> Iterator[tuple[Row, int]]:
    for row in rows:
        yield row, depth
        yield from _walk(row.parts.values(), depth + 1)


def _merged(rows: list[Row]) -> list[Row]:
    """Return one row per name, nested ones included, the slowest first."""
    merged: dict[str, Row] = {}
    for row, _ in _walk(rows):
        merged.setdefault(row.name, Row(row.name)).add(row.user, row.wall)
    return sorted(merged.values(), key=lambda row: -row.wall)


def _text(rows: list[Row], total: Row) -> str:
    lines = [
        _RULE,
        "... Execution time report ...".center(len(_RULE)).rstrip(),
        _RULE,
        f"  Total Execution Time: {total.wall:.4f} seconds",
        "",
        "  ----User Time----  ----Wall Time----  ----Name----",
    ]
    for row, depth in _walk(rows):
        user, wall = row.percentages(total)
        lines.append(
            f"  {row.user:8.4f} ({user:5.1f}%)  {row.wall:8.4f} ({wall:5.1f}%)  "
            f"{'  ' * depth}{row.name}"
        )
    return "\n".join(lines)


def _record(row: Row, total: Row) -> dict[str, object]:
    user, wall = row.percentages(total)
    record: dict[str, object] = {
        "name": row.name,
        "user": {"duration": round(row.user, 6), "percentage": round(user, 1)},
        "wall": {"duration": round(row.wall, 6), "percentage": round(wall, 1)},
    }
    if row.parts:
        record["passes"] = [_record(part, total) for part in row.parts.values()]
    return record
