"""Open requests of which one says that the person has an illness, and another that they have not."""

import re
from collections.abc import Sequence
from typing import Final

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from consent.models import Proposal
from interfaces.competing import head
from interfaces.pages.remembered import ILLNESS, ILLNESSES
from interfaces.pages.wording import readable
from providers.statements import groups_in

OPPOSED: Final = "opposed"
LONGEST: Final = 140
_DENIES: Final = re.compile(
    r"(?:\b(?:not|never|no|without|neither|nicht|kein\w*|nie|sin|nunca|pas|jamais|non|não|mai|senza|sem)\b|n['’]t\b)",
    re.IGNORECASE,
)


def note_opposed(questions: Sequence[Proposal]) -> None:
    """Note on each request, as `opposed`, that another one says the opposite of it."""
    asked = [(one, groups_in(ILLNESS, one.new_value), _denies(one)) for one in questions if _is_of_illness(one)]
    for one, groups, denies in asked:
        other = next((row for row, theirs, denied in asked if groups & theirs and denied != denies), None)
        if other is not None:
            text = Truncator(readable(head(other.new_value))).chars(LONGEST).removesuffix(".")
            setattr(one, OPPOSED, _("Another request says the opposite: “{text}”.").format(text=text))


def _is_of_illness(question: Proposal) -> bool:
    return any(claim.startswith(f"{ILLNESSES}=") for claim in question.claims)


def _denies(question: Proposal) -> bool:
    return _DENIES.search(question.new_value) is not None
