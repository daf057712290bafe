"""Replaces secret-like values by "[redacted: <kind>]"."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import re2

from providers.redaction.cards import card_spans
from providers.redaction.likeness import is_password, is_token
from providers.redaction.seed_phrases import seed_spans
from providers.redaction.shapes import SHAPES, VALUE_REST, Shape

# The replacement of a secret, with its kind.
MARK = re.compile(r"\[redacted: (\w+)\]")
# As long as any pattern looks beyond a value: texts separated by it can be searched as one.
_GAP = "\n" * 16
_BYTES = re2.Options()
_BYTES.encoding = re2.Options.Encoding.LATIN1
# The index of the shape for each needle of the set, which finds all of them at once.
_PLACES = [place for place, shape in enumerate(SHAPES) for _ in shape.needles]
_NEEDLES: Any = re2.Set.SearchSet(_BYTES)
for _needle in chain.from_iterable(shape.needles for shape in SHAPES):
    _NEEDLES.Add(re.escape(_needle))
_NEEDLES.Compile()
_FOLLOWING = 12  # bytes after a value that its judge may look at
_KEY_BEGIN: Any = re2.compile(rb"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----")
_KEY_END: Any = re2.compile(rb"-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY: Any = re2.compile(rb"[A-Za-z0-9+/=\s\\:,-]*")
_PASSWORD_LABEL: Any = re2.compile(r"(?i)(?:^|[_. -])(?:password|passwd|passphrase|passcode|pwd)[0-9]?$")
_SECRET_LABEL: Any = re2.compile(
    r"(?i)(?:^|[_. -])(?:(?:api|access|secret|private|signing|encryption)[_ -]?key|token|secret|credentials?)$"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """The number of redacted values of one kind."""

    kind: str
    count: int


class Redacted(NamedTuple):
    """The text without secrets, and the findings, ordered by kind."""

    text: str
    findings: tuple[Finding, ...]


class _Span(NamedTuple):
    start: int
    end: int
    kind: str


def redact(text: str) -> Redacted:
    """Return the text with every secret-like value replaced, and the findings.

    Redacting twice changes nothing. Any string is accepted, including lone surrogates and NUL.
    """
    counts: Counter[str] = Counter()
    return Redacted(_redacted(text, counts) if text else "", _findings(counts))


def findings_in(texts: Iterable[str]) -> tuple[Finding, ...]:
    """Return what `redact` would find in the texts, searched at once."""
    return redact(_GAP.join(texts)).findings


def redact_json(value: Any) -> tuple[Any, tuple[Finding, ...]]:
    """Return a copy of a JSON value with keys and values redacted, at any depth, and the findings.

    The text of a key such as "password" counts as one even if it does not look like one. A number that is a card number
    becomes text. Keys that become equal get a number appended.
    """
    counts: Counter[str] = Counter()
    root = [value]
    pending: list[tuple[Any, Any, str]] = [(root, 0, "")]
    while pending:
        holder, place, label = pending.pop()
        item = holder[place]
        if isinstance(item, dict):
            holder[place] = fresh = _with_clean_keys(item, counts)
            pending.extend((fresh, key, key) for key in fresh if isinstance(key, str))
        elif isinstance(item, list | tuple):
            holder[place] = copied = list(item)
            pending.extend((copied, index, label) for index in range(len(copied)))
        else:
            holder[place] = _clean_leaf(item, label, counts)
    return root[0], _findings(counts)


def _with_clean_keys(item: dict[Any, Any], counts: Counter[str]) -> dict[Any, Any]:
    fresh: dict[Any, Any] = {}
    for key, value in item.items():
        clean = _redacted(key, counts) if isinstance(key, str) else key
        unique, number = clean, 2
        while unique in fresh:
            unique, number = f"{clean} {number}", number + 1
        fresh[unique] = value
    return fresh


def _clean_leaf(item: Any, label: str, counts: Counter[str]) -> Any:
    if isinstance(item, int) and not isinstance(item, bool) and 10**12 <= item < 10**19:
        clean = _redacted(str(item), counts)
        return item if clean == str(item) else clean
    if not isinstance(item, str):
        return item
    kind = _kind_by_label(item, label)
    if kind:
        counts[kind] += 1
        return f"[redacted: {kind}]"
    return _redacted(item, counts)


def _kind_by_label(item: str, label: str) -> str | None:
    """Return the kind of a whole string by its key."""
    if not label or "[redacted: " in item:
        return None
    value = item.encode("utf-8", "surrogatepass")
    safe_label = label.encode("utf-8", "replace").decode()
    if _PASSWORD_LABEL.search(safe_label) and is_password(value, b""):
        return "password"
    return "secret" if _SECRET_LABEL.search(safe_label) and is_token(value) else None


def _redacted(text: str, counts: Counter[str]) -> str:
    data = text.encode("utf-8", "surrogatepass")
    spans = _merged(sorted(_spans(data), key=lambda span: (span.start, -span.end)))
    pieces: list[bytes] = []
    position = 0
    for span in spans:
        counts[span.kind] += 1
        pieces += data[position : span.start], f"[redacted: {span.kind}]".encode()
        position = span.end
    if not spans:
        return text
    # Text next to a secret may be another one, now that nothing adjoins it.
    return _redacted(b"".join([*pieces, data[position:]]).decode("utf-8", "surrogatepass"), counts)


def _spans(data: bytes) -> Iterator[_Span]:
    for place in sorted({_PLACES[needle] for needle in _NEEDLES.Match(data.lower()) or ()}):
        yield from _matches(SHAPES[place], data)
    for start, end in card_spans(data):
        yield _Span(start, end, "card_number")
    for start, end in seed_spans(data):
        yield _Span(start, end, "seed_phrase")
    if b"PRIVATE KEY" in data:
        yield from _private_keys(data)


def _matches(shape: Shape, data: bytes) -> Iterator[_Span]:
    """Yield the values of one shape. A rejected value is searched again, for it may contain the label of another."""
    position = 0
    while match := shape.pattern.search(data, position):
        start, end = match.span(1)
        if shape.labelled:
            end = VALUE_REST.match(data, end).end()
        accepted = shape.judge(data[start : match.end(1)], data[end : end + _FOLLOWING])
        if accepted:
            yield _Span(start, end, shape.kind)
        position = start if shape.labelled and not accepted else end


def _private_keys(data: bytes) -> Iterator[_Span]:
    """Yield PEM blocks from BEGIN to the next END; a truncated one ends with its base64."""
    begins = [match.span() for match in _KEY_BEGIN.finditer(data)]
    ends = [match.end() for match in _KEY_END.finditer(data)]
    for index, (start, body) in enumerate(begins):
        limit = begins[index + 1][0] if index + 1 < len(begins) else len(data)
        closing = bisect_left(ends, body)
        if closing < len(ends) and ends[closing] <= limit:
            yield _Span(start, ends[closing], "private_key")
        else:
            yield _Span(start, _KEY_BODY.match(data, body, limit).end(), "private_key")


def _merged(spans: list[_Span]) -> list[_Span]:
    """Merge overlapping spans to one with the kind of the first."""
    merged: list[_Span] = []
    for span in spans:
        if merged and span.start < merged[-1].end:
            merged[-1] = merged[-1]._replace(end=max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def _findings(counts: Counter[str]) -> tuple[Finding, ...]:
    return tuple(Finding(kind, counts[kind]) for kind in sorted(counts))
