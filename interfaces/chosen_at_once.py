"""Requests about one field that one answer settled at once: the value that was chosen, and those that were refused."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from consent.models import Proposal
from consent.models.proposal import ProposalState
from interfaces.competing import SET, choice_about, claimed_in


class Act(NamedTuple):
    """What is alike in all that one answer about a field settled; `field`, with the amount that was named of it, is
    empty where it was about none that holds one value."""

    person_id: UUID | None
    at: datetime | None
    field: str


def chosen_instead(proposals: Sequence[Proposal]) -> Mapping[UUID, Proposal]:
    """For requests that were refused because another value of their field was chosen, the one that was; a value's
    before a sentence's. One query where any may be."""
    refused = [row for row in proposals if row.state == ProposalState.REJECTED]
    acts = {row.id: act for row in refused if (act := act_of(row, row.decided_at)).field}
    if not acts:
        return {}
    people, moments = {act.person_id for act in acts.values() if act.person_id}, {act.at for act in acts.values()}
    given = Proposal.objects.given().filter(person_id__in=people, decided_at__in=moments)
    in_order = sorted(given, key=lambda row: row.change["type"] == SET)
    chosen = {act_of(row, row.decided_at): row for row in in_order}
    return {one: chosen[act] for one, act in acts.items() if act in chosen}


def act_of(row: Proposal, at: datetime | None) -> Act:
    """By an answer to the request at this time."""
    return Act(row.person_id, at, " ".join(filter(None, choice_about(claimed_in(row)))))
