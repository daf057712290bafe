"""Searching a text for a pattern that seldom occurs in it.

RE2 reads a text once, whatever the pattern, and takes a microsecond where `re` takes thirty; but it knows no
lookarounds. So it is asked whether the pattern may occur without them, and only then `re` searches.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import re2

_MOST_MEMORY: Final = 8 << 20  # bytes of states that RE2 keeps of one pattern, beside those it is made of
_SHORT: Final = 12  # characters that `re` searches as fast
_LOOKAROUNDS: Final = ("(?=", "(?!", "(?<=", "(?<!")
_PART: Final = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(|\)|.", re.DOTALL)
_CODE: Final = re.compile(r"\\u([0-9a-fA-F]{4})")


class FilteredPattern:
    """A pattern of `re`, with flags in its text if any, that is searched only where RE2 finds it possible."""

    def __init__(self, regex: str) -> None:
        self._pattern: Final = re.compile(regex)
        options = re2.Options()
        options.max_mem = _MOST_MEMORY
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
        """Beyond ASCII anything may: what is a letter or a blank there, RE2 sees differently."""
        is_worth_it = len(text) > _SHORT and text.isascii() and text.isprintable()
        return not is_worth_it or self._filter.Match(text) is not None


def without_lookarounds(regex: str) -> str:
    """The same in RE2's spelling without its lookarounds, so that it occurs wherever `regex` does."""
    kept: list[str] = []
    inside: list[bool] = []  # of each open group, whether it is a lookaround or stands in one
    for part in _PART.findall(regex):
        is_dropped = any(inside[-1:])
        if part == "(" or part in _LOOKAROUNDS:
            inside.append(is_dropped or part in _LOOKAROUNDS)
            is_dropped = inside[-1]
        elif part == ")":
            is_dropped = inside.pop()
        if not is_dropped:
            kept.append(_CODE.sub(r"\\x{\1}", part))
    return "".join(kept)
