"""IREE as in `iree`, at its highest optimization level and with data tiling."""

from . import iree
from .iree import prepare, start

__all__ = ["prepare", "start"]

iree.FLAGS += ["--iree-opt-level=O3", "--iree-opt-data-tiling"]
