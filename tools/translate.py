"""``hlo-translate``: programs in another form: text, bytecode, portable artifact, LLVM IR, code."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .cli import FAILURE, SUCCESS, one_file, print_diagnostics, run_tool
from .translate_command import COMMAND, check


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; returns its exit status."""
    return run_tool("hlo-translate", _run, argv)


def _run(argv: Sequence[str]) -> int:
    options = COMMAND.parse(argv)
    if options.help:
        print(COMMAND.help())
        return SUCCESS
    if options.version:
        from .version import version_text

        print(version_text("hlo-translate"))
        return SUCCESS
    form = check(options)
    if options.print_stablehlo_version:
        from ..dialect.mlir import stablehlo

        print(stablehlo.get_current_version())
        return SUCCESS
    path = one_file(options.files)
    # The bindings are loaded from here on.
    from ..dialect.diagnostics import DiagnosedError
    from ..dialect.parse import read_program
    from .translate_session import translate

    program = read_program(path)
    try:
        translate(form, program, options)
    except DiagnosedError as exc:
        print_diagnostics(exc.in_file(program.filename).diagnostics, program.sources)
        return FAILURE
    return SUCCESS


if __name__ == "__main__":
    sys.exit(main())
