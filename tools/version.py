"""What ``--version`` shows, without loading the bindings."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from .. import __version__

_DEPENDENCIES = ("torch-mlir", "numpy", "ml_dtypes")


def version_text(tool: str) -> str:
    """Return the version of ``tool``, and those of what it stands on."""
    lines = [f"{tool} {__version__}", f"  Python {platform.python_version()}"]
    for name in _DEPENDENCIES:
        try:
            lines.append(f"  {name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"  {name} is not installed")
    return "\n".join(lines)
