"""How a compiled program runs: JIT, calling convention, executables, object files."""
