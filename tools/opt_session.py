"""One run of ``hlo-opt``: the input split, each chunk through the pipeline, the results joined."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

from ..dialect.context import default_context
from ..dialect.diagnostics import DiagnosedError, Diagnostic, SourceLoc, handling
from ..dialect.parse import Program, parse, parse_operation, read_program
from ..dialect.printing import PrintOptions, bytecode, name_source
from ..passes.instrument_print import EVERY_PASS, PrintIR, PrintRequest
from ..passes.instrument_timing import Timing
from ..passes.manager import Event, Instrumentation, VerifyEach, run_pipeline
from ..passes.pipeline import Pipeline, parse_pipeline
from ..passes.report_schedule import ScheduleReport
from ..passes.reproducer import RESOURCE_KEY, CrashReproducer, Reproducer
from .cli import (
    FAILURE,
    SUCCESS,
    advise,
    message,
    print_diagnostics,
    print_traceback,
    write_output,
)
from .opt_listing import pipeline_dump
from .options import UsageError
from .split import split_text
from .verify_diagnostics import Expectations


class Session:
    """The state of one run; ``pipeline`` is None if the input brings it as a reproducer."""

    def __init__(self, options: SimpleNamespace, pipeline: Pipeline | None, argv: Sequence[str]):
        self._options = options
        self._pipeline = pipeline
        self._argv = argv
        self._context = default_context()
        self._print = _print_options(options)
        self._reproducer = options.mlir_pass_pipeline_crash_reproducer
        self._timing = Timing() if options.mlir_timing else None
        self._report = ScheduleReport() if options.hlo_report else None

    def run(self, path: str) -> int:
        """Process the program at ``path`` and return the exit status."""
        if self._reproducer and os.path.exists(path) and os.path.exists(self._reproducer):
            if os.path.samefile(path, self._reproducer):
                raise UsageError(f"the reproducer would overwrite the input '{path}'")
        program = read_program(path)
        if self._pipeline is not None:
            self._dump(self._pipeline)
        results = [self._chunk(chunk, number) for number, chunk in self._chunks(program)]
        succeeded = all(ok for ok, _ in results)
        if succeeded or self._options.o == "-":
            separator = f"{self._options.output_split_marker}\n".encode()
            write_output(self._options.o, separator.join(text for _, text in results))
        if self._report is not None:
            message("\n".join(self._report.lines))
        if self._timing is not None:
            options = self._options
            message(self._timing.report(options.mlir_timing_display, options.mlir_output_format))
        return SUCCESS if succeeded else FAILURE

    def _chunks(self, program: Program) -> list[tuple[int | None, Program]]:
        """Return the chunks of the input and their numbers (None if it is not split)."""
        marker = self._options.split_input_file
        if marker is None or isinstance(program.content, bytes):
            return [(None, program)]
        chunks = split_text(program.content, marker)
        for line in chunks.near_misses:
            where = SourceLoc(program.filename, line, 1)
            warning = Diagnostic("warning", f"near miss with the split marker '{marker}'", where)
            print_diagnostics([warning], program.sources)
        return [(n, Program(program.filename, text)) for n, text in enumerate(chunks.texts)]

    def _chunk(self, program: Program, number: int | None) -> tuple[bool, bytes]:
        """Process one chunk; returns whether all went well, and its output."""
        found: list[Diagnostic] = []
        level = self._options.verify_diagnostics

        def report(diagnostic: Diagnostic) -> None:
            if RESOURCE_KEY in diagnostic.message and diagnostic.severity == "warning":
                return  # the parser does not know the metadata of a reproducer
            if not self._options.mlir_print_op_on_diagnostic:
                diagnostic = diagnostic.without_operation()
            found.append(diagnostic.in_file(program.filename))
            if level is None:
                print_diagnostics(found[-1:], program.sources)

        output = self._transform(program, number, report)
        if level is None:
            failed = output is None or any(d.severity == "error" for d in found)
            return not failed, output or b""
        text = program.content if isinstance(program.content, str) else ""
        faults = Expectations(text, program.filename, level).check(found)
        print_diagnostics(faults, program.sources)
        return not faults, output or b""

    def _transform(
        self, program: Program, number: int | None, report: Callable[[Diagnostic], None]
    ) -> bytes | None:
        """Return the output of a chunk, or None after a failure, which is reported."""
        failure = _FailedStep()
        try:
            with handling(self._context, report):
                pipeline, verify_each = self._what_to_run(program)
                parsed = self._parse(program)  # it keeps the operation alive
                op = parsed.operation
                watchers = [failure, *self._instrumentations(pipeline, verify_each, number)]
                run_pipeline(pipeline, op, watchers, report)
                with self._span("Output"):
                    return bytecode(op) if self._options.emit_bytecode else self._print.text(op)
        except DiagnosedError as exc:
            for diagnostic in exc.diagnostics:
                report(diagnostic)
            if self._options.debug:
                print_traceback(exc)
        if failure.event is not None:
            advice = self._advice(failure.event)
            self._reproducer = None  # the file is that of the first chunk that fails
            if self._options.verify_diagnostics is None:
                advise(*advice)
        return None

    def _parse(self, program: Program):
        options = self._options
        with self._span("Parser"):
            read = parse_operation if options.no_implicit_module else parse
            allow = options.allow_unregistered_dialect
            explain = options.constraint_diagnostics
            parsed = read(program, context=self._context, allow_unregistered=allow, explain=explain)
            if options.emit_bytecode or self._print.shows_locations or self._reproducer:
                name_source(parsed.operation, program.filename)
        return parsed

    def _what_to_run(self, program: Program) -> tuple[Pipeline, bool]:
        """Return the pipeline and whether to verify each pass; a reproducer says both itself."""
        if self._pipeline is not None:
            return self._pipeline, self._options.verify_each
        text = program.content if isinstance(program.content, str) else ""
        reproducer = Reproducer.find_in(text)
        pipeline = parse_pipeline(reproducer.pipeline)
        self._dump(pipeline)
        return pipeline, self._options.verify_each and reproducer.verify_each

    def _instrumentations(
        self, pipeline: Pipeline, verify_each: bool, number: int | None
    ) -> list[Instrumentation]:
        """Return what watches a run, in the order that keeps one from timing another."""
        found: list[Instrumentation] = []
        request = _print_request(self._options, number)
        if request.before or request.after:
            found.append(PrintIR(request, self._print, _write_to_stderr))
        if self._reproducer:
            local = self._options.mlir_pass_pipeline_local_reproducer
            path = Path(self._reproducer)
            found.append(CrashReproducer(path, pipeline, verify_each, local))
        if verify_each:
            found.append(VerifyEach())
        if self._report is not None:
            found.append(self._report)
        if self._timing is not None:
            found.append(self._timing)
        return found

    def _advice(self, event: Event) -> tuple[str, ...]:
        """Return lines that name the pass that failed and the command that reruns it."""
        stage = f" in stage '{event.step.stage}'" if event.step.stage else ""
        failed = f"hlo-opt: pass '{event.step.text}' failed{stage}"
        if self._reproducer:
            kept = [f"--load-pass-plugin={path}" for path in self._options.load_pass_plugin]
            if self._options.allow_unregistered_dialect:
                kept.append("--allow-unregistered-dialect")
            command = ["hlo-opt", "--run-reproducer", *kept, self._reproducer]
            return failed, f"hlo-opt: rerun it with: {shlex.join(command)}"
        if self._options.run_reproducer or self._options.mlir_pass_pipeline_crash_reproducer:
            return (failed,)
        option = "--mlir-pass-pipeline-crash-reproducer=reproducer.mlir"
        command = ["hlo-opt", *self._argv, option]
        return failed, f"hlo-opt: write a reproducer with: {shlex.join(command)}"

    def _span(self, name: str):
        return self._timing.span(name) if self._timing is not None else nullcontext()

    def _dump(self, pipeline: Pipeline) -> None:
        if self._options.dump_pass_pipeline:
            message(pipeline_dump(pipeline))


class _FailedStep(Instrumentation):
    """Remembers the step that failed."""

    event: Event | None = None

    def failed(self, event: Event, failure: DiagnosedError) -> None:
        """Keep the event."""
        self.event = event


def _print_options(options: SimpleNamespace) -> PrintOptions:
    return PrintOptions(
        generic=options.mlir_print_op_generic,
        debuginfo=options.mlir_print_debuginfo,
        pretty_debuginfo=options.mlir_pretty_debuginfo,
        local_scope=options.mlir_print_local_scope,
        skip_regions=options.mlir_print_skip_regions,
        name_locations=options.mlir_use_nameloc_as_prefix,
        elide_elements=options.mlir_elide_elementsattrs_if_larger,
        elide_resources=options.mlir_elide_resource_strings_if_larger,
    )


def _print_request(options: SimpleNamespace, number: int | None) -> PrintRequest:
    after = options.mlir_print_ir_after
    # A condition on its own asks about every pass.
    conditional = options.mlir_print_ir_after_change or options.mlir_print_ir_after_failure
    if options.mlir_print_ir_after_all or (conditional and not after):
        after = EVERY_PASS
    tree_dir = None
    if options.mlir_print_ir_tree_dir is not None:
        tree_dir = Path(options.mlir_print_ir_tree_dir)
        if number is not None:
            tree_dir /= f"chunk_{number}"
    return PrintRequest(
        before=EVERY_PASS if options.mlir_print_ir_before_all else options.mlir_print_ir_before,
        after=after,
        only_changed=options.mlir_print_ir_after_change,
        only_failed=options.mlir_print_ir_after_failure,
        module_scope=options.mlir_print_ir_module_scope,
        tree_dir=tree_dir,
    )


def _write_to_stderr(text: bytes) -> None:
    sys.stderr.flush()
    sys.stderr.buffer.write(text)
    sys.stderr.buffer.flush()
