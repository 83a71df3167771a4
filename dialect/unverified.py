"""Programs that do not verify, read all the same, so that they can be diagnosed.

The bindings verify whatever they parse, so an operation is given a name that no
dialect knows: then nothing of it is verified.  In generic form that needs no
more than replacing the name, and compound attributes that are verified on their
own become dictionaries.  For the rest, the C++ driver beside the bindings can
be told not to verify; it prints an invalid program in generic form with its
locations, in which every operation is renamed, and properties become plain
attributes, which are visible on such operations.
"""

from __future__ import annotations

import re
import subprocess

from .mlir import ir, opt_binary

# As long as "stablehlo", so that columns stay as they are.
_STABLEHLO, _RENAMED = "stablehlo.", "unchecked."
_PREFIX = "unverified."

# Compound attributes that the parser verifies; their fields can stand in a dictionary.
_VERIFIED_ATTRIBUTE = re.compile(r"#stablehlo\.(?:conv<\s*raw\s|dot_algorithm<)([^<>]*)>")

_ARGUMENTS = (
    "--mlir-very-unsafe-disable-verifier-on-parsing",
    "--verify-each=false",
    "--mlir-print-op-generic",
    "--mlir-print-debuginfo",
    "--allow-unregistered-dialect",
    "-",
)
_SECONDS = 60

# Strings, the delimiters of properties, regions and attributes, and what is between.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|<\{|\}>|\(\{|\}\)|[{}]|[^"<>{}()]+|.', re.DOTALL)


def original_name(name: str) -> str:
    """Return the name that an operation had before it was renamed."""
    if name.startswith(_RENAMED):
        return _STABLEHLO + name[len(_RENAMED) :]
    return name.removeprefix(_PREFIX)


def parse_unverified(content: str | bytes, context: ir.Context) -> ir.Operation | None:
    """Return a program with operations renamed (see `original_name`), or None.

    None says that it cannot be read: there are faults in its syntax, or in
    attributes and types that MLIR verifies on their own.
    """
    if isinstance(content, str) and f'"{_STABLEHLO}' in content:
        found = _parse(_renamed(content), context)
        if found is not None:
            return found
    text = _print_generic(content)
    if text is None:
        return None
    # The driver calls its input so; the bindings call it "-".
    return _parse(unregistered_form(text).replace('loc("<stdin>":', 'loc("-":'), context)


def _renamed(text: str) -> str:
    """Return MLIR text in which operations in generic form, and they only, are renamed."""
    if "<{" in text:
        text = unregistered_form(text, only=_STABLEHLO)
    else:
        text = text.replace(f'"{_STABLEHLO}', f'"{_RENAMED}')
    return _VERIFIED_ATTRIBUTE.sub(r"{\1}", text)


def _print_generic(content: str | bytes) -> str | None:
    data = content.encode() if isinstance(content, str) else content
    command = [opt_binary(), *_ARGUMENTS]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=_SECONDS)
        return done.stdout.decode() if done.returncode == 0 else None
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None


def _parse(text: str, context: ir.Context) -> ir.Operation | None:
    try:
        with context:
            return ir.Operation.parse(text).operation
    except ir.MLIRError:
        return None


def unregistered_form(text: str, only: str = "") -> str:
    """Return generic MLIR text with operations renamed and properties as attributes.

    ``"d.op"(…) <{p}> ({…}) {a} : …`` becomes ``"unverified.d.op"(…) ({…}) {p, a} : …``.
    With ``only``, operations whose names do not start with that stay as they are.
    """
    return _Rewriter(text, only).run()


class _Rewriter:
    def __init__(self, text: str, only: str):
        self._only = only
        self._tokens = _TOKEN.findall(text)
        self._position = 0
        self._output: list[str] = []

    def run(self) -> str:
        regions: list[str] = []  # the properties of the operations whose regions are open
        properties = ""
        while self._position < len(self._tokens):
            token = self._next()
            if token == "<{" and self._output and self._output[-1].endswith(" "):
                properties = self._braced()
                if not self._at_region():
                    self._attributes(properties)
                    properties = ""
            elif token == "({":
                regions.append(properties)
                properties = ""
                self._output.append(token)
            elif token == "})" and regions:
                self._output.append(token)
                if closed := regions.pop():
                    self._attributes(closed)
            elif token[0] == '"' and self._peek().startswith("("):
                self._output.append(f'"{self._name(token[1:])}')
            else:
                self._output.append(token)
        return "".join(self._output)

    def _name(self, name: str) -> str:
        if name.startswith(_STABLEHLO):
            return _RENAMED + name[len(_STABLEHLO) :]
        return name if self._only else _PREFIX + name

    def _next(self) -> str:
        self._position += 1
        return self._tokens[self._position - 1]

    def _peek(self, ahead: int = 0) -> str:
        position = self._position + ahead
        return self._tokens[position] if position < len(self._tokens) else ""

    def _braced(self) -> str:
        """Return what stands before the ``}>`` that closes the properties, and pass that."""
        depth, start = 1, self._position
        while depth:
            token = self._next()
            if token[0] != '"':
                depth += token.count("{") - token.count("}")
        return "".join(self._tokens[start : self._position - 1])

    def _at_region(self) -> bool:
        return self._peek() == " " and self._peek(1) == "({"

    def _attributes(self, properties: str) -> None:
        """Put properties in front of the attributes that follow, if any do."""
        if self._peek() == " " and self._peek(1) == "{":
            self._position += 2
            self._output.append(f" {{{properties}, ")
        else:
            self._output.append(f" {{{properties}}}")
