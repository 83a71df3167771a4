"""Printing the program before and after passes (``--mlir-print-ir-*``)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from pathlib import Path

from ..dialect.diagnostics import DiagnosedError, plain_error
from ..dialect.mlir import ir
from ..dialect.printing import PrintOptions
from .manager import Event, Instrumentation
from .pipeline import Step


class _Everything:
    """The set of all pass names."""

    def __contains__(self, name: object) -> bool:
        return True


EVERY_PASS = _Everything()


@dataclass(frozen=True)
class PrintRequest:
    """What to print: the passes or stages before and after which, and on which condition.

    ``only_changed`` and ``only_failed`` narrow what is printed after passes.
    ``module_scope`` prints the whole program even if a pass works on a part of
    it.  ``tree_dir`` names a directory that receives a file per print, in
    folders that follow the nesting of operations.
    """

    before: Container[str] = ()
    after: Container[str] = ()
    only_changed: bool = False
    only_failed: bool = False
    module_scope: bool = False
    tree_dir: Path | None = None


class PrintIR(Instrumentation):
    """Print what ``request`` asks for through ``write``, or into its ``tree_dir``."""

    def __init__(
        self, request: PrintRequest, options: PrintOptions, write: Callable[[bytes], None]
    ):
        self._request = request
        self._options = options
        self._write = write
        self._fingerprints: dict[int, bytes] = {}

    def before(self, event: Event) -> None:
        """Print, and note what the operations look like if changes matter."""
        if _names(self._request.before, event.step, event.starts_stage):
            for target in event.targets:
                self._dump("before", event, target)
        if self._request.only_changed and self._is_after(event):
            self._fingerprints = {
                number: _fingerprint(target) for number, target in enumerate(event.targets)
            }

    def after(self, event: Event) -> None:
        """Print the operations that the pass ran on."""
        if self._request.only_failed or not self._is_after(event):
            return
        for number, target in enumerate(event.targets):
            before = self._fingerprints.get(number)
            if not self._request.only_changed or before != _fingerprint(target):
                self._dump("after", event, target)

    def failed(self, event: Event, failure: DiagnosedError) -> None:
        """Print the operations as the failed pass left them."""
        if self._is_after(event):
            for target in event.targets:
                self._dump("failed", event, target)

    def _is_after(self, event: Event) -> bool:
        return _names(self._request.after, event.step, event.ends_stage)

    def _dump(self, when: str, event: Event, target: ir.Operation) -> None:
        try:
            path = _path_of(target, event.root)
            shown = event.root if self._request.module_scope else target
            text = self._options.text(shown)
        except RuntimeError:  # the pass erased the operation
            return
        kind = "Before" if when == "before" else "After"
        suffix = " Failed" if when == "failed" else ""
        scope = f" ({_describe(target)})" if shown is not target else ""
        stage = f" [{event.step.stage}]" if event.step.stage else ""
        title = f"IR Dump {kind} {event.step.text}{stage}{suffix}{scope}"
        dump = f"// -----// {title} //----- //\n".encode() + text
        if self._request.tree_dir is None:
            self._write(dump + b"\n")
            return
        ending = "" if when == "after" else f"_{when}"
        name = f"{event.index}_{_file_name(event.step.name)}{ending}.mlir"
        _write_file(self._request.tree_dir.joinpath(*path, name), dump)


def _write_file(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as exc:
        raise plain_error(f"cannot write '{path}': {exc.strerror}") from None


def _names(names: Container[str], step: Step, at_edge_of_stage: bool) -> bool:
    return step.name in names or (at_edge_of_stage and step.stage in names)


def _fingerprint(op: ir.Operation) -> bytes:
    text = PrintOptions(generic=True, debuginfo=True, local_scope=True).text(op)
    return hashlib.blake2b(text).digest()


def _describe(op: ir.Operation) -> str:
    symbol = _symbol(op)
    return f"'{op.name}' operation" + (f": @{symbol}" if symbol else "")


def _path_of(op: ir.Operation, root: ir.Operation) -> list[str]:
    """Return a folder name for each operation from ``root`` down to ``op``."""
    path = []
    while True:
        symbol = _symbol(op) or "no-symbol-name"
        path.append(_file_name(f"{op.name.replace('.', '_')}_{symbol}"))
        if op == root or op.parent is None:
            return path[::-1]
        op = op.parent.operation


def _symbol(op: ir.Operation) -> str:
    if "sym_name" not in op.attributes:
        return ""
    return ir.StringAttr(op.attributes["sym_name"]).value


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]", "_", name)[:100]
