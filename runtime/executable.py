"""`hlo_opt.compile` and the `Executable` that it returns."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from . import aot
from .arrays import DENSE_ALIGNED, address, aligned_empty, as_input, empty_result
from .fastcall import fast_call
from .jit import JitFunction
from .lowering import LoweredProgram
from .profile import Counters, Profile
from .signature import TensorSpec

if TYPE_CHECKING:
    from .ffi.calls import CallTable

_ndarray = np.ndarray


# The first calls are made in Python, since the code that makes them fast takes time to compile;
# so are those that take long anyway.
_CALLS_IN_PYTHON = 8
_FAST_BYTES = 1 << 20


class Executable:
    """A compiled function: call it with arrays, get arrays.

    ``arguments`` and ``results`` describe its signature, ``scratch_bytes`` is
    the memory that a call uses beside them, ``num_threads`` how many threads
    share its work.  ``donated`` has the numbers of the results that are put in the
    arrays of arguments, with those of the arguments.  Calls from several threads
    may run at the same time.
    """

    # Objects have their own, so that machine code is called without Python in between.
    __slots__ = {
        "__call__": """Run on arrays, ``run(*arrays, out=None)``; return the result, or a tuple.

        Arguments are numpy arrays, objects with ``__dlpack__`` or
        ``__array__``, or Python scalars for rank 0; they are not written to.
        Results are new arrays or, if given, ``out``: an array, or a sequence of
        as many as there are results, of their shapes and dtypes, row-major,
        that share no memory with each other or with arguments.  A result in
        ``donated`` is the array of its argument, for which the same holds.  Raises
        TypeError or ValueError that names the argument if count, dtype or shape
        do not fit, and `CustomCallError` if a custom call fails.
        """,
        "__dict__": "attributes",
        "__weakref__": "weak references",
    }

    def __init__(
        self,
        lowered: LoweredProgram,
        *,
        filename: str = "-",
        callbacks: Sequence[Callable] = (),
        position_independent: bool = False,
        for_files: Callable[[], LoweredProgram] | None = None,
    ):
        self.num_threads = lowered.threads
        self.function = lowered.function
        self.arguments: tuple[TensorSpec, ...] = lowered.arguments
        self.results: tuple[TensorSpec, ...] = lowered.results
        self.donated = dict(lowered.donated)
        self.scratch_bytes: int = lowered.scratch_bytes
        self._lowered = lowered
        self._for_files = for_files or (lambda: lowered)
        self._custom_calls: CallTable | None = None
        if lowered.custom_calls:
            from .ffi.calls import CallTable  # few programs need it

            self._custom_calls = CallTable(lowered.custom_calls, filename, callbacks)
            weakref.finalize(self, self._custom_calls.close)
        self._counters = None if lowered.kernels is None else Counters(lowered.kernels, filename)
        self._code = JitFunction(lowered, position_independent=position_independent)
        self._call = self._code.call
        self._calls = 0
        self.__call__ = _weakly(self._count_call)
        self._inputs = [(spec, spec.dtype, spec.shape) for spec in self.arguments]
        self._outputs = [(spec.shape, spec.dtype, spec.nbytes) for spec in self.results]
        # Taken and given back by calls: as many as ever ran at the same time.
        self._frames: list[_Frame] = []

    @property
    def memory_bytes(self) -> int:
        """The bytes that a call needs: arguments, results and scratch memory."""
        own = [spec for n, spec in enumerate(self.results) if n not in self.donated]
        return self.scratch_bytes + sum(spec.nbytes for spec in (*self.arguments, *own))

    def _count_call(self, arrays: Sequence, out=None):
        """Run in Python; after some calls, leave the rest to machine code if that pays."""
        self._calls += 1
        if self._calls == _CALLS_IN_PYTHON and (fast := self._fast_entry()) is not None:
            self.__call__ = fast
        return self._run(arrays, out)

    def _fast_entry(self) -> Callable | None:
        if self._custom_calls or self._counters or self.donated or self.memory_bytes > _FAST_BYTES:
            return None
        byte = np.dtype(np.uint8)
        scratch, where = aligned_empty((self.scratch_bytes,), byte, self.scratch_bytes)
        in_python = _weakly(self._run)
        self._fast_parts = (scratch, in_python)
        return fast_call(
            self._code.address,
            [(spec.shape, spec.dtype) for spec in self.arguments],
            [(spec.shape, spec.dtype) for spec in self.results],
            where,
            in_python,
            keep_lock=self._lowered.brief,
        )

    def _targets(self, out, arrays: Sequence, inputs: Sequence) -> list[np.ndarray | None]:
        """Return the array that each result goes to, None for a new one.

        ``inputs`` are ``arrays`` as code reads them.  Raises TypeError or
        ValueError for an array that a result cannot go to.
        """
        count = len(self.results)
        targets = [None] * count
        if out is not None:
            targets = [out] if isinstance(out, np.ndarray) else list(out)
        if len(targets) != count:
            raise ValueError(f"'{self.function}' has {count} results, got {len(targets)} in out")
        names = [f"out for {spec.name}" for spec in self.results]
        for n, i in self.donated.items():
            if targets[n] is not None and targets[n] is not arrays[i]:
                raise ValueError(f"{names[n]} must be argument {i}, which is donated to it")
            targets[n] = arrays[i]
            names[n] = f"donated argument {i} ({self.arguments[i].name})"
        given = range(count) if out is not None else sorted(self.donated)
        for n in given:
            _check_target(targets[n], self.results[n], names[n])
            own = self.donated.get(n)
            others = [targets[m] for m in given if m < n]
            for all_inputs in (arrays, inputs):
                others += [a for i, a in enumerate(all_inputs) if i != own]
            if any(np.may_share_memory(targets[n], a) for a in others if isinstance(a, np.ndarray)):
                raise ValueError(f"{names[n]} shares memory with another array")
        return targets

    def _run(self, arrays: Sequence, out=None):
        """Check the arrays and run on them; see `__call__`."""
        if len(arrays) != len(self._inputs):
            raise TypeError(self._wrong_count(len(arrays)))
        inputs = []  # copies must live until the call has ended
        for i, array in enumerate(arrays):
            spec, dtype, shape = self._inputs[i]
            if (
                type(array) is not _ndarray
                or array.dtype is not dtype
                or array.shape != shape
                or array.flags.num & DENSE_ALIGNED != DENSE_ALIGNED
            ):
                array = as_input(array, spec, i)
            inputs.append(array)
        targets = None
        if out is not None or self.donated:
            targets = self._targets(out, arrays, inputs)
        try:
            frame = self._frames.pop()
        except IndexError:
            parameters = len(self._inputs) + len(self._outputs)
            frame = _Frame(parameters, self.scratch_bytes, self._custom_calls, self._counters)
        count, pointers = len(inputs), frame.pointers
        pointers[:count] = [address(array) for array in inputs]
        outputs = []
        for n, (shape, dtype, nbytes) in enumerate(self._outputs):
            if targets is None or targets[n] is None:
                output, pointers[count + n] = empty_result(shape, dtype, nbytes)
            else:
                output, pointers[count + n] = targets[n], address(targets[n])
            outputs.append(output)
        if frame.run is None and frame.counters is None:
            self._call(frame.address)
            self._frames.append(frame)
        else:
            self._call_watched(frame)
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _call_watched(self, frame: _Frame) -> None:
        """Run with the handlers of custom calls, and count; raises what a handler has to say."""
        try:
            if frame.counters is not None:
                frame.counters[:] = 0
            if frame.run is not None:
                self._custom_calls.start(frame.run)
            self._call(frame.address)
            if frame.run is not None:
                self._custom_calls.finish(frame.run)
            if frame.counters is not None:
                self._counters.add(frame.counters)
        finally:
            self._frames.append(frame)

    def profile(self) -> Profile:
        """Return the time that kernels took in all runs, or in those since `clear_profile`.

        Raises ValueError if the program was not compiled with ``profile=True``.
        """
        return self._counting().profile()

    def clear_profile(self) -> None:
        """Forget the runs so far, to leave out those that warm up; raises as `profile` does."""
        self._counting().clear()

    def _counting(self) -> Counters:
        if self._counters is None:
            raise ValueError(
                f"'{self.function}' does not count its time: compile it with profile=True"
            )
        return self._counters

    def object_file(self) -> bytes:
        """Return the code as a relocatable object file; `c_header` declares its entry point.

        It uses one thread, and so needs no library but the system's.
        """
        return aot.object_file(self._for_files())

    def shared_library(self) -> bytes:
        """Return the code as a shared library, linked by the system's C compiler."""
        return aot.shared_library(self._for_files())

    def c_header(self) -> str:
        """Return a C header that declares the entry point of the code."""
        return aot.c_header(self._for_files(), "a program")

    def _wrong_count(self, given: int) -> str:
        types = ", ".join(spec.type for spec in self.arguments)
        plural = "" if len(self.arguments) == 1 else "s"
        return (
            f"'{self.function}' takes {len(self.arguments)} argument{plural} ({types}), got {given}"
        )

    def __repr__(self) -> str:
        arguments = ", ".join(spec.type for spec in self.arguments)
        results = ", ".join(spec.type for spec in self.results)
        return f"<Executable '{self.function}': ({arguments}) -> ({results})>"


def _check_target(array, spec: TensorSpec, name: str) -> None:
    """Raise TypeError or ValueError if a result cannot be put in an array."""
    if not isinstance(array, np.ndarray) or array.dtype != spec.dtype:
        kind = getattr(array, "dtype", type(array).__name__)
        raise TypeError(f"{name}: expected {spec.type}, got {kind}")
    if array.shape != spec.shape:
        raise ValueError(f"{name}: expected {spec.type}, got shape {array.shape}")
    if not (array.flags.c_contiguous and array.flags.aligned and array.flags.writeable):
        raise ValueError(f"{name} must be row-major, aligned and writable")


def _weakly(method: Callable) -> Callable:
    """Return a function that runs a method of an object, which it does not keep alive."""
    weak = weakref.WeakMethod(method)

    def run(*arrays, out=None):
        return weak()(arrays, out)

    return run


class _Frame:
    """What a call needs beside its arrays: scratch memory, handlers, the packed parameters.

    The end of the scratch memory is ``counters``, if the code counts.
    """

    def __init__(
        self,
        parameters: int,
        scratch_bytes: int,
        calls: CallTable | None,
        counters: Counters | None,
    ):
        byte = np.dtype(np.uint8)
        self.pointers = (ctypes.c_void_p * (parameters + 2))()
        self._scratch, self.pointers[parameters] = aligned_empty(
            (scratch_bytes,), byte, scratch_bytes
        )
        self.counters = None if counters is None else self._scratch[-counters.nbytes :]
        self.run = calls.new_run() if calls is not None else None
        if self.run is not None:
            self.pointers[parameters + 1] = ctypes.addressof(self.run)
        base, step = ctypes.addressof(self.pointers), ctypes.sizeof(ctypes.c_void_p)
        self._packed = (ctypes.c_void_p * (parameters + 2))(
            *(base + i * step for i in range(parameters + 2))
        )
        self.address = ctypes.addressof(self._packed)
