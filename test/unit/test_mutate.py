"""Operations with one constraint broken: a short run of the mutation fuzzer."""

import subprocess
import sys
from pathlib import Path

MUTATE = Path(__file__).resolve().parent.parent / "mutate"


def test_every_constraint_is_broken_and_reported():
    command = [sys.executable, str(MUTATE), "--seed", "3", "--count", "1359"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("1359 mutants in ")  # three for each of 453 constraints
    assert lines[1].startswith("  1359 reported under the right label, ")
    assert lines[2:4] == [
        "  0 not, 0 that MLIR cannot read",
        "  0 of the valid operations they were made from did not pass",
    ]


def test_mutants_follow_from_seed_and_number():
    def show():
        command = [sys.executable, str(MUTATE), "--seed", "3", "--only", "7"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()[1:]

    assert show() == show()
