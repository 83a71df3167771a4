"""What ``hlo-opt --explain`` and ``--list-constraints`` print: the specification's constraints."""

from __future__ import annotations

import json
import textwrap
from difflib import get_close_matches

from ..dialect.notation.words import words
from ..dialect.ops import OPERATIONS, Operation
from ..dialect.ops.constraints import Constrained, Constraint
from ..dialect.ops.members import Member, Operand, Result
from ..dialect.ops.programs import example
from ..dialect.ops.type_constraints import TYPE_CONSTRAINTS
from .options import UsageError

_WIDTH = 100


def explain(name: str) -> str:
    """Return an explanation of an operation or type, or of one of its constraints.

    ``name`` is such as ``stablehlo.gather``, ``gather:C16`` or ``quantized
    element type:C5``.  Raises `UsageError` for what there is not.
    """
    subject, _, label = name.partition(":")
    cls = _find(subject)
    label = label.strip("()").upper()
    if not label:
        return _whole(cls)
    constraint = next((c for c in cls.constraints if c.label == label), None)
    if constraint is None:
        labels = ", ".join(c.label for c in cls.constraints) or "none"
        raise UsageError(f"'{cls.subject_name}' has no constraint '{label}'; it has {labels}")
    return _one(cls, constraint)


def list_constraints(form: str) -> str:
    """Return every constraint, of operations and of types, as ``text`` or ``json``."""
    rows = [_row(cls, c) for cls in _subjects().values() for c in cls.constraints]
    if form == "json":
        return json.dumps(rows, indent=1)
    return "\n".join(f"{row['subject']} ({row['label']}): {row['text']}" for row in rows)


def _subjects() -> dict[str, type[Constrained]]:
    return {**dict(sorted(OPERATIONS.items())), **TYPE_CONSTRAINTS}


def _row(cls: type[Constrained], c: Constraint) -> dict[str, str]:
    kind = "operation" if issubclass(cls, Operation) else "type"
    formula = c.formula
    return {
        "kind": kind,
        "subject": cls.subject_name,
        "label": c.label,
        "when": c.when,
        "formula": formula,
        "text": c.text,
        "words": _in_words(cls, c),
    }


def _in_words(cls: type[Constrained], c: Constraint) -> str:
    when, formula = cls.formulas[c.label]
    if formula is None or c.prose:
        return c.prose
    clause = words(formula.tree)
    if when is None:
        return clause
    condition = words(when.tree).replace("not (uses_quantized)", "nothing is quantized")
    condition = condition.replace("uses_quantized", "something is quantized")
    return f"if {condition}, then {clause}"


def _find(subject: str) -> type[Constrained]:
    subjects = _subjects()
    for candidate in (subject, f"stablehlo.{subject}"):
        if candidate in subjects:
            return subjects[candidate]
    short = [name.removeprefix("stablehlo.") for name in subjects]
    match = get_close_matches(subject.removeprefix("stablehlo."), short, n=1, cutoff=0.6)
    hint = f"; did you mean '{match[0]}'?" if match else ""
    raise UsageError(f"no operation or type of the specification is named '{subject}'{hint}")


def _one(cls: type[Constrained], c: Constraint) -> str:
    parts = [f"{cls.subject_name} ({c.label}): {c.text}", _wrap(f"In words: {_in_words(cls, c)}.")]
    formula = cls.formulas[c.label][1]
    if formula is not None and c.prose:
        parts.append(_wrap(f"As a formula: {formula.tree}"))
    definitions = _definitions(cls, formula.names if formula is not None else ())
    if definitions:
        parts.append("where\n" + "\n".join(f"  {line}" for line in definitions))
    if issubclass(cls, Operation):
        names = {n for f in cls.formulas[c.label] if f is not None for n in f.names}
        members = [m for m in cls.all_members if m.name in names]
        if members:
            parts.append("Members:\n" + "\n".join(_member_line(cls, m) for m in members))
        parts.append("Valid:\n" + textwrap.indent(example(cls).rstrip(), "  "))
        parts.append("Invalid:\n" + textwrap.indent(example(cls, c.breaks).rstrip(), "  "))
    else:
        parts.append(f"Invalid: {c.breaks['type']}")
    return "\n\n".join(parts)


def _definitions(cls: type[Constrained], names: tuple[str, ...]) -> list[str]:
    """Return the local definitions that a formula uses, those that they use included."""
    found: dict[str, str] = {}
    pending = list(names)
    while pending:
        name = pending.pop(0)
        if name in cls.definitions and name not in found:
            found[name] = f"{name} = {cls.definitions[name].tree}"
            pending.extend(cls.definitions[name].names)
    return list(found.values())


def _whole(cls: type[Constrained]) -> str:
    parts = [f"{cls.subject_name}: {(cls.__doc__ or '').strip().splitlines()[0]}"]
    if issubclass(cls, Operation):
        for title, members in (("Inputs", cls.input_members), ("Outputs", cls.result_members)):
            if members:
                lines = "\n".join(_member_line(cls, m) for m in members)
                parts.append(f"{title}:\n{lines}")
    if cls.constraints:
        lines = [_wrap(f"({c.label}) {c.text}", "  ") for c in cls.constraints]
        parts.append("Constraints:\n" + "\n".join(lines))
    if issubclass(cls, Operation):
        parts.append("Valid:\n" + textwrap.indent(example(cls).rstrip(), "  "))
    return "\n\n".join(parts)


def _member_line(cls: type[Operation], member: Member) -> str:
    label = f"({cls.input_labels[member.name]}) " if member.name in cls.input_labels else ""
    kind = "operand" if isinstance(member, Operand) else "attribute"
    if isinstance(member, Result):
        kind = "result"
    elif member in cls.region_members:
        kind = "region"
    return _wrap(f"{label}{member.name}: {member.phrase} [{kind}]", "  ")


def _wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
