"""``hlo-run``: compile a program, run it, and print, keep or check its results."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .cli import SUCCESS, one_file, print_diagnostics, run_tool
from .run_command import COMMAND


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; returns its exit status."""
    return run_tool("hlo-run", _run, argv)


def _run(argv: Sequence[str]) -> int:
    options = COMMAND.parse(argv)
    if options.help:
        print(COMMAND.help())
        return SUCCESS
    if options.version:
        from .version import version_text

        print(version_text("hlo-run"))
        return SUCCESS
    path = one_file(options.files)
    # The bindings are loaded from here on.
    from ..dialect.diagnostics import DiagnosedError
    from ..dialect.parse import read_program
    from .cli import FAILURE
    from .run_session import Session

    program = read_program(path)
    try:
        return Session(options, program).run()
    except DiagnosedError as exc:
        print_diagnostics(exc.in_file(program.filename).diagnostics, program.sources)
        return FAILURE


if __name__ == "__main__":
    sys.exit(main())
