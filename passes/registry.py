"""The registry of Python passes.

A pass is a function on an operation; its keyword-only parameters are its
options.  Ten lines make one::

    from typing import Annotated
    from hlo_opt import hlo_pass

    @hlo_pass("count-ops", "Report how many operations a function holds", on="func.func")
    def count_ops(func, *, limit: Annotated[int, "fail above this many"] = 1000):
        ...

Option types are ``bool``, ``int``, ``float``, ``str``, ``Literal[...]`` of
strings and ``list`` of these; ``| None`` lets the default be None, and
``Annotated`` adds a description.  In a pipeline, options are spelled in kebab
case: ``count-ops{limit=5}``.  A pass reports a failure by raising
`dialect.diagnostics.error`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from .upstream import upstream_pass_names

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_SCALARS: dict[type, str] = {bool: "bool", int: "int", float: "float", str: "string"}


@dataclass(frozen=True)
class Option:
    """A typed option of a pass; ``name`` is in kebab case as users write it."""

    name: str
    kind: type
    default: Any
    description: str = ""
    is_list: bool = False
    choices: tuple[str, ...] = ()

    @property
    def parameter(self) -> str:
        """The name of the Python parameter that receives the value."""
        return self.name.replace("-", "_")

    @property
    def type_name(self) -> str:
        """The type as documentation prints it, such as ``list of int``."""
        base = "|".join(self.choices) if self.choices else _SCALARS[self.kind]
        return f"list of {base}" if self.is_list else base

    def parse(self, text: str | None) -> Any:
        """Return the value that ``text`` spells; None means a bare flag.

        Raises ValueError that says what was expected.
        """
        if text is None:
            if self.kind is bool and not self.is_list:
                return True
            raise ValueError(f"option '{self.name}' expects a value ({self.type_name})")
        if self.is_list:
            return [self._parse_scalar(t.strip()) for t in text.split(",") if t.strip()]
        return self._parse_scalar(text)

    def _parse_scalar(self, text: str) -> Any:
        try:
            if self.choices:
                if text not in self.choices:
                    raise ValueError
                return text
            if self.kind is bool:
                return {"true": True, "1": True, "false": False, "0": False}[text.lower()]
            return int(text, 0) if self.kind is int else self.kind(text)
        except (ValueError, KeyError):
            raise ValueError(
                f"option '{self.name}' expects {self.type_name}, got '{text}'"
            ) from None

    def format(self, value: Any) -> str:
        """Return ``value`` spelled so that `parse` reads it back."""
        if self.is_list:
            return ",".join(self._format_scalar(v) for v in value)
        return self._format_scalar(value)

    def _format_scalar(self, value: Any) -> str:
        return str(value).lower() if self.kind is bool else str(value)


@dataclass(frozen=True)
class Pass:
    """A registered Python pass.

    ``on`` names the operation that it runs on (``builtin.module``,
    ``func.func``, …), or is None for a pass that runs on any operation.
    """

    name: str
    description: str
    run: Callable[..., None]
    on: str | None
    options: tuple[Option, ...]

    def option(self, name: str) -> Option | None:
        """Return the option of that (kebab case) name, or None."""
        return next((o for o in self.options if o.name == name), None)


_PASSES: dict[str, Pass] = {}


def hlo_pass(name: str, description: str, *, on: str | None = "builtin.module"):
    """Register the decorated function as a pass; see the module's docstring.

    Raises ValueError if the name is not in kebab case or is taken, or an
    option has a type that the registry does not know.
    """

    def register(function: Callable[..., None]) -> Callable[..., None]:
        if not _NAME.fullmatch(name):
            raise ValueError(f"pass name '{name}' is not in kebab case")
        if name in upstream_pass_names():
            raise ValueError(f"pass '{name}' exists upstream")
        known = _PASSES.get(name)
        if known is not None and known.run.__qualname__ != function.__qualname__:
            raise ValueError(f"pass '{name}' is registered already, by {known.run.__module__}")
        _PASSES[name] = Pass(name, description, function, on, _options_of(name, function))
        return function

    return register


def find_pass(name: str) -> Pass | None:
    """Return the registered pass of that name, or None.

    Installed plugins are asked last, because looking for them is slow.
    """
    _load_builtin_passes()
    if name not in _PASSES and name not in upstream_pass_names():
        _load_installed_passes()
    return _PASSES.get(name)


def all_passes() -> list[Pass]:
    """Return every registered pass, sorted by name."""
    _load_builtin_passes()
    _load_installed_passes()
    return [_PASSES[name] for name in sorted(_PASSES)]


@cache
def _load_builtin_passes() -> None:
    """Import every module of this package, so that their passes register themselves."""
    package = importlib.import_module(__package__)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{__package__}.{module.name}")


def _load_installed_passes() -> None:
    from .plugins import load_installed_plugins  # plugins are loaded into this module

    load_installed_plugins()


def _options_of(pass_name: str, function: Callable[..., None]) -> tuple[Option, ...]:
    hints = typing.get_type_hints(function, include_extras=True)
    options = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.KEYWORD_ONLY:
            continue
        name = parameter.name.replace("_", "-")
        if parameter.default is parameter.empty or parameter.name not in hints:
            raise ValueError(f"pass '{pass_name}': option '{name}' needs a type and a default")
        options.append(_option(pass_name, name, hints[parameter.name], parameter.default))
    return tuple(options)


def _option(pass_name: str, name: str, hint: Any, default: Any) -> Option:
    description = ""
    hint = _required(hint)
    if typing.get_origin(hint) is Annotated:
        hint, description = typing.get_args(hint)[:2]
        hint = _required(hint)
    is_list = typing.get_origin(hint) is list
    if is_list:
        (hint,) = typing.get_args(hint)
    choices: tuple[str, ...] = ()
    if typing.get_origin(hint) is Literal:
        choices, hint = typing.get_args(hint), str
    if hint not in _SCALARS:
        raise ValueError(f"pass '{pass_name}': option '{name}' has unsupported type {hint}")
    return Option(name, hint, default, description, is_list, choices)


def _required(hint: Any) -> Any:
    """Return ``X`` for ``X | None``, which Python 3.10 also makes of a default that is None."""
    if typing.get_origin(hint) not in (typing.Union, types.UnionType):
        return hint
    kinds = [kind for kind in typing.get_args(hint) if kind is not type(None)]
    return kinds[0] if len(kinds) == 1 else hint
