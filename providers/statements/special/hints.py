"""Finds special categories that a remark only implies, in English, German, Spanish and French: "Without two vodkas I
can't get through the day"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.foreign.topics import is_topic
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import STORIES, compiled
from providers.statements.text.word_tables import table_lines

HINTS: Final = Path(__file__).parents[1] / "data" / "hints.tsv"
_ANY_LANGUAGE: Final = "*"
_SET: Final = re.compile(r"<([A-Z]+)>")


def _by_key() -> Mapping[str, list[str]]:
    """Return the patterns of all languages by key, with their sets of words filled in."""
    sets: defaultdict[str, dict[str, str]] = defaultdict(dict)
    patterns: defaultdict[str, list[str]] = defaultdict(list)
    for line in table_lines(HINTS):
        language, key, pattern = line.split("\t")
        filled = _filled(pattern, sets[_ANY_LANGUAGE] | sets[language])
        if key.isupper():
            sets[language][key] = filled
        else:
            patterns[key].append(filled)
    return patterns


def _filled(pattern: str, sets: Mapping[str, str]) -> str:
    return _SET.sub(lambda named: sets[named[1]], pattern)


_PATTERNS: Final[tuple[tuple[str, FilteredPattern], ...]] = compiled(_by_key().items())


def hints(sentence: Sentence) -> Iterator[Mention]:
    """Yield what a sentence implies, except in questions, in stories, and where it is a topic of writing or reading.

    The statistical reader does not check them: it knows too few of these expressions.
    """
    if sentence.is_only_question or not STORIES.isdisjoint(sentence.vocabulary):
        return
    for key, pattern in _PATTERNS:
        for match in pattern.finditer(sentence.folded):
            value = Span(sentence.start + match.start(), sentence.start + match.end())
            if not is_topic(sentence, value.start):
                yield Mention(key, value)
