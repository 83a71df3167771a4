"""Time to legalize a large program to linalg, beside upstream's C++ pass on the same program.

``python -m bench.legalize [OPS]`` prints microseconds per operation, medians of
five interleaved rounds, and the ratio.
"""

from __future__ import annotations

import statistics
import sys
import time

from hlo_opt import parse
from hlo_opt.passes.manager import run_pipeline
from hlo_opt.passes.pipeline import parse_pipeline

from .programs import transformer_like

ROUNDS = 5
PASSES = ("hlo-legalize-to-linalg", "stablehlo-legalize-to-linalg")


def main(argv: list[str]) -> None:
    """Run the benchmark; see the module's docstring."""
    ops = int(argv[0]) if argv else 10_000
    text = transformer_like(ops)
    times: dict[str, list[float]] = {name: [] for name in PASSES}
    for _ in range(ROUNDS + 1):
        for name in PASSES:
            pipeline = parse_pipeline(f"builtin.module({name})")
            module = parse(text)
            start = time.perf_counter()
            run_pipeline(pipeline, module.operation)
            times[name].append((time.perf_counter() - start) / ops * 1e6)
    ours, theirs = (times[name][1:] for name in PASSES)  # the first round warms up
    print(f"program: {ops} operations")
    for name, values in zip(PASSES, (ours, theirs), strict=True):
        print(f"{name:32} {statistics.median(values):7.1f} us/op")
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    print(f"ratio to upstream                {ratio:7.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
