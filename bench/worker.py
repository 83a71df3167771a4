"""One engine in a process: ``python -m bench.worker ENGINE THREADS``.

Reads a JSON object a line and answers with one: ``{"do": "prepare", "program":
path, "results": path}`` compiles, runs once and stores the results; ``{"do":
"run", "seconds": s}`` gives the median time of a call in a burst of that length.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import sys
import time
from pathlib import Path

import numpy as np

from .inputs import make_inputs, widened

_MIN_CALLS, _MAX_CALLS = 3, 20_000


class Worker:
    """The engine and the program that it holds."""

    def __init__(self, engine: str, threads: int):
        self.engine = importlib.import_module(f"bench.engines.{engine}")
        self.threads = threads
        self.run_once = None
        if hasattr(self.engine, "start"):
            self.engine.start(threads)

    def prepare(self, program: str, results: str) -> dict:
        """Compile a program and store what it computes; ``skip`` if it is not for this engine."""
        self.run_once = None
        path = Path(program)
        accepts = getattr(self.engine, "accepts", None)
        if accepts is not None and not accepts(path):
            return {"skip": True}
        self.run_once, seconds = self.engine.prepare(path, make_inputs(path), self.threads)
        arrays = [widened(np.asarray(x)) for x in self.run_once()]
        np.savez(results, *arrays)
        return {"compile_s": seconds}

    def run(self, seconds: float) -> dict:
        """Call the program for about so long."""
        run, clock = self.run_once, time.perf_counter
        run()
        times = []
        end = clock() + seconds
        while (clock() < end or len(times) < _MIN_CALLS) and len(times) < _MAX_CALLS:
            begin = clock()
            run()
            times.append(clock() - begin)
        return {"median_s": statistics.median(times), "calls": len(times)}


def main() -> None:
    """Answer requests until standard input ends."""
    # What native code prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def answer(what: dict) -> None:
        answers.write(json.dumps(what) + "\n")
        answers.flush()

    try:
        worker = Worker(sys.argv[1], int(sys.argv[2]))
    except ImportError as exc:
        answer({"error": f"not installed ({exc})"})
        return
    answer({})
    for line in sys.stdin:
        request = json.loads(line)
        action = getattr(worker, request.pop("do"))
        try:
            answer(action(**request))
        except Exception as exc:  # whatever an engine raises is its answer
            lines = str(exc).strip().splitlines() or [""]
            answer({"error": f"{type(exc).__name__}: {lines[0][:200]}"})


if __name__ == "__main__":
    main()
