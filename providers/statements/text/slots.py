"""Slot readers: each takes a view and a position and returns the span of the value there, or None."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from providers.statements.text.normalise import View
from providers.statements.text.words import (
    COMMON_WORD_LANGUAGES,
    IMPERATIVES,
    LANGUAGES,
    LOCALES,
    NAME_LINKS,
    NOT_A_NAME,
    NOT_A_PLACE,
    NOT_AN_ORGANISATION,
    PLACE_LINKS,
    PROGRAMMING_LANGUAGES,
    SMALL_PLACE_OPENERS,
)

_NO_PLACES = NOT_A_PLACE | IMPERATIVES


class Span(NamedTuple):
    """A span of a view, end exclusive."""

    start: int
    end: int


Slot = Callable[[View, int, int], Span | None]

_LEAD_IN = re.compile(r"[\s\"'(\[{<:=>-]*")
_WORD = re.compile(r"[^\W_]+(?:(?!'s\b)['.&-][^\W_]+)*")
_HOW_WELL = re.compile(r"(?:(?:some|fluent|basic|conversational|a little|a bit of) )?")
_STREET = re.compile(r"\d{1,5}[a-z]?,? [a-z][\w .'-]{2,40}|[a-z][\w .'-]{2,40} \d{1,5}\b")
_TITLE = re.compile(r"(?:(?:mr|mrs|ms|mx|dr|prof|sir|st)\.? )?")
_ORGANISATION = re.compile(r"[A-Z][\w'.&-]*\w(?: (?:(?:of|the|de|for|and|&|\+) )*[A-Z0-9][\w'.&-]*\w)*")
_CODE = re.compile(r"[\[(_]|-\w+-|-?\d|\.\w")
_CODE_WORD = re.compile(r"[A-Za-z]+(?:[-.][A-Za-z]+)?(?:\+\+|#)?(?:[0-9]\b)?")
_PRONOUN = (
    r"(?:she|he|they|ze|zie|xe|ey|ae|fae|per|ve|co|it|her|him|them|hers|his|theirs|their|its|hir|hirs|zir|"
    r"zirs|xem|xyr|em|eir|faer|aer)"
)
_SETS = r"(?:any|all|no|neutral|gender[- ]neutral|feminine|masculine|female|male|neo)"
PRONOUN_SET: Final = rf"(?:{_PRONOUN}(?:(?: ?[/|,&+-] ?| and | or |\\){_PRONOUN}\b)+|{_SETS}(?= pronouns?\b))"
_PRONOUNS = re.compile(rf"{PRONOUN_SET}|any(?= are fine|$)")
_ONE_PRONOUN = re.compile(r"(?:she|he|they|ze|zie|xe|ey|fae|it|any|all|feminine|masculine|neutral|gender[- ]neutral)\b")


def place(seen: View, start: int, end: int) -> Span | None:
    """A city or other place: capitalised words with their connecting words, or one small-letter word that is no
    ordinary word."""
    start = _skip(_LEAD_IN, seen, start, end)
    if seen.folded.startswith("the ", start) and seen.plain[start + 4 : start + 5].isupper():
        start += 4
    first = _WORD.match(seen.cased, start, end)
    if not first or first.group().lower() in _NO_PLACES or first.group()[0].isdigit() or first.group().lower() == "the":
        return None
    if not is_capitalised(first.group()):
        if first.group().lower() not in SMALL_PLACE_OPENERS:
            return Span(*first.span())
        return Span(start, _following(seen, first.end(), end, lambda word: word not in NOT_A_PLACE, limit=1))
    stop = _proper_run(seen, first.end(), end, PLACE_LINKS, NOT_A_PLACE)
    return Span(start, _with_region(seen, stop, end))


def street(seen: View, start: int, end: int) -> Span | None:
    """A street with its number, or a place."""
    found = _STREET.match(seen.folded, _skip(_LEAD_IN, seen, start, end), end)
    return Span(*found.span()) if found else place(seen, start, end)


def name(seen: View, start: int, end: int) -> Span | None:
    """A personal name: up to four capitalised words, or one small-letter word that can be a name."""
    start = _skip(_LEAD_IN, seen, start, end)
    first = _WORD.match(seen.cased, _skip(_TITLE, seen, start, end), end)
    if not first or first.group().lower() in NOT_A_NAME or any(char.isdigit() for char in first.group()):
        return None
    if not is_capitalised(first.group()):
        return Span(*first.span())
    return Span(start, _proper_run(seen, first.end(), end, NAME_LINKS, NOT_A_NAME, limit=3))


def proper_name(seen: View, start: int, end: int) -> Span | None:
    """A personal name that is capitalised."""
    span = name(seen, start, end)
    return span if span and is_capitalised(seen.cased[span.start : span.end]) else None


def language(seen: View, start: int, end: int) -> Span | None:
    """A listed spoken language, of up to three words."""
    start = _skip(_HOW_WELL, seen, _skip(_LEAD_IN, seen, start, end), end)
    words = list(_WORD.finditer(seen.folded, start, min(end, start + 60)))[:3]
    for count in range(len(words), 0, -1):
        phrase = " ".join(word.group() for word in words[:count])
        if words[0].start() == start and phrase in LANGUAGES:
            return Span(start, words[count - 1].end())
    return None


def language_or_locale(seen: View, start: int, end: int) -> Span | None:
    """A spoken language, or its code ("pt", "pt-BR")."""
    start = _skip(_LEAD_IN, seen, start, end)
    code = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?(?![\w-])").match(seen.folded, start, end)
    if code and code.group().replace("_", "-") in LOCALES:
        return Span(*code.span())
    return language(seen, start, end)


def pronoun_set(seen: View, start: int, end: int) -> Span | None:
    """A set of pronouns: "she/her", "they and them", "any pronouns"."""
    start = _skip(_LEAD_IN, seen, start, end)
    found = _PRONOUNS.match(seen.folded, start, end)
    return Span(*found.span()) if found else None


def one_pronoun(seen: View, start: int, end: int) -> Span | None:
    """A set of pronouns, or a single one that implies its set."""
    start = _skip(_LEAD_IN, seen, start, end)
    found = _PRONOUNS.match(seen.folded, start, end) or _ONE_PRONOUN.match(seen.folded, start, end)
    return Span(*found.span()) if found else None


def organisation(seen: View, start: int, end: int) -> Span | None:
    """The name of an organisation: capitalised words with "&", "+", "of", "the" between them."""
    found = _ORGANISATION.match(seen.cased, _skip(_LEAD_IN, seen, start, end), end)
    if not found or found.group().split()[0].lower() in NOT_AN_ORGANISATION:
        return None
    return Span(*found.span())


def programming_language(seen: View, start: int, end: int) -> Span | None:
    """A programming language; names that are also common words need a capital."""
    start = _skip(_LEAD_IN, seen, start, end)
    found = _CODE_WORD.match(seen.cased, start, end)
    if not found or found.group().lower() not in PROGRAMMING_LANGUAGES:
        return None
    common = found.group().lower() in COMMON_WORD_LANGUAGES
    return None if common and not found.group()[0].isupper() else Span(*found.span())


def is_code(seen: View, end: int) -> bool:
    """Whether the text that ends here is part of a program or a file name ("get_name(", "left-pad-2")."""
    return _CODE.match(seen.folded, end) is not None


def is_capitalised(word: str) -> bool:
    """Whether a word is written as a proper name; words in scripts without capitals count as such."""
    return word[0].isupper() or not (word[0].islower() or word[0].isdigit())


def _skip(pattern: re.Pattern[str], seen: View, start: int, end: int) -> int:
    found = pattern.match(seen.folded, start, end)
    return found.end() if found else start


def _following(seen: View, start: int, end: int, accepts: Callable[[str], bool], *, limit: int) -> int:
    for _ in range(limit):
        word = _WORD.match(seen.folded, start + 1, end)
        if seen.folded[start : start + 1] != " " or not word or not accepts(word.group()):
            break
        start = word.end()
    return start


def _proper_run(
    seen: View, start: int, end: int, links: frozenset[str], stops: frozenset[str], *, limit: int = 5
) -> int:
    """The end of a run of capitalised words, which may have small connecting words between them ("de", "of the")."""
    stop, position = start, start
    for _ in range(limit):
        if seen.cased[position : position + 1] not in {" ", "-"}:
            break
        word = _WORD.match(seen.cased, position + 1, end)
        if not word:
            break
        low, position = word.group().lower(), word.end()
        if is_capitalised(word.group()) and (low not in stops or low in links):
            stop = position
        elif low not in links:
            break
    return stop


def _with_region(seen: View, start: int, end: int) -> int:
    """Extend a place by the region or country after a comma ("Lisbon, Portugal")."""
    if not seen.cased.startswith(", ", start):
        return start
    word = _WORD.match(seen.cased, start + 2, end)
    if not word or not is_capitalised(word.group()) or word.group().lower() in NOT_A_PLACE:
        return start
    stop = _proper_run(seen, word.end(), end, PLACE_LINKS, NOT_A_PLACE)
    return stop if re.compile(r"\s*(?:[.!?;)\n\"']|$)").match(seen.cased, stop, end) else start
