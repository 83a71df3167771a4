"""Passes from outside: Python files, and entry points of installed packages.

A plugin is a Python file whose import registers passes with `hlo_pass`.  A
package offers its passes with an entry point of the group ``hlo_opt.passes``
that names such a module.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import sys
import traceback
from functools import cache
from pathlib import Path

from ..dialect.diagnostics import Diagnostic, SourceLoc
from .manager import PassFailure

ENTRY_POINT_GROUP = "hlo_opt.passes"


class PluginError(PassFailure):
    """A plugin that cannot be loaded; ``traceback_text`` is that of its import."""


def load_plugin(path: str) -> None:
    """Register the passes of a Python file.

    Raises `PluginError` if the file cannot be read or its import raises.
    """
    file = Path(path)
    if not file.is_file():
        raise PluginError([Diagnostic("error", f"no pass plugin '{path}': no such file")], "")
    # Named after the full path: two plugins may have one file name.
    digest = hashlib.blake2b(str(file.resolve()).encode(), digest_size=8).hexdigest()
    name = f"hlo_opt_plugin_{file.stem}_{digest}"
    if name in sys.modules:
        return
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except (Exception, SystemExit) as exc:
        del sys.modules[name]
        raise _plugin_error(f"cannot load pass plugin '{path}'", exc, path) from exc


@cache
def load_installed_plugins() -> None:
    """Register the passes of the packages that offer some; raises `PluginError`."""
    from importlib.metadata import entry_points  # takes longer to import than all the rest

    for entry in entry_points(group=ENTRY_POINT_GROUP):
        try:
            entry.load()
        except (Exception, SystemExit) as exc:
            raise _plugin_error(f"cannot load the passes of '{entry.value}'", exc) from exc


def _plugin_error(what: str, exc: BaseException, path: str | None = None) -> PluginError:
    reason = f"{type(exc).__name__}: {exc}".rstrip(": ")
    location = None
    if path is not None:
        lines = [f.lineno for f in traceback.extract_tb(exc.__traceback__) if f.filename == path]
        if isinstance(exc, SyntaxError) and exc.filename == path:
            reason = f"SyntaxError: {exc.msg}"
            lines = [exc.lineno]
        location = SourceLoc(path, lines[-1], 1) if lines and lines[-1] else None
    return PluginError([Diagnostic("error", f"{what}: {reason}", location)], traceback.format_exc())
