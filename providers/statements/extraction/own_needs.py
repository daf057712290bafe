"""Which need a text states for its person: an allergy, a diet, an illness or a medicine."""

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
MAX_LENGTH: Final = 600  # longer texts are not read: a sentence takes some milliseconds
_RELATIVE_PREFIX: Final = "family: "  # prefix of the values that state a relative's needs
_WORD: Final = re.compile(r"[\w'-]+")
# The person who eats, or has the allergy: "Inês cannot eat wheat, Ana says", not "Milk is bad for Ana".
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
_NOT_NAMES: Final = word_set("""
    the user person customer client patient she he they i we it who that this there sie er ich sie ella él yo elle lei
    lui io ela ele eu usuario nutzer benutzer
""")


@lru_cache(maxsize=4_096)
def own_need(text: str, known_names: tuple[str, ...] = ()) -> str:
    """Return the field of the need, the most dangerous one of several; empty if there is none, it is negated or someone
    else's.

    Intolerances and what must not be given count as allergies. `known_names` are the person's: with them, statements
    about someone with another name do not count.
    """
    folded = view(text).folded
    if len(text) > MAX_LENGTH or text.startswith(_RELATIVE_PREFIX) or not _hints(text, folded):
        return ""
    names = frozenset(word for name in known_names for word in view(name).folded.split())
    if names and _is_about_other_name(text, names):
        return ""
    found = sensitive(text, keys=frozenset(NEED_KEYS), known_names=known_names)
    stated = {one.key for one in found if one.is_fact and not (names and is_about_someone_else(text, one, names))}
    if "health_conditions" in stated and (is_adverse(folded) or states_need(text)):
        return "allergies"
    return next((key for key in NEED_KEYS if key in stated), "")


def _hints(text: str, folded: str) -> bool:
    """Whether the text contains a word for a need; cheap, as most texts do not."""
    words = " ".join(_WORD.findall(folded))
    return states_need(text) or is_adverse(folded) or holds_term(words, "health_conditions")


def _is_about_other_name(text: str, names: frozenset[str]) -> bool:
    subject = _SUBJECT.match(text)
    name = subject["name"] if subject else ""
    return name[:1].isupper() and view(name).folded not in names | _NOT_NAMES
