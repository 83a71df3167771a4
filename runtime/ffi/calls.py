"""The custom calls of one executable: their handlers, bound, and the life of each run."""

from __future__ import annotations

import ctypes
import difflib
from collections.abc import Callable, Sequence

from ...dialect.diagnostics import DiagnosedError, Diagnostic, SourceLoc
from ...passes.custom_calls.description import CustomCall
from ...passes.custom_calls.frame import build_frame
from . import api, errors, registry, state
from .providers import JAX_CALLBACKS, provide
from .python_handler import python_handler, unreported
from .structures import HANDLER, STRUCTURES, Call, Context, Run

_PER_RUN = ("prepare", "initialize")


class CallTable:
    """Handlers for the custom calls of a program, in order; close it when the code is gone.

    ``callbacks`` are the Python functions that JAX's callbacks name by number.
    Raises `DiagnosedError` at a call whose target is not known, or whose
    handler does not fit.  Instantiates the handlers that have state.
    """

    def __init__(
        self,
        calls: Sequence[CustomCall],
        filename: str = "-",
        callbacks: Sequence[Callable] = (),
    ):
        self._calls = calls
        self._callbacks = callbacks
        self._filename = filename
        self._keep: list[object] = []
        self.sites: list[state.Site] = []
        self._per_run: list[tuple[int, str, int]] = []
        self._unreported = False
        self.array = (Call * len(calls))()
        try:
            for number, call in enumerate(calls):
                self._bind(number, call)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Delete the state of handlers."""
        for site in self.sites:
            site.close()

    def _bind(self, number: int, call: CustomCall) -> None:
        target = self._callback(call) or _find(call)
        site = state.Site(call.target)
        self.sites.append(site)
        self.array[number].site = site.number
        if target.function is None:
            self.array[number].handler = target.stages["execute"]
        else:
            try:
                handler = python_handler(target.function, call)
            except TypeError as exc:
                raise _failure(call, f"custom call target '{call.target}': {exc}") from None
            self.array[number].handler = ctypes.cast(handler, ctypes.c_void_p).value
            self._keep.append(handler)
            self._unreported |= call.api_version == 1
        self._keep.append(target)
        if "instantiate" in target.stages:
            self._run_stage(number, "instantiate", target.stages["instantiate"], None)
        for stage in _PER_RUN:
            if stage in target.stages:
                self._per_run.append((number, stage, target.stages[stage]))

    def _callback(self, call: CustomCall) -> registry.Target | None:
        """Return the Python function that a callback of JAX names by its number."""
        if call.target not in JAX_CALLBACKS or "index" not in call.attributes:
            return None
        registered = registry.find_target(call.target)
        if registered is not None and not self._callbacks:
            return registered
        index, count = call.attributes["index"].python, len(self._callbacks)
        if index >= count:
            were = "was" if count == 1 else "were"
            raise _failure(
                call,
                f"custom call '{call.target}' calls the Python function number {index}, and "
                f"{count} {were} given (compile(callbacks=...) takes them)",
            )
        function = _with_tokens(self._callbacks[index], call)
        return registry.Target(call.target, registry.TYPED, {}, function)

    def new_run(self) -> ctypes.Structure:
        """Return a `Run` for calls that one thread makes at a time."""
        return Run(
            api=api.ADDRESS,
            wait=api.WAIT,
            status_error=api.STATUS_ERROR,
            calls=ctypes.addressof(self.array),
        )

    def start(self, run: ctypes.Structure) -> None:
        """Begin a run: give it a number, and run the stages that come before execution."""
        run.run_id = next(state.run_numbers)
        user_data = state.current_user_data()
        if user_data:
            state.runs[run.run_id] = state.RunState(user_data=user_data)
        try:
            for number, stage, address in self._per_run:
                self._run_stage(number, stage, address, run)
        except BaseException:
            self._forget(run)
            raise

    def finish(self, run: ctypes.Structure) -> None:
        """End a run; raises what its first failed call has to say."""
        if run.run_id in state.runs:
            self._forget(run)
        if self._unreported and getattr(unreported, "error", 0):
            error, unreported.error = unreported.error, 0
            number = next(i for i, c in enumerate(self._calls) if c.api_version == 1)
            raise self._exception(error, number)
        if run.error:
            error, run.error = run.error, 0
            raise self._exception(error, run.failed)

    def _forget(self, run: ctypes.Structure) -> None:
        kept = state.runs.pop(run.run_id, None)
        for states in kept.states.values() if kept else ():
            state.delete_states(states)

    def _exception(self, error: int, number: int) -> BaseException:
        call = self._calls[number]
        return errors.take(error, call.target, _in_file(call.location, self._filename))

    def _run_stage(self, number: int, stage: str, handler: int, run) -> None:
        """Call the handler of a stage before execution; buffers have no addresses yet."""
        frame = build_frame(self._calls[number], stage)
        memory = frame.image.load()
        base = ctypes.addressof(memory)
        for place, target in frame.links.items():
            ctypes.c_void_p.from_address(base + place).value = base + target
        context = Context(
            run=ctypes.addressof(run) if run is not None else None, site=self.sites[number].number
        )
        call_frame = STRUCTURES["CallFrame"].from_address(base)
        call_frame.api, call_frame.ctx = api.ADDRESS, ctypes.addressof(context)
        error = HANDLER(handler)(base)
        if not error and call_frame.future:
            error = state.wait(call_frame.future)
        if error:
            raise self._exception(error, number)


def _with_tokens(callback: Callable, call: CustomCall) -> Callable:
    """Return a Python handler that calls a callback of JAX, for which a token is None."""
    operands = [v.element is not None for v in call.operands]
    results = [v.element is not None for v in call.results]

    def handler(*arrays, index):
        given = iter(arrays)
        returned = callback(*(next(given) if is_array else None for is_array in operands))
        if all(results):
            return returned
        kept = [v for v, is_array in zip(returned, results, strict=True) if is_array]
        return tuple(kept)

    return handler


def _in_file(location: SourceLoc | None, filename: str) -> SourceLoc | None:
    return Diagnostic("error", "", location).in_file(filename).location


def _failure(call: CustomCall, message: str, *notes: str) -> DiagnosedError:
    rendered = tuple(Diagnostic("note", note) for note in notes)
    return DiagnosedError([Diagnostic("error", message, call.location, rendered)])


def _find(call: CustomCall) -> registry.Target:
    """Return the handler of a call; raises `DiagnosedError` if there is none that fits."""
    name = call.target
    target = registry.find_target(name)
    if target is None:
        provide(name)
        target = registry.find_target(name)
    if target is None:
        raise _failure(call, *_unknown(name))
    if target.function is None and call.is_typed != (target.api_version == registry.TYPED):
        wanted = "XLA FFI" if call.is_typed else "an older interface"
        has = "XLA FFI" if target.api_version == registry.TYPED else "an older interface"
        raise _failure(
            call,
            f"custom call '{name}' is one of {wanted} (api_version {call.api_version}), and its "
            f"handler is registered for {has} (api_version={target.api_version})",
            "'api_version = 4' with a dictionary 'backend_config', or an attribute "
            "'mhlo.backend_config', makes a call one of XLA FFI",
        )
    return target


def _unknown(name: str) -> list[str]:
    names = registry.target_names()
    close = difflib.get_close_matches(name, names, n=3)
    lines = [f"custom call target '{name}' is not registered"]
    if close:
        listed = " or ".join(f"'{c}'" for c in close)
        lines[0] += f" (did you mean {listed}?)"
    elsewhere = registry.other_platforms(name)
    if elsewhere:
        lines.append(f"it is registered for {', '.join(elsewhere)} only")
    return lines
