"""Two texts as one, with what was taken out and put in marked word by word."""

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from consent.detection.bidi import visible
from memories import word_diff as texts

_MARKUP = {"delete": "<del>{}</del>", "equal": "{}", "insert": "<ins>{}</ins>"}


def word_diff(old: str, new: str) -> SafeString:
    """Escaped text with `<del>` and `<ins>` around the words that differ."""
    pieces = texts.word_diff(old, new)
    return format_html_join("", "{}", ((format_html(_MARKUP[piece.kind], visible(piece.text)),) for piece in pieces))
