"""``python -m hlo_opt.tools.corpus``: run test programs that know their results."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Sequence

from .cli import FAILURE, SUCCESS, print_diagnostics, run_tool, write_output
from .options import DIAGNOSTICS_FORMAT, CommandLine, Option, UsageError, flag, parse_count


def _parse_seconds(text: str) -> float:
    if not float(text) > 0:
        raise ValueError("a positive number of seconds")
    return float(text)


COMMAND = CommandLine(
    "python -m hlo_opt.tools.corpus [options] PATH...",
    "Run every case in files and directories: functions with check operations, programs with an "
    ".npz of inputs (in0, ...) and results (out0, ...) beside them, and other programs, which must "
    "survive every serialization and compile.",
    (
        (
            "Options",
            (
                Option("filter", "run the cases whose name matches", "REGEX"),
                Option(
                    "jobs", "worker processes (default: one for each core)", "N", None, parse_count
                ),
                Option("timeout", "seconds for one case (default: 60)", "S", 60.0, _parse_seconds),
                Option(
                    "against",
                    "compare with these results instead of those that the cases expect",
                    "ORACLE",
                    "",
                    choices=("interpreter",),
                ),
                Option("json", "write every outcome", "FILE"),
                Option("compare", "show what changed since a run with --json", "FILE"),
                flag("table", "show which operations ran on which element types"),
                flag("list", "only list the cases"),
                DIAGNOSTICS_FORMAT,
                flag("debug", "show the Python traceback of an internal error"),
                flag("help", "show this text"),
            ),
        ),
    ),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; returns its exit status, 0 if no case failed."""
    return run_tool("corpus", _run, argv)


def _run(argv: Sequence[str]) -> int:
    options = COMMAND.parse(argv)
    if options.help:
        print(COMMAND.help())
        return SUCCESS
    if not options.files:
        raise UsageError("no files or directories are given")
    from ..dialect.diagnostics import DiagnosedError, plain_error

    for path in options.files:
        if not os.path.exists(path):
            print_diagnostics(plain_error(f"cannot read '{path}': No such file").diagnostics)
            return FAILURE
    from .corpus_case import find_cases

    try:
        pattern = re.compile(options.filter or "")
        cases = [c for c in find_cases(options.files, options.against) if pattern.search(c.name)]
    except re.error as exc:
        raise UsageError(f"option '--filter' expects a regular expression: {exc}") from None
    except (OSError, UnicodeDecodeError) as exc:
        raise DiagnosedError(plain_error(str(exc)).diagnostics) from None
    if options.list:
        print("\n".join(case.name for case in cases))
        return SUCCESS
    outcomes = _run_all(cases, options)
    if options.json:
        rows = [{"name": n, **vars(o)} for n, o in sorted(outcomes.items())]
        write_output(options.json, (json.dumps(rows, indent=1) + "\n").encode())
    return _report(outcomes, options)


def _run_all(cases, options) -> dict:
    from .corpus_workers import run_cases

    outcomes = {}
    bar = sys.stderr.isatty()
    jobs = options.jobs or os.cpu_count() or 1
    for case, outcome in run_cases(cases, jobs, options.timeout):
        outcomes[case.name] = outcome
        if bar:
            done = len(outcomes)
            filled = 40 * done // len(cases)
            bad = sum(o.status == "failed" for o in outcomes.values())
            text = f"\r[{'#' * filled:40}] {done}/{len(cases)}, {bad} failed"
            print(text, end="", file=sys.stderr, flush=True)
    if bar:
        print("\r\033[K", end="", file=sys.stderr)
    return outcomes


def _report(outcomes, options) -> int:
    if options.table:
        print(_table(outcomes))
    if options.compare:
        print(_changes(outcomes, options.compare))
    rows: dict[tuple[str, str], list[str]] = {}
    for name, outcome in sorted(outcomes.items()):
        if outcome.status != "passed":
            rows.setdefault((outcome.status, _bucket(outcome.reason)), []).append(name)
    for (status, reason), names in sorted(rows.items(), key=lambda row: -len(row[1])):
        print(f"{len(names):5} {status}: {reason}")
        shown = names[:3] if len(names) > 5 else names
        print("\n".join(f"        {name}" for name in shown))
    counts = Counter(outcome.status for outcome in outcomes.values())
    passed, failed, skipped = (counts[s] for s in ("passed", "failed", "skipped"))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return FAILURE if failed else SUCCESS


def _bucket(reason: str) -> str:
    """Return what reasons of one kind have in common: the first line without numbers."""
    first = reason.split("\n")[0]
    if first.startswith(("eq:", "almost_eq:", "close:")):
        return f"{first.split(':')[0]}: values differ"
    return first[:140]


def _table(outcomes) -> str:
    """Return how many passing cases used each operation, by element type."""
    counts: dict[str, Counter] = {}
    for outcome in outcomes.values():
        if outcome.status == "passed":
            for operation in outcome.operations:
                counts.setdefault(operation, Counter()).update(outcome.types)
    lines = []
    for operation, types in sorted(counts.items()):
        cells = ", ".join(f"{name} {count}" for name, count in sorted(types.items()))
        lines.append(f"{operation:36} {cells}")
    return "\n".join(lines)


def _changes(outcomes, path: str) -> str:
    with open(path) as file:
        before = {row["name"]: row["status"] for row in json.load(file)}
    lines = [
        f"{name}: {before.get(name, 'absent')} -> {outcome.status}"
        for name, outcome in sorted(outcomes.items())
        if before.get(name) != outcome.status
    ]
    lines += [
        f"{name}: {before[name]} -> absent" for name in sorted(before.keys() - outcomes.keys())
    ]
    return "\n".join(lines) or "nothing changed"


if __name__ == "__main__":
    sys.exit(main())
