"""hlo_opt.compile as in `ours`, with denormals as they are, as our default is."""

from . import ours
from .ours import prepare, start

__all__ = ["prepare", "start"]

ours.OPTIONS = {}
