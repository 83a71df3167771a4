"""Attributes of operations: how members of the specification are stored in MLIR.

A `Storage` reads the value of a member from an operation's attributes and
spells it as MLIR text.  Most members are attributes of their own; those of
`Compound` attributes, such as ``#stablehlo.gather<offset_dims = […], …>``, are
fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from ..mlir import ir, stablehlo
from ..notation.algebra import UNKNOWN, Tensor, Undefined
from .mesh import mesh_groups

MISSING = object()


class Misfit(Undefined):
    """A member is kept in an attribute of another kind than it should be."""


# The bindings have a class for each enumeration; the text of all is alike.
_ENUMERATOR = re.compile(r"#stablehlo<\w+ (\w+)>")


def _numbers(values) -> str:
    return f"[{', '.join(map(str, values))}]"


def _spell_integers(values) -> str:
    return f"array<i64: {', '.join(map(str, values))}>" if values else "array<i64>"


def _spell_booleans(values) -> str:
    items = ", ".join(str(bool(v)).lower() for v in values)
    return f"array<i1: {items}>" if values else "array<i1>"


def _spell_matrix(rows) -> str:
    width = len(rows[0]) if rows else getattr(rows, "shape", (0, 2))[1]
    elements = ", ".join(map(_numbers, rows))
    return f"dense<{f'[{elements}]' if rows else ''}> : tensor<{len(rows)}x{width}xi64>"


def _spell_groups(rows) -> str:
    """Spell groups of ids, filled up with -1 to one length."""
    width = max(map(len, rows), default=0)
    full = [(*row, *(-1,) * (width - len(row))) for row in rows]
    return _spell_matrix(Tensor(full, (len(full), width)))


SPELLINGS: dict[str, Callable[[object], str]] = {
    "i64": lambda v: f"{v} : i64",
    "i32": lambda v: f"{v} : i32",
    "f32": lambda v: f"{float(v):.9e} : f32",
    "i1": lambda v: str(bool(v)).lower(),
    "unit": lambda v: "unit",
    "string": lambda v: '"' + str(v).replace("\\", "\\\\").replace('"', '\\"') + '"',
    "config": lambda v: v if v.startswith("{") else SPELLINGS["string"](v),
    "symbol": lambda v: f"@{v}",
    "symbols": lambda v: f"[{', '.join(f'@{s}' for s in v)}]",
    "integers": _spell_integers,
    "booleans": _spell_booleans,
    "matrix": _spell_matrix,
    "groups": _spell_groups,
    "verbatim": str,
}


def _all(kind: type) -> Callable[[object], bool]:
    return lambda v: isinstance(v, tuple) and all(isinstance(x, kind) for x in v)


def _is_matrix(value: object) -> bool:
    return isinstance(value, Tensor) and len(value.shape) == 2


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_FITS: dict[str, Callable[[object], bool]] = {
    "i64": _is_number,
    "i32": _is_number,
    "f32": lambda v: isinstance(v, float),
    "i1": lambda v: isinstance(v, bool),
    "unit": lambda v: isinstance(v, bool),
    "string": lambda v: isinstance(v, str),
    "symbol": lambda v: isinstance(v, str),
    "symbols": _all(str),
    "integers": lambda v: isinstance(v, tuple) and all(map(_is_number, v)),
    "booleans": _all(bool),
    "matrix": _is_matrix,
    "groups": _is_matrix,
    "enum": lambda v: isinstance(v, str),
    "enums": _all(str),
}


def fits(form: str, value: object) -> bool:
    """Return whether a value is one of a form; any is of a form that is not looked into."""
    known = _FITS.get(form.partition(" ")[0])
    return known is None or value is UNKNOWN or known(value)


@dataclass(frozen=True)
class Storage:
    """Where and how the value of a member is kept: attribute ``name``, as ``form``."""

    name: str
    form: str

    def read(self, attributes: Mapping[str, ir.Attribute]):
        """Return the value, or MISSING."""
        attribute = attributes.get(self.name)
        return MISSING if attribute is None else value_of(attribute)

    def spell(self, value) -> str:
        """Return the attribute as MLIR text."""
        if self.form.startswith("enum "):
            return f"#stablehlo<{self.form[5:]} {value}>"
        if self.form.startswith("enums "):
            items = ", ".join(f"#stablehlo<{self.form[6:]} {v}>" for v in value)
            return f"[{items}]"
        return SPELLINGS[self.form](value)


@dataclass(frozen=True)
class GroupStorage(Storage):
    """Groups of process ids: a matrix, in which -1 fills up the shorter groups, or axes of a mesh.

    The specification asks for all ids; a matrix without any, as XLA writes it,
    stands for one group of all processes, unless groups must be ``listed``.
    """

    listed: bool = False

    def read(self, attributes: Mapping[str, ir.Attribute]):
        """Return the groups without their filling, UNKNOWN if they are not all there to read."""
        groups = super().read(attributes)
        if isinstance(groups, Tensor):
            if not groups and not self.listed:
                return UNKNOWN
            if len(groups.shape) == 2:
                return Tensor(map(_without_filling, groups), groups.shape)
        elif isinstance(groups, ir.Attribute):
            if stablehlo.ReplicaGroupMeshAxesAttr.isinstance(groups):
                return _groups_of_mesh(groups)
        return groups


def _groups_of_mesh(attribute: ir.Attribute) -> Tensor | object:
    rows = mesh_groups(attribute)
    return UNKNOWN if rows is None else Tensor(_rows(rows), (len(rows), len(rows[0])))


def _without_filling(row: tuple) -> tuple:
    end = len(row)
    while end > 1 and row[end - 1] == -1:
        end -= 1
    return row[:end]


@dataclass(frozen=True)
class Compound:
    """A compound attribute: its mnemonic in MLIR, and the class of the bindings that reads it.

    ``defaults`` are the values of fields that need not be there; those are not
    spelled, unless ``complete``.  ``renamed`` has the names that the bindings give to fields, where
    they differ.
    """

    mnemonic: str
    reader: str
    defaults: Mapping[str, object]
    prefix: str = ""
    complete: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict)

    def view(self, attribute: ir.Attribute):
        """Return the attribute as the bindings' class for it."""
        try:
            return _views[self.reader, attribute]
        except KeyError:
            if isinstance(attribute, ir.DictAttr):
                view: object = _Dictionary(attribute)
            else:
                try:
                    view = getattr(stablehlo, self.reader)(attribute)
                except ValueError:
                    raise Misfit from None
            _views[self.reader, attribute] = view
            return view

    def spell(self, fields: Mapping[str, object]) -> str:
        """Return the attribute with these fields as MLIR text."""
        parts = []
        for name, value in (dict(self.defaults) | dict(fields)).items():
            if not self.complete and value == self.defaults.get(name, MISSING):
                continue
            if isinstance(value, (list, tuple)):
                value = _numbers(value)
            parts.append(f"{name} = {str(value).lower() if isinstance(value, bool) else value}")
        return f"#stablehlo.{self.mnemonic}<{self.prefix}{', '.join(parts)}>"


class _Dictionary:
    """A compound attribute that was read unverified, as a dictionary of its fields."""

    def __init__(self, attribute: ir.DictAttr):
        self._fields = {item.name: item.attr for item in attribute}

    def read(self, name: str, default: object) -> object:
        """Return the value of a field, or its default."""
        found = self._fields.get(name)
        return default if found is None else value_of(found)


_views: dict[tuple[str, ir.Attribute], object] = {}


@dataclass(frozen=True)
class Field(Storage):
    """A member that is field ``form`` of a compound attribute."""

    compound: Compound

    def read(self, attributes: Mapping[str, ir.Attribute]):
        """Return the value of the field, or MISSING if there is no such attribute."""
        whole = attributes.get(self.name)
        if whole is None:
            return MISSING
        view, field_name = self.compound.view(whole), self.form
        if isinstance(view, _Dictionary):
            return view.read(field_name, self.compound.defaults.get(field_name, MISSING))
        found = getattr(view, self.compound.renamed.get(field_name, field_name))
        return Tensor(found) if isinstance(found, list) else found


@dataclass(frozen=True)
class Elements:
    """A dense constant that the bindings cannot hand out: one with complex elements."""

    text: str
    type: ir.Type


def read_attributes(op: ir.Operation) -> dict[str, ir.Attribute | Elements]:
    """Return the attributes of an operation, properties included."""
    try:
        return dict(op.attributes.items())
    except TypeError:
        return {name: _attribute(op, name) for name in op.attributes}


def _attribute(op: ir.Operation, name: str) -> ir.Attribute | Elements:
    try:
        return op.attributes[name]
    except TypeError as exc:  # its message is the one place that has the attribute
        text = str(exc).partition("(Attribute(")[2].removesuffix("))")
        return Elements(text, ir.Type.parse(text.rpartition(" : ")[2], op.context))


# Elements of a dense constant that is read: groups and pairs may have one for each of many devices.
_LARGEST = 1 << 16


@lru_cache(100_000)
def value_of(attribute: ir.Attribute):
    """Return the value of an attribute as formulas see it (dense ones of up to 65,536 elements).

    Larger constants, and attributes that formulas do not look into, come back
    as they are.
    """
    if isinstance(attribute, ir.UnitAttr):
        return True
    if isinstance(attribute, ir.BoolAttr):
        return bool(attribute.value)
    if isinstance(attribute, (ir.IntegerAttr, ir.FloatAttr, ir.StringAttr, ir.FlatSymbolRefAttr)):
        return attribute.value
    if isinstance(attribute, (ir.DenseI64ArrayAttr, ir.DenseBoolArrayAttr)):
        return Tensor(attribute)
    if isinstance(attribute, ir.ArrayAttr):
        return Tensor(value_of(item) for item in attribute)
    if isinstance(attribute, ir.DenseElementsAttr):
        return _read_elements(attribute)
    if match := _ENUMERATOR.fullmatch(str(attribute)):
        return match[1]
    return attribute


def _read_elements(attribute: ir.DenseElementsAttr):
    shaped = ir.ShapedType(attribute.type)
    if not isinstance(attribute, ir.DenseIntElementsAttr):
        return attribute
    shape = tuple(shaped.shape)
    if np.prod(shape, dtype=np.int64) > _LARGEST:
        return attribute
    try:
        elements = np.array(attribute).tolist()
    except TypeError:  # numpy has no integers of this width
        return attribute
    return Tensor(_rows(elements), shape) if shape else elements


def _rows(items) -> tuple:
    return tuple(_rows(item) if isinstance(item, list) else item for item in items)
