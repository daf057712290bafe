"""Two texts as one, with what was taken out and put in marked word by word."""

import re

from diff_match_patch import diff_match_patch
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

_PIECE = re.compile(r"\w+|\s+|[^\w\s]")
# Words stand as single characters of the supplementary planes while they are compared.
_FIRST = 0x10000
_SECONDS = 0.3
_MARKUP = {-1: "<del>{}</del>", 0: "{}", 1: "<ins>{}</ins>"}


def word_diff(old: str, new: str) -> SafeString:
    """Escaped text with `<del>` and `<ins>` around the words that differ."""
    words: dict[str, str] = {}
    comparer = diff_match_patch()
    comparer.Diff_Timeout = _SECONDS
    diffs = comparer.diff_main(_encode(old, words), _encode(new, words), False)
    comparer.diff_cleanupSemantic(diffs)
    back = {character: word for word, character in words.items()}
    pieces = ((kind, "".join(back[character] for character in text)) for kind, text in diffs)
    return format_html_join("", "{}", ((format_html(_MARKUP[kind], text),) for kind, text in pieces))


def _encode(text: str, words: dict[str, str]) -> str:
    return "".join(words.setdefault(piece, chr(_FIRST + len(words))) for piece in _PIECE.findall(text))
