"""Processes that run programs: the compiler under test and the oracles.

Each runs in a process of its own, which is started again when a program ends
it.  Requests and replies are pickled: ``(text, inputs)`` one way, ``(outcome,
results or message)`` the other.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Outcome:
    """What became of a program: ``ok`` with results, ``error`` or ``died`` with a message."""

    state: str
    results: tuple[np.ndarray, ...] = ()
    message: str = ""


class Worker:
    """A process that runs programs in one way; see `RUNNERS`."""

    def __init__(self, runner: str, python: str = sys.executable, timeout: float = 60.0):
        self.runner = runner
        self._python = python
        self._timeout = timeout
        self._process: subprocess.Popen | None = None

    def send(self, text: str, inputs: list[np.ndarray]) -> None:
        """Give the process a program to run."""
        if self._process is None:
            self._errors = tempfile.TemporaryFile()
            self._process = subprocess.Popen(
                [self._python, str(Path(__file__).parent), "--serve", self.runner],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        try:
            pickle.dump((text, inputs), self._process.stdin)
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # receive tells

    def receive(self) -> Outcome:
        """Return what became of the program that was sent."""
        process = self._process
        ready, _, _ = select.select([process.stdout], [], [], self._timeout)
        if not ready:
            process.kill()
            self.close()
            return Outcome("died", message=f"no answer within {self._timeout:g} s")
        try:
            return pickle.load(process.stdout)
        except (EOFError, pickle.UnpicklingError):
            process.wait()
            words = self._last_words()
            self.close()
            code = process.returncode
            name = signal.Signals(-code).name if code < 0 else f"status {code}"
            return Outcome("died", message=f"{name}: {words}")

    def run(self, text: str, inputs: list[np.ndarray]) -> Outcome:
        """Send and receive."""
        self.send(text, inputs)
        return self.receive()

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").splitlines()
        told = [line.strip() for line in lines if line.strip() and "Stack dump" not in line]
        return " | ".join(told[:2])[:300]

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            for stream in (self._process.stdin, self._process.stdout):
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
            self._process.wait()
            self._errors.close()
            self._process = None


def serve(runner: str) -> None:
    """Run the programs that come in on standard input, until it ends."""
    run = RUNNERS[runner]()
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # native code may print
    while True:
        try:
            text, inputs = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            outcome = Outcome("ok", tuple(np.asarray(r) for r in run(text, inputs)))
        except Exception as exc:
            outcome = Outcome("error", message=f"{type(exc).__name__}: {exc}".splitlines()[0])
        pickle.dump(outcome, replies)
        replies.flush()


def _compiler():
    import hlo_opt

    def run(text, inputs):
        # Every program is valid, by the specification too.
        results = hlo_opt.compile(hlo_opt.verify(text))(*inputs)
        return results if isinstance(results, tuple | list) else [results]

    return run


def _interpreter():
    from hlo_opt.runtime.interpreter import interpret

    return lambda text, inputs: interpret(text, inputs, isolated=False)


def _xla():
    import jax
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    client = jax.devices()[0].client

    def run(text, inputs):
        context = mlir.make_ir_context()
        with context:
            module = mlir.module_to_bytecode(ir.Module.parse(text))
        devices = xla_client.DeviceList(tuple(client.local_devices()[:1]))
        executable = client.compile_and_load(module, devices, xla_client.CompileOptions())
        buffers = [jax.device_put(i) for i in inputs]
        return [np.asarray(r) for r in executable.execute(buffers)]

    return run


RUNNERS = {"compiler": _compiler, "interpreter": _interpreter, "xla": _xla}
