"""The constant part of a call frame: all but the addresses of the buffers.

The first `Frame.size` bytes are a block that every call copies, because calls
may run at the same time: the frame, the buffers, and the arrays of pointers
to them.  Behind it lies what handlers only read: extents, names, attributes.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import abi
from .attributes import put_attributes
from .description import CustomCall, Value
from .image import Image


@dataclass(frozen=True)
class Frame:
    """An image that starts with a block of ``size`` bytes to be copied.

    ``links`` are the pointers in the block that point into the block itself:
    place to target.  ``data`` has the place of the data pointer of each
    operand, then of each result.
    """

    image: Image
    size: int
    links: dict[int, int]
    data: tuple[int, ...]


def build_frame(call: CustomCall, stage: str = "execute") -> Frame:
    """Return the frame of a call at a stage; `Frame.data` is null where nothing is put."""
    image = Image()
    frame = image.reserve(abi.size("CallFrame"))
    values = (*call.operands, *call.results)
    if stage == "instantiate":
        values = ()  # nothing is known of buffers
    count = len(call.operands) if values else 0
    slots = image.reserve(8 * len(values))
    buffers = [image.reserve(abi.size("Buffer")) for _ in values]
    size = len(image.bytes) + -len(image.bytes) % 16
    image.reserve(size - len(image.bytes))
    image.struct("CallFrame", frame, stage=abi.STAGES.index(stage))
    types = image.integers("i32", [abi.BUFFER] * len(values))
    links = {}
    for name, start, end in (("args", 0, count), ("rets", count, len(values))):
        place = frame + abi.offset("CallFrame", name)
        image.struct("Args", place, size=end - start, types=types)
        links[place + abi.offset("Args", "items")] = slots + 8 * start
    for i, (value, buffer) in enumerate(zip(values, buffers, strict=True)):
        _put_buffer(image, buffer, value)
        links[slots + 8 * i] = buffer
    put_attributes(image, call.attributes, frame + abi.offset("CallFrame", "attrs"))
    data = tuple(buffer + abi.offset("Buffer", "data") for buffer in buffers)
    return Frame(image, size, links, data)


def _put_buffer(image: Image, place: int, value: Value) -> None:
    image.struct(
        "Buffer",
        place,
        dtype=value.data_type,
        rank=len(value.shape),
        dims=image.integers("i64", value.shape),
    )
