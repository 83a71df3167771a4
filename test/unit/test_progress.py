"""The progress line: on terminals only, after a while, and gone at the end."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

SCRIPT = """
import time
from hlo_opt.tools.progress import progress
with progress("working", after={after}):
    time.sleep({seconds})
print("done")
"""


def run_on_terminal(script: str) -> str:
    """Run Python with a terminal as standard error; return what it shows."""
    terminal, other = pty.openpty()
    subprocess.run([sys.executable, "-c", script], stderr=other, stdout=other, check=True)
    os.close(other)
    shown = b""
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # Linux: the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(terminal)
    return shown.decode()


def test_it_is_shown_and_wiped_out():
    shown = run_on_terminal(SCRIPT.format(after=0.1, seconds=0.8))
    assert "working (0 s)" in shown
    assert shown.endswith("\r\033[Kdone\r\n")


def test_what_is_quick_shows_nothing():
    assert "working" not in run_on_terminal(SCRIPT.format(after=5, seconds=0))


def test_not_on_a_pipe():
    script = SCRIPT.format(after=0, seconds=0.3)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_a_failure_wipes_it_out_too():
    script = (
        SCRIPT.format(after=0, seconds=0.5)
        .replace('print("done")', "")
        .replace("    time.sleep", "    import sys\n    time.sleep")
    )
    shown = run_on_terminal(
        f"try:\n    exec({script!r} + '    raise KeyError')\nexcept KeyError: 0"
    )
    assert shown.endswith("\r\033[K")
