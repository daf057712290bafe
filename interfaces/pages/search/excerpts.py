"""The part of a text around the words of a search, with these words marked."""

import re
from collections.abc import Iterable, Iterator

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from interfaces.spelling import UNSPACED

EXCERPT_CHARACTERS = 200
BEFORE_CHARACTERS = 60
SHORT = 3  # short words begin many others: "do" is not marked in "done"


def excerpt(text: str, words: Iterable[str]) -> SafeString:
    """Return the text around the first match, escaped, with `<mark>` around each of the words and their longer
    forms."""
    stems = sorted({word.lower() for word in words}, key=len, reverse=True)
    pattern = re.compile("|".join(map(_form, stems)), re.IGNORECASE) if stems else None
    first = pattern.search(text) if pattern else None
    start = max(first.start() - BEFORE_CHARACTERS, 0) if first and first.start() > EXCERPT_CHARACTERS // 2 else 0
    part = text[start : start + EXCERPT_CHARACTERS]
    marked = format_html_join("", "{}{}", _pieces(part, pattern))
    return format_html("{}{}{}", "…" if start else "", marked, "…" if start + EXCERPT_CHARACTERS < len(text) else "")


def _form(stem: str) -> str:
    if UNSPACED.search(stem):
        return re.escape(stem)
    return rf"\b{re.escape(stem)}" + (r"\w*" if len(stem) > SHORT else r"s?\b")


def _pieces(text: str, pattern: re.Pattern[str] | None) -> Iterator[tuple[str, SafeString | str]]:
    end = 0
    for found in pattern.finditer(text) if pattern else ():
        yield text[end : found.start()], format_html("<mark>{}</mark>", found.group())
        end = found.end()
    yield text[end:], ""
