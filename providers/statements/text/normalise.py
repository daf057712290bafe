"""Normalises a text, with offsets back to the original characters."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from providers.statements.text.confusables import LETTERS, LINE_BREAKS, is_unseen
from providers.unseen import untagged

_UNTOUCHED_ASCII = re.compile(r"(?:[!-)+-^a-}]++|(?<=[!-}]) (?=[!-}])|\n(?! )|(?<=\w)_(?=\w))*")
# A UUID in small letters, as servers write it: its digits are no words.
UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
# A UUID that is not part of a longer word; a "user_" before it is allowed.
STANDALONE_UUID = rf"(?<![^\W_]){UUID}(?![^\W_])"
# Inline HTML tags around words.
_CLOSING = "</"
_TAG = re.compile(r"</?(?:b|i|u|s|em|strong|mark|small|span|font|code|sub|sup)(?:\s[^<>]{0,200})?>", re.IGNORECASE)
_LOOK_AHEAD = 8  # invisible characters allowed between an underscore and its word


@dataclass(frozen=True, slots=True)
class View:
    """Three spellings of one text, equal in length, so that an index into one is an index into all.

    `plain` is NFKC without invisible characters, inline markup (also HTML's) and repeated blanks: values are taken from
    it. `cased` writes look-alikes and accented letters as ASCII and keeps capitals; `folded` is `cased` in lower case:
    patterns read these two. `offsets[i]` is the position of `plain[i]` in `original`; its last entry is the original's
    length.
    """

    original: str
    plain: str
    cased: str
    folded: str
    offsets: Sequence[int]

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that corresponds to `plain[start:end]`, end exclusive."""
        if start >= end:
            return self.offsets[start], self.offsets[start]
        return self.offsets[start], self.offsets[end - 1] + self._width(end - 1)

    def unwrapped(self) -> "View":
        """The same view with line breaks replaced by blanks; all indexes stay valid."""
        plain, cased, folded = (text.replace("\n", " ") for text in (self.plain, self.cased, self.folded))
        return View(self.original, plain, cased, folded, self.offsets)

    def _width(self, index: int) -> int:
        """The number of original characters that one plain character stands for, including invisible ones after it."""
        here = self.offsets[index]
        after = next((self.offsets[i] for i in range(index + 1, len(self.offsets)) if self.offsets[i] > here), here + 1)
        return after - here


def view(text: str) -> View:
    """Normalise a text; fast for ordinary ASCII."""
    if text.isascii() and _CLOSING not in text and _UNTOUCHED_ASCII.fullmatch(text):
        return View(text, text, text, text.lower(), range(len(text) + 1))
    return _slow_view(text, untagged(text))


def _slow_view(original: str, text: str) -> View:
    plain: list[str] = []
    cased: list[str] = []
    offsets: list[int] = []
    in_tags = {at for tag in _TAG.finditer(text) for at in range(*tag.span())} if _CLOSING in text else ()
    for index, char in enumerate(text):
        if index in in_tags:
            continue
        for seen, ascii_form in _spellings(char):
            if _is_dropped(seen, index, text, plain):
                continue
            if plain and _is_mark(seen) and _is_merged(plain, seen):
                continue
            if seen == "\n" and plain and plain[-1] == " ":
                plain.pop(), cased.pop(), offsets.pop()
            plain.append(seen)
            cased.append(ascii_form)
            offsets.append(index)
    joined = "".join(cased)
    return View(original, "".join(plain), joined, "".join(map(_lower, joined)), [*offsets, len(text)])


@lru_cache(maxsize=8192)
def _spellings(char: str) -> tuple[tuple[str, str], ...]:
    """Expand one character to pairs of the visible character and its ASCII form; empty for an invisible one."""
    if char in LINE_BREAKS:
        return (("\n", "\n"),)
    if is_unseen(char):
        return ()
    if char in LETTERS:
        return ((unicodedata.normalize("NFKC", char)[0], LETTERS[char]),)
    return tuple((seen, _ascii_form(seen)) for seen in unicodedata.normalize("NFKC", char) if not is_unseen(seen))


def _ascii_form(char: str) -> str:
    if char.isspace():
        return " " if char != "\n" else "\n"
    base = unicodedata.normalize("NFKD", char)[0]
    return LETTERS.get(base, base)


def _is_dropped(seen: str, index: int, text: str, plain: list[str]) -> bool:
    """Whether the character is a repeated blank or inline markup (`*`, backticks, underscores around a word)."""
    if seen.isspace() and seen != "\n":
        return not plain or plain[-1].isspace()
    if seen == "\n":
        return text[index] == "\r" and text[index + 1 : index + 2] == "\n"
    if seen in "*`~":
        return not _is_bullet(index, text, plain)
    return seen == "_" and not (_ends_in_word(plain) and _goes_on_as_word(text, index + 1))


def _is_bullet(index: int, text: str, plain: list[str]) -> bool:
    return text[index + 1 : index + 2].isspace() and (not plain or plain[-1] == "\n")


def _ends_in_word(plain: list[str]) -> bool:
    return bool(plain) and (plain[-1].isalnum() or plain[-1] == "_")


def _goes_on_as_word(text: str, index: int) -> bool:
    """Whether the next visible character is part of a word."""
    for char in text[index : index + _LOOK_AHEAD]:
        for seen, _ in _spellings(char):
            return seen.isalnum() or seen == "_"
    return False


def _is_mark(char: str) -> bool:
    """Whether the character is an accent, a stroke or another mark combined with a letter."""
    return bool(unicodedata.combining(char)) or "\u20dd" <= char <= "\u20e4"


def _is_merged(plain: list[str], mark: str) -> bool:
    """Fold a combining mark into the letter before it. A mark on a Latin letter is never kept as a character of its
    own."""
    letter = plain[-1]
    whole = unicodedata.normalize("NFC", letter + mark)
    if len(whole) == 1:
        plain[-1] = whole
        return True
    return _ascii_form(letter).isascii()


def _lower(char: str) -> str:
    low = char.lower()
    return low if len(low) == 1 else low[0]


# Stripped at the edges of a word; within one they belong to it: O'Brien, 7.5, C++.
_MARKS = ".,;:!?…¡¿()[]{}<>*_~`\"'‹›「」『』"
_LOOK_ALIKES = str.maketrans(LETTERS)


def normalize_value(value: str) -> str:
    """Return a value without case, spaces, quotes, punctuation around words, look-alikes and differences of Unicode
    form."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())
    text = "".join(char for char in folded if not is_unseen(char)).translate(_LOOK_ALIKES)
    words = text.split()
    return " ".join(bare for word in words if (bare := word.strip(_MARKS))) or " ".join(words)
