"""Proposals as the inbox shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from consent.models import Proposal
from consent.models.proposal import ProposalState
from conversations.models import Turn
from interfaces.pages import wording
from interfaces.pages.conversation import Said, quoted, turns_around
from interfaces.pages.word_diff import word_diff
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Card:
    """One proposal with all that is shown of it.

    `said` is the place of the conversation it came from, empty when there is none.
    """

    proposal: Proposal
    headline: SafeString
    diff: SafeString
    effect: str
    writer: str
    said: Sequence[Said]
    is_open: bool

    @property
    def is_short(self) -> bool:
        """Whether the headline says the new value already."""
        return bool(self.proposal.change["type"] == "set_fact")


def cards_for(proposals: Sequence[Proposal], *, actor: Actor, now: datetime) -> list[Card]:
    """The cards of some proposals, with two queries for the conversation around all of them. In the entered scope."""
    told = turns_around([row.evidence_turn_id for row in proposals if row.evidence_turn_id], actor, now)
    return [_card(row, told.get(row.evidence_turn_id, []), now) for row in proposals]


def _card(proposal: Proposal, turns: Sequence[Turn], now: datetime) -> Card:
    return Card(
        proposal=proposal,
        headline=wording.headline(proposal),
        diff=word_diff(proposal.old_value, proposal.new_value),
        effect=wording.effect(proposal),
        writer=wording.writer(proposal.actor_label),
        said=quoted(turns, proposal.evidence_turn_id, proposal.new_value),
        is_open=proposal.state == ProposalState.PENDING and proposal.expires_at > now,
    )
