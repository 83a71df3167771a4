"""A line on the terminal while something takes long."""

from __future__ import annotations

import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def progress(text: str, after: float = 1.0) -> Iterator[None]:
    """Show ``text`` and the seconds that have passed, once ``after`` seconds have.

    Only if standard error is a terminal; the line is wiped out at the end.
    Another process writes it, because native code that compiles does not let
    other threads of this one run.
    """
    if not sys.stderr.isatty() or not hasattr(os, "fork"):
        yield
        return
    with warnings.catch_warnings():
        # The child only sleeps and writes; it takes no lock that a thread might hold.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _show(text, after)
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.write(2, b"\r\033[K")


def _show(text: str, after: float) -> None:
    """Write the line every second until killed, or until the parent has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()
    start = time.monotonic()
    time.sleep(after)
    while os.getppid() == parent:
        seconds = int(time.monotonic() - start)
        os.write(2, f"\r\033[K{text} ({seconds} s)".encode())
        time.sleep(1)
    os._exit(0)
