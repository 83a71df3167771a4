"""Operands, attributes and regions from what the builder's methods are called with.

Each function takes its members out of the keywords, so that what is left are
members that an operation does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from .mlir import ir
from .notation.algebra import Tensor
from .ops import Operation
from .ops.attributes import fits
from .ops.members import Attribute, Function


def operands_of(cls: type[Operation], given: tuple, members: dict) -> list:
    """Return the operands in order; ``given`` are those that are not keywords.

    Raises TypeError if one is missing, or there are too many.
    """
    rest = list(given)
    found: list = []
    count = len(given) + sum(m.name in members for m in cls.operand_members)
    for member in cls.operand_members:
        if member.name in members:
            value = members.pop(member.name)
        elif rest:
            value = rest.pop(0)
        else:
            raise TypeError(f"{cls.op_name}: operand '{member.name}' is missing")
        if member.variadic and (isinstance(value, ir.Value) or not isinstance(value, Iterable)):
            raise TypeError(f"{cls.op_name}: '{member.name}' is a sequence of values")
        found.extend(value if member.variadic else [value])
    if rest:
        raise TypeError(f"{cls.op_name} takes {len(cls.operand_members)} operands, got {count}")
    return found


def functions_of(cls: type[Operation], member: Function, members: dict) -> list[Callable]:
    """Return the Python functions that build the regions of a member; raises TypeError."""
    given = members.pop(member.name, ())
    if not member.variadic:
        given = [given] if given != () else []
    elif not isinstance(given, Iterable):
        raise TypeError(f"{cls.op_name}: '{member.name}' is a sequence of functions")
    functions = list(given)
    for function in functions:
        if not callable(function):
            raise TypeError(f"{cls.op_name}: '{member.name}' is a function, not {function!r}")
    return functions


def attributes_of(
    cls: type[Operation], members: dict, context: ir.Context
) -> dict[str, ir.Attribute]:
    """Take the attribute members out of ``members`` and return the attributes that hold them.

    Raises TypeError for a value of another kind than a member's, and ValueError
    for one of which MLIR makes no attribute.
    """
    texts: dict[str, str] = {}
    compounds: dict[str, tuple] = {}
    for member in cls.attribute_members:
        if member.name not in members:
            continue
        value = _plain(members.pop(member.name))
        if member.compound is not None:
            _, fields = compounds.setdefault(member.storage.name, (member.compound, {}))
            fields[member.storage.form] = member.encode(_checked(member, value))
        elif member.form != "unit" or value:
            texts[member.storage.name] = _spell(member, value)
    texts |= {name: c.spell(fields) for name, (c, fields) in compounds.items()}
    return {name: _parse(cls, name, text, context) for name, text in texts.items()}


def _parse(cls: type[Operation], name: str, text: str, context: ir.Context) -> ir.Attribute:
    try:
        return ir.Attribute.parse(text, context)
    except ir.MLIRError as exc:
        said = exc.error_diagnostics[0].message if exc.error_diagnostics else exc.message
        raise ValueError(f"'{cls.op_name}': attribute '{name}' = {text}: {said}") from None


def _plain(value):
    """Return numpy's values, and what can be iterated, as Python's own."""
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, str | ir.Attribute | Mapping) or not isinstance(value, Iterable):
        return value
    return [_plain(v) for v in value]


def _checked(member: Attribute, value):
    """Return a value if it is of the member's kind; raises TypeError."""
    form = member.form
    known = Tensor(value) if isinstance(value, list) else value
    if form == "f32" and isinstance(value, int):
        known = float(value)
    if form not in ("matrix", "groups") and not fits(form, known):
        raise TypeError(f"'{member.name}' is a {member.phrase}, not {value!r}")
    return value


def _spell(member: Attribute, value) -> str:
    if isinstance(value, ir.Attribute):
        return str(value)
    if isinstance(value, str) and member.form == "verbatim":
        return value
    try:
        return member.storage.spell(_checked(member, value))
    except (TypeError, ValueError):
        raise TypeError(f"'{member.name}' is a {member.phrase}, not {value!r}") from None
