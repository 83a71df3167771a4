"""Command lines in LLVM's spelling: ``-o FILE``, ``-split-input-file``, ``--opt=value``.

Long options take one dash or two.  A value follows after ``=`` or, where the
option requires one, as the next argument; an option whose value is optional
takes it after ``=`` only.  The tools declare their options as rows of
`Option`; help and error messages come from the same rows.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

_HELP_COLUMN = 34
_HELP_WIDTH = 100


class UsageError(Exception):
    """A command line that cannot be understood; the tools exit with status 2."""


def parse_bool(text: str) -> bool:
    """Return the truth value that ``text`` spells (``true``, ``false``, ``1``, ``0``)."""
    try:
        return {"true": True, "1": True, "false": False, "0": False}[text.lower()]
    except KeyError:
        raise ValueError("true or false") from None


def parse_count(text: str) -> int:
    """Return the non-negative integer that ``text`` spells."""
    if not text.isascii() or not text.isdigit():
        raise ValueError("a non-negative integer")
    return int(text)


@dataclass(frozen=True)
class Option:
    """One option of a command.

    ``metavar`` is None for a flag; ``bare`` is the value of an option that is
    given without one, where that is allowed; ``repeat`` collects values in a
    list, splitting each at commas if ``comma``.  ``parse`` turns text into a
    value and raises ValueError, with what it expects as its message.
    """

    name: str
    help: str
    metavar: str | None = None
    default: Any = None
    parse: Callable[[str], Any] = str
    bare: str | None = None
    choices: tuple[str, ...] = ()
    repeat: bool = False
    comma: bool = False

    @property
    def attribute(self) -> str:
        """The attribute of the parsed command line that holds the value."""
        return self.name.replace("-", "_")

    @property
    def needs_value(self) -> bool:
        """Whether the next argument is the value when none follows ``=``."""
        return self.metavar is not None and self.bare is None

    @property
    def spelling(self) -> str:
        """The option as help shows it."""
        if len(self.name) == 1:
            return f"-{self.name} {self.metavar}" if self.metavar else f"-{self.name}"
        if self.metavar is None:
            return f"--{self.name}"
        value = f"={self.metavar}"
        return f"--{self.name}[{value}]" if self.bare is not None else f"--{self.name}{value}"

    def convert(self, text: str) -> Any:
        """Return the value that ``text`` spells; raises `UsageError`."""
        expected = f"one of {', '.join(self.choices)}"
        try:
            if self.choices and text not in self.choices:
                raise ValueError(expected)
            return self.parse(text)
        except ValueError as exc:
            raise UsageError(f"option '--{self.name}' expects {exc}, got '{text}'") from None


def flag(name: str, help: str, default: bool = False) -> Option:
    """Return a boolean option: ``--name`` is true, ``--name=false`` is false."""
    return Option(name, help, None, default, parse_bool, bare="true")


DIAGNOSTICS_FORMAT = Option(
    "diagnostics-format",
    "print diagnostics for people, or each as an object of JSON on a line of its own",
    "FORMAT",
    "text",
    choices=("text", "json"),
)


@dataclass(frozen=True)
class CommandLine:
    """The command line of a tool: usage, and groups of options under a title."""

    usage: str
    overview: str
    groups: tuple[tuple[str, tuple[Option, ...]], ...]
    epilog: str = ""

    @property
    def options(self) -> dict[str, Option]:
        """Every option by name."""
        return {option.name: option for _, group in self.groups for option in group}

    def parse(self, arguments: Sequence[str], *, allow_extra: bool = False) -> SimpleNamespace:
        """Return the values of all options as attributes, and ``files``, the other arguments.

        Options that are not declared go to ``extra``, as pairs of a name and
        the text after ``=`` (or None), if ``allow_extra``.  Raises `UsageError`.
        """
        options = self.options
        values = SimpleNamespace(files=[], extra=[])
        for option in options.values():
            setattr(values, option.attribute, [] if option.repeat else option.default)
        rest = iter(arguments)
        for argument in rest:
            if argument == "--":
                values.files.extend(rest)
                continue
            if argument == "-" or not argument.startswith("-"):
                values.files.append(argument)
                continue
            name, equals, text = argument.lstrip("-").partition("=")
            option = options.get(name)
            given = text if equals else None
            if option is not None:
                _store(values, option, _value_text(option, given, rest))
            elif allow_extra:
                values.extra.append((name, given))
            else:
                raise self.unknown_option(name)
        return values

    def unknown_option(self, name: str, others: Sequence[str] = ()) -> UsageError:
        """Return an error that offers the closest match among the options and ``others``."""
        from difflib import get_close_matches  # not needed where all goes well

        match = get_close_matches(name, [*self.options, *others], n=1, cutoff=0.6)
        hint = f"; did you mean '--{match[0]}'?" if match else ""
        return UsageError(f"unknown option '--{name}'{hint}")

    def help(self) -> str:
        """Return the text of ``--help``."""
        parts = [f"USAGE: {self.usage}", textwrap.fill(self.overview, _HELP_WIDTH)]
        for title, group in self.groups:
            parts.append("\n".join([f"{title}:", *(_help_entry(option) for option in group)]))
        return "\n\n".join([*parts, self.epilog] if self.epilog else parts)


def _value_text(option: Option, given: str | None, rest) -> str:
    """Return the text of an option's value, which may be the next argument."""
    if given is not None:
        return given
    if not option.needs_value:
        return option.bare or "true"
    following = next(rest, None)
    if following is None:
        dashes = "-" if len(option.name) == 1 else "--"
        raise UsageError(f"option '{dashes}{option.name}' expects a value ({option.metavar})")
    return following


def _store(values: SimpleNamespace, option: Option, text: str) -> None:
    if not option.repeat:
        setattr(values, option.attribute, option.convert(text))
        return
    parts = text.split(",") if option.comma else [text]
    getattr(values, option.attribute).extend(option.convert(part.strip()) for part in parts)


def _help_entry(option: Option) -> str:
    text = option.help
    if option.choices:
        text += f" ({', '.join(option.choices)})"
    indent = " " * _HELP_COLUMN
    lines = textwrap.wrap(text, _HELP_WIDTH - _HELP_COLUMN) or [""]
    spelling = f"  {option.spelling}"
    if len(spelling) > _HELP_COLUMN - 2:
        return "\n".join([spelling, *(indent + line for line in lines)])
    return "\n".join([spelling.ljust(_HELP_COLUMN) + lines[0], *(indent + x for x in lines[1:])])
