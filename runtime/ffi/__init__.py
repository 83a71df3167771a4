"""The host side of XLA's foreign function interface: handlers, and what they may ask for.

`registry` knows the handlers by name, `calls` binds those that a program
calls, `api` has the functions that handlers call back, `python_handler` makes
handlers of Python functions; `lapack` and `jax_targets` find handlers that
nobody registered.
"""
