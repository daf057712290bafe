"""Finds what a sentence in German, Spanish, French, Portuguese or Italian tells of a special category or a gender.

Words come from `data/foreign_words.tsv`, constructions from `foreign_constructions` and `foreign_life`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from providers.statements.foreign_constructions import CONSTRUCTIONS
from providers.statements.foreign_life import FOREIGN_LIFE
from providers.statements.foreign_topics import is_topic
from providers.statements.sentences import Sentence
from providers.statements.slots import Span
from providers.statements.special_patterns_foreign import FOREIGN_PATTERNS, is_of_a_thing
from providers.statements.statement import Mention
from providers.statements.tongues import PERSONS, tongues_of

WORDS: Final = Path(__file__).parent / "data" / "foreign_words.tsv"
_SELF: Final = r"(?:bin|soy|estoy|sou|estou|je suis|sono|fiquei|quede)"
_BE: Final = r"(?:ist|war|wurde|es|esta|est|etait|e|fica|se considera|se identifica como|se declara|se define como)"
_SMALL: Final = (
    r"(?:(?:nicht|no|nao|non|pas|auch|ja|sehr|leider|offen|seit \w+(?: \w+)?|ein|eine|una?|une|uma?|uno|muy|tres|muito"
    r"|molto|eher|politisch|plutot|mas bien|piuttosto|mais|desde \w+|depuis \w+|da \w+|ich|\w+ment[e]?|mujer"
    r"|hombre|frau"
    r"|mann|femme|homme|mulher|homem|donna|uomo|persona|personne|pessoa|als|como|comme|come) ){0,4}?"
)
_SUBJECT: Final = (
    r"(?:(?:^|[,;:(]|\b(?:und|y|e|et|dass|que|che|weil|porque|ich)) ?)(?:(?:der |die |el |la |l'|o |a |il |un'"
    rf"|una? )?{PERSONS} "
    r"|(?:er|sie|ella?|il|elle|ele|ela|lui|lei) |(?:a |o )?[\w-]+ )?"
)

_PERSONAL: Final = re.compile(
    rf"\b{PERSONS}\b|\b(?:ich|mich|mir|mein\w*|wir|uns|mi|mis|yo|me|je|moi|mon|ma|mes|j'|m'|nous|eu|meu|minha|meus"
    r"|minhas|io"
    r"|mio|mia|miei|mie|soy|tengo|estoy|tenho|sou|sono|ho)\b"
)


@cache
def _patterns(tongue: str) -> Mapping[str, re.Pattern[str]]:
    """What tells something of each key in a language."""
    some: defaultdict[str, list[str]] = defaultdict(list)
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{tongue}\t"):
            _, key, how, words = line.split("\t")
            any_word = "|".join(word.replace("*", r"\w*", word.startswith("*")) for word in words.split(", "))
            is_said = rf"(?:\b{_SELF}|{_SUBJECT}\b{_BE}) {_SMALL}" if how == "being" else ""
            some[key].append(rf"{is_said}\b(?:{any_word})(?!\w)")
    return {key: re.compile("|".join(one)) for key, one in some.items()}


def is_foreign_topic(sentence: Sentence, value: Span) -> bool:
    """Whether a word of a sentence in one of these languages is what somebody writes, reads or works on."""
    return is_topic(sentence.folded, value.start - sentence.start) and bool(tongues_of(sentence))


def foreign_mentions(sentence: Sentence) -> Iterator[Mention]:
    """What is told in one of these languages, unless of a thing, or as what somebody writes, reads or works on."""
    tongues = tongues_of(sentence)
    if not tongues:
        return
    cased = sentence.view.cased[sentence.start : sentence.end]
    if is_of_a_thing(sentence.texts, cased) and _PERSONAL.search(sentence.folded) is None:
        return
    found = [*((key, pattern) for tongue in sorted(tongues) for key, pattern in _patterns(tongue).items())]
    for key, pattern in (*found, *FOREIGN_PATTERNS, *CONSTRUCTIONS, *FOREIGN_LIFE):
        if (match := pattern.search(sentence.folded)) and not is_topic(sentence.folded, match.start()):
            yield Mention(key, Span(sentence.start + match.start(), sentence.start + match.end()))
