"""Other readings of a text for the gate: each line as a program or an attentive person would decode it.

Encodings are decoded together until nothing changes, at most three times; then letters are respelled. Every step is one
pass of a line, and a line has at most a dozen readings, so the whole is linear in the text's length.
"""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Callable, Iterator
from itertools import starmap
from typing import Final, NamedTuple
from urllib.parse import unquote_plus

from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.statement import Statement
from providers.statements.text.confusables import is_unseen
from providers.statements.text.normalise import STANDALONE_UUID
from providers.statements.text.words import PRODUCTS, word_set
from providers.unseen import overridden_lines, untagged

ROUNDS = 3
MIN_LENGTH = 6  # characters needed to state a field and a value
MIN_PRINTABLE = 0.9  # share of a decoded text that must be letters, digits, blanks and common marks
_ASSERTION: Final = re.compile(r"(?:\b(?:has|have|had|is|am|was|got|with)|'s|'m)(?: an?)? $", re.IGNORECASE)
_MIN_TERM: Final = 6  # shortest term that counts in another spelling, in characters


class Reading(NamedTuple):
    """`text` is a reading of `original[start:end]`."""

    text: str
    start: int
    end: int


# A line, or a sentence of a long one.
_PIECE = re.compile(r"[^\n]{1,160}(?:[^\n.!?]|[.!?](?! ))*[.!?]?")
# Consecutive lines that are one encoded block; words may precede its first.
_BLOCK = re.compile(
    r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{8,}+={0,2}+(?=\r?$)(?:\r?\n[ \t>]*+[A-Za-z0-9+/_-]{2,}+={0,2}+(?=\r?$))++",
    re.MULTILINE,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});?")
_PERCENT = re.compile(r"%[0-9a-fA-F]{2}")
_ESCAPE = re.compile(r"\\(?:u\{?([0-9a-fA-F]{4,6})\}?|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2}))|U\+([0-9a-fA-F]{4,6}) ?")
_QUOTED = re.compile(r"(?:=[0-9A-F]{2}){1,64}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{8,}={0,2}")
_BASE32 = re.compile(r"\b[A-Z2-7]{12,}={0,6}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x)?[0-9a-fA-F]{2}[ :,-]{0,2}){5,}")
_BINARY = re.compile(r"(?<!\d)(?:[01]{8}[ ,]?){4,}")
_CODES = re.compile(r"(?:\b\d{2,3}[ ,;-]{1,2}){5,}\d{2,3}\b")

# Random digits can spell words: a group that begins with "0cd" would be an illness.
_ID = re.compile(STANDALONE_UUID, re.IGNORECASE)
_LEET_WORD = re.compile(r"(?<![\w@$!|+])(?=[\w@$!|+]*[^\W\d_])(?=[\w@$!|+]*[0-9@$!|+])[\w@$!|+]{2,}")
_LEET_MARK = re.compile(r"[!|](?=\w)")
_LEET = str.maketrans("0134578@$+6", "oieastbastg")
_LEET_L = str.maketrans("0134578@$+6", "oleastbastg")
_SPACED = re.compile(r"(?<![^\W_])[^\W_](?:[ ._*/|'-]{1,3}[^\W_]){3,}(?![^\W_])")
_GAP = re.compile(r"[ ._*/|'-]{1,3}")
# "H.I.V.", "H I V": an abbreviation; and spaced letters that state something about a person.
_INITIALS = re.compile(r"(?<![^\W_])(?:[^\W\d_](?:[._*/-][^\W\d_]){2,3}|[A-Z](?: [A-Z]){2,3})(?![^\W_])")
_CLAUSES = tuple(
    re.compile(rf"(?<![^\W_])([^\W\d_]{{1,20}}{lazy})(has|had|is|was)(?=[^\W\d_]{{3}})", re.IGNORECASE)
    for lazy in ("?", "")
)
_JOINED = re.compile(r"(?<![^\W_])[^\W_]++(?:[_+.~/-]++[^\W_]++){2,}")
_JOINTS = re.compile(r"[_+.~/-]+")
_LONG = re.compile(r"(?<![^\W_])[^\W\d_]{9,}")
_CAMEL_GAP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Where a word without blanks is split: it must contain one of the first kind and another of either.
_STRONG = re.compile(
    r"pronoun|nickname|language|speak|live|living|based|moved|call|name|city|town|reply|answer", re.IGNORECASE
)
_PIECES = re.compile(
    r"(theuser|users?|pronouns|preferred|nickname|language|speaks?|lives?|living|based|moved|called?|call|name|city|"
    r"town|home|native|reply|answer|always|goes|by|my|is|are|in|to|me)",
    re.IGNORECASE,
)
_CUES = word_set("""
    name named names called call nickname live lives living city town based moved reside resides home location pronouns
    pronoun language speak speaks native reply answer known user
""")
_REVERSED_CUES = frozenset(word[::-1] for word in _CUES)
_LETTERS = re.compile(r"[a-z]{3,}")


def readings(text: str) -> Iterator[Reading]:
    """Yield each other reading of a line of the text, and of the whole if it is one encoded block."""
    yield from starmap(Reading, overridden_lines(text))
    for piece in _PIECE.finditer(text):
        if len(piece.group()) >= MIN_LENGTH:
            others = dict.fromkeys(_line_readings(_visible(piece.group())))
            # The plain line has been read already; one of several lines may state more on its own.
            plain = "" if "\n" in text else piece.group()
            yield from (Reading(other, *piece.span()) for other in others if other != plain)
    for block in _BLOCK.finditer(text) if "\n" in text else ():
        lines = block.group().split()
        # The line after the block may be a word of its own.
        decoded = _base64("".join(lines)) or _base64("".join(lines[:-1]))
        if decoded:
            yield from (Reading(reading, *block.span()) for reading in {decoded, _CAMEL_GAP.sub(" ", decoded)})
    if "\n" in text.strip() and all(len(part.strip()) <= 1 for part in text.split("\n")):
        yield Reading("".join(part.strip() or " " for part in text.split("\n")), 0, len(text))


def _line_readings(line: str) -> Iterator[str]:
    plain = line
    for _ in range(ROUNDS):
        decoded = _decoded(plain)
        if decoded == plain:
            break
        plain = decoded
        yield decoded
    for base in {line, plain}:
        yield from _respelled(base)


def _visible(line: str) -> str:
    """Return the line without invisible characters, with compatibility forms expanded."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(char for char in unicodedata.normalize("NFKC", untagged(line)) if not is_unseen(char))


def _decoded(line: str) -> str:
    if "&" in line and _ENTITY.search(line):
        line = html.unescape(line)
    if "%" in line and _PERCENT.search(line):
        line = unquote_plus(line, errors="replace")
    if "\\" in line or "U+" in line:
        line = _ESCAPE.sub(_escaped, line)
    if "=" in line:
        line = _QUOTED.sub(_quoted, line)
    for pattern, decode in _ENCODINGS:
        line = pattern.sub(lambda match, decode=decode: decode(match.group()) or match.group(), line)  # type: ignore[misc]
    return line


def _respelled(line: str) -> Iterator[str]:
    line = _ID.sub(" ", line)
    if _LEET_WORD.search(line):
        yield from (_LEET_MARK.sub("i", line).translate(table) for table in (_LEET, _LEET_L))
    if _SPACED.search(line):
        yield _SPACED.sub(_tightened, line)
        squeezed = _SPACED.sub(_despaced, line)
        yield _LONG.sub(_segmented, squeezed)
        yield from {clause.sub(r"\1 \2 ", squeezed) for clause in _CLAUSES} - {squeezed}
    elif _LONG.search(line):
        yield _LONG.sub(_segmented, line)
    if _INITIALS.search(line):
        yield _INITIALS.sub(lambda match: re.sub(r"[\W_]", "", match.group()), line)
    if _JOINED.search(line):
        yield _JOINED.sub(lambda match: _JOINTS.sub(" ", match.group()), line)
    if _CAMEL_GAP.search(line):
        yield _CAMEL_GAP.sub(" ", line)
    words = frozenset(_LETTERS.findall(line.lower()))
    for transform, cues in _TRANSFORMS:
        if words & cues:
            yield transform(line)


def _tightened(match: re.Match[str]) -> str:
    """Join spaced letters to words. A mark separates letters, more separate words; so does a blank where marks separate
    letters."""
    gaps = set(_GAP.findall(match.group()))
    is_marked = any(len(gap) == 1 and gap != " " for gap in gaps)
    parting = {gap for gap in gaps if len(gap) > 1 or (gap == " " and is_marked)}
    return _GAP.sub(lambda gap: " " if gap.group() in parting else "", match.group())


def _despaced(match: re.Match[str]) -> str:
    return _GAP.sub(lambda gap: "/" if "/" in gap.group()[1:] else "", match.group())


def _segmented(match: re.Match[str]) -> str:
    word = match.group()
    return _PIECES.sub(r" \1 ", word) if _STRONG.search(word) and len(_PIECES.findall(word)) > 1 else word


def _reverse_words(line: str) -> str:
    return " ".join(word[::-1] for word in line.split(" "))


def _escaped(match: re.Match[str]) -> str:
    point = int(next(group for group in match.groups() if group), 16)
    return chr(point) if point < 0x110000 and not 0xD800 <= point < 0xE000 else match.group()


def _quoted(match: re.Match[str]) -> str:
    return _text(bytes.fromhex(match.group().replace("=", ""))) or match.group()


def _base64(token: str) -> str:
    padded = token.rstrip("=").replace("-", "+").replace("_", "/")
    return _text(_bytes(base64.b64decode, padded + "=" * (-len(padded) % 4)))


def _base32(token: str) -> str:
    bare = token.rstrip("=")
    return _text(_bytes(base64.b32decode, bare + "=" * (-len(bare) % 8)))


def _bytes(decode: Callable[[str], bytes], token: str) -> bytes:
    try:
        return decode(token)
    except (binascii.Error, ValueError):
        return b""


def _hex(token: str) -> str:
    return _text(bytes.fromhex(re.sub(r"0x|[^0-9a-fA-F]", "", token)))


def _binary(token: str) -> str:
    return _text(bytes(int(part, 2) for part in re.findall(r"[01]{8}", token)))


def _codes(token: str) -> str:
    points = [int(part) for part in re.findall(r"\d+", token)]
    return _text(bytes(points)) if max(points) < 256 else ""


def _text(data: bytes) -> str:
    """Decode bytes to a readable text; empty if they are none."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ""
    readable = sum(char.isalnum() or char in " .,:;=/'\"-_!?()\n%&#{}[]" for char in text)
    return text if text and readable >= MIN_PRINTABLE * len(text) and any(map(str.isalpha, text)) else ""


_ENCODINGS: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (_BINARY, _binary),
    (_HEX, _hex),
    (_CODES, _codes),
    (_BASE32, _base32),
    (_BASE64, _base64),
)
_TRANSFORMS: tuple[tuple[Callable[[str], str], frozenset[str]], ...] = (
    (lambda line: line[::-1], _REVERSED_CUES),
    (_reverse_words, _REVERSED_CUES),
    (lambda line: codecs.encode(line, "rot13"), frozenset(codecs.encode(word, "rot13") for word in _CUES)),
)


def is_coincidence(statement: Statement, text: str) -> bool:
    """Whether the value is a coincidence: a product's name split into words ("GraphQL" is no city), or a short term
    that numbers and codes happen to spell ("n185" → "n ibs") and no verb attributes to a person."""
    if statement.key == "city" and statement.value.replace(" ", "").casefold() in PRODUCTS:
        return True
    if not statement.is_mention or statement.key not in SPECIAL_KEYS or len(statement.value) >= _MIN_TERM:
        return False
    return _ASSERTION.search(text.partition(statement.value)[0]) is None
