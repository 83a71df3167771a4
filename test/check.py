"""Run every check of the project: ``python test/check.py``.

Style, unit tests and lit tests run one after the other, with the tools of the
interpreter's own environment.  Each check's last line is shown, all of its
output if it fails, and at the end which files are longest.  The exit status
is 0 if all passed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = Path(sys.executable).parent  # not resolved: a virtual environment links its interpreter

SOURCE_FOLDERS = ("hlo_opt", "dialect", "passes", "runtime", "tools", "test", "bench")

CHECKS = {
    "ruff check": [SCRIPTS / "ruff", "check", "."],
    "ruff format": [SCRIPTS / "ruff", "format", "--check", "."],
    "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
    "lit": [SCRIPTS / "lit", "test"],
}


def run(name: str, command: list[str | Path]) -> bool:
    """Run one check and print how it ended; returns whether it passed."""
    start = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    passed = done.returncode == 0
    if not passed:
        print(done.stdout)
    lines = done.stdout.strip().splitlines() or ["no output"]
    seconds = time.monotonic() - start
    state = "passed" if passed else f"FAILED with status {done.returncode}"
    print(f"{name}: {state} in {seconds:.0f} s: {lines[-1].strip()}", flush=True)
    return passed


def longest_files(count: int = 5) -> str:
    """Return the longest source files with their numbers of lines."""
    files = [path for folder in SOURCE_FOLDERS for path in (ROOT / folder).rglob("*.py")]
    lengths = sorted(((len(path.read_text().splitlines()), path) for path in files), reverse=True)
    return ", ".join(f"{path.relative_to(ROOT)} {lines}" for lines, path in lengths[:count])


def main() -> int:
    """Run all checks, or those that the command line names."""
    names = sys.argv[1:] or list(CHECKS)
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        print(f"unknown check '{unknown[0]}' (known: {', '.join(CHECKS)})", file=sys.stderr)
        return 2
    results = [run(name, CHECKS[name]) for name in names]
    print(f"longest files: {longest_files()}")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
