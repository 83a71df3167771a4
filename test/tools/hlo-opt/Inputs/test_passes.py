"""Passes that exist to test the driver."""

import os
import sys
from typing import Annotated, Literal

from hlo_opt import hlo_pass
from hlo_opt.dialect.diagnostics import DiagnosedError, error, remark, warning
from hlo_opt.dialect.mlir import ir


@hlo_pass("test-diagnose", "Report what attributes named test.error, test.warning, … say")
def diagnose(module):
    errors = []

    def visit(op):
        def text(name):
            return ir.StringAttr(op.attributes[name]).value if name in op.attributes else None

        notes = ((op, text("test.note")),) if text("test.note") else ()
        if text("test.warning"):
            warning(op, text("test.warning"), notes)
        if text("test.remark"):
            remark(op, text("test.remark"), notes)
        if text("test.error"):
            errors.extend(error(op, text("test.error"), notes).diagnostics)
        return ir.WalkResult.ADVANCE

    module.walk(visit)
    if errors:
        raise DiagnosedError(errors)


@hlo_pass("test-no-location", "Report a remark and a warning that have no place in the file")
def report_nowhere(module):
    remark(None, "nowhere to be seen")
    warning(ir.Location.file("elsewhere.mlir", 1, 1), "somewhere else")


@hlo_pass("test-raise", "Raise the exception that is asked for", on=None)
def raise_exception(op, *, kind: Literal["key", "exit", "interrupt", "memory", "mlir"] = "key"):
    if kind == "exit":
        sys.exit(0)
    if kind == "interrupt":
        raise KeyboardInterrupt
    if kind == "memory":
        raise MemoryError
    if kind == "mlir":
        ir.Type.parse("!nonsense")
    {}["missing"]


@hlo_pass("test-break", "Leave an operation that does not verify", on="func.func")
def break_program(func):
    del func.regions[0].blocks[0].operations[0].operation.attributes["value"]


@hlo_pass("test-crash", "End the process as a crash in native code would")
def crash(module):
    os._exit(3)


@hlo_pass("test-erase", "Erase the function that the pass runs on", on="func.func")
def erase(func):
    func.operation.erase()


@hlo_pass("test-options", "Print the options", on=None)
def print_options(
    op,
    *,
    flag: Annotated[bool, "a flag"] = False,
    count: int = 1,
    ratio: float = 0.5,
    name: str = "",
    mode: Literal["fast", "slow"] = "fast",
    tile_sizes: Annotated[list[int], "one for each loop"] = (),
):
    print(f"flag={flag} count={count} ratio={ratio} name={name!r} mode={mode} tile={tile_sizes}")
