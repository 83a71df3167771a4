"""``hlo-opt``: run passes over a program, in the language of mlir-opt."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .cli import FAILURE, SUCCESS, one_file, print_diagnostics, run_tool, write_output
from .options import CommandLine, Option, UsageError, flag

COMMAND = CommandLine(
    usage="hlo-opt [options] [FILE]",
    overview="Read a StableHLO program (text, bytecode or portable artifact; standard input by "
    "default), run passes over it and print the result.",
    groups=(
        (
            "General",
            (
                Option("o", "write the result to FILE", "FILE", "-"),
                Option("pass-pipeline", "the passes to run, in textual form", "PIPELINE"),
                flag("allow-unregistered-dialect", "accept operations of unknown dialects"),
                flag("verify-each", "verify the program after each pass", True),
                flag("help", "show this text"),
                flag("version", "show the version"),
            ),
        ),
    ),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; returns its exit status."""
    return run_tool("hlo-opt", _run, argv)


def _run(argv: Sequence[str]) -> int:
    steps: list[tuple[str, str]] = []

    def take_pass(name: str, options: str | None) -> bool:
        from ..passes.registry import find_pass
        from ..passes.upstream import upstream_pass_names

        if find_pass(name) is None and name not in upstream_pass_names():
            return False
        steps.append((name, options or ""))
        return True

    options = COMMAND.parse(argv, take_pass)
    if options.help:
        print(COMMAND.help())
        return SUCCESS
    from ..dialect.context import default_context
    from ..dialect.diagnostics import DiagnosedError
    from ..dialect.parse import parse, read_program
    from ..passes.manager import VerifyEach, run_pipeline
    from ..passes.pipeline import Pipeline, make_step, parse_pipeline

    if options.pass_pipeline is not None and steps:
        raise UsageError("--pass-pipeline and passes as flags exclude each other")
    if options.pass_pipeline is not None:
        pipeline = parse_pipeline(options.pass_pipeline)
    else:
        pipeline = Pipeline("builtin.module", tuple(make_step(*step) for step in steps))
    program = read_program(one_file(options.files))
    try:
        module = parse(
            program,
            context=default_context(),
            allow_unregistered=options.allow_unregistered_dialect,
        )
        run_pipeline(pipeline, module.operation, [VerifyEach()] if options.verify_each else [])
    except DiagnosedError as exc:
        print_diagnostics(exc.in_file(program.filename).diagnostics, program.sources)
        return FAILURE
    write_output(options.o, module.operation.get_asm(binary=True))
    return SUCCESS


if __name__ == "__main__":
    sys.exit(main())
