"""Running cases in worker processes, so that a crash or a hang costs one case."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait

from .corpus_case import Case, Outcome, run_case, warm_up


def run_cases(cases: list[Case], jobs: int, seconds: float) -> Iterator[tuple[Case, Outcome]]:
    """Yield every case with its outcome, in the order in which they end.

    ``jobs`` processes work at a time; a case that takes more than ``seconds``
    fails, and so does one that ends its process.
    """
    pending = iter(cases)
    workers = [_Worker() for _ in range(min(jobs, len(cases)) or 1)]
    try:
        busy = {w.pipe: w for w in workers if w.start(next(pending, None))}
        while busy:
            deadline = min(w.started for w in busy.values()) + seconds
            ready = wait(list(busy), max(0.0, deadline - time.monotonic()))
            late = [
                p
                for p, w in busy.items()
                if p not in ready and time.monotonic() > w.started + seconds
            ]
            for pipe in [*ready, *late]:
                worker = busy.pop(pipe)
                case = worker.case
                outcome = worker.outcome() if pipe in ready else worker.stop(seconds)
                if worker.start(next(pending, None)):
                    busy[worker.pipe] = worker
                yield case, outcome
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process that runs one case after another."""

    def __init__(self):
        self.case: Case | None = None
        self._spawn()

    def _spawn(self) -> None:
        # A fresh interpreter: native code may hold locks that a fork would copy.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def start(self, case: Case | None) -> bool:
        self.case = case
        if case is None:
            return False
        self.started = time.monotonic()
        self.pipe.send(case)
        return True

    def outcome(self) -> Outcome:
        try:
            return self.pipe.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            code = self._process.exitcode
            self._spawn()
            what = signal.strsignal(-code) if code < 0 else f"exit status {code}"
            return Outcome("failed", f"crash: the process ended ({what})")

    def stop(self, seconds: float) -> Outcome:
        self._process.kill()
        self._process.join()
        self._spawn()
        return Outcome("failed", f"time: more than {seconds:g} s")

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def _serve(pipe: Connection) -> None:
    """Run the cases that come through ``pipe`` until it closes."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up()
    while True:
        try:
            case = pipe.recv()
        except EOFError:
            return
        try:
            outcome = run_case(case)
        except Exception as exc:
            outcome = Outcome("failed", f"{type(exc).__name__}: {exc}")
        pipe.send(outcome)
