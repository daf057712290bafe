"""The stance of a sentence to a medicine or food that it names: the person takes it, cannot bear it, or stores it.

By stems in English, German, Spanish, French, Portuguese and Italian. A text that protects somebody who cannot bear a
thing is never taken for what the person refused of the same thing.
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
_BEARS_NOT: Final = re.compile(r"(?:reacts?|reacted|reaction|tolerates?|tolerated|avoids?|tolera|supporte|vertragt)$")
_TAKES: Final = re.compile(
    r"(?:tak(?:e|es|en|ing)|took|on|us(?:e|es|ed|ing)|prescribed|nimmt|nehme|nehmen|genommen|toma|tomo|tomar|prend"
    r"|prends|prendre|prende|prendo|prendere|assume)$"
)
_STORES: Final = re.compile(r"(?:keeps?|kept|stor(?:es?|ed|ing)|stocks?|stocked|sells?|sold|has|have|had|got)$")
_DEALS: Final = re.compile(r"(?:stor(?:es?|ed|ing)|stocks?|stocked|sells?|sold)$")
_AT_HOME: Final = re.compile(
    r"\W+(?:\w+ ){0,2}?(?:at home|in (?:the|her|his|my|their|an?) (?:house|cup\w*|drawer|bag))\b"
)
# What begins another statement of the same sentence: "is allergic to nuts and has epilepsy".
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
    """Of a sentence in small letters without accents; None where it says neither, as of an illness."""
    before, _value, behind = folded.partition(value)
    if any(_ALLERGY.match(word) for word in _CLAUSE.split(behind, maxsplit=1)[0].split()[: _NEAR + 1]):
        return Stance.CANNOT_BEAR
    if is_adverse(folded):
        return Stance.CANNOT_BEAR
    found = next(_said_before(before), None)
    if found is Stance.STORES and not _AT_HOME.match(behind) and not _DEALS.search(before.rstrip()):
        return None
    return found


def _said_before(before: str) -> Iterator[Stance]:
    """The nearest word that says so; what begins another statement ends the search."""
    words = list(re.finditer(r"[\w']+", before))
    for distance, word in enumerate(reversed(words)):
        text, is_near = word[0], distance <= _NEAR
        if _ALLERGY.match(text) or (is_near and _BEARS_NOT.match(text)):
            yield Stance.CANNOT_BEAR
        elif _TAKES.match(text):
            yield Stance.CANNOT_BEAR if _MAY_NOT.search(before[: word.start()].rstrip()) else Stance.TAKES
        elif is_near and _STORES.match(text):
            yield Stance.STORES
        if text in _OTHER_VERBS:
            return
