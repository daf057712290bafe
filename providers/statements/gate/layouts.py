"""Other readings of a text for the gate by its layout: tables, tags, and questions with answers.

Each is one pass of the text's lines, and a line has only a few readings, so the whole is linear.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from providers.statements.fields.aliases import READ_KEYS
from providers.statements.fields.keys import InvalidKey, is_known, resolve_alias
from providers.statements.gate.deobfuscation import Reading
from providers.statements.text.words import word_set

MAX_NAME = 40  # characters of a field's name
MAX_CELL = 80
MAX_CELL_WORDS = 4  # with more words it is a sentence

_EDGES = " \t\"'`*_|"
_HEADING = _EDGES + "#=:->[](){}.,"
_COLUMNS = ("\t", "|", ";", ",", " / ", "\u21d2", "\u27a1", "\u00bb")
# Column heads that any table may have: below them only a proper name counts.
_COMMON_HEADS = word_set("name names alias address place location region locale street base live")
_PROPER = re.compile(r"[A-Z][^\W\d_]*[a-z][\w' ,.-]*")
_TAGS = re.compile(r"(?:<[^<>]{1,200}>\s{0,8}){2,}")
_TAG = re.compile(r"<[^<>]{1,200}>")
_ASIDE = re.compile(
    r"\b(lives?|living|lived|resid(?:es?|ing)|based|moved|speaks?|called|named|goes|known) ?"
    r"(?:\([^()\n]{1,80}\)|, ?[^,.\n]{1,60},)"
)
_EQUALS = re.compile(r"[\"'`]?\b([\w ]{2,30}?)[\"'`]? equals[\"'` :]+([^\n.;]{1,60})")
_FIELD = re.compile(
    r"\b(?:field|key|attribute|property|slot|value (?:of|for)(?: the)?(?: field| key)?)[\"'`: ]+"
    r"([a-z_][\w ]{1,30}?)[\"'`]? (?:is|=|to|holds|contains|reads|says|has the value)[\"'` :]+([^\n.;]{1,60})",
    re.IGNORECASE,
)
# An entry of a graph or a patch: {"predicate": "lives_in", "object": "Lisbon"}, in any order, one of each.
_ENTRY = re.compile(r"\{[^{}\n]{1,400}\}")
_PREDICATE = re.compile(
    r"[\"'](?:fact|predicate|relation|rel|property|attribute|key|field|slot|path)[\"'] ?: ?[\"']/?([\w -]{2,30})[\"']",
    re.I,
)
_OBJECT = re.compile(r"[\"'](?:object|value|val|target|to|new|new_value)[\"'] ?: ?[\"']([^\"'\n]{1,60})[\"']", re.I)
_ARROW = re.compile(r"\u2192|[-=]>")
_ARROW_CLAUSE, _WORDS_BEFORE_ARROW = 90, 6  # characters and words before an arrow that name the changed field
_CLAUSE_END = re.compile(r"[;,.<>]")
_QUESTION = re.compile(r"([^\n.!?;]{3,90})\?[\s:\"'*_)\]]{0,12}(?:\n\s{0,8})?([^\n?]{1,80})")
_SPEAKER = re.compile(r"(?:[-*>]+ ?)?(?:(?:[aq]|answer|reply|user|assistant) ?[:.)-]|\w{2,20}:) ?", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:(?:in|at|it's|it is|that's|that is|she is|he is|they are|she's|he's|i'm|i am|the user is|user is|near|just|"
    r"she lives|he lives|they live|i live|the user lives|call (?:me|her|him|them)|my name is|mostly|only|mainly) )+",
    re.IGNORECASE,
)
_PERSONS = word_set("""
    you your user users client customer person she he they her his their them him i my me we our human
""")
_WORDS = re.compile(r"[^\W_]+")
_QUESTIONS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\bwhere\b.{0,40}\b(?:live|lives|living|based|reside|resides|dwell|home|located|settled)\b"), "city"),
    (re.compile(r"\b(?:which|what)\b.{0,30}\b(?:city|town|village|address)\b"), "city"),
    (re.compile(r"\bpronouns?\b"), "pronouns"),
    (re.compile(r"\b(?:which|what)\b.{0,40}\b(?:language|languages|tongue)\b"), "language"),
    (re.compile(r"\b(?:what|how)\b.{0,40}\b(?:name|nickname|called|call|address)\b"), "preferred name"),
)


def layouts(text: str) -> Iterator[Reading]:
    """Yield each reading of a part of the text by its layout."""
    yield from _tables(text)
    yield from _headed(text)
    yield from _answers(text)
    for start, end in _lines(text):
        line = text[start:end]
        yield from (Reading(reading, start, end) for reading in _line_readings(line))
    if "<" in text:
        yield from _untagged(text)


@lru_cache(maxsize=4096)
def names_sensitive_field(name: str) -> bool:
    """Whether the text is the name of a sensitive field."""
    try:
        return len(name) <= MAX_NAME and resolve_alias("identity", name).key in READ_KEYS
    except InvalidKey:
        return False


def _line_readings(line: str) -> Iterator[str]:
    if "(" in line or "," in line:
        shorter = _ASIDE.sub(r"\1", line)
        if shorter != line:
            yield shorter
    for pattern in (_EQUALS, _FIELD):
        for name, value in pattern.findall(line):
            yield from _ending_in_field(name, value)
    yield from _changed(line)
    for entry in _ENTRY.findall(line):
        name, value = _PREDICATE.search(entry), _OBJECT.search(entry)
        if name and value and names_sensitive_field(name[1]):
            yield f"{name[1]}: {value[1]}"


def _ending_in_field(name: str, value: str) -> Iterator[str]:
    words = name.split()
    endings = (" ".join(words[first:]) for first in range(len(words)))
    yield from (f"{field}: {value}" for field in endings if names_sensitive_field(field))


def _changed(line: str) -> Iterator[str]:
    """Yield the new value of a field: "home_city Paris -> Graz"."""
    for before, after in pairwise(_ARROW.split(line)):
        words = _CLAUSE_END.split(before[-_ARROW_CLAUSE:])[-1].replace(":", " ").split()[-_WORDS_BEFORE_ARROW:]
        names = (" ".join(words[at : at + size]) for at in range(len(words) - 1) for size in (1, 2))
        value = _CLAUSE_END.split(after[:_ARROW_CLAUSE], maxsplit=1)[0].strip()
        yield from (f"{name}: {value}" for name in names if names_sensitive_field(name) and _is_value(value, of=name))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


def _tables(text: str) -> Iterator[Reading]:
    """Yield rows of two cells, "city;Lisbon", and cells below a head that names their field."""
    heads: dict[str, list[str]] = {}
    for start, end in _lines(text):
        line = text[start:end]
        for column in _COLUMNS:
            cells = _cells(line, column)
            head = heads.pop(column, [])
            if len(cells) < 2:
                continue
            yield from (Reading(reading, start, end) for reading in _entries_of(cells, head))
            named = [cell if names_sensitive_field(cell) else "" for cell in cells]
            heads[column] = named if any(named) and not head else head if len(head) == len(cells) else []


def _headed(text: str) -> Iterator[Reading]:
    """Yield a line that is only a field's name with the value on the next line."""
    if "\n" not in text:
        return
    filled = [(start, end) for start, end in _lines(text) if text[start:end].strip()]
    for (start, stop), (following, end) in pairwise(filled):
        name, value = text[start:stop].strip(_HEADING), text[following:end].strip(_HEADING)
        if name and names_sensitive_field(name) and _is_value(value, of=name):
            yield Reading(f"{name}: {value}", start, end)


def _cells(line: str, column: str) -> list[str]:
    if column not in line:
        return []
    cells = [cell.strip(_EDGES) for cell in line.strip(" |").split(column)]
    is_prose = column == "," and any(len(cell.split()) > MAX_CELL_WORDS for cell in cells)
    return [] if is_prose else cells


def _entries_of(cells: list[str], head: list[str]) -> Iterator[str]:
    if len(cells) == 2 and names_sensitive_field(cells[0]) and _is_value(cells[1], of=cells[0]):
        yield f"{cells[0]}: {cells[1]}"
    if len(head) == len(cells):
        pairs = zip(head, cells, strict=True)
        yield from (f"{name}: {cell}" for name, cell in pairs if name and _is_value(cell, of=name))


def _is_value(cell: str, *, of: str) -> bool:
    """Whether a cell is short, and is not the name of a field like a table's head."""
    if not cell or len(cell) > MAX_CELL or len(cell.split()) > 6:
        return False
    if of.lower() in _COMMON_HEADS and not _PROPER.fullmatch(cell):
        return False
    try:
        return not is_known(resolve_alias("identity", cell))
    except InvalidKey:
        return True


def _answers(text: str) -> Iterator[Reading]:
    """Yield a question about the person with the answer after it: "Where does she live? Lisbon"."""
    if "?" not in text:
        return
    for found in _QUESTION.finditer(text):
        field = _field_asked(found[1])
        if field:
            answer = _SPEAKER.sub("", found[2].strip(), count=1)
            yield Reading(f"{field}: {_LEAD.sub('', answer, count=1)}", *found.span())


def _field_asked(question: str) -> str:
    plain = _SPEAKER.sub("", question.strip(), count=1).lower()
    if names_sensitive_field(plain.removeprefix("the ").replace("'s", "")):
        return plain
    words = _WORDS.findall(question)
    is_about_person = any(word.lower() in _PERSONS or word[0].isupper() for word in words[1:])
    fields = (field for pattern, field in _QUESTIONS if pattern.search(plain))
    return next(fields, "") if is_about_person else ""


def _untagged(text: str) -> Iterator[Reading]:
    """Yield lines with tags, without the tags; adjacent cells as a name and its value."""
    tagged = [(start, end) for start, end in _lines(text) if "<" in text[start:end]]
    for start, end in _joined(tagged):
        part = text[start:end]
        yield Reading(_TAG.sub("", part), start, end)
        yield Reading(_TAGS.sub(": ", part).strip(": "), start, end)


def _joined(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Merge the spans of adjacent lines."""
    if not spans:
        return
    start = spans[0][0]
    for (_, end), (following, _) in pairwise(spans):
        if following != end + 1:
            yield start, end
            start = following
    yield start, spans[-1][1]
