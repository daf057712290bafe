"""Finds the seed phrases of wallets (BIP-39): twelve and more words in a row, all of the list."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import re2
from mnemonic import Mnemonic

LEAST_WORDS: Final = 12
_BYTES = re2.Options()
_BYTES.encoding = re2.Options.Encoding.LATIN1
# Prose soon has a shorter or a longer word; the numbers and signs between are those of a list.
_RUN: Any = re2.compile(rb"(?i)\b[a-z]{3,8}(?:[\s,;.:)(0-9-]{1,6}[a-z]{3,8}){11,}\b", _BYTES)
_WORD: Any = re2.compile(rb"[A-Za-z]+", _BYTES)


def seed_spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Where such phrases stand."""
    for run in _RUN.finditer(data):
        yield from _listed(data, *run.span())


def _listed(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for match in _WORD.finditer(data, start, end):
        if match[0].lower() in _words():
            found.append(match.span())
            continue
        if len(found) >= LEAST_WORDS:
            yield found[0][0], found[-1][1]
        found = []
    if len(found) >= LEAST_WORDS:
        yield found[0][0], found[-1][1]


@cache
def _words() -> frozenset[bytes]:
    return frozenset(word.encode() for word in Mnemonic("english").wordlist)
