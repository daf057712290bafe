"""The stance of a sentence to a medicine or food: the person takes it, does not tolerate it, or stocks it.

By stems in English, German, Spanish, French, Portuguese and Italian. A text that protects a person who does not
tolerate something must never count as the statement about it that the person refused.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from providers.statements.needs.adverse_reactions import is_adverse
from providers.statements.text.evidence_words import VERBS
from providers.statements.text.words import word_set


class Stance(Enum):
    TAKES = "takes"
    CANNOT_BEAR = "cannot bear"
    STORES = "stores"


_ALLERGY: Final = re.compile(r"all?erg(?!en)|intoll?eran|anaphyla|anafila|unvertrag|contraindi|kontraindi|contreindi")
_INTOLERANCE: Final = re.compile(r"(?:reacts?|reacted|reaction|tolerates?|tolerated|avoids?|tolera|supporte|vertragt)$")
_TAKES: Final = re.compile(
    r"(?:tak(?:e|es|en|ing)|took|on|us(?:e|es|ed|ing)|prescribed|nimmt|nehme|nehmen|genommen|toma|tomo|tomar|prend"
    r"|prends|prendre|prende|prendo|prendere|assume)$"
)
_STORES: Final = re.compile(r"(?:keeps?|kept|stor(?:es?|ed|ing)|stocks?|stocked|sells?|sold|has|have|had|got)$")
_TRADES: Final = re.compile(r"(?:stor(?:es?|ed|ing)|stocks?|stocked|sells?|sold)$")
_AT_HOME: Final = re.compile(
    r"\W+(?:\w+ ){0,2}?(?:at home|in (?:the|her|his|my|their|an?) (?:house|cup\w*|drawer|bag))\b"
)
# The start of another statement in the same sentence: "is allergic to nuts and has epilepsy".
_OTHER_VERBS: Final = (VERBS - {"be", "been"}) | word_set("""
    lives suffers fights hat lebt leidet ist tiene padece sufre es vive souffre vit est tem sofre soffre
""")
_MAY_NOT: Final = re.compile(
    r"\b(?:can(?:no|')?t|(?:must|should|may|could) ?n[o']t|never again|no (?:puede|debe)|ne (?:peut|doit)(?: pas)?"
    r"|nao (?:pode|deve)|non (?:puo|deve)|(?:darf|kann)\b.{0,20}\b(?:kein\w*|nicht))(?: \w+){0,2}$"
)
_CLAUSE: Final = re.compile(r"[,;.]|\b(?:and|but|or|und|aber|y|pero|et|mais|e|ma|mas)\b")
_NEAR: Final = 2


def stance_to(folded: str, value: str) -> Stance | None:
    """Return the stance of a lower-case sentence without accents; None if it has none, as for an illness."""
    before, _value, after = folded.partition(value)
    if any(_ALLERGY.match(word) for word in _CLAUSE.split(after, maxsplit=1)[0].split()[: _NEAR + 1]):
        return Stance.CANNOT_BEAR
    if is_adverse(folded):
        return Stance.CANNOT_BEAR
    found = next(_stances_before(before), None)
    if found is Stance.STORES and not _AT_HOME.match(after) and not _TRADES.search(before.rstrip()):
        return None
    return found


def _stances_before(before: str) -> Iterator[Stance]:
    """Yield the stance by the nearest word; the start of another statement ends the search."""
    words = list(re.finditer(r"[\w']+", before))
    for distance, word in enumerate(reversed(words)):
        text, is_near = word[0], distance <= _NEAR
        if _ALLERGY.match(text) or (is_near and _INTOLERANCE.match(text)):
            yield Stance.CANNOT_BEAR
        elif _TAKES.match(text):
            yield Stance.CANNOT_BEAR if _MAY_NOT.search(before[: word.start()].rstrip()) else Stance.TAKES
        elif is_near and _STORES.match(text):
            yield Stance.STORES
        if text in _OTHER_VERBS:
            return
