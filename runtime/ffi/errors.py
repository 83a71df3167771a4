"""Errors of handlers: as objects that handlers make and pass, and as Python exceptions.

Compiled code and handlers see an error as an opaque pointer, which is a
number here; nobody looks behind it.
"""

from __future__ import annotations

import ctypes
import itertools
from dataclasses import dataclass

from ...dialect.diagnostics import Diagnostic, SourceLoc, render

CODES = (
    *("OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND"),
    *("ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION"),
    *("ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"),
    "UNAUTHENTICATED",
)
"""The names of the error codes, numbered from 0."""


class CustomCallError(RuntimeError):
    """A custom call failed.

    ``code`` is the name of the error code, ``target`` the handler's,
    ``message`` what the handler says, ``location`` where the call stands in
    the program.  It is also an exception of the kind that Python has for the
    code: ValueError for INVALID_ARGUMENT and so on.  What a Python handler
    raised is its ``__cause__``.
    """

    def __init__(self, code: str, target: str, message: str, location: SourceLoc | None):
        self.code = code
        self.target = target
        self.message = message
        self.location = location
        self.diagnostic = Diagnostic(
            "error", f"custom call '{target}': {code}: {message}", location
        )
        super().__init__(render(self.diagnostic))


# In the order in which `code_of` looks: an IndexError is a LookupError, too.
_KINDS = {
    "INVALID_ARGUMENT": ValueError,
    "OUT_OF_RANGE": IndexError,
    "DEADLINE_EXCEEDED": TimeoutError,
    "NOT_FOUND": LookupError,
    "ALREADY_EXISTS": FileExistsError,
    "PERMISSION_DENIED": PermissionError,
    "RESOURCE_EXHAUSTED": MemoryError,
    "UNIMPLEMENTED": NotImplementedError,
    "UNAVAILABLE": ConnectionError,
}
_CLASSES = {
    code: type(CustomCallError.__name__, (CustomCallError, kind), {"__doc__": f"{code}: {kind}"})
    for code, kind in _KINDS.items()
}


def code_of(exception: BaseException) -> str:
    """Return the code that fits an exception which a Python handler raised."""
    if isinstance(exception, CustomCallError):
        return exception.code
    for code, kind in _KINDS.items():
        if isinstance(exception, kind):
            return code
    return "INVALID_ARGUMENT" if isinstance(exception, TypeError) else "UNKNOWN"


@dataclass
class _Error:
    code: int
    message: ctypes.Array
    exception: BaseException | None


_errors: dict[int, _Error] = {}
_numbers = itertools.count(1)


def create(code: int, message: bytes, exception: BaseException | None = None) -> int:
    """Return a new error, to be passed as a pointer."""
    number = next(_numbers)
    _errors[number] = _Error(code, ctypes.create_string_buffer(message), exception)
    return number


def from_exception(exception: BaseException) -> int:
    """Return a new error for what a Python handler raised."""
    text = f"{type(exception).__name__}: {exception}"
    return create(CODES.index(code_of(exception)), text.encode(), exception)


def message_address(error: int) -> int:
    """Return the address of an error's message, which lives as long as the error."""
    return ctypes.addressof(_errors[error].message)


def destroy(error: int | None) -> None:
    """Forget an error."""
    _errors.pop(error, None)


def count() -> int:
    """Return how many errors there are that nobody has taken."""
    return len(_errors)


def take(error: int, target: str, location: SourceLoc | None) -> BaseException:
    """Return (to be raised) an error as an exception, and forget it.

    An exception that is not meant to be caught, such as KeyboardInterrupt,
    is returned as it is.
    """
    found = _errors.pop(error, None)
    if found is None:  # a handler returned what is no error of this host
        found = _Error(CODES.index("UNKNOWN"), ctypes.create_string_buffer(b"no message"), None)
    cause = found.exception
    if cause is not None and not isinstance(cause, Exception):
        return cause
    code = CODES[found.code] if 0 < found.code < len(CODES) else "UNKNOWN"
    message = found.message.value.decode(errors="replace")
    exception = _CLASSES.get(code, CustomCallError)(code, target, message, location)
    exception.__cause__ = cause
    return exception
