r"""Invisible characters: those that no script or emoji needs, and the visible form of a text.

The sets are those of Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt) and the control characters;
chapter 23 of the standard says what scripts need, UTS #51 what emoji need.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import BaseModel

MAX_NAMED: Final = 3
# The embeddings, overrides and isolates of the Unicode bidirectional algorithm. Hebrew and Arabic need none of them;
# the marks that they do use reorder nothing else.
DIRECTION_CONTROLS: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))

_CONTROLS = r"\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
_FILLERS = r"\u115f\u1160\u3164\uffa0"
_SELECTORS = r"\ufe00-\ufe0f"
_PLANE_14 = r"\U000e0000-\U000e0fff"  # tag characters and the supplement of variation selectors
# Zero-width characters that join, separate or fill; direction marks are often doubled.
_ZERO_WIDTH = rf"\u00ad\u034f\u17b4\u17b5\u180e\u200b-\u200d\u2060-\u2065\ufeff\ufff0-\ufff8{_FILLERS}"
_UNDRAWN = (
    rf"{_CONTROLS}{_ZERO_WIDTH}{_SELECTORS}{_PLANE_14}\u061c\u180b-\u180f\u200e\u200f\u202a-\u202e\u2066-\u206f"
    r"\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
# Arabic and similar scripts, the scripts of India and South-East Asia, Mongolian: letters join, or form clusters.
_JOINING = (
    r"\u0600-\u109f\u1780-\u18af\u1a20-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff"
    r"\U0001e900-\U0001e95f"
)
# Thai and similar scripts, Tibetan, Khmer, Japanese and Chinese have no blanks between words.
_WITHOUT_BLANKS = r"\u0e00-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u3000-\u30ff\ua9e0-\uaa7f"
_IDEOGRAPHS = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

_SYMBOLS = r"\u2190-\u2bff\u3030\u303d\U0001f000-\U0001faff"
_RIGHT_TO_LEFT = r"\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_JAMO = r"\u1100-\u115e\u1161-\u11ff"
_LETTER = r"[^\W\d_]"

_ANY: Final = re.compile(f"[{_UNDRAWN}]")
_RUNS_LEFT: Final = re.compile(f"[{_RIGHT_TO_LEFT}]")
_DIRECTION: Final = frozenset("\u061c\u200e\u200f")


def _tagged(ascii_text: str) -> str:
    return "".join(chr(0xE0000 + ord(char)) for char in ascii_text)


# Of England, Scotland and Wales: the only ones that are drawn everywhere.
_FLAG: Final = re.compile(f"\U0001f3f4(?:{'|'.join(map(_tagged, ('gbeng', 'gbsct', 'gbwls')))})\U000e007f")
_SEQUENCE: Final = re.compile(rf"{_FLAG.pattern}|(?<=[{_IDEOGRAPHS}])[\U000e0100-\U000e01ef]")
# What the script or the emoji around it needs, or in the group what nothing needs.
_SHOWN: Final = re.compile(
    rf"{_SEQUENCE.pattern}"
    rf"|(?<=[0-9#*©®\u1000-\U0010ffff])(?<![\s{_UNDRAWN}])[{_SELECTORS}]"
    rf"|(?<=[{_SYMBOLS}\ufe0f\U000e007f])\u200d(?=[{_SYMBOLS}])"
    rf"|(?<=[{_JOINING}])(?<![{_UNDRAWN}])[\u200c\u200d]|(?<!{_LETTER})(?<![{_UNDRAWN}])[\u200c\u200d](?=[{_JOINING}])"
    rf"|(?<=[{_WITHOUT_BLANKS}{_IDEOGRAPHS}])\u200b|\u200b(?=[{_WITHOUT_BLANKS}{_IDEOGRAPHS}])"
    rf"|(?<={_LETTER})\u00ad(?={_LETTER})"
    rf"|(?<=[\u1800-\u180a\u1810-\u18af])[\u180b-\u180f]"  # Mongolian
    rf"|(?<=[{_JAMO}])[\u115f\u1160]|[\u115f\u1160](?=[{_JAMO}])"  # an old Korean syllable that lacks a part
    rf"|(?<=[\u0300-\u034e\u0350-\u036f\u0591-\u05c7])\u034f"  # keeps accents in their order
    rf"|([{_UNDRAWN}])"
)
# Persian and Malayalam have two joiners in a row, and some keyboards write the selector of emoji twice.
_HIDDEN: Final = re.compile(
    rf"[{_PLANE_14}]|[\ufe00-\ufe0e][{_SELECTORS}]|\ufe0f[\ufe00-\ufe0e]|\ufe0f{{3}}"
    rf"|(?<![{_JOINING}])[{_ZERO_WIDTH}]{{2}}|[{_ZERO_WIDTH}]{{3}}"
    rf"|\A[\s{_UNDRAWN}]++\Z"
)
_TAG: Final = re.compile("[\U000e0020-\U000e007e]")
_TAGS: Final = {0xE0000 + code: chr(code) for code in range(0x20, 0x7F)}
_OVERRIDDEN: Final = re.compile("\u202e([^\u202c\n]*)\u202c?")
_OVERRIDDEN_LINE: Final = re.compile("[^\n]*\u202e[^\n]*")


class Hidden(NamedTuple):
    """`path` is the location of a text within a value ("metadata.note"), `names` are its hidden characters
    ("U+E0041")."""

    path: str
    names: Sequence[str]


def hidden_in(value: Any) -> Iterator[Hidden]:
    """Yield the texts of a JSON value or model, including names, that contain hidden characters."""
    pending: list[tuple[str, Any]] = [] if _is_ascii(value) else [("", value)]
    while pending:
        path, item = pending.pop()
        if isinstance(item, str) and (names := hidden(item)):
            yield Hidden(path, names)
        elif inner := _inside(item):
            pending += ((f"{path}.{name}" if path else str(name), one) for name, one in inner.items())
            pending += ((path, name) for name in inner if isinstance(name, str))


def _is_ascii(value: Any) -> bool:
    """Whether all texts are ASCII: the usual case, which needs no search by location."""
    pending = [value]
    for item in pending:
        kind = type(item)
        if kind is str:
            if not item.isascii():
                return False
        elif kind is dict:
            pending += item
            pending += item.values()
        elif kind in (list, tuple):
            pending += item
        elif isinstance(item, BaseModel):
            pending += vars(item).values()
    return True


def _inside(item: Any) -> Mapping[Any, Any] | None:
    """Return the items of a list or an object by index or name."""
    if isinstance(item, dict):
        return item
    if isinstance(item, list | tuple):
        return dict(enumerate(item))
    return vars(item) if isinstance(item, BaseModel) else None


def hidden(text: str) -> Sequence[str]:
    """Return the first characters that are invisible and not needed by the script or emoji around them: they could
    carry hidden instructions to a model. Single zero-width characters do not count, as `visible` shows them."""
    if text.isascii() or _ANY.search(text) is None:
        return ()
    found = _HIDDEN.search(_SEQUENCE.sub("x", text))
    return [_name(char) for char in dict.fromkeys(_ANY.findall(found.group()))][:MAX_NAMED] if found else ()


def visible(text: str) -> str:
    """Return the text with invisible characters written out ("[U+202E]"), except those that its script or emoji
    needs."""
    if _ANY.search(text) is None:
        return text
    runs_left = _RUNS_LEFT.search(text) is not None
    return _SHOWN.sub(lambda found: _escaped(found, runs_left=runs_left), text)


def _escaped(found: re.Match[str], *, runs_left: bool) -> str:
    char, before = found.group(1), found.string[found.start() - 1 : found.start()]
    # Only a single direction mark is needed; further ones in a row have no effect.
    is_needed = char is None or (runs_left and char in _DIRECTION and before not in _DIRECTION)
    return found.group() if is_needed else f"[{_name(char)}]"


def _name(char: str) -> str:
    return f"U+{ord(char):04X}"


def untagged(text: str) -> str:
    """Return the text, of the same length, with tag characters as the ASCII that they encode, except those of flags."""
    if text.isascii() or _TAG.search(text) is None:
        return text
    return _FLAG.sub(lambda flag: flag.group()[0] + "\u2060" * (len(flag.group()) - 1), text).translate(_TAGS)


def overridden_lines(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each line with a direction override, as displayed and reversed, with its span."""
    for line in _OVERRIDDEN_LINE.finditer(text) if "\u202e" in text else ():
        drawn = _OVERRIDDEN.sub(lambda part: part.group(1)[::-1], line.group())
        for one in dict.fromkeys((drawn, line.group()[::-1])):
            yield one, *line.span()
