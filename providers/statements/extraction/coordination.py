"""Repeats the shared verb of several needs in a sentence, so that each can be matched on its own: "I'm vegan and | I'm
| allergic to nuts", "Ich bin Veganer und | ich bin | gegen Nüsse allergisch"."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from providers.statements.needs.diet_names import DIETS_AND_FREE, diet_words
from providers.statements.text.normalise import View, view

_FREE_DE: Final = r"\w+frei\b"
_DIETS: Final = diet_words("animals", "rule", "coeliac")
_MUCH: Final = r"(?:(?:also|both|severely|very|highly|deathly|badly|slightly|mildly|strictly|an?) )*"
_MUCH_DE: Final = r"(?:(?:auch|stark|schwer|sehr|zudem|ausserdem|noch|leider|eine?) )*"
_MUCH_ES: Final = r"(?:(?:muy|tambien|ademas) )*"
_MUCH_FR: Final = r"(?:(?:tres|aussi|egalement|en plus) )*"
_NEEDS: Final = rf"{_MUCH}(?:allergic to|intolerant (?:to|of)|\w+[ -]intolerant|\w+-free|{DIETS_AND_FREE}|co?eliacs?)\b"
_NEEDS_DE: Final = (
    rf"{_MUCH_DE}(?:allergisch (?:gegen|auf)|(?:gegen|auf) [\w-]+(?: (?:und|oder|,) [\w-]+)? (?:\w+ )?allergisch"
    rf"|\w+-?intolerant|{_FREE_DE}|{_DIETS})"
)
_NEEDS_ES: Final = rf"{_MUCH_ES}(?:alergic[oa]s? al?|intolerantes? al?|sin \w+|{_DIETS})\b"
_NEEDS_FR: Final = rf"{_MUCH_FR}(?:allergiques? (?:a|aux?)|intolerante?s? (?:a|aux?)|sans \w+|{_DIETS})\b"
_AND: Final = re.compile(
    r"(?:,(?: (?:and|but|und|aber|y|pero|et|mais))?| and| but| und| aber| sowie| y| e| pero| et| mais) "
)
# The start of another clause, which has its own verb.
_STOP: Final = re.compile(
    r"[.!?;:\n]|\b(?:my|she|he|they|who|which|because|since|when|if|meine?r?|sie|er|weil|wenn|dass|mi|mis|ella|el que"
    r"|que|porque|cuando|si|ma|mon|mes|elle|il|qui|parce|quand)\b"
)


class _Shared(NamedTuple):
    """What to repeat before each further need: `again`, or the `opener` itself, which `first` must follow."""

    opener: re.Pattern[str]
    first: re.Pattern[str]
    further: re.Pattern[str]
    again: str = ""


def _shared(opener: str, needs: str, first: str = "", again: str = "") -> _Shared:
    return _Shared(re.compile(rf"\b(?:{opener}) "), re.compile(first or needs), re.compile(needs), again)


_OCCUPATION: Final = r"an? (?:[\w-]+ ){0,2}?[\w-]+(?=,? (?:and|but) )"
_VERBS_DE: Final = (
    r"(?:auch )?(?:(?:habe?|leide)(?= (?:\w+ ){0,4}?[\w-]*(?:allergie|intoleranz|unvertraglichkeit|zoliakie))"
    r"|bin(?= (?:\w+ ){0,3}?(?:vegan|veget|pesc|pesk|allergisch|\w+intolerant|gegen|auf [\w-]+ (?:\w+ )?allergisch))"
    r"|(?:lebe|esse|trinke|ernahre mich|vertrage|reagiere|darf|kann)\b)"
)
_ALL: Final = (
    _shared(r"i'm|i am|im|we're|we are", _NEEDS, rf"{_NEEDS}|{_OCCUPATION}"),
    _shared("i eat|i keep|we eat|we keep", rf"(?:both |only |strictly )?{DIETS_AND_FREE}"),
    _shared(r"wir sind|ich ernahre mich|ich esse|ich lebe", _NEEDS_DE),
    _shared("bin", _NEEDS_DE, again="ich bin "),
    _shared(r"soy|somos|sigo una dieta|llevo una dieta|como", _NEEDS_ES),
    _shared(r"je suis|nous sommes|je mange", _NEEDS_FR),
    _shared("ich|^bin|^habe", _VERBS_DE, r"\w", again="ich "),
)
_WITH: Final = re.compile(
    r"\b(?:i'm|i am|im) (?:\w+ ){1,3}with (?=(?:an? )?(?:[\w-]+ ){1,3}(?:allerg(?:y|ies)|intolerance)|co?eliac)"
)
_HAVE: Final = "I have "
_MAX_LENGTH: Final = 300  # characters of a sentence


class Repeated(NamedTuple):
    """`text` with repeated verbs; they were inserted at `places` of the original text, with these `lengths`."""

    text: str
    places: Sequence[int]
    lengths: Sequence[int]

    def original(self, position: int) -> int:
        """Return the position in the original text."""
        insertions = 0
        for place, length in zip(self.places, self.lengths, strict=True):
            if position < place + insertions + length:
                return min(position - insertions, place) if position > place + insertions else position - insertions
            insertions += length
        return position - insertions


def with_repeated_verbs(text: str) -> Repeated:
    """Return a text in which each need has a verb of its own."""
    seen = view(text)
    insertions = dict(_insertions(seen))
    places = sorted(insertions)
    parts, before = [], 0
    for place in places:
        parts += [text[before:place], insertions[place]]
        before = place
    return Repeated("".join([*parts, text[before:]]), places, [len(insertions[place]) for place in places])


def _insertions(seen: View) -> Iterator[tuple[int, str]]:
    """Yield each insertion: its position in the original, and the repeated words."""
    for shared in _ALL:
        for opener in shared.opener.finditer(seen.folded):
            if shared.first.match(seen.folded, opener.end()):
                again = shared.again or seen.plain[opener.start() : opener.end()]
                for place in _further(seen.folded, opener.end(), shared.further):
                    yield seen.offsets[place], again
    for found in _WITH.finditer(seen.folded):
        yield seen.offsets[found.end()], _HAVE


def _further(folded: str, start: int, needs: re.Pattern[str]) -> Iterator[int]:
    stop = _STOP.search(folded, start, start + _MAX_LENGTH)
    end = stop.start() if stop else min(len(folded), start + _MAX_LENGTH)
    for link in _AND.finditer(folded, start, end):
        if needs.match(folded, link.end()):
            yield link.end()
