"""One run of ``hlo-run``, step by step."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np

from ..dialect.diagnostics import DiagnosedError, plain_error
from ..dialect.parse import Program, parse
from ..runtime.arrays import as_input
from ..runtime.compare import Comparison, Tolerance, check_comparable, compare
from ..runtime.compile import compile
from ..runtime.dynamic import DynamicExecutable
from ..runtime.executable import Executable
from ..runtime.ffi.errors import CustomCallError
from ..runtime.ffi.libraries import load_handlers
from ..runtime.interpreter import interpret
from ..runtime.literals import Layout, format_array
from ..runtime.lowering import find_function
from ..runtime.peaks import machine_peaks
from ..runtime.signature import read_signature
from ..runtime.values import fit, random_value, read_values, retype, to_file
from .cli import FAILURE, SUCCESS, write_output
from .interrupts import stoppable
from .profile_table import profile_table
from .progress import progress
from .units import count, duration, size


class Session:
    """Runs one function of ``program`` as ``options`` (of `run_command.COMMAND`) ask."""

    def __init__(self, options: SimpleNamespace, program: Program):
        self.options = options
        self.program = program
        self.function = options.function

    def run(self) -> int:
        """Return the exit status."""
        # Everything that the user may have got wrong comes before what takes time.
        for library in self.options.ffi_library:
            load_handlers(library)
        start = time.perf_counter()
        self.module = parse(self.program)
        with self.module.context:
            entry = find_function(self.module, self.function)
            self.arguments, self.results = read_signature(entry)
        parsed = time.perf_counter() - start
        inputs = self._inputs()
        expected = self._expected()
        start = time.perf_counter()
        executable = self._compile(inputs)
        compiled = time.perf_counter() - start
        if self.results != executable.results:  # their shapes are known only now
            self.results = executable.results
            expected = self._expected()
        self._check_memory(executable)
        with stoppable(), _diagnosed():
            results = executable(*inputs)
        results = list(results) if isinstance(results, tuple) else [results]
        self._deliver(results)
        status = self._check(results, inputs, expected)
        if self.options.profile:
            executable.clear_profile()  # the run above was to warm up
        if self.options.benchmark is not None:
            print(f"compile: {duration(parsed + compiled)}")
            self._benchmark(executable, inputs)
        if self.options.profile:
            self._profile(executable, inputs)
        return status

    def _inputs(self) -> list[np.ndarray]:
        given = read_values(self.options.input, "in")
        if len(given) > len(self.arguments):
            raise plain_error(
                f"'{self.function}' takes {count(len(self.arguments), 'argument')}, "
                f"got {count(len(given), 'input')}"
            )
        try:
            inputs = [
                as_input(fit(array, spec), spec, i)
                for i, (array, spec) in enumerate(zip(given, self.arguments, strict=False))
            ]
        except (TypeError, ValueError) as exc:
            raise plain_error(str(exc)) from None
        missing = self.arguments[len(inputs) :]
        if not missing:
            return inputs
        if self.options.random_seed is None:
            raise plain_error(
                f"argument {len(inputs)} ({missing[0].name}: {missing[0].type}) has no value",
                "give it with --input, or --random-seed=N to make values up",
            )
        generator = np.random.default_rng(self.options.random_seed)
        return [*inputs, *(random_value(spec, generator) for spec in missing)]

    def _expected(self) -> list[np.ndarray] | None:
        if not self.options.expected:
            return None
        expected = read_values(self.options.expected, "out")
        if len(expected) != len(self.results):
            raise plain_error(
                f"'{self.function}' has {count(len(self.results), 'result')}, "
                f"got {len(expected)} to expect"
            )
        expected = [retype(a, s) for a, s in zip(expected, self.results, strict=True)]
        try:
            for array, spec in zip(expected, self.results, strict=True):
                check_comparable(array, spec)
        except ValueError as exc:
            raise plain_error(str(exc)) from None
        return expected

    def _compile(self, inputs: list[np.ndarray]) -> Executable:
        compiling = progress(f"compiling {self.program.filename}")
        with stoppable(), _diagnosed(), compiling:
            compiled = compile(
                self.module,
                function=self.function,
                num_threads=self.options.num_threads,
                fast_math=self.options.fast_math,
                flush_denormals=self.options.flush_denormals,
                cache_dir=self.options.cache_dir,
                profile=self.options.profile,
            )
            if isinstance(compiled, DynamicExecutable):
                return compiled.specialize(*inputs)
            return compiled

    def _check_memory(self, executable: Executable) -> None:
        """Refuse to run what the machine cannot hold: the system might kill any process for it."""
        needed = executable.memory_bytes
        available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        if needed > available:
            raise plain_error(
                f"'{self.function}' needs {size(needed)} for its arguments, results and "
                f"scratch memory, and the machine has {size(available)}"
            )

    def _deliver(self, results: list[np.ndarray]) -> None:
        checked = self.options.expected or self.options.compare
        outputs = self.options.output or ([] if checked else ["-"])
        for where in outputs:
            if where == "-":
                layout = Layout(limit=self.options.print_limit)
                for spec, array in zip(self.results, results, strict=True):
                    print(f"{spec.name}: {spec.type} = {format_array(array, layout)}")
            else:
                write_output(where[1:], to_file(results, where[1:]))

    def _check(self, results, inputs, expected) -> int:
        passed = True
        if expected is not None:
            passed &= self._report("as expected", results, expected)
        if self.options.compare == "interpreter":
            with progress("running the reference interpreter"):
                reference = interpret(self.module, inputs, function=self.function)
            passed &= self._report("as the reference interpreter's", results, reference)
        return SUCCESS if passed else FAILURE

    def _report(self, verdict: str, results, expected) -> bool:
        tolerance = Tolerance(self.options.rtol, self.options.atol, self.options.max_ulp)
        comparisons = [
            compare(got, wanted, spec, tolerance)
            for got, wanted, spec in zip(results, expected, self.results, strict=True)
        ]
        for comparison in comparisons:
            print("\n".join(_describe(comparison, verdict)))
        return all(c.passed for c in comparisons)

    def _benchmark(self, executable: Executable, inputs: list[np.ndarray]) -> None:
        times = []
        end = time.perf_counter() + self.options.benchmark
        with stoppable(), _diagnosed():
            while not times or time.perf_counter() < end:
                start = time.perf_counter()
                executable(*inputs)
                times.append(time.perf_counter() - start)
        print(
            f"run: median {duration(statistics.median(times))}, "
            f"minimum {duration(min(times))} ({count(len(times), 'run')})"
        )

    def _profile(self, executable: Executable, inputs: list[np.ndarray]) -> None:
        """Print where the time of the benchmark's runs goes, or of one more if there were none."""
        if self.options.benchmark is None:
            with stoppable(), _diagnosed():
                executable(*inputs)
        threads = executable.num_threads
        peaks = machine_peaks(threads)
        print("\n".join(profile_table(executable.profile(), peaks, threads, self.program)))


@contextmanager
def _diagnosed() -> Iterator[None]:
    """Turn a custom call that fails into a diagnostic at the call."""
    try:
        yield
    except CustomCallError as exc:
        raise DiagnosedError([exc.diagnostic]) from exc


def _describe(comparison: Comparison, verdict: str) -> list[str]:
    """Return what there is to say about one result, the outcome first."""
    spec = comparison.spec
    if comparison.passed:
        outcome = verdict
    else:
        outcome = f"{comparison.differing} of {comparison.total} elements are not {verdict}"
    lines = [f"{spec.name}: {spec.type}: {outcome}"]
    for mismatch in comparison.first:
        at = _at(mismatch.index)
        lines.append(f"  got {mismatch.got}, expected {mismatch.expected}{at}")
    names = {"abs": "absolute error", "rel": "relative error", "ulp": "error in ulp"}
    worst = [
        f"{names[kind]} {error.value:.3g}{_at(error.index)}"
        for kind, error in comparison.errors.items()
        if error.value
    ]
    if worst:
        lines.append(f"  worst: {', '.join(worst)}")
    return lines


def _at(index: tuple[int, ...]) -> str:
    return f" at {list(index)}" if index else ""
