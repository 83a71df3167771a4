"""``hlo-opt``: run passes over a program, in the language of mlir-opt."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from .cli import SUCCESS, USAGE, one_file, print_diagnostics, run_tool
from .opt_command import COMMAND, check


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
    if options.explain is not None or options.list_constraints is not None:
        from .explain import explain, list_constraints

        if options.explain is not None:
            print(explain(options.explain))
        else:
            print(list_constraints(options.list_constraints))
        return SUCCESS
    path = one_file(options.files)
    # The bindings are loaded from here on.
    from ..dialect.diagnostics import DiagnosedError
    from ..passes.plugins import PluginError, load_plugin

    for plugin in options.load_pass_plugin:
        load_plugin(plugin)
    if options.list_passes or options.show_dialects:
        from . import opt_listing

        print(opt_listing.passes() if options.list_passes else opt_listing.dialects())
        return SUCCESS
    from .opt_pipeline import requested_pipeline
    from .opt_session import Session

    try:
        pipeline = requested_pipeline(options)
    except PluginError:
        raise
    except DiagnosedError as exc:  # it points into the text of the pipeline
        print_diagnostics(exc.diagnostics)
        return USAGE
    return Session(options, pipeline, argv).run(path)


if __name__ == "__main__":
    sys.exit(main())
