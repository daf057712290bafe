"""Slot readers for what a person must not eat or touch: a noun phrase, or nothing. A clause after a comma ("last time I
ended up ...") is not an allergen."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from providers.statements.needs.allergens import (
    allergens_in,
    is_allergen,
    is_spanish_i_am,
    names_food,
    names_of_allergens,
)
from providers.statements.needs.preparations import BEFORE, BEHIND
from providers.statements.text.normalise import View
from providers.statements.text.phrases import item
from providers.statements.text.slots import Span
from providers.statements.text.words import (
    ADVERBS,
    BE,
    DO,
    HAVE,
    HYPOTHETICAL,
    IMPERATIVES,
    NEGATIONS,
    NEUTRAL,
    PRONOUNS,
    SELF,
)

# Words that do not belong to the name of a thing, in English, German, Spanish and French.
_FILE: Final = Path(__file__).parents[2] / "data" / "no_allergens.txt"
_NO_THING: Final = frozenset(_FILE.read_text(encoding="utf-8").split()).union(
    ADVERBS, BE, DO, HAVE, IMPERATIVES, NEGATIONS, NEUTRAL, PRONOUNS, SELF, HYPOTHETICAL
)
_NOT_LAST: Final = re.compile(
    r"(?!.*(?:herring|pudding|dressing|whiting|seed|reed|weed|aniseed)$).*(?:ing|ed)$|\w{2,}(?:tely|dly|ntly|lly|sly|ously|rly|ably|ibly)$"
)
# Abstract nouns by their endings ("nonsense" is on the list), and possessions without a noun of their own.
_ABSTRACT: Final = re.compile(
    r".*(?:\w{3}(?:ness|ism|ity|ship|hood|heit|keit|schaft|ismus|idad|ismo|isme)|[\w-]'s(?: [\w-]+)*)$"
)
_OWNED: Final = re.compile(r"(?:.* )?(?:my|your|his|her|our|their) (?:\w+ )?$")
_MOST_WORDS: Final = 3
_WORD: Final = re.compile(r"(?![jtnsmc]')[^\W\d_][\w'-]*")
_SMALL: Final = re.compile(
    r"\s*(?:(?:especially|particularly|including|even|also|both|certain|some|all(?: kinds of)?|most|any|auch|"
    r"besonders|vor allem|sowie|sogar|tambien|sobre todo|especialmente|aussi|surtout|to|the|an?|my|"
    r"gegen|auf|den|die|das|der|dem|alle|al|a|el|la|las|los|aux?|les?|des?|du|et) |[adl]'(?:l')?)*"
)
# After a thing the clause or its list ends, or words follow that are no verb.
_BEHIND: Final = re.compile(
    r"\s*(?:[.,;:!?()\"\n\u2013\u2014]|$|-\s|(?:and|or|but|so|since|because|which|when|though|although|as|in|from|if"
    r"|too|ever|any ?more|any longer|most|mostly|especially|for|at|with|by|after|this|now|that|und|oder|aber|seit|mehr"
    r"|weil|sowie|obwohl|wenn|die|der|das|allergisch"
    r"|bin|y|e|o|u|ni|pero|mas|ya|desde|porque|aunque|cuando|que|et|ou|ni|mais|plus|depuis|parce|car|qui|quand|bien)\b)"
)
SEPARATOR: Final = re.compile(
    r"\s*(?:,\s*(?:(?:and|or|und|oder|sowie|y|e|o|et|ou)\s+)?|\s+(?:and|or|&|plus|as well as|und|oder|sowie|y|e|o|et|ou"
    r"|ni|nor|noch)\s+)(?:(?:also|even|auch|tambien|aussi) )?(?:to (?!be\b))?(?:keine?n? )?"
)


def allergen(seen: View, start: int, end: int) -> Span | None:
    """Return one item of a list, up to three words without a pronoun, verb or time; None for a clause."""
    first, start = start, _behind_small_words(seen, start, end)
    words = list(_words(seen, start, end))
    if words and len(words) <= _MOST_WORDS and _BEHIND.match(seen.folded, words[-1].end, end):
        text = seen.folded[start : words[-1].end]
        if is_allergen(text) or not _is_no_thing(seen.folded[first:start], text):
            return Span(start, words[-1].end)
    span = known_allergen(seen, start, end)
    return span if span and _BEHIND.match(seen.folded, span.end, end) else None


def _is_no_thing(before: str, text: str) -> bool:
    """Whether a text that is in no table is more likely an activity, a possession or a feeling."""
    last = text.rpartition(" ")[2]
    return _NOT_LAST.match(last) is not None or _ABSTRACT.match(text) is not None or _OWNED.match(before) is not None


def known_allergen(seen: View, start: int, end: int) -> Span | None:
    """Return a thing of the tables, whatever follows it, with a narrowing adjective ("raw eggs", "riz blanc")."""
    start = _behind_small_words(seen, start, end)
    narrow = BEFORE.match(seen.folded, start, end)
    first = narrow.end() if narrow else start
    found = None if is_spanish_i_am(seen.folded, first) else _known().match(seen.folded, first, end)
    if found is None:
        return None
    behind = BEHIND.match(seen.folded, found.end(), end)
    return Span(start, behind.end() if behind else found.end())


def known_food(seen: View, start: int, end: int) -> Span | None:
    """The same for food and drink only, not cats or pollen. Alcohol is excluded: the reason may be sensitive."""
    span = known_allergen(seen, start, end)
    text = seen.folded[span.start : span.end] if span else ""
    return span if names_food(text) and "alcohol" not in allergens_in(text) else None


def listed_item(seen: View, start: int, end: int) -> Span | None:
    """Return one item of a list after a label, in the tables or not: up to the next mark or "and"."""
    span = item(seen, start, end)
    if span is None:
        return None
    further = SEPARATOR.search(seen.folded, span.start, span.end)
    return Span(span.start, further.start()) if further and further.start() > span.start else span


def _behind_small_words(seen: View, start: int, end: int) -> int:
    small = _SMALL.match(seen.folded, start, end)
    return small.end() if small else start


def _words(seen: View, start: int, end: int) -> Iterator[Span]:
    """Yield the words up to the first that does not belong to the name of a thing."""
    while (word := _WORD.match(seen.folded, start, end)) and word.group() not in _NO_THING:
        yield Span(*word.span())
        start = word.end() + 1
        if seen.folded[word.end() : start] != " ":
            return


@cache
def _known() -> re.Pattern[str]:
    return re.compile(rf"(?:{names_of_allergens()})(?![\w-])")
