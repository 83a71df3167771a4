"""Ctrl-C while native code runs."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stoppable() -> Iterator[None]:
    """Let an interrupt end the process at once while inside.

    Python would notice it only when native code returns, which a loop of the
    program may never do.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
