"""One card for several requests to change the same memory. Approving one closes the others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from interfaces.pages.cards.card import Card
from interfaces.pages.cards.related_requests import RelatedRequest, without
from interfaces.pages.texts.actors import Face

HEADLINE = _("Your assistants suggest different changes of one memory")
HEADLINE_OF_FILE = _("An imported file has different changes of one memory")


@dataclass(frozen=True, slots=True)
class CompetingChanges:
    """The cards, newest first; each is answered by itself, and approving one closes the others."""

    rivals: Sequence[Card]

    @property
    def id(self) -> UUID:
        return self.rivals[0].proposal.id

    @property
    def headline(self) -> Promise:
        return HEADLINE_OF_FILE if all(card.entered.is_file for card in self.rivals) else HEADLINE

    @property
    def faces(self) -> Sequence[Face]:
        return list(dict.fromkeys(face for card in self.rivals for face in card.faces))

    @property
    def is_expiring(self) -> bool:
        return any(card.is_expiring for card in self.rivals)

    @property
    def proposal(self) -> Proposal:
        """The one that expires first."""
        return min((card.proposal for card in self.rivals), key=lambda proposal: proposal.expires_at)

    @property
    def is_kept(self) -> bool:
        """Whether something stands there that refusing all keeps."""
        return any(card.proposal.old_value for card in self.rivals)


def competing_changes(cards: Sequence[Card]) -> CompetingChanges:
    """As one card, on which none of them is named beside another."""
    shown = [card.proposal for card in cards]
    return CompetingChanges([replace(card, besides=without(card.besides, shown)) for card in cards])


def beside_all(cards: Sequence[Card]) -> list[RelatedRequest]:
    """What is asked besides all cards of one question."""
    return without((one for card in cards for one in card.besides), [card.proposal for card in cards])
