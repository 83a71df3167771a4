"""The handlers of custom_call.mlir."""

import hlo_opt


@hlo_opt.ffi_target("foo")
def foo(x, *, factor=1, text=""):
    return x * x.dtype.type(factor) + x.dtype.type(len(text))


@hlo_opt.ffi_target("swap")
def swap(x, y):
    return y, x
