"""The pipeline that a command line of ``hlo-opt`` asks for."""

from __future__ import annotations

from types import SimpleNamespace

from ..passes.pipeline import Pipeline, closest, is_known, known_names, make_steps, parse_pipeline
from ..passes.pipelines import PIPELINES, named_pipeline, stage_names
from .opt_command import COMMAND
from .options import UsageError


def requested_pipeline(options: SimpleNamespace) -> Pipeline | None:
    """Return the pipeline, or None if the input brings it as a reproducer.

    Raises `UsageError`, or `DiagnosedError` that points into a textual pipeline.
    """
    for name in (*options.mlir_print_ir_before, *options.mlir_print_ir_after):
        if not is_known(name) and name not in stage_names():
            hint = closest(name, [*known_names(), *stage_names()])
            raise UsageError(f"unknown pass or stage '{name}'{hint}")
    if options.run_reproducer:
        return None
    if options.pass_pipeline is not None:
        return parse_pipeline(options.pass_pipeline)
    if options.pipeline is not None:
        return _named(options.pipeline, options.stop_after)
    elements = []
    for name, text in options.extra:
        if not is_known(name):
            raise COMMAND.unknown_option(name, known_names())
        elements.extend(make_steps(name, text or ""))
    return Pipeline("builtin.module", tuple(elements))


def _named(name: str, stop_after: str | None) -> Pipeline:
    try:
        found = named_pipeline(name, stop_after)
    except ValueError as exc:
        raise UsageError(str(exc)) from None
    if found is None:
        known = ", ".join(sorted(PIPELINES))
        raise UsageError(
            f"unknown pipeline '{name}' (known: {known}){closest(name, list(PIPELINES))}"
        )
    return found
