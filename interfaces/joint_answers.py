"""Requests about one field that one answer settled together: the chosen value and the refused ones."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalQuerySet, ProposalState
from consent.proposals.duplicates import sentence_of, without_duplicates
from interfaces.competing_requests import SET, choice_about, claimed_in

SETTLED_BY_PERSON = (*GIVEN, ProposalState.REJECTED)


class Act(NamedTuple):
    """The key shared by all requests about a field that one answer settled. `field`, with the amount in it, is empty
    where the answer was not about a single-valued field."""

    person_id: UUID | None
    at: datetime | None
    field: str


def chosen_instead(proposals: Sequence[Proposal]) -> Mapping[UUID, Proposal]:
    """Return, for requests refused because another value of their field was chosen, the chosen request; a request for a
    value before one for a sentence. One query where there may be any."""
    acts = _acts(row for row in proposals if row.state == ProposalState.REJECTED)
    given = _answered_in(acts, Proposal.objects.agreed())
    in_order = sorted(given, key=lambda row: row.change["type"] == SET)
    chosen = {act_of(row, row.decided_at): row for row in in_order}
    return {one: chosen[act] for one, act in acts.items() if act in chosen}


def refused_with(proposals: Sequence[Proposal]) -> Mapping[UUID, Sequence[Proposal]]:
    """Return the requests refused with each chosen value of a field, or with another refused one. One query where there
    may be any."""
    acts = _acts(row for row in proposals if row.state == ProposalState.REJECTED or _is_chosen(row))
    found = defaultdict(list)
    for row in _answered_in(acts, Proposal.objects.unmuted().filter(state=ProposalState.REJECTED)):
        found[act_of(row, row.decided_at)].append(row)
    return {one: [row for row in found[act] if row.id != one] for one, act in acts.items()}


def _is_chosen(row: Proposal) -> bool:
    return row.state in GIVEN and row.change["type"] == SET


def _acts(rows: Iterable[Proposal]) -> dict[UUID, Act]:
    """Return the acts about a field by the ids of their requests."""
    return {row.id: act for row in rows if (act := act_of(row, row.decided_at)).field}


def _answered_in(acts: Mapping[UUID, Act], rows: ProposalQuerySet) -> Iterable[Proposal]:
    """Return the rows that the same people answered at the same times, about any field, oldest first."""
    people, times = {act.person_id for act in acts.values() if act.person_id}, {act.at for act in acts.values()}
    at_once = rows.filter(person_id__in=people, decided_at__in=times) if acts else rows.none()
    return at_once.order_by("created_at", "id")


def act_of(row: Proposal, at: datetime | None) -> Act:
    """Return the act of an answer to the request at this time."""
    return Act(row.person_id, at, " ".join(filter(None, choice_about(claimed_in(row)))))


def settled_with(proposal_id: UUID) -> list[UUID]:
    """Return the other requests about its field, or for its sentence, that the same answer settled; two queries at
    most. Runs in the entered scope."""
    own = Proposal.objects.filter(id=proposal_id, state__in=SETTLED_BY_PERSON).first()
    return [row.id for row in _settled_with(own, Proposal.objects.all())] if own else []


def undone_with(proposal_id: UUID, proposals: ProposalQuerySet) -> list[UUID]:
    """Return the requests whose answers are undone together: itself first, and for a choice all that it settled. A
    request refused while another value was chosen is undone alone. Two queries at most; runs in the entered scope."""
    own = proposals.filter(id=proposal_id, state__in=SETTLED_BY_PERSON).first()
    others = _settled_with(own, proposals) if own else []
    if own is None or (own.state == ProposalState.REJECTED and any(row.state in GIVEN for row in others)):
        return [proposal_id]
    return [row.id for row in without_duplicates([own, *others])]


def _settled_with(own: Proposal, proposals: ProposalQuerySet) -> list[Proposal]:
    at_once = proposals.unmuted().filter(state__in=SETTLED_BY_PERSON, decided_at=own.decided_at)
    others = at_once.filter(Q(person_id=own.person_id)).exclude(id=own.id).order_by("created_at", "id")
    return [row for row in others if choice_of(row) == choice_of(own)]


def choice_of(row: Proposal) -> Hashable:
    """Return the key shared by all requests about a field, or a sentence, that one answer settled."""
    if row.state not in SETTLED_BY_PERSON:
        return row.id
    act = act_of(row, row.decided_at)
    sentence = None if act.field else sentence_of(row.change, row.claims, row.sensitivity_rank)
    return (act, sentence) if act.field or sentence else row.id
