"""Splitting an input file into chunks (``-split-input-file``)."""

from __future__ import annotations

from dataclasses import dataclass

DEFAULT_MARKER = "// -----"

# A line that differs from the marker in at most this many last characters is a near miss.
_NEAR_MISS = 2


@dataclass(frozen=True)
class Chunks:
    """The chunks of a text, and the numbers of the lines that look like a marker but are none.

    Each chunk is preceded by as many empty lines as stand before it in the
    file, so that line numbers of the chunk are those of the file.
    """

    texts: tuple[str, ...]
    near_misses: tuple[int, ...]


def split_text(text: str, marker: str) -> Chunks:
    """Split ``text`` at the lines that hold nothing but ``marker``."""
    chunks: list[str] = []
    near_misses: list[int] = []
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        word = line.strip()
        if word == marker:
            chunks.append("\n".join(lines))
            lines = [""] * number
            continue
        if _is_near_miss(word, marker):
            near_misses.append(number)
        lines.append(line)
    return Chunks((*chunks, "\n".join(lines)), tuple(near_misses))


def _is_near_miss(word: str, marker: str) -> bool:
    stem = marker[:-_NEAR_MISS]
    return bool(stem) and word.startswith(stem) and abs(len(word) - len(marker)) <= _NEAR_MISS
