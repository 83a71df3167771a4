"""``hlo-opt``: run passes over a program, in the language of mlir-opt."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace

from .cli import SUCCESS, USAGE, one_file, print_diagnostics, run_tool
from .opt_command import COMMAND, check
from .options import UsageError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the tool; returns its exit status."""
    return run_tool("hlo-opt", _run, argv)


def _run(argv: Sequence[str]) -> int:
    options = COMMAND.parse(argv, allow_extra=True)
    if options.help:
        print(COMMAND.help())
        return SUCCESS
    if options.version:
        from .version import version_text

        print(version_text("hlo-opt"))
        return SUCCESS
    check(options)
    # The bindings are loaded from here on.
    from ..dialect.diagnostics import DiagnosedError
    from ..passes.plugins import load_plugin

    for path in options.load_pass_plugin:
        load_plugin(path)
    if options.list_passes or options.show_dialects:
        from . import opt_listing

        print(opt_listing.passes() if options.list_passes else opt_listing.dialects())
        return SUCCESS
    try:
        pipeline = _pipeline(options)
    except DiagnosedError as exc:
        print_diagnostics(exc.diagnostics)
        return USAGE
    from .opt_session import Session

    return Session(options, pipeline, argv).run(one_file(options.files))


def _pipeline(options: SimpleNamespace):
    """Return the pipeline that the command line asks for; None leaves it to the reproducer."""
    from ..passes.pipeline import Pipeline, closest, known_names, make_steps, parse_pipeline
    from ..passes.pipelines import PIPELINES, named_pipeline

    for name in (*options.mlir_print_ir_before, *options.mlir_print_ir_after):
        _check_pass_or_stage(name)
    if options.run_reproducer:
        return None
    if options.pass_pipeline is not None:
        return parse_pipeline(options.pass_pipeline)
    if options.pipeline is not None:
        try:
            found = named_pipeline(options.pipeline, options.stop_after)
        except ValueError as exc:
            raise UsageError(str(exc)) from None
        if found is None:
            raise UsageError(
                f"unknown pipeline '{options.pipeline}' (known: {', '.join(sorted(PIPELINES))})"
                f"{closest(options.pipeline, list(PIPELINES))}"
            )
        return found
    elements = []
    for name, text in options.extra:
        if name not in known_names():
            raise COMMAND.unknown_option(name, known_names())
        elements.extend(make_steps(name, text or ""))
    return Pipeline("builtin.module", tuple(elements))


def _check_pass_or_stage(name: str) -> None:
    from ..passes.pipeline import closest, known_names
    from ..passes.pipelines import stage_names

    names = [*known_names(), *stage_names()]
    if name not in names:
        raise UsageError(f"unknown pass or stage '{name}'{closest(name, names)}")


if __name__ == "__main__":
    sys.exit(main())
