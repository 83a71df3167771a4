"""``hlo-legalize-to-linalg``: one lowering function per operation, grouped by category."""
