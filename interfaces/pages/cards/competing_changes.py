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
    """Cards that compete about one memory, newest first; each is answered separately, and approving one closes the
    others."""

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
        """The request that expires first."""
        return min((card.proposal for card in self.rivals), key=lambda proposal: proposal.expires_at)

    @property
    def has_stored_value(self) -> bool:
        """Whether there is a stored text that refusing all requests leaves in place."""
        return any(card.proposal.old_value for card in self.rivals)


def competing_changes(cards: Sequence[Card]) -> CompetingChanges:
    """Combine cards into one, without links between its own requests."""
    shown = [card.proposal for card in cards]
    return CompetingChanges([replace(card, related_requests=without(card.related_requests, shown)) for card in cards])


def related_to_all(cards: Sequence[Card]) -> list[RelatedRequest]:
    """Return the related requests that are not among the cards of one question."""
    return without((one for card in cards for one in card.related_requests), [card.proposal for card in cards])
