"""Python functions as handlers: numpy views of the buffers in, values out.

A function gets an array for each operand, read-only, and the attributes as
keywords.  If it has positional parameters for the results as well, it gets
those arrays to write to; otherwise it returns the result, or a sequence of
them if there is not exactly one.  An attribute ``writes_results`` of the
function, true or false, decides where its parameters do not tell.  Tokens
are left out.  The arrays are views of memory that is gone after the call: a
function copies what it keeps.

A call from an older interface with an opaque string has it as the attribute
``opaque``.
"""

from __future__ import annotations

import ctypes
import inspect
import threading
from collections.abc import Callable

import numpy as np

from ...passes.custom_calls.attributes import python_value
from ...passes.custom_calls.description import CustomCall, Value
from ...passes.custom_calls.frame import build_frame
from ...passes.custom_calls.stub import STATUS_FAILED
from . import errors
from .structures import HANDLER

unreported = threading.local()
"""``error`` is that of the last call on this thread whose interface cannot report it."""


def python_handler(function: Callable, call: CustomCall):
    """Return a ctypes function that serves ``call`` with a Python function.

    Raises TypeError if the function does not take the attributes of the call.
    """
    invoke = _Invocation(function, call)
    return _typed(invoke, call) if call.is_typed else _legacy(invoke, call)


class _Invocation:
    """Calls a function with arrays at the addresses of buffers."""

    def __init__(self, function: Callable, call: CustomCall):
        self.function = function
        self.attributes = {name: python_value(v) for name, v in call.attributes.items()}
        if call.opaque:
            self.attributes["opaque"] = call.opaque.decode(errors="surrogateescape")
        self.operands = [_array_maker(v, writable=False) for v in call.operands]
        self.results = [_array_maker(v, writable=True) for v in call.results]
        self.count = sum(v.element is not None for v in call.results)
        operands = len(call.operands) - sum(v.element is None for v in call.operands)
        self.writes = self._takes_results(call, operands)

    def _takes_results(self, call: CustomCall, operands: int) -> bool:
        """Tell whether the function has parameters for results; check that a call can be made."""
        told = getattr(self.function, "writes_results", None)
        try:
            signature = inspect.signature(self.function)
        except (TypeError, ValueError):  # a builtin that does not tell
            return bool(told)
        positional = [
            p
            for p in signature.parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
            and p.name not in self.attributes
        ]
        writes = self.count > 0 and len(positional) == operands + self.count
        writes = writes if told is None else told
        arguments = [None] * (operands + self.count * writes)
        try:
            signature.bind(*arguments, **self.attributes)
        except TypeError as exc:
            given = f"{operands} operand{'s' * (operands != 1)}"
            if self.attributes:
                given += f" and attributes {', '.join(sorted(self.attributes))}"
            raise TypeError(f"its Python function does not take {given}: {exc}") from None
        return writes

    def __call__(self, inputs, outputs) -> None:
        """Run the function on the addresses of operands and results."""
        arrays = [make(a) for make, a in zip(self.operands, inputs, strict=True) if make]
        results = [make(a) for make, a in zip(self.results, outputs, strict=True) if make]
        if self.writes:
            self.function(*arrays, *results, **self.attributes)
            return
        returned = self.function(*arrays, **self.attributes)
        if self.count == 0:
            return
        if self.count == 1 and not isinstance(returned, tuple | list) and returned is not None:
            returned = (returned,)
        if not isinstance(returned, tuple | list) or len(returned) != self.count:
            several = isinstance(returned, tuple | list)
            got = f"{len(returned)} values" if several else f"{returned!r:.40}"
            raise TypeError(f"expected {self.count} results, got {got}")
        for i, (result, value) in enumerate(zip(results, returned, strict=True)):
            _store(result, value, i)


def _store(result: np.ndarray, value, number: int) -> None:
    array = np.asarray(value)
    if array.dtype != result.dtype or array.shape != result.shape:
        expected, got = (f"{a.dtype}{list(a.shape)}" for a in (result, array))
        raise TypeError(f"result {number}: expected {expected}, got {got}")
    result[...] = array


def _array_maker(value: Value, *, writable: bool) -> Callable[[int], np.ndarray] | None:
    """Return a function of an address that makes the array there; None for a token."""
    if value.element is None:
        return None
    shape, dtype = value.shape, value.element.dtype
    nbytes = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    array, memory = np.ndarray, ctypes.c_char * nbytes
    if not nbytes:
        return lambda address: array(shape, dtype)
    physical = np.empty([shape[d] for d in value.order], dtype)
    strides = physical.transpose(np.argsort(value.order)).strides

    def writable_array(address: int) -> np.ndarray:
        return array(shape, dtype, memory.from_address(address), 0, strides)

    def read_only_array(address: int) -> np.ndarray:
        made = array(shape, dtype, memory.from_address(address), 0, strides)
        made.setflags(write=False)
        return made

    return writable_array if writable else read_only_array


def _typed(invoke: _Invocation, call: CustomCall):
    frame = build_frame(call)
    words = ctypes.c_uint64 * (frame.size // 8)
    places = [place // 8 for place in frame.data]
    inputs, outputs = places[: len(call.operands)], places[len(call.operands) :]

    def handle(address: int) -> int:
        try:
            block = words.from_address(address)
            invoke([block[i] for i in inputs], [block[i] for i in outputs])
        except BaseException as exc:  # nothing may pass through native code
            return errors.from_exception(exc)
        return 0

    return HANDLER(handle)


def _legacy(invoke: _Invocation, call: CustomCall):
    """Serve the older interfaces: ``(results, operands[, opaque, length][, status])``."""
    count = len(call.operands)
    pointers = ctypes.c_uint64 * max(count, 1)
    results = ctypes.c_uint64 * max(len(call.results), 1)

    def handle(output: int, inputs: int, *rest) -> None:
        try:
            outputs = [output] if len(call.results) == 1 else list(results.from_address(output))
            addresses = list(pointers.from_address(inputs))
            invoke(addresses[:count], outputs[: len(call.results)])
        except BaseException as exc:
            error = errors.from_exception(exc)
            if call.api_version == 1:
                unreported.error = error
                return
            # A message without characters stands for an error that exists already.
            status = rest[-1]
            (ctypes.c_uint64 * 2).from_address(status)[:] = (0, error)
            ctypes.c_uint8.from_address(status + STATUS_FAILED).value = 1

    extra = {1: 0, 2: 1, 3: 3}[call.api_version]
    types = [ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_void_p] * extra]
    return ctypes.CFUNCTYPE(None, *types)(handle)
