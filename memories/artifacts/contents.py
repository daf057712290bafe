"""The text of a file, as far as it is one: what it says is read before others may."""

import codecs
from typing import IO, Final

from conversations.third_party_statements import CHARACTERS_READ

# What in a file of these says that it is no text.
_CONTROLS: Final = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")
_WIDEST: Final = 4  # bytes of a character
_MARKS: Final = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def text_of(file: IO[bytes]) -> str:
    """How a file begins, and a character more than is read of it; empty for what is no text, whatever it is called."""
    file.seek(0)
    head = file.read(_WIDEST * (CHARACTERS_READ + 1))
    file.seek(0)
    encoding = next((name for mark, name in _MARKS.items() if head.startswith(mark)), None)
    if encoding is None and not _CONTROLS.isdisjoint(head):
        return ""
    for known in (encoding or "utf-8", "cp1252"):
        text = _decoded(head, known)
        if text is not None:
            return text[: CHARACTERS_READ + 1]
    return ""


def _decoded(head: bytes, encoding: str) -> str | None:
    """None where it is in another encoding; what is cut off at the end is left out."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return None
