"""The functions that a handler may call: ``XLA_FFI_Api``, all 18 of them.

Handlers reach them when they fail, and for what the execution context has;
a plain handler that succeeds calls none.
"""

from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from ...passes.custom_calls import abi
from ...passes.target import host
from . import errors, state
from .structures import HANDLER, STRUCTURES, new, text

_TASK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_FUNCTIONS: dict = {}


def _error(code: str, message: str) -> int:
    return errors.create(errors.CODES.index(code), message.encode())


def _function(name: str):
    """Register a function of the interface, which takes its structure and returns an error."""

    def register(body):
        structure = STRUCTURES[name]

        def call(address: int) -> int:
            try:
                return body(structure.from_address(address)) or 0
            except BaseException as exc:  # nothing may pass through native code
                return errors.from_exception(exc)

        _FUNCTIONS[name] = call
        return body

    return register


@_function("Error_Create")
def _create_error(a) -> int:
    return errors.create(a.errc, ctypes.string_at(a.message) if a.message else b"")


@_function("Error_GetMessage")
def _get_message(a) -> None:
    a.message = errors.message_address(a.error)


@_function("Error_Destroy")
def _destroy_error(a) -> None:
    errors.destroy(a.error)


@_function("Handler_Register")
def _register_handler(a) -> int | None:
    from .registry import register_addresses

    stages = {stage: getattr(a, stage) for stage in abi.STAGES if getattr(a, stage)}
    try:
        register_addresses(text(a.name), stages, text(a.platform))
    except ValueError as exc:
        return _error("ALREADY_EXISTS", str(exc))
    return None


@_function("Stream_Get")
def _get_stream(a) -> int:
    return _error("UNIMPLEMENTED", "there is no stream on the host")


@_function("Type_Register")
def _register_type(a) -> int | None:
    type_id = ctypes.c_int64.from_address(a.type_id)
    info = STRUCTURES["TypeInfo"].from_address(a.type_info) if a.type_info else None
    found = state.register_type(text(a.name), type_id.value, (info and info.deleter) or 0)
    if isinstance(found, str):
        return _error("INVALID_ARGUMENT", found)
    type_id.value = found
    return None


@_function("ExecutionContext_Get")
def _get_user_data(a) -> int | None:
    type_id = ctypes.c_int64.from_address(a.type_id).value
    run = state.run_of(a.ctx)
    kept = state.runs.get(run.run_id) if run is not None else None
    if kept is None or type_id not in kept.user_data:
        return _error("NOT_FOUND", f"no user data of type id {type_id} was given to this call")
    a.data = kept.user_data[type_id]
    return None


def _states(a) -> dict[int, state.State]:
    """Return the states of the call, by stage: those of the run, or those that outlive it."""
    site = state.site_of(a.ctx)
    if site is None:
        return {}
    if a.stage == 0:
        return site.state
    kept = state.runs.setdefault(state.run_of(a.ctx).run_id, state.RunState())
    return kept.states.setdefault(site.number, {})


@_function("State_Set")
def _set_state(a) -> int | None:
    states = _states(a)
    if a.stage in states:
        return _error(
            "ALREADY_EXISTS", f"the state of stage '{abi.STAGES[a.stage]}' is set already"
        )
    states[a.stage] = (ctypes.c_int64.from_address(a.type_id).value, a.state)
    return None


@_function("State_Get")
def _get_state(a) -> int | None:
    type_id = ctypes.c_int64.from_address(a.type_id).value
    found = _states(a).get(a.stage)
    stage = abi.STAGES[a.stage]
    if found is None:
        return _error("NOT_FOUND", f"no state was set in stage '{stage}'")
    if found[0] != type_id:
        return _error(
            "INVALID_ARGUMENT",
            f"the state of stage '{stage}' has type id {found[0]}, not {type_id}",
        )
    a.state = found[1]
    return None


@cache
def _libc():
    libc = ctypes.CDLL(None)
    libc.aligned_alloc.restype = ctypes.c_void_p
    libc.aligned_alloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    return libc


@_function("DeviceMemory_Allocate")
def _allocate(a) -> int | None:
    alignment = max(a.alignment, 64)
    a.data = _libc().aligned_alloc(alignment, max(a.size + -a.size % alignment, alignment))
    if not a.data:
        return _error("RESOURCE_EXHAUSTED", f"cannot allocate {a.size} bytes")
    return None


@_function("DeviceMemory_Free")
def _free(a) -> None:
    _libc().free(a.data)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(host().cores, "hlo-ffi")


@_function("ThreadPool_Schedule")
def _schedule(a) -> None:
    _pool().submit(_TASK(a.task), a.data)


@_function("ThreadPool_NumThreads")
def _num_threads(a) -> None:
    ctypes.c_int64.from_address(a.num_threads).value = host().cores


@_function("Future_Create")
def _create_future(a) -> None:
    a.future = state.create_future()


@_function("Future_SetAvailable")
def _set_available(a) -> int | None:
    if not state.complete(a.future):
        return _error("INVALID_ARGUMENT", "unknown future")
    return None


@_function("Future_SetError")
def _set_error(a) -> int | None:
    if not state.complete(a.future, a.error or 0):
        return _error("INVALID_ARGUMENT", "unknown future")
    return None


@_function("RunId_Get")
def _get_run_id(a) -> None:
    run = state.run_of(a.ctx)
    a.run_id = run.run_id if run is not None else 0


@_function("DeviceOrdinal_Get")
def _get_device_ordinal(a) -> None:
    run = state.run_of(a.ctx)
    a.device_ordinal = run.device_ordinal if run is not None else 0


def _make_api():
    callbacks = {name: HANDLER(_FUNCTIONS[name]) for name in abi.API_FUNCTIONS}
    major, minor = abi.VERSION
    api = new(
        "Api",
        version=new("ApiVersion", major=major, minor=minor),
        **{name: ctypes.cast(f, ctypes.c_void_p).value for name, f in callbacks.items()},
    )
    return api, callbacks


_API, _KEEP = _make_api()
ADDRESS = ctypes.addressof(_API)
"""The address of the ``XLA_FFI_Api`` of this process."""

_WAIT = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


@_WAIT
def _wait(run: int, future: int) -> int:
    try:
        return state.wait(future)
    except BaseException as exc:
        return errors.from_exception(exc)


@_WAIT
def _status_error(run: int, status: int) -> int:
    """Return an error for a failed ``XlaCustomCallStatus``, and free its message.

    It is a std::optional<std::string> of libstdc++: address and length of the
    characters, which are in the string itself if they are few, then the flag.
    Python handlers leave no characters, and an error of this host as the length.
    """
    address, length = (ctypes.c_uint64 * 2).from_address(status)
    if not address:
        return length
    message = ctypes.string_at(address, length)
    if address != status + 16:
        _libc().free(address)
    return errors.create(errors.CODES.index("INTERNAL"), message)


WAIT = ctypes.cast(_wait, ctypes.c_void_p).value
STATUS_ERROR = ctypes.cast(_status_error, ctypes.c_void_p).value
