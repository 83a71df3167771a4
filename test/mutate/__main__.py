"""Break one constraint of a random valid operation: ``python test/mutate --count 20000``.

Every mutant must be reported under the label of the constraint that it breaks,
and every valid operation must pass without a word.  The report says how many
were, which other labels were reported with them, and what the bindings' own
verifier let pass.  A mutant follows from the seed and its number.  The exit
status is 1 if a mutant goes undetected or a valid operation does not pass.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from bases import accepted, vary
from mutations import mutate

from hlo_opt.dialect.context import default_context
from hlo_opt.dialect.ops import OPERATIONS, Operation
from hlo_opt.dialect.ops.programs import example
from hlo_opt.dialect.unverified import parse_unverified
from hlo_opt.dialect.verify import verify

CASES = [(cls, c) for cls in OPERATIONS.values() for c in cls.constraints]


@dataclass
class Report:
    """What came of the mutants."""

    mutants: int = 0
    unreadable: Counter = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    noisy: list[str] = field(default_factory=list)
    alone: int = 0
    also: Counter = field(default_factory=Counter)
    ways: Counter = field(default_factory=Counter)
    let_pass: Counter = field(default_factory=Counter)


def labels(cls: type[Operation], values: dict[str, object]) -> list[str] | None:
    """Return the labels reported for an operation, None if it cannot be read."""
    root = parse_unverified(example(cls, values), default_context())
    if root is None:
        return None
    return [d.constraint or d.message for d in verify(root) if d.op == cls.op_name]


def run_one(number: int, seed: int, report: Report, *, peer: bool) -> None:
    """Make and judge one mutant; the first ones cover every constraint."""
    rng = np.random.default_rng([seed, number])
    cls, c = CASES[number % len(CASES)]
    values = vary(cls, rng)
    if found := labels(cls, values):
        report.noisy.append(f"{number}: {cls.op_name} {found} {values}")
    how, mutant = mutate(cls, c, values, rng)
    report.mutants += 1
    report.ways[how] += 1
    found = labels(cls, mutant)
    name = f"{cls.op_name} {c.label}"
    if found is None:
        report.unreadable[name] += 1
    elif c.label not in found:
        report.missed.append(f"{number}: {name} ({how}): reported {found} for {mutant}")
    else:
        others = [label for label in found if label != c.label]
        report.alone += not others
        report.also.update(f"{name} with {other}" for other in others)
        if peer and accepted(cls, mutant):
            report.let_pass[name] += 1


def main() -> int:
    """Run the tool; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python test/mutate", description=__doc__.split("\n\n")[0]
    )
    parser.add_argument("--count", type=int, default=len(CASES), help="how many mutants")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, metavar="N", help="only mutant number N")
    parser.add_argument("--peer", action="store_true", help="show them to the bindings' verifier")
    parser.add_argument("--top", type=int, default=20, help="how many rows of the tables to show")
    options = parser.parse_args()
    report, start = Report(), time.perf_counter()
    numbers = range(options.count) if options.only is None else [options.only]
    for number in numbers:
        run_one(number, options.seed, report, peer=options.peer)
    _print(report, time.perf_counter() - start, options)
    return 1 if report.missed or report.noisy else 0


def _print(report: Report, seconds: float, options: argparse.Namespace) -> None:
    detected = report.mutants - len(report.missed) - report.unreadable.total()
    print(f"{report.mutants} mutants in {seconds:.0f} s (seed {options.seed})")
    print(f"  {detected} reported under the right label, {report.alone} of them under no other")
    print(f"  {len(report.missed)} not, {report.unreadable.total()} that MLIR cannot read")
    print(f"  {len(report.noisy)} of the valid operations they were made from did not pass")
    _table("made by", report.ways, options.top)
    _table("labels reported as well", report.also, options.top)
    _table("not readable", report.unreadable, options.top)
    if options.peer:
        _table("accepted by the bindings' verifier", report.let_pass, options.top)
    for line in (*report.missed[:20], *report.noisy[:20]):
        print(line)


def _table(title: str, rows: Counter, top: int) -> None:
    if rows:
        print(f"{title} ({len(rows)} kinds):")
        for name, count in rows.most_common(top):
            print(f"  {count:6} {name}")


if __name__ == "__main__":
    sys.exit(main())
