"""Searches a text for a pattern that rarely occurs.

RE2 reads a text once, whatever the pattern, and takes a microsecond where `re` takes thirty, but it has no lookarounds.
RE2 therefore checks whether the pattern without its lookarounds can match, and only then does `re` search.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import re2

_MAX_MEMORY: Final = 8 << 20  # bytes of RE2 states cached per pattern, in addition to the program itself
_SHORT: Final = 12  # up to this many characters, `re` is as fast
_LOOKAROUNDS: Final = ("(?=", "(?!", "(?<=", "(?<!")
_PART: Final = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(|\)|.", re.DOTALL)
_CODE: Final = re.compile(r"\\u([0-9a-fA-F]{4})")


class FilteredPattern:
    """A pattern of `re`, with inline flags if any, that is searched only where RE2 finds a match possible."""

    def __init__(self, regex: str) -> None:
        self._pattern: Final = re.compile(regex)
        options = re2.Options()
        options.max_mem = _MAX_MEMORY
        self._filter: Any = re2.Set.SearchSet(options)
        self._filter.Add(without_lookarounds(regex))
        self._filter.Compile()

    def search(self, text: str) -> re.Match[str] | None:
        return self._pattern.search(text) if self.may_occur(text) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self._pattern.finditer(text) if self.may_occur(text) else iter(())

    def sub(self, other: str, text: str) -> str:
        return self._pattern.sub(other, text) if self.may_occur(text) else text

    def may_occur(self, text: str) -> bool:
        """Whether a match is possible. Always true for text beyond ASCII, where RE2 classifies letters and blanks
        differently."""
        is_worth_it = len(text) > _SHORT and text.isascii() and text.isprintable()
        return not is_worth_it or self._filter.Match(text) is not None


def without_lookarounds(regex: str) -> str:
    """Translate `regex` for RE2 without its lookarounds, so that the result matches wherever `regex` does."""
    parts: list[str] = []
    inside: list[bool] = []  # for each open group: whether it is a lookaround or lies within one
    for part in _PART.findall(regex):
        is_dropped = any(inside[-1:])
        if part == "(" or part in _LOOKAROUNDS:
            inside.append(is_dropped or part in _LOOKAROUNDS)
            is_dropped = inside[-1]
        elif part == ")":
            is_dropped = inside.pop()
        if not is_dropped:
            parts.append(_CODE.sub(r"\\x{\1}", part))
    return "".join(parts)
