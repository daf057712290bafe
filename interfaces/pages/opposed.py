"""Open requests of which one says that the person has an illness, and another that they have not."""

from collections.abc import Sequence
from itertools import product
from typing import Final
from uuid import UUID

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from interfaces.competing import head
from interfaces.pages.remembered import ILLNESS, ILLNESSES, is_of_illness
from interfaces.pages.wording import readable
from providers.statements import says_opposite

LONGEST: Final = 140
MOST_READ: Final = 40  # requests, the newest; comparing two takes a millisecond or two


def opposed_by(pending: Sequence[Proposal], among: ProposalQuerySet) -> dict[UUID, str]:
    """By the id of each request that another one of its person says the opposite of, that it does: the newest of those
    `among` which do. One query where any is about an illness."""
    own = list(filter(is_of_illness, pending))
    people = {row.person_id for row in own if row.person_id}
    about = among.filter(person_id__in=people, claims__icontains=f"{ILLNESSES}=").order_by("-created_at", "-id")
    others = list(about.values_list("person_id", "new_value")[:MOST_READ]) if people else []
    found: dict[UUID, str] = {}
    for one, (person_id, said) in product(own, others):
        if one.id not in found and one.person_id == person_id and says_opposite(one.new_value, said, key=ILLNESS):
            text = Truncator(readable(head(said))).chars(LONGEST).removesuffix(".")
            found[one.id] = _("Another request says the opposite: “{text}”.").format(text=text)
    return found
