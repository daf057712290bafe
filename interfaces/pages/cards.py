"""Proposals as the inbox shows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q
from django.utils.safestring import SafeString

from consent.models import Proposal
from consent.models.proposal import ProposalState
from conversations.models import Turn
from interfaces.pages import wording
from interfaces.pages.word_diff import word_diff
from workspaces.actors import Actor

NEIGHBOURS = 1


@dataclass(frozen=True, slots=True)
class Card:
    """One proposal with all that is shown of it.

    `turns` is the place of the conversation it came from, empty when there is none.
    """

    proposal: Proposal
    headline: SafeString
    diff: SafeString
    effect: str
    writer: str
    turns: Sequence[Turn]
    is_open: bool

    @property
    def is_short(self) -> bool:
        """Whether the headline says the new value already."""
        return bool(self.proposal.change["type"] == "set_fact")


def cards_for(proposals: Sequence[Proposal], *, actor: Actor, now: datetime) -> list[Card]:
    """The cards of some proposals, with two queries for the conversation around all of them. In the entered scope."""
    told = _turns_around([row.evidence_turn_id for row in proposals if row.evidence_turn_id], actor, now)
    return [_card(row, told.get(row.evidence_turn_id, []), now) for row in proposals]


def _card(proposal: Proposal, turns: Sequence[Turn], now: datetime) -> Card:
    return Card(
        proposal=proposal,
        headline=wording.headline(proposal),
        diff=word_diff(proposal.old_value, proposal.new_value),
        effect=wording.effect(proposal),
        writer=wording.writer(proposal.actor_label),
        turns=turns,
        is_open=proposal.state == ProposalState.PENDING and proposal.expires_at > now,
    )


def _turns_around(ids: Iterable[UUID], actor: Actor, now: datetime) -> dict[UUID | None, list[Turn]]:
    """For each turn that the person may see: itself and its neighbours, in order."""
    visible = Turn.objects.visible_to(actor, now=now).defer("search")
    evidence = list(visible.filter(id__in=list(ids))) if ids else []
    if not evidence:
        return {}
    windows = reduce(or_, (_window(turn) for turn in evidence))
    around = list(visible.filter(windows).order_by("session_id", "position"))
    return {turn.id: [other for other in around if _is_near(turn, other)] for turn in evidence}


def _window(turn: Turn) -> Q:
    return Q(session_id=turn.session_id, position__range=(turn.position - NEIGHBOURS, turn.position + NEIGHBOURS))


def _is_near(turn: Turn, other: Turn) -> bool:
    return other.session_id == turn.session_id and abs(other.position - turn.position) <= NEIGHBOURS
