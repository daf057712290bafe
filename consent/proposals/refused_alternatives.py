"""Other values of the same field that the person refused recently: shown beside a new question."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Q

from consent.detection.values import pair_of
from consent.models import Proposal
from consent.models.proposal import ProposalState
from providers.statements import CLOSED_KEYS, ILLNESS, MULTI_VALUED_KEYS, SPECIAL_KEYS, groups_in

# Fields with one value, for which a refusal concerns every other value; refusals of illnesses are independent.
ONE_VALUED: Final = (SPECIAL_KEYS | CLOSED_KEYS) - MULTI_VALUED_KEYS


def refused_alternatives(questions: Sequence[Proposal]) -> Mapping[UUID, Proposal]:
    """Return for each open question the last refused one about the same field, while the refusal blocks. One query if
    there may be any; in the entered scope.
    """
    keys = {one.id: _keys(one) for one in questions}
    people = {one.person_id for one in questions if keys[one.id] and one.person_id}
    wanted = frozenset[str]().union(*keys.values())
    if not people or not wanted:
        return {}
    alike = reduce(or_, (Q(claims__icontains=f".{key}=") for key in sorted(wanted)))
    rows = Proposal.objects.blocking().unmuted().filter(alike, state=ProposalState.REJECTED, person_id__in=people)
    refused = list(rows.order_by("decided_at", "id"))
    return {
        one.id: row
        for one in questions
        for row in refused
        if row.person_id == one.person_id and _is_beside(row, one, keys[one.id])
    }


def _is_beside(refused: Proposal, asked: Proposal, keys: frozenset[str]) -> bool:
    """Whether both are about a field with one value, or name the same illness."""
    shared = keys & _keys(refused)
    if shared - {ILLNESS}:
        return True
    return bool(shared) and bool(groups_in(ILLNESS, asked.new_value) & groups_in(ILLNESS, refused.new_value))


def _keys(proposal: Proposal) -> frozenset[str]:
    return (ONE_VALUED | {ILLNESS}) & {pair_of(claim)[0] for claim in proposal.claims}
