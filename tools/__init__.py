"""The commands ``hlo-opt``, ``hlo-run`` and ``hlo-translate``; no compiler logic."""
