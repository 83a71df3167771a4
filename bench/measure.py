"""Interleaved measurement of several engines on one program after another."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
# Big arrays stay with the process instead of being mapped anew, page by page, for each result.
_KEEP_MEMORY = {"MALLOC_TRIM_THRESHOLD_": "4000000000", "MALLOC_MMAP_THRESHOLD_": "4000000000"}
_ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"


class EngineProcess:
    """A `bench.worker` in a process of its own, on as many cores as it may use."""

    def __init__(self, engine: str, threads: int, python: str):
        self.engine = engine
        self.command = [python, "-m", "bench.worker", engine, str(threads)]
        if threads == 1:
            self.command = ["taskset", "-c", str(max(os.sched_getaffinity(0))), *self.command]
        count = str(threads)
        self.environment = {
            **os.environ,
            **_KEEP_MEMORY,
            "OMP_NUM_THREADS": count,
            "OPENBLAS_NUM_THREADS": count,
            "OPENBLAS_THREAD_TIMEOUT": "16",  # idle threads spin into the next engine's turn
            "JAX_PLATFORMS": "cpu",
            **({"XLA_FLAGS": _ONE_THREAD} if threads == 1 else {}),
        }
        self.unavailable = self._start()

    def _start(self) -> str:
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        return self._answer().get("error", "")

    def ask(self, **request) -> dict:
        """Send a request and return the answer; a process that died is started again."""
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer says so
        answer = self._answer()
        if self.process.poll() is not None:
            self.unavailable = self._start()
        return answer

    def _answer(self) -> dict:
        line = self.process.stdout.readline()
        if not line:
            return {"error": f"the process ended with status {self.process.wait()}"}
        return json.loads(line)

    def stop(self) -> None:
        """End the process."""
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


@dataclass
class Row:
    """What was measured for one program: seconds and ratios by engine."""

    name: str
    threads: int
    seconds: dict[str, float] = field(default_factory=dict)
    compile_s: dict[str, float] = field(default_factory=dict)
    ratio: dict[str, float] = field(default_factory=dict)
    """Our time over the engine's: the median over rounds of the ratio in each."""
    errors: dict[str, str] = field(default_factory=dict)


def measure(
    path: Path, threads: int, engines: Mapping[str, EngineProcess], rounds: int, burst_s: float
) -> Row:
    """Measure the program at ``path`` on all engines, in turns; ``ours`` must be one of them."""
    row = Row(path.stem, threads)
    results: dict[str, list[np.ndarray]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, engine in engines.items():
            stored = Path(folder) / f"{name}.npz"
            answer = engine.ask(do="prepare", program=str(path), results=str(stored))
            if "error" in answer:
                row.errors[name] = answer["error"]
            elif "skip" not in answer:
                row.compile_s[name] = answer["compile_s"]
                with np.load(stored) as arrays:
                    results[name] = [arrays[k] for k in arrays.files]
    reference = results.get("xla", results.get("ours"))
    for name, arrays in results.items():
        if difference := _difference(arrays, reference):
            row.errors[name] = difference
    times: dict[str, list[float]] = {name: [] for name in results}
    for turn in range(rounds):
        for name in sorted(times, reverse=bool(turn % 2)):
            answer = engines[name].ask(do="run", seconds=burst_s)
            if "error" in answer:
                row.errors[name] = answer["error"]
                times.pop(name)
            else:
                times[name].append(answer["median_s"])
    row.seconds = {name: statistics.median(t) for name, t in times.items()}
    if "ours" in times:
        for name in times:
            pairs = zip(times["ours"], times[name], strict=True)
            row.ratio[name] = statistics.median(a / b for a, b in pairs)
    return row


def _difference(arrays: Sequence[np.ndarray], expected: Sequence[np.ndarray]) -> str:
    """Return how results differ from those expected, by more than rounding; empty if they do not.

    Floats may differ by 1e-3 of the largest of them (sums in other orders, narrow types).
    """
    if len(arrays) != len(expected):
        return f"{len(arrays)} results instead of {len(expected)}"
    for i, (array, other) in enumerate(zip(arrays, expected, strict=True)):
        array = array.reshape(other.shape)
        if array.dtype.kind not in "fc":
            if not np.array_equal(array, other):
                return f"result {i} differs"
            continue
        scale = np.max(np.abs(other), initial=0.0, where=np.isfinite(other))
        narrow = other.dtype.itemsize < 4
        tolerance = (1e-2 if narrow else 2e-3) * (scale or 1.0)
        if not np.allclose(array, other, rtol=0, atol=tolerance, equal_nan=True):
            return f"result {i} differs by {np.nanmax(np.abs(array - other)):.2g} (of {scale:.2g})"
    return ""


def interpreter(engine: str) -> str:
    """Return the Python to run an engine with: ``HLO_BENCH_PYTHON_<ENGINE>``, or this one."""
    family = engine.partition("_")[0]
    return os.environ.get(f"HLO_BENCH_PYTHON_{family.upper()}", sys.executable)
