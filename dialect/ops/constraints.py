"""Numbered constraints, and what they are about: operations and types.

A `Constrained` class has constraints and local definitions, which are compiled
when the class is defined; its instances say which of them are violated, and
show the values that break them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ..notation import UNKNOWN, Formula, NotationError, Undefined, show


@dataclass(frozen=True)
class Constraint:
    """A numbered constraint: a formula, or prose with a function that decides it.

    ``when`` is a formula that must hold for this one to apply.  ``breaks`` is
    the change to the class's example that violates it.  ``check`` takes the
    operation and returns ``True``, ``False``, ``UNKNOWN`` or, as a violation,
    the text of a note.
    """

    label: str
    formula: str = ""
    when: str = ""
    prose: str = ""
    check: Callable | None = None
    breaks: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The constraint as messages give it."""
        if self.prose:
            return self.prose
        if not self.when:
            return self.formula
        condition = self.when.replace("!uses_quantized", "the operation uses no quantized tensors")
        condition = condition.replace("uses_quantized", "the operation uses quantized tensors")
        return f"If {condition}, then {self.formula}"


@dataclass(frozen=True)
class Violation:
    """A constraint that is violated, and the values that show it.

    ``op`` is the name of an operation or kind of type; ``subject`` is what
    messages call it.
    """

    op: str
    label: str
    text: str
    notes: tuple[str, ...] = ()
    subject: str = ""

    @property
    def message(self) -> str:
        """The message of the diagnostic."""
        return f"{self.subject} violates ({self.label}): {self.text}"


class Lazy:
    """A member or local definition of an instance, computed when it is first asked for."""

    def __init__(self, name: str, read: Callable):
        self._attribute = name.replace("'", "_prime")
        self._read = read

    def __get__(self, instance, owner: type):
        if instance is None:
            return self
        value = instance.__dict__[self._attribute] = self._read(instance)
        return value


class Constrained:
    """What constraints are about; ``where`` holds local definitions, formulas or functions."""

    constraints: tuple[Constraint, ...] = ()
    where: Mapping[str, str | Callable] = {}
    subject_name = ""

    @classmethod
    def compile_constraints(cls, name: str, names: Iterable[str]) -> None:
        """Compile the formulas of a class, which may use ``names``; raises `NotationError`."""
        cls.subject_name = name
        cls.scope = scope = frozenset((*names, *cls.where))
        cls.definitions: dict[str, Formula] = {}
        cls.formulas: dict[str, tuple[Formula | None, Formula | None]] = {}
        label = "where"
        try:
            for key, definition in cls.where.items():
                if isinstance(definition, str):
                    cls.definitions[key] = formula = Formula(definition, scope)
                    definition = formula.value
                setattr(cls, key.replace("'", "_prime"), Lazy(key, definition))
            for c in cls.constraints:
                label = c.label
                parts = tuple(Formula(t, scope) if t else None for t in (c.when, c.formula))
                cls.formulas[c.label] = parts
        except NotationError as exc:
            raise NotationError(f"{name} ({label}): {exc}") from None

    def violation(self, label: str, text: str, notes: tuple[str, ...]) -> Violation:
        """Return a violation of a constraint of this class."""
        return Violation(self.subject_name, label, text, notes, self.described())

    def described(self) -> str:
        """Return what messages call this; by default, the name of the class's subject."""
        return f"'{self.subject_name}'"

    def violations(self) -> list[Violation]:
        """Return every violated constraint, in order."""
        found = []
        for c in self.constraints:
            outcome = self._outcome(c)
            if outcome is True or outcome is UNKNOWN:
                continue
            notes = (outcome,) if isinstance(outcome, str) else self._notes(c)
            found.append(self.violation(c.label, c.text, notes))
        return found

    def _outcome(self, c: Constraint):
        when, formula = self.formulas[c.label]
        applies = True if when is None else when.holds(self)
        if applies is False:
            return True
        try:
            outcome = formula.holds(self) if formula is not None else c.check(self)
        except Undefined:
            return UNKNOWN
        return UNKNOWN if applies is UNKNOWN and outcome is False else outcome

    def _notes(self, c: Constraint) -> tuple[str, ...]:
        formula = self.formulas[c.label][1]
        if formula is None:
            return ()
        proof = formula.disproof(self)
        named = [f"{name} is {show(self.shown(name))}" for name in self._given(formula)]
        named = [text for text in named if text not in proof]
        return tuple(note for note in (proof, ", ".join(named), *self.hints(c)) if note)

    def hints(self, c: Constraint) -> Iterable[str]:
        """Return what might have been meant where ``c`` is violated."""
        return ()

    def _given(self, formula: Formula) -> list[str]:
        """Return the members that a formula speaks of, those behind its definitions included."""
        found: dict[str, None] = {}
        pending = list(formula.names)
        while pending:
            name = pending.pop(0)
            if name in self.definitions:
                pending.extend(self.definitions[name].names)
            elif name not in self.where and name != "self":
                found.setdefault(name)
        return list(found)

    def shown(self, name: str) -> object:
        """Return the value of a member for a message, UNKNOWN if it has none."""
        try:
            return getattr(self, name)
        except Undefined:
            return UNKNOWN
