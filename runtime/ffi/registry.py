"""The handlers of custom calls, by target name: registration and look-up."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from ...passes.custom_calls import abi
from . import api, errors, state
from .structures import HANDLER, STRUCTURES, new

LEGACY, TYPED = 0, 1
"""Values of ``api_version``, as JAX numbers them: the older interfaces, and XLA FFI."""

_CAPSULE = "PyCapsule"


@dataclass(frozen=True)
class Target:
    """What a name stands for: native functions by stage, or a Python function.

    ``keep`` holds on to what the addresses belong to.
    """

    name: str
    api_version: int
    stages: Mapping[str, int]
    function: Callable | None = None
    traits: int = 0
    keep: object = field(default=None, compare=False, repr=False)


_targets: dict[tuple[str, str], Target] = {}
_lock = threading.Lock()
_PLATFORMS = {"cpu": "cpu", "host": "cpu", "cuda": "gpu", "gpu": "gpu", "rocm": "gpu"}


def register_ffi_target(
    name: str, handler: object, platform: str = "cpu", api_version: int = TYPED
) -> None:
    """Register the handler of the custom calls with target ``name``.

    ``handler`` is a PyCapsule or a ctypes function pointer, a dict of these
    by stage (``instantiate``, ``prepare``, ``initialize``, ``execute``), or a
    Python function, called as ``function(*operands, **attributes)`` with
    arrays, where its first parameters after the operands may be result arrays
    to write to (see `python_handler`).  ``api_version`` is 1 for XLA FFI and
    0 for the older interfaces, whose functions take raw pointers; a Python
    function serves both.

    Raises ValueError if the name has another handler already, or the handler
    was built for a version of XLA FFI that does not fit, and TypeError for
    what is no handler.  Programs that are compiled already keep theirs.
    """
    if api_version not in (LEGACY, TYPED):
        raise ValueError(f"api_version is 1 (XLA FFI) or 0 (older interfaces), got {api_version}")
    if _is_python(handler):
        target = Target(name, api_version, {}, handler, keep=handler)
    else:
        stages = _stages(name, handler)
        traits = _check_version(name, stages) if api_version == TYPED else 0
        target = Target(name, api_version, stages, None, traits, handler)
    _add(target, platform)


def ffi_target(name: str, platform: str = "cpu") -> Callable[[Callable], Callable]:
    """Decorate a Python function to be the handler of the custom calls with target ``name``."""

    def register(function: Callable) -> Callable:
        register_ffi_target(name, function, platform)
        return function

    return register


def register_addresses(name: str, stages: Mapping[str, int], platform: str) -> None:
    """Register native functions of XLA FFI by their addresses; see `register_ffi_target`."""
    _add(Target(name, TYPED, dict(stages), None, _check_version(name, stages)), platform)


def register_ffi_type(name: str, registration: Mapping[str, object]) -> int:
    """Register a C++ type that handlers keep as state or find as user data; returns its id.

    ``registration`` has ``type_id``, a PyCapsule or ctypes pointer to the
    ``XLA_FFI_TypeId``, which is filled in, and optionally ``type_info``,
    likewise.  Register types before the handlers that use them.
    """
    type_id = ctypes.c_int64.from_address(_address(name, registration["type_id"]))
    deleter = 0
    if registration.get("type_info") is not None:
        place = _address(name, registration["type_info"])
        deleter = STRUCTURES["TypeInfo"].from_address(place).deleter or 0
    found = state.register_type(name, type_id.value, deleter)
    if isinstance(found, str):
        raise ValueError(found)
    type_id.value = found
    return found


def find_target(name: str, platform: str = "cpu") -> Target | None:
    """Return the registered handler of a target, or None."""
    return _targets.get((name, platform))


def target_names(platform: str = "cpu") -> list[str]:
    """Return the names that are registered."""
    return sorted(name for name, where in _targets if where == platform)


def other_platforms(name: str, platform: str = "cpu") -> list[str]:
    """Return the platforms, beside this one, that a name is registered for."""
    return sorted(where for known, where in _targets if known == name and where != platform)


def _add(target: Target, platform: str) -> None:
    key = (target.name, _PLATFORMS.get(platform.lower(), platform.lower()))
    with _lock:
        known = _targets.get(key)
        if known is not None and known != target and not _is_redefinition(known, target):
            raise ValueError(f"custom call target '{target.name}' has another handler already")
        _targets[key] = target


def _is_redefinition(known: Target, target: Target) -> bool:
    """Tell whether both are the same function, defined again, as in a notebook's cell."""
    if known.function is None or target.function is None:
        return False
    names = [
        (getattr(f, "__module__", None), getattr(f, "__qualname__", None))
        for f in (known.function, target.function)
    ]
    return names[0] == names[1] and None not in names[0]


def _is_python(handler: object) -> bool:
    return callable(handler) and not isinstance(handler, ctypes._CFuncPtr)


def _stages(name: str, handler: object) -> dict[str, int]:
    if not isinstance(handler, Mapping):
        return {"execute": _address(name, handler)}
    unknown = [stage for stage in handler if stage not in abi.STAGES]
    if unknown:
        raise ValueError(
            f"handler of '{name}': unknown stage '{unknown[0]}' (there are {', '.join(abi.STAGES)})"
        )
    stages = {s: _address(name, handler[s]) for s in abi.STAGES if handler.get(s) is not None}
    if "execute" not in stages:
        raise ValueError(f"handler of '{name}': there is nothing for stage 'execute'")
    return stages


def _address(name: str, pointer: object) -> int:
    """Return the address in a PyCapsule, a ctypes pointer or function."""
    if type(pointer).__name__ == _CAPSULE:
        get_name, get_pointer = _capsule_functions()
        return get_pointer(pointer, get_name(pointer))
    if isinstance(pointer, ctypes._CFuncPtr | ctypes._Pointer | ctypes.c_void_p):
        address = ctypes.cast(pointer, ctypes.c_void_p).value
        if address:
            return address
    raise TypeError(
        f"handler of '{name}': expected a function, a PyCapsule, a ctypes function pointer or a "
        f"dict of these by stage, got {type(pointer).__name__}"
    )


@cache
def _capsule_functions():
    get_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.py_object)(
        ("PyCapsule_GetName", ctypes.pythonapi)
    )
    get_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", ctypes.pythonapi)
    )
    return get_name, get_pointer


def _check_version(name: str, stages: Mapping[str, int]) -> int:
    """Ask the handler which version it was built for; returns its traits.

    Raises ValueError if that is not compatible.
    """
    traits = 0
    for stage, address in stages.items():
        metadata = new("Metadata", api_version=new("ApiVersion"))
        extension = new("MetadataExtension", metadata=ctypes.addressof(metadata))
        extension.base.struct_size = abi.struct_size("MetadataExtension")
        extension.base.type = abi.METADATA
        frame = new(
            "CallFrame",
            extension_start=ctypes.addressof(extension),
            api=api.ADDRESS,
            stage=abi.STAGES.index(stage),
        )
        error = HANDLER(address)(ctypes.addressof(frame))
        if error:
            failure = errors.take(error, name, None)
            raise ValueError(f"handler of '{name}' cannot be registered: {failure}") from failure
        version = (metadata.api_version.major, metadata.api_version.minor)
        if version[0] != abi.VERSION[0] or version[1] > abi.VERSION[1]:
            built, ours = (".".join(map(str, v)) for v in (version, abi.VERSION))
            raise ValueError(
                f"handler of '{name}' was built for version {built} of XLA FFI, "
                f"and this is version {ours}"
            )
        if stage == "execute":
            traits = metadata.traits
    return traits
