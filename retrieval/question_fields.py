"""Finds the person's own fields that a question asks for, by their names or by typical wordings."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from providers.statements import DEFAULT_ALIASES, Address
from retrieval.needs.questions import requested_needs, searched_needs

FIELD_NAME_WORDS = 3  # "date of birth"
KEY_WORDS_READ = 200  # of a question, for the names of keys
# The owner just before a field's name: "my city", "the user's city", "Ana's city"; or the subject: "does she speak".
_OWNER = re.compile(r"(?:my|your|his|her|their|our|i|you|he|she|they|user|person|\w+['’]s)", re.IGNORECASE)
_WORD = re.compile(r"[\w'’]+")
# Wordings that ask for a field without its name; `who` is its owner.
_WHO = r"(?P<who>i|you|he|she|they|we|the (?:user|person)|[^\W\d_]+)"
_ASKED: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        rf"where (?:do|does|did|is|am|are|s|was) {_WHO} (?:now )?(?:live|living|reside|residing|based|at home)",
        ("city", "home_address"),
    ),
    (rf"where (?:do|does|did|is|am|are|was) {_WHO} (?:come )?(?:from|born|grow up|raised)", ("hometown",)),
    (rf"where (?:do|does|is|am|are) {_WHO} (?:work|working|employed)", ("employer",)),
    (r"who(?: is|['’]s) (?:my|your) (?:boss|manager)(?P<who>)", ("employer",)),
    (r"what(?: is|['’]s) (?:my|your) (?:job|work|profession)(?P<who>)", ("occupation", "employer")),
    (rf"how old (?:is|am|are) {_WHO}", ("age", "birthday")),
    (rf"when (?:is|was|were|am|are) {_WHO} born", ("birthday",)),
    (rf"what (?:do|does|is|are|should i|shall i) {_WHO} (?:want to be |like to be )?called", ("preferred_name",)),
    (rf"what (?:do|does) {_WHO} do for (?:a |their |her |his |my )?(?:living|work|job)", ("occupation",)),
    (rf"(?:which|what) languages? (?:do|does|should|can) {_WHO}", ("language", "languages_spoken")),
    (rf"wo (?:wohn\w*|leb\w*) {_WHO}", ("city", "home_address")),
    (rf"wo arbeit\w* {_WHO}", ("employer",)),
    (
        r"(?:was|wie) (?:ist|heißt) mein(?:e|en)? (?:arbeit|beruf|chef|chefin|firma|job)(?P<who>)",
        ("occupation", "employer"),
    ),
    (rf"wie alt (?:bin|bist|ist) {_WHO}", ("age", "birthday")),
    (rf"d[oó]nde viv\w+(?: {_WHO})?", ("city", "home_address")),
    (r"d[oó]nde trabaj\w+(?P<who>)", ("employer",)),
    (r"(?:qu[eé]|cu[aá]l es mi) (?:trabajo|empleo|profesi[oó]n)(?P<who>)", ("occupation", "employer")),
    (rf"o[uù] travaill\w*[ -]{_WHO}", ("employer",)),
    (r"quel(?:le)? est (?:mon|ma) (?:travail|m[eé]tier|emploi|profession)(?P<who>)", ("occupation", "employer")),
    (rf"o[uù] (?:habite|vit|vis)\w*[ -]{_WHO}", ("city", "home_address")),
)
_QUESTIONS = tuple((re.compile(rf"\b{text}\b"), keys) for text, keys in _ASKED)
_PRONOUNS = frozenset(
    (
        *("i", "you", "he", "she", "they", "we", "the user", "the person", "ich", "du", "er", "sie", "wir", "ihr"),
        *("yo", "tú", "usted", "él", "ella", "je", "tu", "il", "elle", "nous", "vous"),
    )
)


def requested_fields(query: str, person_name: str) -> list[Address]:
    """Return all fields that a question asks for; it may name the person by `person_name`."""
    needs = (DEFAULT_ALIASES[key.replace("_", "")] for key in _needs(query, person_name))
    return [*_alone(query), *fields_named(query), *_by_question(query, person_name), *needs]


def _needs(query: str, person_name: str) -> Sequence[str]:
    return requested_needs(query, person_name) or searched_needs(query, person_name)


def _alone(query: str) -> Iterator[Address]:
    """Yield the field if the query is only its name: "pronouns"."""
    words = _WORD.findall(query)
    spelling = "".join(words).lower()
    if len(words) <= FIELD_NAME_WORDS and spelling in DEFAULT_ALIASES:
        yield DEFAULT_ALIASES[spelling]


def _by_question(query: str, person_name: str) -> Iterator[Address]:
    question_text = " ".join(word.lower() for word in _WORD.findall(query)[:KEY_WORDS_READ])
    theirs = _PRONOUNS | set(person_name.lower().split())
    for question, keys in _QUESTIONS:
        if any((found["who"] or "i") in theirs for found in question.finditer(question_text)):
            yield from (DEFAULT_ALIASES[key.replace("_", "")] for key in keys)


def fields_named(query: str) -> list[Address]:
    """Return the fields whose name or alias follows an owner: "What is my name?" names identity.preferred_name."""
    words = _WORD.findall(query)
    named: dict[Address, None] = {}
    for start, (owner, _) in enumerate(pairwise(words), start=1):
        if _OWNER.fullmatch(owner):
            spellings = ("".join(words[start : start + size]).lower() for size in range(FIELD_NAME_WORDS, 0, -1))
            named |= dict.fromkeys([DEFAULT_ALIASES[one] for one in spellings if one in DEFAULT_ALIASES][:1])
    return list(named)


def keys_named(query: str) -> list[str]:
    """Return what a question may name as a key that only this person has: "desk plant", "coding_style", "my mascot".

    Two or three words at any position; a single one only after an owner, or if it is spelt as a key.
    """
    words = [word.lower() for word in _WORD.findall(query)[:KEY_WORDS_READ]]
    several = ["_".join(words[i : i + n]) for n in range(2, FIELD_NAME_WORDS + 1) for i in range(len(words) - n + 1)]
    owned = [word for owner, word in pairwise(words) if _OWNER.fullmatch(owner)]
    return list(dict.fromkeys([*several, *owned, *(word for word in words if "_" in word)]))
