"""Command lines in LLVM's spelling."""

from __future__ import annotations

import pytest

from hlo_opt.tools.options import (
    CommandLine,
    Option,
    UsageError,
    flag,
    parse_bool,
    parse_count,
)

COMMAND = CommandLine(
    usage="tool [options]",
    overview="A tool.",
    groups=(
        (
            "All",
            (
                Option("o", "output", "FILE", "-"),
                flag("fast", "go fast"),
                flag("check", "check", default=True),
                Option("limit", "a limit", "N", 7, parse_count),
                Option("split", "split", "MARKER", bare="---"),
                Option("kind", "the kind", "KIND", "a", choices=("a", "b")),
                Option("input", "an input", "X", repeat=True),
                Option("names", "names", "NAMES", repeat=True, comma=True),
            ),
        ),
    ),
    epilog="The end.",
)


@pytest.mark.parametrize(
    ("arguments", "attribute", "value"),
    [
        ([], "o", "-"),
        (["-o", "x"], "o", "x"),
        (["-o=x"], "o", "x"),
        ([], "fast", False),
        (["-fast"], "fast", True),
        (["--fast"], "fast", True),
        (["--fast=false"], "fast", False),
        (["--fast", "--fast=0"], "fast", False),
        (["--check=False"], "check", False),
        (["--limit", "3"], "limit", 3),
        (["-limit=3"], "limit", 3),
        ([], "split", None),
        (["-split"], "split", "---"),
        (["--split=#="], "split", "#="),
        (["--kind=b"], "kind", "b"),
        ([], "input", []),
        (["--input=1,2", "--input", "-3"], "input", ["1,2", "-3"]),
        (["--names=a, b", "-names=c"], "names", ["a", "b", "c"]),
        (["-split", "file"], "files", ["file"]),
        (["-", "--", "-fast"], "files", ["-", "-fast"]),
    ],
)
def test_values(arguments, attribute, value):
    assert getattr(COMMAND.parse(arguments), attribute) == value


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--fsat"], "unknown option '--fsat'; did you mean '--fast'?"),
        (["-xyz"], "unknown option '--xyz'"),
        (["--limit"], "option '--limit' expects a value (N)"),
        (["-o"], "option '-o' expects a value (FILE)"),
        (["--limit=-1"], "option '--limit' expects a non-negative integer, got '-1'"),
        (["--limit=²"], "option '--limit' expects a non-negative integer, got '²'"),
        (["--fast=perhaps"], "option '--fast' expects true or false, got 'perhaps'"),
        (["--kind=c"], "option '--kind' expects one of a, b, got 'c'"),
    ],
)
def test_errors(arguments, message):
    with pytest.raises(UsageError) as caught:
        COMMAND.parse(arguments)
    assert str(caught.value) == message


def test_extra_options_keep_their_order():
    parsed = COMMAND.parse(["--cse", "-fast", "-canonicalize=a=1 b=2", "f"], allow_extra=True)
    assert parsed.extra == [("cse", None), ("canonicalize", "a=1 b=2")]
    assert parsed.fast
    assert parsed.files == ["f"]
    error = COMMAND.unknown_option("canonicalise", ["canonicalize"])
    assert str(error) == "unknown option '--canonicalise'; did you mean '--canonicalize'?"


def test_help_shows_every_option():
    text = COMMAND.help()
    for spelling in ("-o FILE", "--fast ", "--limit=N", "--split[=MARKER]", "--kind=KIND"):
        assert spelling in text
    assert "the kind (a, b)" in text
    assert text.endswith("The end.")
    assert max(map(len, text.splitlines())) <= 100


def test_parsers():
    assert parse_bool("TRUE") is True
    assert parse_count("0") == 0
