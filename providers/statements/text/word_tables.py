"""Reads tables of words. In those of `providers/data`, in small letters without accents, "-" joins words that belong
together and "*" stands for any letters. Lines that start with "#" are comments."""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).parents[2] / "data"


def table_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a table without comments."""
    return (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))


def whole_words(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern_of(words)})\b")


def pattern_of(words: str, ending: str = "(?:es|s)?") -> str:
    """Return a pattern of the words, grouped by first letter so that few are tried; the longest of a group first.
    `ending` may follow each."""
    by_letter = groupby(sorted(set(words.split()), key=lambda word: (word[0], -len(word))), key=lambda word: word[0])
    return "|".join(f"{letter}(?:{'|'.join(_rest_of(word) + ending for word in some)})" for letter, some in by_letter)


def _rest_of(word: str) -> str:
    return re.escape(word[1:]).replace(r"\*", r"[\w-]*").replace(r"\-", "[ -]")
