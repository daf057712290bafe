"""Extracts the text of a file, which is checked for statements before others may read it."""

import codecs
from typing import IO, Final

from conversations.third_party_statements import CHARACTERS_READ

# Bytes that show that a file is no text.
_CONTROLS: Final = frozenset(range(32)) - frozenset(b"\t\n\f\r\x1b")
_WIDEST: Final = 4  # bytes of a character
_MARKS: Final = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def text_of(file: IO[bytes]) -> str:
    """Return the beginning of a file, one character more than is checked; empty if it is no text, whatever its name."""
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
    """Decode the beginning of a file; None if it has another encoding. A character cut off at the end is dropped."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return None
