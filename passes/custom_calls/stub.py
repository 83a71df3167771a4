"""The code that calls one handler, as text of the LLVM dialect.

A stub is a function ``(run, buffers of operands, buffers of results) -> i1``
that tells whether the call failed.  It prepares what the interface of the call
wants on the stack, because calls may run at the same time; if the call fails,
it leaves the error and the number of the call in the `Run`.
"""

from __future__ import annotations

from . import abi
from .description import CustomCall
from .frame import build_frame

# How XlaCustomCallStatus lies in memory (a std::optional<std::string> of libstdc++).
STATUS_SIZE, STATUS_FAILED = 40, 32


class _Code:
    """Lines of a function body; values have numbers."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def value(self, text: str) -> str:
        """Add an operation with one result; returns its name."""
        self._count += 1
        name = f"%{self._count}"
        self.lines.append(f"{name} = {text}")
        return name

    def at(self, base: str, offset: int) -> str:
        """Return an address ``offset`` bytes behind ``base``."""
        if not offset:
            return base
        return self.value(f"llvm.getelementptr {base}[{offset}] : (!llvm.ptr) -> !llvm.ptr, i8")

    def load(self, base: str, offset: int, type: str = "!llvm.ptr") -> str:
        """Load a value ``offset`` bytes behind ``base``."""
        return self.value(f"llvm.load {self.at(base, offset)} : !llvm.ptr -> {type}")

    def store(self, value: str, base: str, offset: int, type: str = "!llvm.ptr") -> None:
        """Store a value ``offset`` bytes behind ``base``."""
        self.lines.append(f"llvm.store {value}, {self.at(base, offset)} : {type}, !llvm.ptr")

    def stack(self, bytes: int) -> str:
        """Return the address of uninitialised bytes on the stack."""
        count = self.constant(bytes)
        return self.value(f"llvm.alloca {count} x i8 {{alignment = 16 : i64}} : (i64) -> !llvm.ptr")

    def constant(self, value: int, type: str = "i64") -> str:
        """Return an integer constant."""
        return self.value(f"llvm.mlir.constant({value} : {type}) : {type}")

    def null(self) -> str:
        """Return a null pointer."""
        return self.value("llvm.mlir.zero : !llvm.ptr")

    def call(self, function: str, arguments: list[str], types: list[str], result: str) -> str:
        """Call a function by its address."""
        text = f"llvm.call {function}({', '.join(arguments)}) : !llvm.ptr, ({', '.join(types)})"
        if result == "()":
            self.lines.append(f"{text} -> ()")
            return ""
        return self.value(f"{text} -> {result}")


def stub(call: CustomCall, symbol: str, number: int) -> str:
    """Return the function ``symbol`` for a call, the ``number``th of its entry point."""
    code = _Code()
    run = "%run"
    passed = [f"%b{i}" for i, v in enumerate((*call.operands, *call.results)) if v.is_passed]
    site = code.at(code.load(run, abi.offset("Run", "calls")), number * abi.size("Call"))
    handler = code.load(site, abi.offset("Call", "handler"))
    make = _typed_call if call.is_typed else _legacy_call
    globals, error = make(code, call, symbol, site, handler)
    null = code.null()
    failed = code.value(f'llvm.icmp "ne" {error}, {null} : !llvm.ptr')
    code.lines.append(f"llvm.cond_br {failed}, ^failed, ^end")
    code.lines.append("^failed:")
    code.store(error, run, abi.offset("Run", "error"))
    code.store(code.constant(number), run, abi.offset("Run", "failed"), "i64")
    code.lines.append("llvm.br ^end")
    code.lines.append("^end:")
    code.lines.append(f"llvm.return {failed} : i1")
    parameters = ", ".join(f"{name}: !llvm.ptr" for name in (run, *passed))
    body = "\n    ".join(code.lines)
    return f"{globals}\n  llvm.func internal @{symbol}({parameters}) -> i1 {{\n    {body}\n  }}\n"


def _typed_call(code: _Code, call: CustomCall, symbol: str, site: str, handler: str):
    """Call a handler of XLA FFI; returns the globals that it needs, and the error."""
    frame = build_frame(call)
    symbol = f"{symbol}_frame"
    block = code.stack(frame.size)
    image = code.value(f"llvm.mlir.addressof @{symbol} : !llvm.ptr")
    code.lines.append(
        f'"llvm.intr.memcpy"({block}, {image}, {code.constant(frame.size)}) '
        "<{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()"
    )
    for place, target in frame.links.items():
        code.store(code.at(block, target), block, place)
    for i, (value, place) in enumerate(
        zip((*call.operands, *call.results), frame.data, strict=True)
    ):
        if value.is_passed:
            code.store(f"%b{i}", block, place)
    context = code.stack(abi.size("Context"))
    code.store("%run", context, abi.offset("Context", "run"))
    code.store(code.load(site, abi.offset("Call", "site")), context, abi.offset("Context", "site"))
    code.store(context, block, abi.offset("CallFrame", "ctx"))
    api = code.load("%run", abi.offset("Run", "api"))
    code.store(api, block, abi.offset("CallFrame", "api"))
    error = code.call(handler, [block], ["!llvm.ptr"], "!llvm.ptr")
    future = code.load(block, abi.offset("CallFrame", "future"))
    pending = code.value(f'llvm.icmp "ne" {future}, {code.null()} : !llvm.ptr')
    code.lines += [f"llvm.cond_br {pending}, ^wait, ^done({error} : !llvm.ptr)", "^wait:"]
    wait = code.load("%run", abi.offset("Run", "wait"))
    late = code.call(wait, ["%run", future], ["!llvm.ptr", "!llvm.ptr"], "!llvm.ptr")
    code.lines += [f"llvm.br ^done({late} : !llvm.ptr)", "^done(%error: !llvm.ptr):"]
    return frame.image.as_global(symbol), "%error"


def _legacy_call(code: _Code, call: CustomCall, symbol: str, site: str, handler: str):
    """Call a function of an older interface; see `_typed_call`.

    It takes the result, or an array of them if there is not exactly one, and
    an array of operands; from version 2 on a status, after the opaque string
    in version 3.
    """
    buffers = [
        f"%b{i}" if v.is_passed else "%run" for i, v in enumerate((*call.operands, *call.results))
    ]
    inputs = _array(code, buffers[: len(call.operands)])
    results = buffers[len(call.operands) :]
    output = results[0] if len(results) == 1 else _array(code, results)
    arguments, types, globals = [output, inputs], ["!llvm.ptr"] * 2, ""
    if call.api_version >= 3:
        symbol = f"{symbol}_opaque"
        globals, opaque = _string(code, symbol, call.opaque)
        arguments += [opaque, code.constant(len(call.opaque))]
        types += ["!llvm.ptr", "i64"]
    if call.api_version == 1:
        code.call(handler, arguments, types, "()")
        return globals, code.null()
    status = code.stack(STATUS_SIZE)
    zero = code.constant(0)
    for offset in range(0, STATUS_SIZE, 8):
        code.store(zero, status, offset, "i64")
    code.call(handler, [*arguments, status], [*types, "!llvm.ptr"], "()")
    flag = code.load(status, STATUS_FAILED, "i8")
    failed = code.value(f'llvm.icmp "ne" {flag}, {code.constant(0, "i8")} : i8')
    none = code.null()
    code.lines += [f"llvm.cond_br {failed}, ^status, ^done({none} : !llvm.ptr)", "^status:"]
    convert = code.load("%run", abi.offset("Run", "status_error"))
    error = code.call(convert, ["%run", status], ["!llvm.ptr", "!llvm.ptr"], "!llvm.ptr")
    code.lines += [f"llvm.br ^done({error} : !llvm.ptr)", "^done(%error: !llvm.ptr):"]
    return globals, "%error"


def _array(code: _Code, pointers: list[str]) -> str:
    array = code.stack(8 * max(len(pointers), 1))
    for i, pointer in enumerate(pointers):
        code.store(pointer, array, 8 * i)
    return array


def _string(code: _Code, symbol: str, content: bytes) -> tuple[str, str]:
    content += b"\0"
    dense = f'dense<"0x{content.hex().upper()}"> : tensor<{len(content)}xi8>'
    type = f"!llvm.array<{len(content)} x i8>"
    text = f"  llvm.mlir.global internal constant @{symbol}({dense}) : {type}"
    return text, code.value(f"llvm.mlir.addressof @{symbol} : !llvm.ptr")
