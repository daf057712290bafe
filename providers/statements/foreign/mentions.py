"""Finds special categories and genders in a sentence in one of these languages."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.foreign import (
    addiction,
    beliefs,
    health,
    home,
    love_and_gender,
    money_and_law,
    origin,
    papers,
    pregnancy,
    violence,
)
from providers.statements.foreign.people import PERSON_REFERENCE, PERSONS, has_thing_as_subject
from providers.statements.foreign.topics import is_topic
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import compiled
from providers.statements.text.word_tables import table_lines

WORDS: Final = Path(__file__).parents[1] / "data" / "foreign_words.tsv"
_TOPICS: Final = (
    health, pregnancy, addiction, love_and_gender, beliefs, origin, papers, money_and_law, violence, home
)  # fmt: skip
_CONSTRUCTIONS: Final = compiled(pair for topic in _TOPICS for pair in topic.PATTERNS.items())
_SELF: Final = r"(?:bin|soy|estoy|sou|estou|je suis|sono|fiquei|quede)"
_BE: Final = r"(?:ist|war|wurde|es|esta|est|etait|e|fica|se considera|se identifica como|se declara|se define como)"
_FUNCTION_WORDS: Final = (
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


@cache
def _words(language: str) -> Mapping[str, FilteredPattern]:
    """Return the patterns for a language's terms, by key."""
    terms: defaultdict[str, list[str]] = defaultdict(list)
    for line in table_lines(WORDS):
        if line.startswith(f"{language}\t"):
            _, key, how, words = line.split("\t")
            any_word = "|".join(word.replace("*", r"\w*", word.startswith("*")) for word in words.split(", "))
            predicate = rf"(?:\b{_SELF}|{_SUBJECT}\b{_BE}) {_FUNCTION_WORDS}" if how == "being" else ""
            terms[key].append(rf"{predicate}\b(?:{any_word})(?!\w)")
    return {key: FilteredPattern("|".join(one)) for key, one in terms.items()}


def foreign_mentions(sentence: Sentence, languages: Collection[str]) -> Iterator[Mention]:
    """Yield what a sentence in one of the languages states, unless it is about a thing or a topic of writing, reading
    or work."""
    if not languages:
        return
    cased = sentence.view.cased[sentence.start : sentence.end]
    if has_thing_as_subject(sentence.texts, cased) and PERSON_REFERENCE.search(sentence.folded) is None:
        return
    words = chain.from_iterable(_words(language).items() for language in sorted(languages))
    for key, pattern in chain(words, _CONSTRUCTIONS):
        for match in pattern.finditer(sentence.folded):
            value = Span(sentence.start + match.start(), sentence.start + match.end())
            if not is_topic(sentence, value.start):
                yield Mention(key, value)
