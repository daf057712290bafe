"""Finds names by which a sentence says that the person is called."""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements import evidence_words as w
from providers.statements import gazetteer
from providers.statements.slots import Span
from providers.statements.statement import Mention
from providers.statements.whose import Whose
from providers.statements.words import NOT_A_NAME

_SOMEBODY = re.compile(r"\b(?:an?|some|someone|somebody|new|another) (?:[\w-]+ ){0,4}(?:named|called|nicknamed)\b")
_NAME = r"[\"'(]{0,2}(?P<name>(?:(?:Dr|Mr|Ms|Mrs|Mx|Prof)\.? )?[A-Z]\w+(?:[ -][A-Z]\w+)?)[\"')]{0,2}"
_THEM = r"(?:her|him|them|me|us|it|user|the user)"
_CALLED = (
    rf"(?:calls? {_THEM}|calling {_THEM}|(?:be|being|is|gets|'s) called|nick(?:name)?(?:s|d)?|nicknamed|handle|alias"
    r"|(?:address|greet)(?:ed)? (?:\w+ )?(?:as|by)|insists on|known as|goes by|go by|going by"
    r"|signs? (?:\w+ ){0,4}(?:as|with|off)"
    rf"|introduc(?:es?|ed) (?:\w+self|{_THEM}) as|greet(?:s|ed)? {_THEM}|spoken to|moniker|answers to|responds to"
    rf"|refer(?:red)? to (?:as|{_THEM})|identifies as|name(?: is|'s|:| to)?|form of address|what to call"
    r"|shorten(?:s|ed)?|open with)"
)
_NAMES: Final = tuple(map(re.compile, (
    # "she is called Bea", "the handle she wants is Jinx", "shortens her own name to Dee"
    rf"(?:^(?:Handle|Nickname|Form of address)|\b{_CALLED})\b(?: [a-z'\"]+){{0,7}}?[:,]? {_NAME}",
    # "Kiki is how she wants to be spoken to", "Nina (that's what to call her)"
    rf"{_NAME}(?:, | \(|: | )(?:[a-z']+ ){{0,7}}?(?:nick(?:name)?|handle|alias|moniker|what to call|spoken to|is known"
    r"|addressed|be called|preferred name|first name|full name|form of address)\b",
    # "the user, Tova, is ...", "User (Ash) likes ..."
    rf"(?i:\b(?:user|account holder|person|customer|client)),? ?\(?,? ?(?:or rather )?(?<=[(, ]){_NAME}[),]",
    # "Vee, not Ana", "Ren over Ana", "in favour of Sky", "Bea rather than Beatrice"
    rf"{_NAME},? (?i:over|not|never|rather than|instead of) [\"']?[A-Z]\w+[\"']?"
    r"(?= (?:from now|any ?more|as)\b|[.,;!]|$)",
    rf"(?i:\b(?:dropped|gave up|no longer|not|never|don't say)) [A-Z]\w+\b.{{0,30}}?"
    rf"(?i:\b(?:favour of|favor of|say|but)) {_NAME}",
    # "or rather Nina as we should say", "is really Sasha", "feels more like her than"
    rf"(?i:\b(?:or rather|is really|is actually|hey|write to|dear)) {_NAME}",
    rf"{_NAME} (?i:feels more like)\b",
    # "Dr. Kovač when writing to the user"
    r"(?P<name>(?:Dr|Mr|Ms|Mrs|Mx|Prof)\.? [A-Z]\w+)(?: [A-Z]\w+)?(?:$|[.,]| (?i:when|for|in|to|instead)\b)",
)))  # fmt: skip


def names(whose: Whose) -> Iterator[Mention]:
    """The first name that a sentence gives to the person."""
    sentence = whose.sentence
    if w.NAMED_THINGS & sentence.vocabulary or _SOMEBODY.search(sentence.folded):
        return
    text = sentence.view.cased[sentence.start : sentence.end]
    for pattern in _NAMES:
        for found in pattern.finditer(text):
            start, end = found.span("name")
            if _may_be_name(found["name"]) and not whose.is_about_another(sentence.index_at(sentence.start + start)):
                yield Mention("preferred_name", Span(sentence.start + start, sentence.start + end))
                return


def _may_be_name(name: str) -> bool:
    folded = gazetteer.fold(name)
    if folded.split()[0] in NOT_A_NAME or folded in w.CALENDAR or gazetteer.is_language(folded) or name.isupper():
        return False
    return not gazetteer.is_place(folded) or gazetteer.is_ambiguous(folded)
