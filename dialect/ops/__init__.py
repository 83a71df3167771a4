"""The operations of the specification: their members, types and numbered constraints.

One class for each operation, in files by kind; importing this package fills
`OPERATIONS`, which maps names such as ``stablehlo.add`` to classes.
"""

from . import (  # noqa: F401 - each registers its classes
    control_flow,
    convolution,
    creation,
    data_movement,
    distribution,
    dot,
    dynamism,
    elementwise,
    gather,
    legacy,
    linear_algebra,
    quantization,
    reduction,
    scatter,
    transfers,
)
from .core import OPERATIONS, Constraint, Facts, Grid, Operation, Violation

__all__ = ["OPERATIONS", "Constraint", "Facts", "Grid", "Operation", "Violation"]
