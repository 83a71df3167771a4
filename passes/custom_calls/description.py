"""What a custom call is, read from the operation or from the declaration that stands for it.

Legalization turns each ``stablehlo.custom_call`` into a call of a function of
its own that is declared only; the attribute `CUSTOM_CALL` of the declaration
keeps what the operation said, in StableHLO's own types.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...dialect.diagnostics import SourceLoc, error, source_loc
from ...dialect.mlir import ir
from ...dialect.types import ElementType, element_type
from . import abi
from .attributes import read_attributes

CUSTOM_CALL = "hlo.custom_call"
"""Attribute of a declaration: what the custom call that it stands for passes and to whom."""

TYPED_FFI = 4
"""The ``api_version`` of XLA FFI."""

LEGACY_VERSIONS = (1, 2, 3)
"""The older interfaces: without a status, with one, and with an opaque string as well."""


@dataclass(frozen=True)
class Value:
    """An operand or result: a buffer of ``element``, or a token, which has None.

    ``order`` lists its dimensions from the outermost to the innermost in memory.
    """

    type: str
    shape: tuple[int, ...]
    element: ElementType | None
    order: tuple[int, ...]

    @property
    def data_type(self) -> int:
        """The ``XLA_FFI_DataType``."""
        return abi.TOKEN if self.element is None else abi.DATA_TYPES[self.element.name]

    @property
    def is_passed(self) -> bool:
        """True if compiled code passes a buffer: neither a token nor without elements."""
        return self.element is not None and 0 not in self.shape


@dataclass(frozen=True)
class CustomCall:
    """One call: whom it calls, with what, and where it stands in the program.

    ``attributes`` are those of XLA FFI; older interfaces have ``opaque``, a
    string, instead.
    """

    target: str
    api_version: int
    attributes: dict[str, object]
    opaque: bytes
    operands: tuple[Value, ...]
    results: tuple[Value, ...]
    location: SourceLoc | None = None

    @property
    def is_typed(self) -> bool:
        """True for XLA FFI, false for an older interface."""
        return self.api_version == TYPED_FFI


def describe(op: ir.Operation, orders: Sequence[Sequence[int]]) -> ir.DictAttr:
    """Return the value of `CUSTOM_CALL` for a ``stablehlo.custom_call``.

    ``orders`` has `Value.order` for each of its operands and results.
    A dictionary marks XLA FFI, whatever the version says: JAX writes it as
    ``mhlo.backend_config`` beside an empty ``backend_config``.  Raises
    `DiagnosedError` for a version that there is not.
    """
    attributes = op.attributes
    config = attributes["backend_config"] if "backend_config" in attributes else None
    version = attributes["api_version"].value if "api_version" in attributes else 1
    if "mhlo.backend_config" in attributes:
        config = attributes["mhlo.backend_config"]
    if isinstance(config, ir.DictAttr):
        version = TYPED_FFI
    elif version == TYPED_FFI:
        config = ir.DictAttr.get({})
    if version not in (*LEGACY_VERSIONS, TYPED_FFI):
        raise error(op, f"custom call with api_version {version}, which is none of 1 to 4")
    entries: dict[str, ir.Attribute] = {
        "target": attributes["call_target_name"],
        "api_version": ir.IntegerAttr.get(ir.IntegerType.get_signless(64), version),
        "config": config if config is not None else ir.StringAttr.get(""),
        "operands": _types(v.type for v in op.operands),
        "results": _types(v.type for v in op.results),
        "orders": ir.ArrayAttr.get([ir.DenseI64ArrayAttr.get(order) for order in orders]),
    }
    if (place := source_loc(op.location)) is not None:
        entries["file"] = ir.StringAttr.get(place.file)
        entries["place"] = ir.DenseI64ArrayAttr.get([place.line, place.column])
    return ir.DictAttr.get(entries)


def _types(types) -> ir.ArrayAttr:
    return ir.ArrayAttr.get([ir.TypeAttr.get(t) for type in types for t in flatten(type)])


def flatten(type: ir.Type):
    """Yield the types in a tuple type, or the type itself."""
    if isinstance(type, ir.TupleType):
        for i in range(type.num_types):
            yield from flatten(type.get_type(i))
    else:
        yield type


def read_description(attribute: ir.Attribute) -> CustomCall:
    """Return a call from the value of `CUSTOM_CALL`.

    Raises ValueError for what XLA FFI cannot pass.
    """
    entries = ir.DictAttr(attribute)
    config = entries["config"]
    typed = isinstance(config, ir.DictAttr)
    orders = iter(ir.ArrayAttr(entries["orders"]))
    return CustomCall(
        target=ir.StringAttr(entries["target"]).value,
        api_version=ir.IntegerAttr(entries["api_version"]).value,
        attributes=read_attributes(config) if typed else {},
        opaque=b"" if typed else ir.StringAttr(config).value_bytes,
        operands=tuple(_value(t, next(orders)) for t in ir.ArrayAttr(entries["operands"])),
        results=tuple(_value(t, next(orders)) for t in ir.ArrayAttr(entries["results"])),
        location=_place(entries),
    )


def _place(entries: ir.DictAttr) -> SourceLoc | None:
    if "file" not in entries:
        return None
    line, column = ir.DenseI64ArrayAttr(entries["place"])
    return SourceLoc(ir.StringAttr(entries["file"]).value, line, column)


def _value(attribute: ir.Attribute, order: ir.Attribute) -> Value:
    type = ir.TypeAttr(attribute).value
    if str(type) == "!stablehlo.token":
        return Value(str(type), (), None, ())
    tensor = ir.RankedTensorType(type)
    element = element_type(tensor.element_type)
    if element is None or element.name not in abi.DATA_TYPES:
        raise ValueError(f"'{type}' has elements that XLA FFI does not know")
    return Value(str(type), tuple(tensor.shape), element, tuple(ir.DenseI64ArrayAttr(order)))
