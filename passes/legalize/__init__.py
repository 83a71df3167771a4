"""Lowerings from StableHLO to linalg: one function per operation, grouped by category.

Importing this package registers them all with `core`.
"""

from . import (  # noqa: F401
    arithmetic,
    bitcast,
    constants,
    contraction,
    control_flow,
    conversions,
    convolution,
    custom_call,
    expansions,
    fft,
    indexing,
    processes,
    random,
    reduction,
    reshape,
    rng,
    solve,
    sort,
)
