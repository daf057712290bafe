"""Which need a text states of its person: an allergy, a diet, an illness or a medicine."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from providers.statements.gate.detector import sensitive
from providers.statements.needs.adverse_reactions import is_adverse
from providers.statements.needs.need_words import states_need
from providers.statements.subjects.source_sentences import is_about_someone_else
from providers.statements.text.normalise import view
from providers.statements.text.special_words import holds_term
from providers.statements.text.words import word_set

# The most dangerous to overlook first.
NEED_KEYS: Final[Sequence[str]] = ("allergies", "avoided_foods", "diet", "health_conditions")
CHARACTERS: Final = 600  # a longer text is not read: a sentence takes some milliseconds
_OF_A_RELATIVE: Final = "family: "  # of the field that holds what is told of them
_WORD: Final = re.compile(r"[\w'-]+")
# Who eats, or has the allergy: "Inês cannot eat wheat, Ana says", not "Milk is bad for Ana".
_SUBJECT: Final = re.compile(
    r"\W*(?P<name>[^\W\d_][\w-]+)(?: [^\W\da-z_][\w-]+)?,? (?:(?:is|was|es|está|ist|est|è|é|isn['’]t) (?:[\w']+ ){0,4}?"
    r"(?:all?erg|all?ér|al[eé]rg|intoler|vegan|vegetari|pescatari|coelia|celia)|(?:cannot|can['’]t|can not|must not"
    r"|doesn['’]t"
    r"|does not|may not) (?:eat|drink|have|tolerate|digest)\b|(?:eats|drinks|avoids|tolerates|follows|keeps|told|says"
    r"|said"
    r"|has|had|a une?|ha un[ao]?|tem|isst|trinkt|verträgt|hat|tiene|come|mange|mangia)\b|(?:darf"
    r"|kann) (?:\w+ ){1,6}?(?:essen|trinken|vertragen)\b"
    r"|no (?:puede|come|bebe|tolera)\b|ne (?:peut|mange|boit|supporte)\b|non (?:può|mangia)\b|não (?:pode|come)\b)"
)
_NO_NAMES: Final = word_set("""
    the user person customer client patient she he they i we it who that this there sie er ich sie ella él yo elle lei
    lui io ela ele eu usuario nutzer benutzer
""")


@lru_cache(maxsize=4_096)
def own_need(text: str, known_names: tuple[str, ...] = ()) -> str:
    """The field of the need, the most dangerous of several; empty for none, one denied or somebody else's.

    What somebody does not tolerate, or must not be given, counts as an allergy. `known_names` are the person's: with
    them, what is said of somebody of another name is not theirs.
    """
    folded = view(text).folded
    if len(text) > CHARACTERS or text.startswith(_OF_A_RELATIVE) or not _hints(text, folded):
        return ""
    names = frozenset(word for name in known_names for word in view(name).folded.split())
    if names and _is_of_another_name(text, names):
        return ""
    found = sensitive(text, keys=frozenset(NEED_KEYS), known_names=known_names)
    stated = {one.key for one in found if one.is_fact and not (names and is_about_someone_else(text, one, names))}
    if "health_conditions" in stated and (is_adverse(folded) or states_need(text)):
        return "allergies"
    return next((key for key in NEED_KEYS if key in stated), "")


def _hints(text: str, folded: str) -> bool:
    """Cheap: most texts have no such word."""
    words = " ".join(_WORD.findall(folded))
    return states_need(text) or is_adverse(folded) or holds_term(words, "health_conditions")


def _is_of_another_name(text: str, names: frozenset[str]) -> bool:
    subject = _SUBJECT.match(text)
    name = subject["name"] if subject else ""
    return name[:1].isupper() and view(name).folded not in names | _NO_NAMES
