"""Members of operations: what the specification's Inputs and Outputs tables list.

A class of an operation declares its members as class attributes, in the order
of the tables; the inputs are labelled (I1), (I2), … in that order.
"""

from __future__ import annotations

from collections.abc import Callable

from ..notation.algebra import Tensor
from ..notation.functions import Constant
from ..notation.types import QuantizedElementType, TensorType
from .attributes import MISSING, Compound, Field, GroupStorage, Misfit, Storage, fits
from .kinds import Kind, parse_kind
from .reading import read_type


def ones(count: int) -> Tensor:
    """Return the value of a list of strides or dilations that is left out."""
    return Tensor((1,) * count)


def zero_padding(count: int) -> Tensor:
    """Return the value of a padding that is left out."""
    return Tensor(((0, 0),) * count, (count, 2))


class Member:
    """One row of a table; ``name`` and ``label`` are set by the class that declares it."""

    name = ""
    label = ""

    def __init__(self, phrase: str):
        self.phrase = phrase

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    @property
    def variadic(self) -> bool:
        """Whether there may be any number of these."""
        return self.phrase.startswith("variadic")


class _Typed(Member):
    """A member that has a type of its own: an operand or a result."""

    kind: Kind

    def __init__(self, phrase: str, name: str = ""):
        super().__init__(phrase)
        self.kind = parse_kind(phrase)
        self.name = name


class Operand(_Typed):
    """An operand; with ``constant``, its value matters to constraints if it is known."""

    def __init__(self, phrase: str, *, constant: bool = False):
        super().__init__(phrase)
        self.constant = constant


class Result(_Typed):
    """A result."""


class Function(Member):
    """A region, which formulas see as its function type.

    ``arguments`` is a formula for the types of its arguments, if they follow
    from what is outside of it.
    """

    def __init__(self, phrase: str, arguments: str = ""):
        super().__init__(phrase)
        self.arguments = arguments


# Phrases of the tables, and how their values are stored.
_FORMS = {
    "constant of type si64": "i64",
    "si64": "i64",
    "constant of type si32": "i32",
    "constant of type f32": "f32",
    "constant of type i1": "i1",
    "constant of type bool": "i1",
    "constant of type string": "string",
    "1-dimensional tensor constant of type si64": "integers",
    "1-dimensional constant tensor of integer type": "integers",
    "1-dimensional tensor constant of type i1": "booleans",
    "2-dimensional tensor constant of type si64": "matrix",
    "2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes": "groups",
    "variadic number of 1-dimensional tensor constants of type si64": "groups",
    "variadic number of 1-dimensional tensor constants of type si64 or ReplicaGroupMeshAxes": (
        "groups"
    ),
}


class Attribute(Member):
    """A constant input, kept in an attribute.

    ``at`` is the attribute's name if it is not the member's; with ``compound``,
    ``field`` is the part of that attribute that holds the member.  ``default``
    is the value if the attribute is absent, or a function of the operation that
    returns it; without one the attribute must be there.  ``listed`` groups of
    processes are all written down: none do not stand for one of all.
    """

    def __init__(
        self,
        phrase: str,
        *,
        at: str = "",
        form: str = "",
        compound: Compound | None = None,
        field: str = "",
        default: object | Callable = MISSING,
        listed: bool = False,
    ):
        super().__init__(phrase)
        self._at, self._field, self._listed = at, field, listed
        self.form = form or _FORMS.get(phrase, "verbatim")
        self.compound = compound
        self.default = default

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        at = self._at or name
        if self.compound is not None:
            field = self._field or name
            self.storage: Storage = Field(at, field, self.compound)
        elif self.form == "groups":
            self.storage = GroupStorage(at, self.form, self._listed)
        else:
            self.storage = Storage(at, self.form)

    def read(self, operation) -> object:
        """Return the member's value for an operation, or MISSING; raises `Misfit`."""
        value = self.storage.read(operation.facts.attributes)
        if value is MISSING:
            return self.default(operation) if callable(self.default) else self.default
        if not fits(self.form, value):
            raise Misfit
        return value

    def encode(self, value: object) -> object:
        """Return the value that is stored for a member's value."""
        return value


class Literal(Attribute):
    """The constant that is all of an operation: a member with a type.

    A constant of a quantized type is written with elements of the storage type.
    """

    def read(self, operation) -> object:
        """Return the constant with its type, or MISSING."""
        attribute = operation.facts.attributes.get(self.name)
        if attribute is None or not hasattr(attribute, "type"):
            return MISSING
        found = read_type(attribute.type)
        results = operation.facts.results or ()
        element = getattr(results[0], "element", None) if results else None
        if isinstance(element, QuantizedElementType) and element.storage_type == found.element:
            found = TensorType(found.shape, element)
        return Constant(found, attribute)
