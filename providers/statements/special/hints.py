"""Finds special categories that a remark only implies, in English, German, Spanish and French: "Without two vodkas I
can't get through the day"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.foreign.topics import is_topic
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import STORIES, compiled

HINTS: Final = Path(__file__).parents[1] / "data" / "hints.tsv"
_ANY_LANGUAGE: Final = "*"
_SET: Final = re.compile(r"<([A-Z]+)>")


def _by_key() -> Mapping[str, list[str]]:
    """The patterns of all languages by key, with their sets of words filled in."""
    sets: dict[tuple[str, str], str] = {}
    patterns: defaultdict[str, list[str]] = defaultdict(list)
    for line in HINTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        language, key, pattern = line.split("\t")
        own = {name: words for (place, name), words in sets.items() if place in {_ANY_LANGUAGE, language}}
        filled = _SET.sub(partial(_words, own), pattern)
        if key.isupper():
            sets[language, key] = filled
        else:
            patterns[key].append(filled)
    return patterns


def _words(sets: Mapping[str, str], named: re.Match[str]) -> str:
    return sets[named[1]]


_PATTERNS: Final[tuple[tuple[str, FilteredPattern], ...]] = compiled(_by_key().items())


def hints(sentence: Sentence) -> Iterator[Mention]:
    """Yield what a sentence implies, except in questions, in stories, and where it is a topic of writing or reading.

    The statistical reader does not check them: it knows too few of these expressions.
    """
    if sentence.is_only_question or not STORIES.isdisjoint(sentence.vocabulary):
        return
    for key, pattern in _PATTERNS:
        match = pattern.search(sentence.folded)
        if match and not is_topic(sentence, sentence.start + match.start()):
            yield Mention(key, Span(sentence.start + match.start(), sentence.start + match.end()))
