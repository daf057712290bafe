"""Finds the seed phrases of wallets (BIP-39): twelve or more consecutive words, all of the list."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any

import re2
from mnemonic import Mnemonic

MIN_WORDS, MIN_DISTINCT = 12, 8  # a repeated word is no phrase
_BYTES = re2.Options()
_BYTES.encoding = re2.Options.Encoding.LATIN1
# Prose soon has a shorter or a longer word; the numbers and signs between words are those of a list.
_RUN: Any = re2.compile(rb"(?i)\b[a-z]{3,8}(?:[\s,;.:)(0-9-]{1,6}[a-z]{3,8}){11,}\b", _BYTES)
_WORD: Any = re2.compile(rb"[A-Za-z]+", _BYTES)


def seed_spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the spans of such phrases."""
    for run in _RUN.finditer(data):
        yield from _listed(data, *run.span())


def _listed(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    words = _WORD.finditer(data, start, end)
    for is_listed, group in groupby(words, key=lambda match: match[0].lower() in _words()):
        found = list(group) if is_listed else []
        if len(found) >= MIN_WORDS and len({match[0].lower() for match in found}) >= MIN_DISTINCT:
            yield found[0].start(), found[-1].end()


@cache
def _words() -> frozenset[bytes]:
    return frozenset(word.encode() for word in Mnemonic("english").wordlist)
