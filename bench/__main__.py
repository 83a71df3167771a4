"""Run time and compile time beside other compilers: ``python -m bench``.

All engines run the same StableHLO on the same arrays, in turns, each in its
own process; a ratio is the median of the ratios of the rounds.  An engine
that its interpreter cannot import is left out, with a note; to use one from
another environment, name its Python in ``HLO_BENCH_PYTHON_XLA`` or
``HLO_BENCH_PYTHON_IREE``.  ``ours`` takes denormals for zero, as XLA and IREE
always do; another engine, ``ours_exact``, does not.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from .measure import ROOT, EngineProcess, interpreter, measure
from .report import format_row, summary, write_json, write_plot

ENGINES = ("ours", "xla", "iree", "iree_o3", "openblas")
WORKLOADS = ROOT / "bench" / "workloads"


def main(argv: list[str] | None = None) -> int:
    """Run the benchmark; the exit status is 1 if our results were wrong somewhere."""
    options = _parser().parse_args(argv)
    workloads = sorted(WORKLOADS.glob("*.mlir"))
    programs = sorted(options.programs.glob("*.mlir")) if options.programs else []
    chosen = [p for p in (*workloads, *programs) if re.search(options.filter, p.stem)]
    rows = []
    for threads in options.threads:
        engines = _start(options.engines, threads)
        try:
            for path in chosen:
                rounds, burst = (3, 0.03) if options.quick else (options.rounds, 0.1)
                rows.append(measure(path, threads, engines, rounds, burst))
                print(format_row(rows[-1], list(engines)), flush=True)
        finally:
            for engine in engines.values():
                engine.stop()
    averages = summary(rows, options.engines, {p.stem for p in programs})
    for key, value in averages.items():
        print(f"{key:40} {value:.3f}")
    if options.json:
        write_json(options.json, rows, averages)
    if options.plot:
        write_plot(options.plot, rows)
    return int(any("ours" in row.errors for row in rows))


def _start(names: list[str], threads: int) -> dict[str, EngineProcess]:
    engines = {}
    for name in names:
        engine = EngineProcess(name, threads, interpreter(name))
        if engine.unavailable:
            print(f"note: without {name}: {engine.unavailable}", file=sys.stderr)
            engine.stop()
        else:
            engines[name] = engine
    return engines


def _parser() -> argparse.ArgumentParser:
    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(",")]

    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few short rounds")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="default: %(default)s")
    parser.add_argument("--filter", default="", metavar="RE", help="workloads to run")
    parser.add_argument("--threads", type=numbers, default=[1], metavar="N,N", help="default: 1")
    parser.add_argument(
        "--engines",
        type=lambda text: text.split(","),
        default=list(ENGINES),
        metavar="NAME,NAME",
        help="default: " + ",".join(ENGINES),
    )
    parser.add_argument("--programs", type=Path, metavar="DIR", help="more programs, with .npz")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write an SVG of the ratios")
    return parser


if __name__ == "__main__":
    sys.exit(main())
