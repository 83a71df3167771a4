"""The options of ``hlo-opt``."""

from __future__ import annotations

from .options import DIAGNOSTICS_FORMAT, CommandLine, Option, UsageError, flag, parse_count
from .split import DEFAULT_MARKER


def _parse_marker(text: str) -> str:
    if not text.strip() or "\n" in text:
        raise ValueError("a line of text")
    return text.strip()


_GENERAL = (
    Option("o", "write the result to FILE; nothing is written if anything fails", "FILE", "-"),
    flag("allow-unregistered-dialect", "accept operations of dialects that nobody registered"),
    flag("no-implicit-module", "expect one top-level operation and do not wrap it in a module"),
    Option(
        "split-input-file",
        "process the parts of the input between lines that hold MARKER, each on its own",
        "MARKER",
        parse=_parse_marker,
        bare=DEFAULT_MARKER,
    ),
    Option("output-split-marker", "the line between the results", "MARKER", DEFAULT_MARKER),
    Option(
        "verify-diagnostics",
        "check that the diagnostics are those that 'expected-error {{text}}' comments ask for",
        "LEVEL",
        bare="all",
        choices=("all", "only-expected"),
    ),
    DIAGNOSTICS_FORMAT,
    flag(
        "constraint-diagnostics",
        "name the constraints of the specification that an invalid program violates; if false, "
        "show what the bindings' verifier says",
        default=True,
    ),
    flag("mlir-print-op-on-diagnostic", "show the operation that an error is about", default=True),
    flag("debug", "show the Python traceback of a pass or plugin that raises"),
)

_PASSES = (
    Option("pass-pipeline", "run these passes, such as 'builtin.module(cse)'", "PIPELINE"),
    Option("pipeline", "run a named pipeline; --list-passes shows them", "NAME"),
    Option("stop-after", "end the named pipeline after this stage", "STAGE"),
    Option("load-pass-plugin", "load passes from a Python file", "FILE", repeat=True),
    flag("verify-each", "verify the program after each pass", default=True),
    Option(
        "mlir-pass-pipeline-crash-reproducer",
        "leave the program and the pipeline in FILE if a pass fails or crashes",
        "FILE",
    ),
    flag(
        "mlir-pass-pipeline-local-reproducer",
        "make the reproducer from the failing pass alone",
    ),
    flag("run-reproducer", "run the pipeline that the input holds as a reproducer"),
    flag("mlir-disable-threading", "accepted for mlir-opt's sake: there is one thread anyway"),
    flag("dump-pass-pipeline", "show the pipeline on standard error before it runs"),
)

_DEBUGGING = (
    Option(
        "mlir-print-ir-before", "show the program before these", "PASSES", repeat=True, comma=True
    ),
    Option(
        "mlir-print-ir-after", "show the program after these", "PASSES", repeat=True, comma=True
    ),
    flag("mlir-print-ir-before-all", "show the program before each pass"),
    flag("mlir-print-ir-after-all", "show the program after each pass"),
    flag("mlir-print-ir-after-change", "show it after passes only if they changed it"),
    flag("mlir-print-ir-after-failure", "show it after a pass only if that failed"),
    flag("mlir-print-ir-module-scope", "always show the whole program"),
    Option("mlir-print-ir-tree-dir", "write what is shown to files in DIR", "DIR"),
    Option(
        "hlo-report",
        "describe on standard error how each kernel is run",
        "KIND",
        choices=("schedule",),
    ),
    flag("mlir-timing", "report the time of each pass on standard error"),
    Option("mlir-timing-display", "layout of the report", "KIND", "tree", choices=("tree", "list")),
    Option(
        "mlir-output-format", "format of the report", "FORMAT", "text", choices=("text", "json")
    ),
)

_PRINTING = (
    flag("mlir-print-op-generic", "print the generic form of operations"),
    flag("mlir-print-debuginfo", "print source locations"),
    flag("mlir-pretty-debuginfo", "print source locations for people; cannot be parsed"),
    flag("mlir-print-local-scope", "print attributes and types in place, without aliases"),
    flag("mlir-print-skip-regions", "do not print regions"),
    flag("mlir-use-nameloc-as-prefix", "name values after their locations"),
    Option(
        "mlir-elide-elementsattrs-if-larger",
        "print '...' for dense attributes of more than N elements",
        "N",
        parse=parse_count,
    ),
    Option(
        "mlir-elide-resource-strings-if-larger",
        "print '...' for resources of more than N characters",
        "N",
        parse=parse_count,
    ),
    flag("emit-bytecode", "write bytecode"),
)

_INFORMATION = (
    Option(
        "explain",
        "explain an operation, or one of its constraints, of the specification: NAME is such as "
        "stablehlo.gather or gather:C16",
        "NAME",
    ),
    Option(
        "list-constraints",
        "show every numbered constraint of operations and types",
        "FORMAT",
        bare="text",
        choices=("text", "json"),
    ),
    flag("list-passes", "show every pass and pipeline, with options"),
    flag("show-dialects", "show the dialects that programs may use"),
    flag("help", "show this text"),
    flag("version", "show the versions of this tool and of the bindings"),
)

COMMAND = CommandLine(
    usage="hlo-opt [options] [FILE]",
    overview="Read a StableHLO program (text, bytecode or portable artifact; standard input if "
    "FILE is - or absent), run passes over it, and print the result.",
    groups=(
        ("Input and output", _GENERAL),
        ("Passes", _PASSES),
        ("Watching passes", _DEBUGGING),
        ("Printing", _PRINTING),
        ("Information", _INFORMATION),
    ),
    epilog=(
        "Every pass is an option too, run in the order given: --canonicalize,\n"
        "--hlo-legalize-to-linalg, --inline='max-iterations=2'.  Options take one dash or two.\n"
        "The exit status is 0 if all went well, 1 if the program or a pass failed, 2 if the\n"
        "command line was wrong."
    ),
)


def check(options) -> None:
    """Raise `UsageError` for options that contradict each other."""
    sources = [
        name
        for name, given in (
            ("--pass-pipeline", options.pass_pipeline is not None),
            ("--pipeline", options.pipeline is not None),
            ("passes as options", bool(options.extra)),
            ("--run-reproducer", options.run_reproducer),
        )
        if given
    ]
    if len(sources) > 1:
        raise UsageError(f"{' and '.join(sources)} exclude each other")
    if options.stop_after is not None and options.pipeline is None:
        raise UsageError("--stop-after needs --pipeline, whose stages it names")
    if options.emit_bytecode and options.split_input_file is not None:
        raise UsageError("--emit-bytecode writes one program, --split-input-file reads several")
    if options.mlir_pass_pipeline_local_reproducer and not (
        options.mlir_pass_pipeline_crash_reproducer
    ):
        raise UsageError(
            "--mlir-pass-pipeline-local-reproducer needs --mlir-pass-pipeline-crash-reproducer"
        )
