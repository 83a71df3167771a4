"""Custom calls as data: XLA's foreign function interface, without running anything.

`abi` says how its structures lie in memory, `description` what a call passes,
`frame` builds the constant part of a call frame, `buffers` and `lower` bring
calls through bufferization to the LLVM dialect.
"""
