"""Slot readers for phrases: where a noun phrase, a list or an instruction ends."""

import re
from functools import partial

from providers.statements.text.normalise import View
from providers.statements.text.slots import Slot, Span
from providers.statements.text.vocabulary import PASTIMES
from providers.statements.text.words import word_set

_CHUNK = re.compile(r"\s*(?:[^,;:!?()\"\n.]|\.(?=\w)|:(?=\d)|,(?=\d{3}))+")
NEW_CLAUSE = (
    r"(?:i|i'm|we|my|our|he|she|they|it|it's|you|your|the|that|this|there|then|now|so|also|have|has|had|am|is|are|"
    r"was|were|work|works|live|lives|like|likes|love|loves|enjoy|enjoys|play|plays|speak|speaks|want|wants|need|"
    r"needs|can|can't|will|would|do|don't|never|always|who|left|got|went|hate|hates|prefer|prefers|moved|had|"
    r"sometimes|usually|often|just|still|not|no|please|nobody|everyone)"
)
_CLAUSE_STOP = re.compile(
    r"\s(?:but|because|since|so|when|whenever|while|which|who|whom|whose|if|unless|though|although|where|until|till|"
    r"except|anymore|any more|"
    rf"any longer|-|too|as well|either|already|lately|nowadays|these days|right now|at the moment|honestly|btw|lol|"
    rf"haha|please|thanks|and {NEW_CLAUSE}|"
    r"or (?:so|not|i|we|what)|and$)(?=[\s,']|$)"
)
_ITEM_STOP = re.compile(
    r"\s(?:in|on|at|with|for|from|by|to|into|during|every|each|after|before|this|last|next|now|today|over|than|"
    r"around|about|through|per|near|as|like|ever|again|since|instead|together|all|most|more|once|twice|almost|and "
    r"(?:then|so)|like|of (?:course|late)|that|whose|very|really|is|are|was|were|has|have|can|will|would|always|"
    r"never|sometimes|usually|also|a lot|so much|here|there)(?=\s|$)"
)
_CLAUSE = re.compile(rf"{NEW_CLAUSE}(?=[\s,'.]|$)")
_AND = re.compile(r"\s(?:and|or|&)\s")
# "... to nuts, and also to kiwi": "to" is repeated.
SEPARATOR = re.compile(
    r"\s*(?:,\s*(?:and|or|&)\s+|,\s*|\s+(?:and|or|&|plus|as well as)\s+)"
    r"(?:(?:also |even )?to (?!be\b)|also (?=\w+\s*(?:[.,!;]|$)))?"
)
_DETERMINER = re.compile(
    r"\s*(?:(?:a|an|the|my|our|his|her|their|some|any|also|both|just|mostly|mainly|only|really|very|certain|own|"
    r"currently|always|actually|severely|badly|highly|deathly|strongly|especially|all kinds of|eating|all)\s+)*"
)
_DOING = re.compile(
    r"(?!evening|morning|spring|wedding|king|ring|string|clothing|painting|building|ceiling|herring|pudding)[\w-]+ing\b"
)
_PASTIME = re.compile(PASTIMES)
_VAGUE = word_set("""
  it that this them these those you me him her us something anything nothing everything someone anyone everyone
  nobody one ones some any here there what how when where why who which things thing stuff way ways lot lots bit
  much many more idea ideas fun people my your him/her i i'm i've we we're they he she and or
  not same other others so such most thanks thank please though sorry danke bitte gracias merci but except haha lol
""")


def phrase(seen: View, start: int, end: int) -> Span | None:
    """A phrase up to the end of its clause, without its article."""
    return _cut(seen, start, end, _CLAUSE_STOP)


def whole(seen: View, start: int, end: int) -> Span | None:
    """A phrase up to the end of its clause, with its article."""
    return _cut(seen, start, end, _CLAUSE_STOP, bare=False)


def item(seen: View, start: int, end: int) -> Span | None:
    """A short noun phrase that ends before "and" or a modifier ("sushi | on Fridays")."""
    span = _cut(seen, start, end, _CLAUSE_STOP, _ITEM_STOP, _AND)
    return span if span and span.end - span.start <= 60 else None


def short_phrase(seen: View, start: int, end: int) -> Span | None:
    """A short noun phrase with "and", but not a current activity ("watching a film")."""
    span = _cut(seen, start, end, _CLAUSE_STOP, _ITEM_STOP)
    return span if span and span.end - span.start <= 60 and not _DOING.match(seen.folded, span.start) else None


def pastime(seen: View, start: int, end: int) -> Span | None:
    """A pastime: a thing, or a listed activity."""
    span = item(seen, start, end)
    doing = span and _DOING.match(seen.folded, span.start)
    return span if not doing or _PASTIME.match(seen.folded, doing.start()) else None


def rest(seen: View, start: int, end: int) -> Span | None:
    """Everything up to the end of the sentence."""
    text = seen.folded[start:end]
    stop = start + len(text.rstrip(" .!;,\"'"))
    start += len(text) - len(text.lstrip())
    return Span(start, stop) if stop > start else None


def note(seen: View, start: int, end: int) -> Span | None:
    """The text after a label, up to the end of its clause."""
    return _cut(seen, start, end, bare=False)


def given(seen: View, start: int, end: int) -> Span | None:
    """The whole stretch, for patterns that match the value exactly."""
    return Span(start, end) if end > start else None


def starts_clause(seen: View, start: int) -> bool:
    """Whether a new clause begins here, rather than another item of a list."""
    return _CLAUSE.match(seen.folded, start) is not None


def is_vague(text: str) -> bool:
    """Whether a value names nothing: "it", "something else"."""
    words = [word for word in text.lower().split() if word not in {"the", "a", "an"}]
    return not words or words[0] in _VAGUE or not any(char.isalnum() for char in text)


def words_of(pattern: str) -> Slot:
    """A slot reader for one closed vocabulary."""
    compiled = re.compile(rf"\s*(?:{pattern})")
    return partial(_matched, compiled)


def _matched(compiled: re.Pattern[str], seen: View, start: int, end: int) -> Span | None:
    found = compiled.match(seen.folded, start, end)
    return _trimmed(seen, found.start(), found.end()) if found else None


def _cut(seen: View, start: int, end: int, *stops: re.Pattern[str], bare: bool = True) -> Span | None:
    chunk = _CHUNK.match(seen.folded, start, end)
    if not chunk:
        return None
    start, end = chunk.span()
    if bare and (determiner := _DETERMINER.match(seen.folded, start, end)):
        start = determiner.end()
    for stop in stops:
        end = _stop(stop, seen, start, end)
    return _trimmed(seen, start, end)


def _stop(pattern: re.Pattern[str], seen: View, start: int, end: int) -> int:
    found = pattern.search(seen.folded, start, end)
    return found.start() if found else end


def _trimmed(seen: View, start: int, end: int) -> Span | None:
    text = seen.folded[start:end]
    first, last = start + len(text) - len(text.lstrip(" '\"=-")), start + len(text.rstrip(" '\"-"))
    if last <= first or is_vague(seen.folded[first:last]):
        return None
    return Span(first, last)
