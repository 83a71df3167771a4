"""hlo_opt.compile as in `ours`, with denormals as they are, as our default is."""

from functools import partial

from .ours import prepare, start

__all__ = ["prepare", "start"]

prepare = partial(prepare, flush_denormals=False)
