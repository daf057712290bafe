"""Requests that another one replaced: a later request, or the one chosen in the same answer."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import Q

from consent.changes import KINDS
from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet, ProposalState
from interfaces.joint_answers import chosen_instead

# The longest chain of replacements that is followed from a request to its latest successor.
MOST_REPLACED = 5
# A withdrawn answer is shown as such, though a later question offers its value again.
REPLACED = Q(state=ProposalState.SUPERSEDED)


def successors_of(proposals: Sequence[Proposal]) -> Mapping[UUID, Proposal]:
    """Return, by the ids of requests, the request that replaced each; if that one was answered with another value, the
    request for this value. The queries of `joined_questions` and `chosen_instead`."""
    joined = joined_questions(proposals)
    instead = chosen_instead([*proposals, *joined.values()])
    own = {row.id: instead[row.id] for row in proposals if row.id in instead}
    return {**{one: instead.get(row.id, row) for one, row in joined.items()}, **own}


def joined_questions(proposals: Sequence[Proposal]) -> Mapping[UUID, Proposal]:
    """Return the later question that took over the value of each request about one field; one query for each step of
    replacement."""
    replaced = [row for row in proposals if row.superseded_by and KINDS[row.change["type"]].sets_a_field]
    found = {row.id: row for row in replaced}
    for _step in range(MOST_REPLACED):
        wanted = {row.superseded_by for row in found.values() if row.superseded_by}
        # Muted requests are not shown to the person.
        later = Proposal.objects.unmuted().in_bulk(wanted) if wanted else {}
        if not later:
            break
        found = {one: later.get(row.superseded_by, row) for one, row in found.items()}
    return {one: row for one, row in found.items() if row.id != one}


def replaced_requests(rows: Sequence[Proposal], proposals: ProposalQuerySet) -> Mapping[UUID, Sequence[Proposal]]:
    """Return the requests that each one replaced, directly or through others, by its id."""
    found: dict[UUID, list[Proposal]] = {row.id: [] for row in rows}
    root = {row.id: row.id for row in rows}
    wanted = set(root)
    for _step in range(MOST_REPLACED):
        later = proposals.filter(REPLACED, superseded_by__in=wanted) if wanted else ()
        before = [row for row in later if row.id not in root]
        for row in before:
            if row.superseded_by:
                root[row.id] = root[row.superseded_by]
                found[root[row.id]].append(row)
        wanted = {row.id for row in before}
    return found
