"""What a handler can find by its execution context: state, user data, the run it is part of."""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from . import errors
from .structures import Context, Run

_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

deleters: dict[int, int] = {}
"""Type id to the address of the function that deletes a state of that type."""

type_ids: dict[str, int] = {}
"""The name of a registered type to its id."""

_type_numbers = itertools.count(1)
_lock = threading.Lock()

State = tuple[int, int]
"""A type id and the address of an object."""


def register_type(name: str, given: int, deleter: int) -> int | str:
    """Register a type by name; returns its id, or why ``given``, unless 0, cannot be it."""
    with _lock:
        known = type_ids.get(name)
        if known is None:
            if given and given in type_ids.values():
                return f"type id {given} belongs to another type than '{name}'"
            while not given:
                number = next(_type_numbers)
                given = number if number not in type_ids.values() else 0
            known = type_ids[name] = given
        elif given and given != known:
            return f"type '{name}' has the id {known}, not {given}"
        if deleter:
            deleters[known] = deleter
        return known


class Site:
    """One custom call of one executable, alive as long as that; keeps the instantiated state."""

    def __init__(self, target: str):
        self.target = target
        self.state: dict[int, State] = {}
        self.number = next(_site_numbers)
        sites[self.number] = self

    def close(self) -> None:
        """Delete the state."""
        sites.pop(self.number, None)
        delete_states(self.state)


_site_numbers = itertools.count(1)
sites: dict[int, Site] = {}
"""The sites of all executables, by number, which stands for their address."""


@dataclass
class RunState:
    """What one run of an executable has: state by site and stage, and user data."""

    states: dict[int, dict[int, State]] = field(default_factory=dict)
    user_data: dict[int, int] = field(default_factory=dict)


runs: dict[int, RunState] = {}
"""The runs that have any state of their own, by run id."""

run_numbers = itertools.count(1)


def delete_states(states: dict[int, State]) -> None:
    """Delete objects by the deleters of their types."""
    while states:
        _, (type_id, address) = states.popitem()
        deleter = deleters.get(type_id)
        if deleter and address:
            _DELETER(deleter)(address)


_user_data: ContextVar[dict[int, int] | None] = ContextVar("user_data", default=None)


@contextmanager
def ffi_user_data(type_name: str, address: int) -> Iterator[None]:
    """Let handlers find the object at ``address`` as ``UserData`` of a registered type.

    It holds for calls of executables in this context; the object must outlive
    them.  Raises LookupError if no type of that name is registered.
    """
    if type_name not in type_ids:
        raise LookupError(f"no FFI type '{type_name}' is registered")
    token = _user_data.set({**(_user_data.get() or {}), type_ids[type_name]: address})
    try:
        yield
    finally:
        _user_data.reset(token)


def current_user_data() -> dict[int, int] | None:
    """Return the user data that calls started here have, or None."""
    return _user_data.get()


def site_of(context: int) -> Site | None:
    """Return the call that an execution context belongs to."""
    return sites.get(Context.from_address(context).site) if context else None


def run_of(context: int) -> ctypes.Structure | None:
    """Return the `Run` that an execution context belongs to; None outside of one."""
    address = Context.from_address(context).run if context else None
    return Run.from_address(address) if address else None


# --- futures ------------------------------------------------------------------------


class _Future:
    __slots__ = ("error", "ready")

    def __init__(self) -> None:
        self.ready = threading.Event()
        self.error = 0


futures: dict[int, _Future] = {}
_future_numbers = itertools.count(1)


def create_future() -> int:
    """Return a new future, to be passed as a pointer."""
    number = next(_future_numbers)
    futures[number] = _Future()
    return number


def complete(future: int, error: int = 0) -> bool:
    """Complete a future, with an error unless 0; returns whether there is such a future."""
    found = futures.get(future)
    if found is None:
        return False
    found.error = error
    found.ready.set()
    return True


def wait(future: int) -> int:
    """Wait for a future; returns its error, or 0.

    An interrupt is kept until then: the handler still uses the buffers.
    """
    found = futures.get(future)
    if found is None:
        return errors.create(errors.CODES.index("INTERNAL"), b"unknown future")
    interrupted: BaseException | None = None
    while not found.ready.is_set():
        try:
            found.ready.wait()
        except KeyboardInterrupt as exc:
            interrupted = exc
    del futures[future]
    if interrupted is not None:
        errors.destroy(found.error)
        return errors.from_exception(interrupted)
    return found.error
