"""The functions that handlers call back, called as a handler would, in C's types."""

from __future__ import annotations

import ctypes

import pytest

from hlo_opt.passes.custom_calls import abi
from hlo_opt.runtime.ffi import api, errors, registry, state
from hlo_opt.runtime.ffi.structures import HANDLER, STRUCTURES, Context, Run, new

TABLE = STRUCTURES["Api"].from_address(api.ADDRESS)


def ask(function: str, /, **fields):
    """Call a function of the interface; returns its structure, and its error or 0."""
    arguments = new(function, **fields)
    return arguments, HANDLER(getattr(TABLE, function))(ctypes.addressof(arguments)) or 0


def failure(error: int) -> tuple[str, str]:
    """Return the code and the message of an error, which is destroyed."""
    message, none = ask("Error_GetMessage", error=error)
    assert not none
    text = ctypes.string_at(message.message).decode()
    code = errors.CODES[errors._errors[error].code]
    ask("Error_Destroy", error=error)
    assert error not in errors._errors
    return code, text


def span(text: bytes):
    buffer = ctypes.create_string_buffer(text)
    made = STRUCTURES["ByteSpan"](ptr=ctypes.addressof(buffer), len=len(text))
    made.keep = buffer
    return made


@pytest.fixture
def context():
    """The execution context of a call in a run, as compiled code makes it."""
    site = state.Site("test")
    run = Run(run_id=next(state.run_numbers), device_ordinal=2)
    made = Context(run=ctypes.addressof(run), site=site.number)
    made.keep = run, site
    yield made
    state.runs.pop(run.run_id, None)
    site.close()


def test_version_and_size():
    assert TABLE.struct_size == 192
    assert (TABLE.version.major, TABLE.version.minor) == (0, 3)
    assert all(getattr(TABLE, name) for name in abi.API_FUNCTIONS)
    assert len(abi.API_FUNCTIONS) == 18


def test_errors():
    message = ctypes.create_string_buffer("naïve".encode())
    _, error = ask("Error_Create", message=ctypes.addressof(message), errc=9)
    assert failure(error) == ("FAILED_PRECONDITION", "naïve")
    _, error = ask("Error_Create", errc=1)
    assert failure(error) == ("CANCELLED", "")


def test_the_message_of_what_is_no_error_is_an_error():
    _, error = ask("Error_GetMessage", error=1 << 40)
    assert failure(error)[0] == "NOT_FOUND"


def test_handlers_register_themselves(monkeypatch):
    monkeypatch.setattr(registry, "_targets", dict(registry._targets))

    def answer(address: int) -> int:
        frame = STRUCTURES["CallFrame"].from_address(address)
        extension = STRUCTURES["MetadataExtension"].from_address(frame.extension_start)
        metadata = STRUCTURES["Metadata"].from_address(extension.metadata)
        metadata.api_version.minor, metadata.traits = 2, 1
        return 0

    handlers = HANDLER(answer), HANDLER(answer)
    addresses = [ctypes.cast(h, ctypes.c_void_p).value for h in handlers]
    name, platform = span(b"test.registers.itself"), span(b"Host")
    _, error = ask("Handler_Register", name=name, platform=platform, execute=addresses[0])
    assert not error
    target = registry.find_target("test.registers.itself")
    assert (target.stages, target.traits) == ({"execute": addresses[0]}, 1)
    _, error = ask("Handler_Register", name=name, platform=platform, execute=addresses[1])
    assert failure(error)[0] == "ALREADY_EXISTS"


def test_types():
    type_id = ctypes.c_int64(0)
    name = span(b"test.api.type")
    _, error = ask("Type_Register", name=name, type_id=ctypes.addressof(type_id))
    assert not error
    assert type_id.value > 0
    other = ctypes.c_int64(0)
    ask("Type_Register", name=name, type_id=ctypes.addressof(other))
    assert other.value == type_id.value
    wrong = ctypes.c_int64(type_id.value + 1000)
    _, error = ask("Type_Register", name=name, type_id=ctypes.addressof(wrong))
    assert failure(error) == (
        "INVALID_ARGUMENT",
        f"type 'test.api.type' has the id {type_id.value}, not {wrong.value}",
    )


def test_state(context):
    ctx = ctypes.addressof(context)
    one, two = ctypes.c_int64(101), ctypes.c_int64(102)
    for stage in (0, 1, 2):
        get = {"ctx": ctx, "stage": stage, "type_id": ctypes.addressof(one)}
        _, error = ask("State_Get", **get)
        code = "NOT_FOUND", f"no state was set in stage '{abi.STAGES[stage]}'"
        assert failure(error) == code
        _, error = ask("State_Set", **get, state=4096 + stage)
        assert not error
        found, error = ask("State_Get", **get)
        assert (found.state, error) == (4096 + stage, 0)
        _, error = ask("State_Set", **get, state=1)
        assert failure(error)[0] == "ALREADY_EXISTS"
        _, error = ask("State_Get", **{**get, "type_id": ctypes.addressof(two)})
        assert failure(error) == (
            "INVALID_ARGUMENT",
            f"the state of stage '{abi.STAGES[stage]}' has type id 101, not 102",
        )


def test_user_data(context):
    type_id = ctypes.c_int64(7)
    run, _ = context.keep
    get = {"ctx": ctypes.addressof(context), "type_id": ctypes.addressof(type_id)}
    _, error = ask("ExecutionContext_Get", **get)
    assert failure(error)[0] == "NOT_FOUND"
    state.runs[run.run_id] = state.RunState(user_data={7: 4096})
    found, error = ask("ExecutionContext_Get", **get)
    assert (found.data, error) == (4096, 0)


def test_run(context):
    ctx = ctypes.addressof(context)
    assert ask("RunId_Get", ctx=ctx)[0].run_id == context.keep[0].run_id
    assert ask("DeviceOrdinal_Get", ctx=ctx)[0].device_ordinal == 2
    _, error = ask("Stream_Get", ctx=ctx)
    assert failure(error) == ("UNIMPLEMENTED", "there is no stream on the host")


@pytest.mark.parametrize(("size", "alignment"), [(0, 1), (1, 1), (1000, 8), (4096, 4096)])
def test_memory(context, size, alignment):
    ctx = ctypes.addressof(context)
    block, error = ask("DeviceMemory_Allocate", ctx=ctx, size=size, alignment=alignment)
    assert not error
    assert block.data % max(alignment, 64) == 0
    ctypes.memset(block.data, 1, size)
    assert not ask("DeviceMemory_Free", ctx=ctx, size=size, data=block.data)[1]


def test_memory_that_is_not_there(context):
    _, error = ask("DeviceMemory_Allocate", ctx=ctypes.addressof(context), size=1 << 60)
    assert failure(error) == ("RESOURCE_EXHAUSTED", f"cannot allocate {1 << 60} bytes")


def test_threads(context):
    import threading

    done = threading.Event()
    task = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda data: data == 4096 and done.set())
    address = ctypes.cast(task, ctypes.c_void_p).value
    ctx = ctypes.addressof(context)
    assert not ask("ThreadPool_Schedule", ctx=ctx, task=address, data=4096)[1]
    assert done.wait(10)
    count = ctypes.c_int64(0)
    assert not ask("ThreadPool_NumThreads", ctx=ctx, num_threads=ctypes.addressof(count))[1]
    assert count.value >= 1


def test_futures():
    future, error = ask("Future_Create")
    assert not error
    assert not ask("Future_SetAvailable", future=future.future)[1]
    assert state.wait(future.future) == 0
    future, _ = ask("Future_Create")
    late = errors.create(13, b"late")
    assert not ask("Future_SetError", future=future.future, error=late)[1]
    assert failure(state.wait(future.future)) == ("INTERNAL", "late")
    for function in ("Future_SetAvailable", "Future_SetError"):
        _, error = ask(function, future=1 << 40)
        assert failure(error) == ("INVALID_ARGUMENT", "unknown future")
    assert failure(state.wait(1 << 40)) == ("INTERNAL", "unknown future")
