"""The specification's formula language, compiled to Python.

StableHLO states most constraints of its operations and types as formulas in a
notation of its own (section "Notation" of the specification): Python
expressions with ``=`` for equality, ``xs...`` for what is done to every
element, implicit broadcasting, chained comparisons and ``c ? a : b``.  Here a
formula is parsed (`syntax`) to a tree (`tree`), compiled once to a Python
function (`emit`), and evaluated on the members of an operation with three
truth values (`algebra`), since dynamic sizes leave some things open.

Where the specification's use of the notation is ambiguous, this is the reading:

* ``+`` adds tensors and shapes element by element, and joins lists (list
  literals, what an ellipsis yields, and ``dim(x, axes)``); to join tensors,
  ``concatenate(x, y)`` is written.
* ``/`` rounds down, as all quotients in the formulas are of whole numbers.
* ``If a, then b`` is a formula too, and so is ``a for i in xs``.
"""

from .algebra import UNKNOWN, Interval, Undefined
from .formula import Formula, show
from .syntax import NotationError

__all__ = ["UNKNOWN", "Formula", "Interval", "NotationError", "Undefined", "show"]
