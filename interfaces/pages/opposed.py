"""Open requests of which one says that the person has an illness, and another that they have not."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from consent.models import Proposal
from interfaces.competing import head
from interfaces.pages.remembered import ILLNESS, is_of_illness
from interfaces.pages.wording import readable
from providers.statements import says_opposite

OPPOSED: Final = "opposed"
LONGEST: Final = 140


def note_opposed(questions: Sequence[Proposal]) -> None:
    """Note on each request, as `opposed`, that another one says the opposite of it: the first that does."""
    for one, other in permutations(filter(is_of_illness, questions), 2):
        if not hasattr(one, OPPOSED) and says_opposite(one.new_value, other.new_value, key=ILLNESS):
            text = Truncator(readable(head(other.new_value))).chars(LONGEST).removesuffix(".")
            setattr(one, OPPOSED, _("Another request says the opposite: “{text}”.").format(text=text))
