"""Reproducers: a program and the pipeline that failed on it, in one file.

The file is MLIR text with the pipeline in its metadata, as mlir-opt writes
it; ``hlo-opt --run-reproducer FILE`` runs it again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..dialect.diagnostics import DiagnosedError, plain_error
from ..dialect.printing import PrintOptions
from .manager import Event, Instrumentation
from .pipeline import Pipeline

RESOURCE_KEY = "mlir_reproducer"

_SECTION = re.compile(RESOURCE_KEY + r":\s*\{(?P<entries>(?:[^{}\"]|\"(?:[^\"\\]|\\.)*\")*)\}")
_ENTRY = re.compile(r"(\w+):\s*(\"(?:[^\"\\]|\\.)*\"|\w+)")

_ESCAPES = {"n": "\n", "t": "\t"}

# With locations, so that a diagnostic of the second run names the same places.
_PRINT = PrintOptions(debuginfo=True)


@dataclass(frozen=True)
class Reproducer:
    """What a reproducer says about how to run the program it holds."""

    pipeline: str
    verify_each: bool = True

    def attach_to(self, text: bytes) -> bytes:
        """Return the text of a program with this reproducer in its metadata."""
        metadata = (
            f"\n{{-#\n  external_resources: {{\n    {RESOURCE_KEY}: {{\n"
            f"      pipeline: {_quote(self.pipeline)},\n"
            "      disable_threading: true,\n"
            f"      verify_each: {str(self.verify_each).lower()}\n"
            "    }\n  }\n#-}\n"
        )
        return text + metadata.encode()

    @staticmethod
    def find_in(text: str) -> Reproducer:
        """Return the reproducer in the metadata of a program; raises `DiagnosedError`."""
        start = text.rfind("{-#")
        section = _SECTION.search(text, start) if start >= 0 else None
        entries = dict(_ENTRY.findall(section["entries"])) if section else {}
        if "pipeline" not in entries:
            raise plain_error("the program holds no reproducer ('mlir_reproducer' in its metadata)")
        pipeline = _unquote(entries["pipeline"])
        return Reproducer(pipeline, entries.get("verify_each", "true") == "true")


def _quote(text: str) -> str:
    return '"' + re.sub(r'["\\\n]', lambda match: f"\\{ord(match[0]):02X}", text) + '"'


def _unquote(text: str) -> str:
    def plain(match: re.Match) -> str:
        escaped = match[1]
        return chr(int(escaped, 16)) if len(escaped) == 2 else _ESCAPES.get(escaped, escaped)

    return re.sub(r"\\([0-9a-fA-F]{2}|.)", plain, text[1:-1])


class CrashReproducer(Instrumentation):
    """Leaves a reproducer at ``path`` if the pipeline fails, or crashes the process.

    The file is written ahead, because native code may end the process, and
    removed when the pipeline has succeeded.  It holds the program as it was
    before the pipeline; with ``local``, before the pass that failed, and that
    pass alone.
    """

    def __init__(self, path: Path, pipeline: Pipeline, verify_each: bool, local: bool = False):
        self._path = path
        self._pipeline = pipeline
        self._verify_each = verify_each
        self._local = local
        self._written = False
        self._failed = False

    def before(self, event: Event) -> None:
        """Write the reproducer for what is about to run."""
        if event.index == 0 or self._local:
            pipeline = event.text if self._local else self._pipeline.text
            content = Reproducer(pipeline, self._verify_each).attach_to(_PRINT.text(event.root))
            try:
                self._path.write_bytes(content)
            except OSError as exc:
                raise plain_error(f"cannot write '{self._path}': {exc.strerror}") from None
            self._written = True

    def failed(self, event: Event, failure: DiagnosedError) -> None:
        """Keep the file."""
        self._failed = True

    def finish(self) -> None:
        """Remove the file if nothing failed."""
        if self._written and not self._failed:
            self._path.unlink(missing_ok=True)
