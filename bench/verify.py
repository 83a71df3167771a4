"""Time to verify a large program against the specification, beside the bindings' verifier.

``python -m bench.verify [OPS]`` prints microseconds per operation, medians of
five interleaved rounds.  Verdicts are kept for operations with the same types
and attributes, which a model has many of; ``distinct`` is the time without any
two alike, each with a shape of its own.
"""

from __future__ import annotations

import statistics
import sys
import time

from hlo_opt import parse
from hlo_opt.dialect.verify import verify

from .programs import transformer_like

ROUNDS = 5


def distinct_operations(ops: int) -> str:
    """Return a program in which every operation has types that no other has."""
    body = []
    for n in range(1, ops // 2 + 1):
        tensor = f"tensor<{n}x4xf32>"
        body.append(f'    %a{n} = "stablehlo.iota"() {{iota_dimension = 1 : i64}} : () -> {tensor}')
        body.append(f"    %b{n} = stablehlo.add %a{n}, %a{n} : {tensor}")
    return "\n".join(["func.func @main() {", *body, "    return", "}"])


def main(argv: list[str]) -> None:
    """Run the benchmark; see the module's docstring."""
    ops = int(argv[0]) if argv else 10_000
    like, distinct = parse(transformer_like(ops)), parse(distinct_operations(ops))
    ways = {
        "hlo-verify": lambda: verify(like.operation),
        "hlo-verify, distinct": lambda: verify(distinct.operation),
        "upstream's verifier": like.operation.verify,
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS + 1):
        for name, run in ways.items():
            start = time.perf_counter()
            run()
            times[name].append((time.perf_counter() - start) / ops * 1e6)
    print(f"program: {ops} operations")
    for name, values in times.items():
        print(f"{name:24} {statistics.median(values[1:]):7.1f} us/op")  # the first warms up


if __name__ == "__main__":
    main(sys.argv[1:])
