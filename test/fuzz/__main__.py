"""Compare the compiler with an oracle on random programs: ``python test/fuzz --count 1000``.

Every program follows from the seed and its number, so that ``--seed S --only
N`` makes it again.  The exit status is 1 if any result differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

import chlo  # noqa: F401 (registers its generators, as do those below)
import contraction  # noqa: F401
import control_flow  # noqa: F401
import elementwise  # noqa: F401
import functions  # noqa: F401
import indexing  # noqa: F401
import linear_algebra  # noqa: F401
import movement  # noqa: F401
import numpy as np
import reduction  # noqa: F401
import registry
from judge import Finding, examine
from program import Program, Value
from workers import RUNNERS, Worker, serve


def make_program(
    seed: int, number: int, oracle: str, generators: list[str] | None
) -> tuple[Program, list[Value]]:
    """Return a random program, and the values that it returns."""
    program = Program(np.random.default_rng([seed, number]), oracle)
    while not program.steps:
        registry.grow(program, program.integer(1, 6), generators)
    candidates = [v for step in program.steps for v in step.results]
    chosen = [v for v in candidates[:-1] if program.chance(0.2)]
    return program, [*chosen, candidates[-1]]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python test/fuzz", description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=100, help="how many programs")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, metavar="N", help="only program number N; print it")
    parser.add_argument(
        "--generators", metavar="NAME,…", help=f"of {', '.join(registry.names())} (default: all)"
    )
    parser.add_argument("--oracle", choices=("interpreter", "xla"), default="interpreter")
    parser.add_argument(
        "--oracle-python", default=sys.executable, help="an interpreter that has it"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--excuses", action="store_true", help="list what the oracle cannot run")
    parser.add_argument("--serve", choices=sorted(RUNNERS), help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    """Run the tool; returns its exit status."""
    options = _arguments()
    if options.serve:
        serve(options.serve)
        return 0
    generators = options.generators.split(",") if options.generators else None
    numbers = range(options.count) if options.only is None else [options.only]
    compiler, oracle = Worker("compiler"), Worker(options.oracle, options.oracle_python)
    start, tried, findings, excuses = time.monotonic(), 0, 0, Counter()
    for number in numbers:
        if time.monotonic() - start > options.seconds:
            break
        program, results = make_program(options.seed, number, options.oracle, generators)
        if options.only is not None:
            print(program.text(results))
        verdict = examine(program, results, compiler, oracle)
        tried += 1
        if isinstance(verdict, Finding):
            findings += 1
            print(f"--seed {options.seed} --only {number}: {verdict.reason}\n{verdict.text}")
            sys.stdout.flush()
        elif verdict is not None:
            excuses[verdict] += 1
    compiler.close()
    oracle.close()
    if options.excuses:
        for excuse, times in excuses.most_common():
            print(f"{times} x {excuse}")
    print(
        f"{tried} programs in {time.monotonic() - start:.0f} s: {findings} differ, "
        f"{excuses.total()} that the {options.oracle} cannot run"
    )
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
