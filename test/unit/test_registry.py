"""The registry of Python passes and their typed options."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import pytest

from hlo_opt.passes.registry import Option, all_passes, find_pass, hlo_pass

pytestmark = pytest.mark.usefixtures("own_passes")


def register(name="test-pass", **options):
    """Register a pass whose options have the annotations and defaults of ``options``."""
    hints = {key: hint for key, (hint, _) in options.items()}
    parameters = ", ".join(f"{key}={key}_default" for key in options)
    scope = {f"{key}_default": default for key, (_, default) in options.items()}
    star = "*, " if options else ""
    exec(f"def run(op, {star}{parameters}): pass", scope)
    scope["run"].__annotations__.update(hints)
    return hlo_pass(name, "A pass")(scope["run"])


def test_decorator_returns_the_function_and_registers_it():
    function = register(tile_size=(Annotated[int, "how long"], 8))
    found = find_pass("test-pass")
    assert found.run is function
    assert (found.description, found.on) == ("A pass", "builtin.module")
    assert found.options == (Option("tile-size", int, 8, "how long"),)
    assert found.options[0].parameter == "tile_size"
    assert found in all_passes()


def test_names_are_sorted_and_unique():
    names = [p.name for p in all_passes()]
    assert names == sorted(set(names))
    assert "hlo-legalize-to-linalg" in names


@pytest.mark.parametrize(
    ("hint", "type_name", "text", "value"),
    [
        (bool, "bool", "true", True),
        (bool, "bool", "0", False),
        (bool, "bool", None, True),
        (int, "int", "-3", -3),
        (int, "int", "0x10", 16),
        (float, "float", "1e-3", 0.001),
        (str, "string", "a b", "a b"),
        (Literal["a", "b"], "a|b", "b", "b"),
        (list[int], "list of int", "1, 2,3", [1, 2, 3]),
        (list[str], "list of string", "a,b", ["a", "b"]),
        (list[bool], "list of bool", "true,false", [True, False]),
        (list[float], "list of float", "", []),
        (int | None, "int", "3", 3),
        (Annotated[list[int] | None, "sizes"], "list of int", "3", [3]),
        (list[Literal["x", "y"]], "list of x|y", "y,x", ["y", "x"]),
    ],
)
def test_options_read_what_they_write(hint, type_name, text, value):
    register(option=(hint, None))
    option = find_pass("test-pass").option("option")
    assert option.type_name == type_name
    assert option.parse(text) == value
    assert option.parse(option.format(value)) == value


@pytest.mark.parametrize(
    ("hint", "text", "message"),
    [
        (int, "x", "option 'option' expects int, got 'x'"),
        (bool, "maybe", "option 'option' expects bool, got 'maybe'"),
        (float, "", "option 'option' expects float, got ''"),
        (Literal["a", "b"], "c", "option 'option' expects a|b, got 'c'"),
        (list[int], "1,x", "option 'option' expects list of int, got 'x'"),
        (str, None, "option 'option' expects a value (string)"),
        (list[bool], None, "option 'option' expects a value (list of bool)"),
    ],
)
def test_options_reject(hint, text, message):
    register(option=(hint, None))
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        find_pass("test-pass").option("option").parse(text)


def test_a_name_is_registered_once():
    register()
    with pytest.raises(ValueError, match="pass 'test-pass' is registered already"):

        @hlo_pass("test-pass", "Another")
        def other(op):
            pass


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Test-Pass", "pass name 'Test-Pass' is not in kebab case"),
        ("test_pass", "not in kebab case"),
        ("test--pass", "not in kebab case"),
        ("cse", "pass 'cse' exists upstream"),
    ],
)
def test_names_that_cannot_be(name, message):
    with pytest.raises(ValueError, match=message):
        register(name)


def test_options_need_a_type_and_a_default():
    with pytest.raises(ValueError, match="option 'size' has unsupported type"):
        register(size=(dict, None))
    with pytest.raises(ValueError, match="option 'size' needs a type and a default"):

        @hlo_pass("test-pass", "A pass")
        def no_default(op, *, size: int):
            pass

    with pytest.raises(ValueError, match="option 'size' needs a type and a default"):

        @hlo_pass("test-pass", "A pass")
        def no_type(op, *, size=1):
            pass


def test_unknown_names_give_none():
    assert find_pass("no-such-pass") is None
    register()
    assert find_pass("test-pass").option("no-such-option") is None
