"""A cache of compiled programs on disk, shared by processes.

An entry is a file: a line of JSON that says how to call the code, and the code
as an object file.  Its name is a hash of the program as it is written, of what
is asked for, of the processor, and of every source file of this package, so
that no entry ever needs to be thrown away for being wrong.  Entries are written
whole or not at all; one that cannot be read is compiled anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import threading
from dataclasses import asdict, replace
from functools import cache
from importlib import metadata
from pathlib import Path

from .. import dialect, passes
from ..dialect.diagnostics import SourceLoc
from ..dialect.types import ELEMENT_TYPES
from ..passes.kernel_work import Kernel
from ..passes.target import host
from .elf import UnsupportedObject
from .jit import JitFunction
from .lowering import LoweredProgram
from .signature import TensorSpec

_SUFFIX = ".hlo"


class CompileCache:
    """The entries in a directory, which is made when the first is stored."""

    def __init__(self, directory: str | os.PathLike):
        self._directory = Path(directory)

    def key(self, content: str | bytes, *options: object) -> str:
        """Return the name of the entry for a program and what is asked of it."""
        digest = hashlib.sha256()
        for part in (_fingerprint(), repr(options)):
            digest.update(part.encode() + b"\0")
        digest.update(content.encode() if isinstance(content, str) else content)
        return digest.hexdigest()

    def find(self, key: str) -> LoweredProgram | None:
        """Return an entry, which has an object file but no module, or None if there is none."""
        try:
            head, _, code = self._path(key).read_bytes().partition(b"\n")
            found = _lowered(json.loads(head), code)
            JitFunction(found)
            return found
        except (OSError, ValueError, KeyError, TypeError, UnsupportedObject):
            return None

    def store(self, key: str, lowered: LoweredProgram, code: JitFunction) -> None:
        """Keep a program; what cannot be written, or loaded again, is not kept."""
        with contextlib.suppress(UnsupportedObject, OSError):
            self._directory.mkdir(parents=True, exist_ok=True)
            temporary = self._directory / f".{key}.{os.getpid()}.{threading.get_ident()}.tmp"
            try:
                code.dump_object(str(temporary))
                machine_code = temporary.read_bytes()
                JitFunction(replace(lowered, module=None, object=machine_code))
                temporary.write_bytes(json.dumps(_head(lowered)).encode() + b"\n" + machine_code)
                os.replace(temporary, self._path(key))
            finally:
                temporary.unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self._directory / (key + _SUFFIX)


def _head(lowered: LoweredProgram) -> dict[str, object]:
    def spec(s: TensorSpec) -> list:
        return [s.name, s.type, list(s.shape), s.element.name]

    return {
        "symbol": lowered.symbol,
        "function": lowered.function,
        "arguments": [spec(s) for s in lowered.arguments],
        "results": [spec(s) for s in lowered.results],
        "scratch_bytes": lowered.scratch_bytes,
        "threads": lowered.threads,
        "brief": lowered.brief,
        "donated": list(lowered.donated.items()),
        "kernels": None if lowered.kernels is None else [asdict(k) for k in lowered.kernels],
    }


def _lowered(head: dict, code: bytes) -> LoweredProgram:
    def specs(rows: list) -> tuple[TensorSpec, ...]:
        return tuple(
            TensorSpec(name, text, tuple(shape), ELEMENT_TYPES[element])
            for name, text, shape, element in rows
        )

    def kernel(row: dict) -> Kernel:
        location = row["location"]
        return Kernel(**{**row, "location": location and SourceLoc(**location)})

    return LoweredProgram(
        None,
        head["symbol"],
        head["function"],
        specs(head["arguments"]),
        specs(head["results"]),
        head["scratch_bytes"],
        object=code,
        threads=head["threads"],
        brief=head["brief"],
        donated=dict(head["donated"]),
        kernels=head["kernels"] and tuple(kernel(row) for row in head["kernels"]),
    )


@cache
def _fingerprint() -> str:
    """Return what says which compiler this is, and for which processor it compiles."""
    folders = [folder for package in (dialect, passes) for folder in package.__path__]
    folders.append(str(Path(__file__).parent))
    files = sorted(p for folder in folders for p in Path(folder).rglob("*.py"))
    stamps = [(str(p), p.stat().st_size, p.stat().st_mtime_ns) for p in files]
    versions = [metadata.version(name) for name in ("torch-mlir", "numpy", "ml-dtypes")]
    return repr((stamps, versions, platform.machine(), sorted(host().features)))
