"""Splitting an input file into chunks."""

from __future__ import annotations

from hlo_opt.tools.split import DEFAULT_MARKER, split_text


def test_a_file_without_markers_is_one_chunk():
    assert split_text("a\nb", DEFAULT_MARKER).texts == ("a\nb",)
    assert split_text("", DEFAULT_MARKER).texts == ("",)


def test_chunks_keep_their_line_numbers():
    text = "a\n// -----\nb\nc\n  // -----  \r\nd\n"
    chunks = split_text(text, DEFAULT_MARKER).texts
    assert chunks == ("a", "\n\nb\nc", "\n\n\n\n\nd\n")
    lines = text.split("\n")
    for chunk in chunks:
        for number, line in enumerate(chunk.split("\n")):
            assert line in ("", lines[number])


def test_only_a_whole_line_is_a_marker():
    text = 'x = "// -----"\n// ----- and more\n'
    assert split_text(text, DEFAULT_MARKER).texts == (text,)


def test_other_line_separators_are_not_lines():
    text = "a\x0c\u2028b\n// -----\nc"
    assert split_text(text, DEFAULT_MARKER).texts == ("a\x0c\u2028b", "\n\nc")


def test_near_misses_are_reported():
    text = "// ----\n// -----\n// ------\n// --------------\n// ---\n# note\n"
    assert split_text(text, DEFAULT_MARKER).near_misses == (1, 3, 5)


def test_a_marker_of_ones_own():
    assert split_text("a\n#\nb", "#").texts == ("a", "\n\nb")
    assert split_text("ab\na\n", "#").near_misses == ()
