"""Finds same-sex couples of which only a first name gives a sex: "Ana's wife", "Ana vit avec sa compagne"."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership
from providers.statements.text.slots import Span

LISTS: Final = Path(__file__).parents[1] / "data" / "couples.toml"
_WORDS: Final = {
    name: frozenset(words.split()) for name, words in tomllib.loads(LISTS.read_text(encoding="utf-8")).items()
}
_WIVES, _HUSBANDS = _WORDS["wives"], _WORDS["husbands"]
_LOVERS: Final = _WIVES | _HUSBANDS
_ANY, _WOMAN, _MAN = (
    rf"(?P<lover>{'|'.join(sorted(some, key=len, reverse=True))})\b(?!')" for some in (_LOVERS, _WIVES, _HUSBANDS)
)
_KIND: Final = r"(?:(?:late|first|second|new|former|future|ex|pregnant|beloved|lovely|dear|then|now)[- ])?"
_SUBJECT: Final = r"^(?P<name>\w{2,20})\b (?:[\w'-]+ ){0,5}?"
_PATTERNS: Final = tuple(
    map(
        re.compile,
        (
            rf"\b(?P<name>\w{{2,20}}?)(?:'s?|s) {_KIND}{_ANY}",  # "Ana's wife", "Anas Frau"
            rf"\b{_ANY} (?:d'|(?:de|von|di|da|do|van) )(?P<name>\w{{2,20}})\b",  # "la mujer de Ana"
            rf"{_SUBJECT}(?:sa|su|ihre[nmr]?|sua|haar) {_WOMAN}",  # "Ana vit avec sa compagne"
            rf"{_SUBJECT}(?:son|su|sein(?:em|en)?|suo|seu|zijn) {_MAN}",
        ),
    )
)


def couples(ownership: Ownership) -> Iterator[Mention]:
    """Yield a mention if the name is the person's; if their names are unknown, for any name."""
    sentence = ownership.sentence
    if sentence.is_only_question or _LOVERS.isdisjoint(sentence.vocabulary):
        return
    for pattern in _PATTERNS:
        for match in pattern.finditer(sentence.folded):
            if _is_same_sex(match) and _is_the_persons(ownership, match):
                yield Mention("sexual_orientation", Span(sentence.start + match.start(), sentence.start + match.end()))


def _is_same_sex(match: re.Match[str]) -> bool:
    return match["name"] in _WORDS["women" if match["lover"] in _WIVES else "men"]


def _is_the_persons(ownership: Ownership, match: re.Match[str]) -> bool:
    sentence = ownership.sentence
    if ownership.names and match["name"] not in ownership.names:
        return False
    name, lover = (sentence.index_at(sentence.start + match.start(group)) for group in ("name", "lover"))
    return sentence.is_capital(name) and not any(map(sentence.is_capital, range(name + 1, lover)))
