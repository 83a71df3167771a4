"""Handlers from files: functions of a shared library, or a Python file that registers some."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import sys
from pathlib import Path

from ...dialect.diagnostics import DiagnosedError, plain_error
from .registry import register_ffi_target


def load_handlers(text: str) -> None:
    """Register the handlers that ``text`` names.

    It is ``LIBRARY:SYMBOL[=TARGET][,SYMBOL[=TARGET]...]``, where a target is
    called as its symbol unless it is named, or a Python file, which is run.
    Raises `DiagnosedError` if that cannot be done.
    """
    path, colon, symbols = text.rpartition(":")
    if text.endswith(".py") and not colon:
        _run_python(text)
        return
    if not path or not symbols:
        raise plain_error(f"--ffi-library expects LIBRARY:SYMBOL=TARGET or FILE.py, got '{text}'")
    library = _load(path)
    for item in symbols.split(","):
        symbol, _, target = item.partition("=")
        try:
            function = getattr(library, symbol)
        except AttributeError:
            raise plain_error(f"library '{path}' has no function '{symbol}'") from None
        try:
            register_ffi_target(target or symbol, function)
        except ValueError as exc:
            raise plain_error(str(exc)) from None


def _load(path: str) -> ctypes.CDLL:
    if not Path(path).exists():
        raise plain_error(f"no library '{path}': no such file")
    try:
        return ctypes.CDLL(str(Path(path).resolve()))
    except OSError as exc:
        raise plain_error(f"cannot load library '{path}': {exc}") from None


def _run_python(path: str) -> None:
    file = Path(path).resolve()
    if not file.exists():
        raise plain_error(f"no Python file '{path}': no such file")
    # Named after the full path: two files may have one name.
    digest = hashlib.sha256(str(file).encode()).hexdigest()[:8]
    spec = importlib.util.spec_from_file_location(f"hlo_opt_ffi_{file.stem}_{digest}", file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except DiagnosedError:
        raise
    except Exception as exc:
        raise plain_error(f"cannot run '{path}': {type(exc).__name__}: {exc}") from exc
