"""Running a pipeline: Python passes and upstream passes, one step at a time.

Every step is one pass on every operation that its anchors select, so that
instrumentations (timing, printing, verification, …) see Python and upstream
passes alike.  `run_pipeline` is the only place that runs passes.
"""

from __future__ import annotations

import gc
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ..dialect.diagnostics import DiagnosedError, Diagnostic, error, from_mlir_error, listening
from ..dialect.mlir import ir
from .pipeline import Pipeline, Step
from .upstream import run_upstream


@dataclass(frozen=True)
class Event:
    """One step about to run, or just run: the pass, and where it is nested.

    ``index`` counts the steps of the pipeline from 0; ``anchors`` are the
    operation names from the root down; ``root`` is the operation that the
    pipeline runs on and ``targets`` those that this step runs on.
    ``starts_stage`` and ``ends_stage`` tell whether the step is the first or
    the last of a stage of a named pipeline.
    """

    index: int
    step: Step
    anchors: tuple[str, ...]
    root: ir.Operation
    targets: tuple[ir.Operation, ...]
    starts_stage: bool = False
    ends_stage: bool = False

    @property
    def text(self) -> str:
        """A pipeline that runs this step alone, in textual form."""
        text = self.step.text
        for anchor in reversed(self.anchors):
            text = f"{anchor}({text})"
        return text


class Instrumentation:
    """Hooks around steps; subclasses override what they need."""

    def before(self, event: Event) -> None:
        """Called before a step runs."""

    def after(self, event: Event) -> None:
        """Called after a step succeeded; may raise `DiagnosedError`."""

    def failed(self, event: Event, failure: DiagnosedError) -> None:
        """Called when a step, or the ``after`` of another instrumentation, failed."""

    def finish(self) -> None:
        """Called once when the pipeline has ended, in success or failure."""


class VerifyEach(Instrumentation):
    """Verify the whole program after each step, as ``--verify-each`` asks."""

    def after(self, event: Event) -> None:
        verify_module(event.root, f"after pass '{event.step.name}'")


def verify_module(op: ir.Operation, when: str) -> None:
    """Raise `DiagnosedError` if ``op`` does not verify; ``when`` ends the message."""
    try:
        op.verify()
    except ir.MLIRError as exc:
        note = Diagnostic("note", f"the program does not verify {when}")
        *found, last = from_mlir_error(exc).diagnostics
        raise DiagnosedError([*found, replace(last, notes=(*last.notes, note))]) from None


class PassFailure(DiagnosedError):
    """A pass that raised something other than `DiagnosedError`: a bug in the pass.

    ``traceback_text`` is the Python traceback, shown only on request.
    """

    def __init__(self, diagnostics, traceback_text: str):
        super().__init__(diagnostics)
        self.traceback_text = traceback_text


def run_pipeline(
    pipeline: Pipeline,
    op: ir.Operation,
    instrumentations: Sequence[Instrumentation] = (),
    on_diagnostic: Callable[[Diagnostic], None] | None = None,
) -> None:
    """Run ``pipeline`` on ``op``, an operation of the pipeline's anchor, in place.

    Warnings and remarks of passes go to ``on_diagnostic``.  Raises
    `DiagnosedError` if a pass fails; a Python pass that raises anything else
    gives `PassFailure`.  ``op`` is then in an unspecified state.
    """
    if op.name != pipeline.anchor and pipeline.anchor != "any":
        raise error(op, f"a pipeline on '{pipeline.anchor}' cannot run on '{op.name}'")
    try:
        with _no_garbage_collection(), op.context, ir.Location.unknown(), listening(on_diagnostic):
            for event in _events(pipeline, op):
                _run_step(event, instrumentations, on_diagnostic)
    finally:
        for instrumentation in instrumentations:
            instrumentation.finish()


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Suspend Python's cycle collector: it scans all of the IR's wrappers again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _events(pipeline: Pipeline, root: ir.Operation) -> Iterator[Event]:
    """Yield each step when its turn comes: its targets depend on what ran before."""
    steps = list(_flatten(pipeline))
    stages = ["", *(step.stage for _, step in steps), ""]
    for index, (anchors, step) in enumerate(steps):
        before, stage, after = stages[index : index + 3]
        targets = tuple(_select(root, anchors))
        starts, ends = stage not in ("", before), stage not in ("", after)
        yield Event(index, step, anchors, root, targets, starts, ends)


def _run_step(event: Event, instrumentations, on_diagnostic) -> None:
    step = event.step
    for instrumentation in instrumentations:
        instrumentation.before(event)
    try:
        if step.python is None:
            for diagnostic in run_upstream(event.text, event.root, verify=False):
                if on_diagnostic is not None:
                    on_diagnostic(diagnostic)
        else:
            for target in event.targets:
                _run_python(step, target)
        for instrumentation in reversed(instrumentations):
            instrumentation.after(event)
    except DiagnosedError as failure:
        for instrumentation in reversed(instrumentations):
            instrumentation.failed(event, failure)
        raise


def _run_python(step: Step, target: ir.Operation) -> None:
    try:
        step.python.run(target, **step.arguments)
    except DiagnosedError:
        raise
    except ir.MLIRError as exc:
        raise from_mlir_error(exc) from None
    except (Exception, SystemExit) as exc:
        reason = f"{type(exc).__name__}: {exc}".rstrip(": ")
        failure = error(target, f"pass '{step.name}' raised {reason}")
        raise PassFailure(failure.diagnostics, traceback.format_exc()) from exc


def _flatten(
    pipeline: Pipeline, outer: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Step]]:
    anchors = (*outer, pipeline.anchor)
    for element in pipeline.elements:
        if isinstance(element, Pipeline):
            yield from _flatten(element, anchors)
        else:
            yield anchors, element


def _select(root: ir.Operation, anchors: tuple[str, ...]) -> list[ir.Operation]:
    """Return the operations that a step under ``anchors`` runs on.

    Each anchor after the first selects among the operations directly inside
    those that the previous one selected, as upstream's nesting does.
    """
    selected = [root]
    for anchor in anchors[1:]:
        selected = [
            child for op in selected for child in _children(op) if anchor in (child.name, "any")
        ]
    return selected


def _children(op: ir.Operation) -> list[ir.Operation]:
    return [
        child.operation for region in op.regions for block in region for child in block.operations
    ]
