"""Textual pass pipelines that mix Python and upstream passes at any nesting.

The grammar is upstream's::

    pipeline ::= anchor '(' elements ')'
    elements ::= (element (',' element)*)?
    element  ::= pipeline | name ('{' options '}')?
    options  ::= (key ('=' value)?)*         separated by blanks

A value may be quoted, or hold commas and balanced brackets.  An element that
names a registered pipeline (`pipelines.PIPELINES`) stands for its passes.
`parse_pipeline` gives a tree; `Pipeline.text` prints it back.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field, replace
from typing import Any

from ..dialect.diagnostics import DiagnosedError, Diagnostic, SourceLoc
from .registry import Pass, all_passes, find_pass
from .upstream import upstream_pass, upstream_pass_names

_SOURCE = "<pipeline>"
_MAX_DEPTH = 100


@dataclass(frozen=True)
class Step:
    """One pass of a pipeline; ``python`` is None for an upstream pass.

    ``stage`` is the stage of the named pipeline that the step comes from.
    """

    name: str
    options: str = ""
    python: Pass | None = None
    arguments: dict[str, Any] = field(default_factory=dict, hash=False)
    stage: str = ""

    def in_stage(self, stage: str) -> Step:
        """Return the same step as a part of a stage."""
        return replace(self, stage=stage)

    @property
    def text(self) -> str:
        """The step as a pipeline spells it."""
        return f"{self.name}{{{self.options}}}" if self.options else self.name


@dataclass(frozen=True)
class Pipeline:
    """Passes and nested pipelines that run on the operations named ``anchor``."""

    anchor: str
    elements: tuple[Step | Pipeline, ...] = ()

    def in_stage(self, stage: str) -> Pipeline:
        """Return the same pipeline with its steps as parts of a stage."""
        return Pipeline(self.anchor, tuple(e.in_stage(stage) for e in self.elements))

    @property
    def text(self) -> str:
        """The pipeline as text that `parse_pipeline` reads back."""
        return f"{self.anchor}({','.join(e.text for e in self.elements)})"


def parse_pipeline(text: str) -> Pipeline:
    """Return the pipeline that ``text`` spells, every name and option checked.

    Raises `DiagnosedError` with a caret into the text; unknown names come with
    the closest match.
    """
    return _Parser(text).parse()


def make_steps(
    name: str, options: str = "", anchor: str = "builtin.module"
) -> tuple[Step | Pipeline, ...]:
    """Return the elements for a pass given as a flag, nested where its anchor asks for it.

    ``--chlo-legalize-to-stablehlo`` on a module becomes
    ``func.func(chlo-legalize-to-stablehlo)``, as the native drivers do.
    """
    suffix = f"{{{options}}}" if options else ""
    for wrapper in ("{}", "func.func({})"):
        try:
            return parse_pipeline(f"{anchor}({wrapper.format(name + suffix)})").elements
        except _AnchorError as exc:
            failure = exc
    raise failure


class _AnchorError(DiagnosedError):
    """A pass that cannot run on the operation it is nested under."""


class _Parser:
    def __init__(self, text: str):
        self.text = text
        self.position = 0
        self.depth = 0

    def parse(self) -> Pipeline:
        self._skip_blanks()
        start = self.position
        anchor = self._name("an anchor such as 'builtin.module'")
        if self._peek() != "(":
            raise self._error(
                start,
                f"a pipeline starts with an anchor and its passes in parentheses: "
                f"'builtin.module({anchor})'",
            )
        pipeline = self._nested(anchor)
        self._skip_blanks()
        if self.position < len(self.text):
            raise self._error(self.position, f"expected the end, got '{self._peek()}'")
        return pipeline

    def _nested(self, anchor: str) -> Pipeline:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self._error(self.position, f"pipelines are nested more than {_MAX_DEPTH} deep")
        self._expect("(")
        elements: list[Step | Pipeline] = []
        while self._peek() != ")":
            elements.extend(self._element(anchor))
            if self._peek() == ",":
                self.position += 1
            elif self._peek() != ")":
                got = f"'{self._peek()}'" if self._peek() else "the end"
                raise self._error(self.position, f"expected ',' or ')', got {got}")
        self._expect(")")
        self.depth -= 1
        return Pipeline(anchor, tuple(elements))

    def _element(self, anchor: str) -> tuple[Step | Pipeline, ...]:
        self._skip_blanks()
        start = self.position
        name = self._name("a pass name")
        if self._peek() == "(":
            return (self._nested(name),)
        options = self._braces() if self._peek() == "{" else ""
        from .pipelines import named_pipeline  # it parses with this module

        if (named := named_pipeline(name)) is not None:
            if options:
                raise self._error(start, f"pipeline '{name}' takes no options")
            return named.elements
        if (python := find_pass(name)) is not None:
            return (self._python_step(start, python, options, anchor),)
        return (self._upstream_step(start, name, options, anchor),)

    def _python_step(self, start: int, found: Pass, options: str, anchor: str) -> Step:
        if found.on is not None and anchor not in (found.on, "any"):
            message = f"pass '{found.name}' runs on '{found.on}', not on '{anchor}'"
            raise self._error(start, message, kind=_AnchorError)
        try:
            arguments = parse_options(found, options)
        except ValueError as exc:
            raise self._error(start, str(exc)) from None
        return Step(found.name, options.strip(), found, arguments)

    def _upstream_step(self, start: int, name: str, options: str, anchor: str) -> Step:
        if name not in upstream_pass_names():
            raise self._error(start, f"unknown pass '{name}'{closest(name, known_names())}")
        options = options.strip()
        try:
            upstream_pass(anchor, name, options)
        except ValueError as exc:
            kind = _AnchorError if "restricted to" in str(exc) else DiagnosedError
            raise self._error(start, f"pass '{name}': {exc}", kind=kind) from None
        return Step(name, options)

    def _name(self, what: str) -> str:
        self._skip_blanks()
        start = self.position
        while self._peek_raw() and (self._peek_raw().isalnum() or self._peek_raw() in "-_."):
            self.position += 1
        if self.position == start:
            got = f"'{self._peek_raw()}'" if self._peek_raw() else "the end"
            raise self._error(start, f"expected {what}, got {got}")
        return self.text[start : self.position]

    def _braces(self) -> str:
        start = self.position
        depth = 0
        while self.position < len(self.text):
            depth += {"{": 1, "}": -1}.get(self.text[self.position], 0)
            self.position += 1
            if depth == 0:
                return self.text[start + 1 : self.position - 1]
        raise self._error(start, "'{' is not closed")

    def _skip_blanks(self) -> None:
        while self._peek_raw().isspace():
            self.position += 1

    def _peek_raw(self) -> str:
        return self.text[self.position : self.position + 1]

    def _peek(self) -> str:
        self._skip_blanks()
        return self._peek_raw()

    def _expect(self, char: str) -> None:
        if self._peek() != char:
            got = f"'{self._peek()}'" if self._peek() else "the end"
            raise self._error(self.position, f"expected '{char}', got {got}")
        self.position += 1

    def _error(self, position: int, message: str, kind=DiagnosedError) -> DiagnosedError:
        # The pipeline is quoted in the note, because no file holds its text.
        note = Diagnostic("note", f"{self.text}\n{' ' * (position + len('note: '))}^")
        where = SourceLoc(_SOURCE, 1, position + 1)
        return kind([Diagnostic("error", message, where, (note,))])


def is_known(name: str) -> bool:
    """Tell whether ``name`` may stand in a pipeline, without loading more than needed."""
    from .pipelines import PIPELINES  # it parses with this module

    return name in upstream_pass_names() or name in PIPELINES or find_pass(name) is not None


def known_names() -> list[str]:
    """Return every name that may stand in a pipeline: passes and named pipelines."""
    from .pipelines import PIPELINES  # it parses with this module

    return [*upstream_pass_names(), *(p.name for p in all_passes()), *PIPELINES]


def closest(name: str, candidates: list[str]) -> str:
    """Return ``; did you mean 'x'?`` for the nearest candidate, or an empty string."""
    match = difflib.get_close_matches(name, candidates, n=1, cutoff=0.6)
    return f"; did you mean '{match[0]}'?" if match else ""


def parse_options(found: Pass, text: str) -> dict[str, Any]:
    """Return keyword arguments for ``found`` from the text between its braces.

    Raises ValueError that names the option and what was expected.
    """
    arguments: dict[str, Any] = {}
    for key, value in split_options(text):
        option = found.option(key)
        if option is None:
            names = [o.name for o in found.options]
            known = f"it has {', '.join(names)}" if names else "it has none"
            hint = closest(key, names)
            raise ValueError(f"pass '{found.name}' has no option '{key}' ({known}){hint}")
        arguments[option.parameter] = option.parse(value)
    return arguments


def split_options(text: str) -> list[tuple[str, str | None]]:
    """Split ``a=1 b c={x=2}`` into pairs; a bare key has the value None."""
    pairs: list[tuple[str, str | None]] = []
    for word in _words(text):
        key, equals, value = word.partition("=")
        if value[:1] == "{" and value[-1:] == "}":
            value = value[1:-1]
        elif value[:1] in ("'", '"') and value[-1:] == value[:1] and len(value) > 1:
            value = value[1:-1]
        pairs.append((key, value if equals else None))
    return pairs


def _words(text: str) -> list[str]:
    """Split at blanks that are outside quotes and brackets."""
    words, word, depth, quote = [], "", 0, ""
    for char in text:
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "{[(":
            depth += 1
        elif char in "}])":
            depth -= 1
        if char.isspace() and not depth and not quote:
            words.append(word)
            word = ""
        else:
            word += char
    return [w for w in (*words, word) if w]
