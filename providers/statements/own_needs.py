"""Which need a text states of its person: an allergy, a diet, an illness or a medicine."""

import re
from collections.abc import Sequence
from typing import Final

from providers.statements.adverse import is_adverse
from providers.statements.gate_detector import sensitive
from providers.statements.needs import states_need
from providers.statements.normalise import view
from providers.statements.special_words import holds_term

# The most dangerous to overlook first.
NEED_KEYS: Final[Sequence[str]] = ("allergies", "diet", "health_conditions")
CHARACTERS: Final = 600  # a longer text is not read: a sentence takes some milliseconds
_WORD: Final = re.compile(r"[\w'-]+")


def own_need(text: str) -> str:
    """The field of the need, the most dangerous of several; empty for none, one denied or somebody else's.

    What somebody does not tolerate, or must not be given, counts as an allergy.
    """
    folded = view(text).folded
    if len(text) > CHARACTERS or not _hints(text, folded):
        return ""
    stated = {one.key for one in sensitive(text, keys=frozenset(NEED_KEYS)) if one.is_fact}
    if "health_conditions" in stated and (is_adverse(folded) or states_need(text)):
        return "allergies"
    return next((key for key in NEED_KEYS if key in stated), "")


def _hints(text: str, folded: str) -> bool:
    """Cheap: most texts have no such word."""
    words = " ".join(_WORD.findall(folded))
    return states_need(text) or is_adverse(folded) or holds_term(words, "health_conditions")
