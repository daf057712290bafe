"""Earlier decisions as the person made them: a choice between requests is one, with those that they replaced."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet, ProposalState
from interfaces.chosen_at_once import choice_of
from interfaces.competing import SET
from interfaces.pages.cards import Card, cards_for
from interfaces.pages.superseded import requests_replaced
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Decided:
    """The request that tells what came of it, and the others that the same answer settled; `beside` is the card that
    stands next in the list, the one before it for the last, None for one alone."""

    card: Card
    others: Sequence[Card]
    beside: UUID | None = None


def decided_for(rows: Sequence[Proposal], proposals: ProposalQuerySet, *, actor: Actor, now: datetime) -> list[Decided]:
    """In the rows' order. `proposals` are all that the actor sees; a query for each time that one was replaced again,
    besides those of the cards."""
    earlier = requests_replaced(rows, proposals)
    cards = cards_for([*rows, *(row for found in earlier.values() for row in found)], actor=actor, now=now)
    by_id = {card.proposal.id: card for card in cards}
    groups: dict[Hashable, list[Proposal]] = {}
    for row in rows:
        groups.setdefault(choice_of(row), []).append(row)
    decided = []
    for group in groups.values():
        first = min(group, key=_rank)
        others = [row for row in group if row is not first] + [one for row in group for one in earlier[row.id]]
        # The first one names all that was asked for and not saved.
        decided.append(Decided(by_id[first.id], [replace(by_id[row.id], not_saved={}) for row in others]))
    return [replace(one, beside=_beside(decided, place)) for place, one in enumerate(decided)]


def _beside(decided: Sequence[Decided], place: int) -> UUID | None:
    near = [*decided[place + 1 : place + 2], *decided[max(place - 1, 0) : place]]
    return near[0].card.proposal.id if near else None


def _rank(row: Proposal) -> tuple[bool, bool, int]:
    """What was agreed to first, then the field itself, then the one that was answered, which names the others."""
    return row.state == ProposalState.REJECTED, row.change["type"] != SET, -len(row.evidence)
