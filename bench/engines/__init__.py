"""The compilers that are compared, each in a process of its own (`bench.worker`).

An engine is a module with ``prepare(path, inputs, threads)``: it compiles the
program at ``path`` and returns a function without arguments that runs it and
returns its results, and the seconds that compilation took.  It may have
``accepts(path)``, false for programs that it is not meant for, and
``start(threads)``, called once.
"""
