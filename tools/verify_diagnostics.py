"""Checking diagnostics against the expectations in a program (``-verify-diagnostics``).

A comment states what is expected, and where::

    // expected-error @+1 {{part of the message}}
    // expected-remark-re @above {{found {{[0-9]+}} operations}}

Severities are ``error``, ``warning``, ``note`` and ``remark``.  The place is
the line of the comment, ``@+N`` or ``@-N`` lines from it, ``@above`` or
``@below`` (the nearest line without an expectation), or ``@unknown`` for a
diagnostic without a place in the file.  In the ``-re`` form, text between
double braces is a regular expression.  The expectation ends its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ..dialect.diagnostics import Diagnostic, SourceLoc

_EXPECTATION = re.compile(
    r"expected-(?P<severity>error|warning|note|remark)(?P<re>-re)? *"
    r"(?P<place>@(?:[+-][0-9]+|above|below|unknown))? *\{\{(?P<text>.*)\}\}\s*$"
)
_MALFORMED = re.compile(r"//.*expected-(?:error|warning|note|remark)(?:-re)? *(?:@|\{\{)")


@dataclass
class _Expectation:
    """A diagnostic that must come, on ``line`` (None: without a place in the file)."""

    severity: str
    line: int | None
    text: str
    pattern: re.Pattern[str] | None
    where: SourceLoc
    seen: bool = False

    def matches(self, message: str) -> bool:
        if self.pattern is not None:
            return self.pattern.search(message) is not None
        return self.text in message


class Expectations:
    """The expectations of one source text, to compare with the diagnostics of one run.

    ``level`` is ``all``, or ``only-expected`` to accept what is not expected.
    """

    def __init__(self, text: str, filename: str, level: str = "all"):
        self._filename = filename
        self._level = level
        self._faults: list[Diagnostic] = []
        self._expectations: list[_Expectation] = []
        self._read(text.split("\n"))

    def check(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return an error for each expectation not met and each diagnostic not expected."""
        faults = list(self._faults)
        for diagnostic in diagnostics:
            for item in (diagnostic, *diagnostic.without_operation().notes):
                fault = self._match(item)
                if fault is not None:
                    faults.append(fault)
        faults.extend(
            Diagnostic("error", f'expected {e.severity} "{e.text}" was not produced', e.where)
            for e in self._expectations
            if not e.seen
        )
        return faults

    def _match(self, item: Diagnostic) -> Diagnostic | None:
        location = item.location
        here = location is not None and location.file == self._filename and location.line > 0
        line = location.line if here else None
        near_miss = None
        for expectation in self._expectations:
            if expectation.line == line and expectation.matches(item.message):
                if expectation.severity == item.severity:
                    expectation.seen = True
                    return None
                near_miss = expectation
        if near_miss is not None:
            message = (
                f"'{item.severity}' diagnostic emitted when expecting a '{near_miss.severity}'"
            )
            return Diagnostic("error", message, near_miss.where)
        if self._level == "only-expected":
            return None
        return Diagnostic("error", f"unexpected {item.severity}: {item.message}", location)

    def _read(self, lines: list[str]) -> None:
        last_plain_line = 0
        pending: list[_Expectation] = []
        for number, line in enumerate(lines, 1):
            match = _EXPECTATION.search(line)
            if match is None:
                if (malformed := _MALFORMED.search(line)) is not None:
                    column = malformed[0].index("expected-") + malformed.start() + 1
                    where = SourceLoc(self._filename, number, column)
                    self._faults.append(Diagnostic("error", "malformed expectation", where))
                for expectation in pending:
                    expectation.line = number
                pending.clear()
                last_plain_line = number
                continue
            where = SourceLoc(self._filename, number, match.start() + 1)
            try:
                pattern = _compile(match["text"]) if match["re"] else None
            except ValueError as exc:
                self._faults.append(Diagnostic("error", str(exc), where))
                continue
            expectation = _Expectation(match["severity"], number, match["text"], pattern, where)
            self._expectations.append(expectation)
            place = (match["place"] or "@+0")[1:]
            if place == "below":
                expectation.line = len(lines)  # in case no such line follows
                pending.append(expectation)
            elif place == "above":
                expectation.line = last_plain_line
            elif place == "unknown":
                expectation.line = None
            else:
                expectation.line += int(place)


def _compile(text: str) -> re.Pattern[str]:
    """Return the pattern of a ``-re`` expectation; raises ValueError if it is malformed."""
    pattern = ""
    position = 0
    while (start := text.find("{{", position)) >= 0:
        end = text.find("}}", start)
        if end < 0:
            raise ValueError("found start of regex with no end '}}'")
        pattern += f"{re.escape(text[position:start])}(?:{text[start + 2 : end]})"
        position = end + 2
    try:
        return re.compile(pattern + re.escape(text[position:]))
    except re.error as exc:
        raise ValueError(f"invalid regex: {exc}") from None
