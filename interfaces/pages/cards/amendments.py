"""The values that a person saved for a field instead of the requested one: their own, or another assistant's
suggestion."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from consent.models import Decision, Proposal, Receipt
from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from interfaces.competing_requests import SET, Entry, claim_of, head, key_of
from interfaces.pages.texts import wording
from interfaces.pages.texts.change_kinds import CHOSE, CHOSEN_AMONG, OTHER_VALUE, OTHER_VALUE_SAVED
from interfaces.pages.texts.setup_sentences import Sentences


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved value of a field. `count` is the number of values requested for the field among which it was chosen, 0
    where none of the requests had it.

    `asker` is the label and agent id of the requester, None where no one requested the value. `reason` is the
    requester's reason, `asked_at` the time of the request.
    """

    value: str
    count: int
    asker: tuple[str, UUID | None] | None = None
    reason: str = ""
    asked_at: datetime | None = None

    @property
    def sentences(self) -> Sentences:
        return CHOSE if self.count else OTHER_VALUE_SAVED

    @property
    def label(self) -> str:
        return str(CHOSEN_AMONG).format(count=self.count) if self.count else str(OTHER_VALUE)


def evidence_until(entries: Iterable[Entry], at: datetime) -> list[Entry]:
    """Return the entries of a request's evidence that existed at a time. A repeated request gathers more evidence
    later, which does not belong to an earlier answer."""
    return [one for one in entries if not one.get("asked_at") or datetime.fromisoformat(one["asked_at"]) <= at]


def with_evidence_until(proposal: Proposal, at: datetime) -> Proposal:
    """Return a copy of the request with its evidence as of a time."""
    request = copy(proposal)
    request.evidence = evidence_until(proposal.evidence, at)
    return request


def with_evidence_at_decision(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions, each with its request as it was when the decision was made."""
    decisions = list(decisions)
    for one in decisions:
        one.proposal = with_evidence_until(one.proposal, one.created_at)
    return decisions


def saved_values_by_decision(decision_ids: Collection[UUID]) -> dict[UUID, Saved]:
    """Return the saved values by the ids of decisions that amended a field; one query where there are ids. Runs in the
    entered scope."""
    decisions = Decision.objects.filter(id__in=decision_ids, verdict=Verdict.AMEND)
    return {one.id: saved for one, saved in _amended(decisions)} if decision_ids else {}


def saved_values_by_request(proposals: Iterable[Proposal]) -> dict[UUID, Saved]:
    """Return the saved values of amended requests by their ids. Runs in the entered scope."""
    amended = [row.id for row in proposals if row.state == ProposalState.AMENDED]
    in_force = Decision.objects.filter(proposal__in=amended, verdict=Verdict.AMEND, withdrawn_at__isnull=True)
    found = _amended(in_force) if amended else ()
    return {one.proposal_id: saved for one, saved in found if one.withdrawn_at is None}


def _amended(decisions: QuerySet[Decision]) -> Iterator[tuple[Decision, Saved]]:
    """Yield decisions with the values they saved, including the decisions of the same answer."""
    same_answer = {"person_id__in": decisions.values("person_id"), "created_at__in": decisions.values("created_at")}
    answered = Decision.objects.filter(**same_answer).exclude(verdict=Verdict.WITHDRAW)
    rows = Receipt.objects.filter(decision__in=answered).select_related("decision__proposal")
    by_choice = defaultdict(list)
    receipts = list(rows.defer("record"))
    with_evidence_at_decision(receipt.decision for receipt in receipts)
    for receipt in receipts:
        by_choice[receipt.decision.person_id, receipt.decision.created_at].append(receipt)
    for choice in by_choice.values():
        for one in choice:
            if saved := _saved(one, choice):
                yield one.decision, saved


def _saved(receipt: Receipt, choice: Sequence[Receipt]) -> Saved | None:
    proposal = receipt.decision.proposal
    if receipt.decision.verdict != Verdict.AMEND:
        return None
    stored = receipt.disclosure.get("new_value") or proposal.kept_value
    found = saved_value(
        kind=proposal.change["type"],
        stored=stored,
        claims=proposal.claims,
        earlier=_earlier_values(proposal, *(other.decision.proposal for other in choice)),
        beside=[other.decision.proposal.claims for other in choice],
    )
    if found is None or not found.count:
        return found
    field = claim_of(proposal.claims).partition("=")[0]
    same_answer = [proposal, *(other.decision.proposal for other in choice)]
    requested = _source_of(key_of(field, head(stored)), field, same_answer)
    return replace(found, **requested._asdict()) if requested else found


def _earlier_values(*proposals: Proposal) -> list[str]:
    """Return the values of requests for a field that newer requests replaced."""
    entries = (entry for one in proposals if one.change["type"] == SET for entry in one.evidence)
    return [str(entry.get("value") or "") for entry in entries]


class _RequestSource(NamedTuple):
    """The requester's fields of `Saved`."""

    asker: tuple[str, UUID | None]
    reason: str
    asked_at: datetime | None


def _source_of(claimed: str, field: str, proposals: Sequence[Proposal]) -> _RequestSource | None:
    """Return who requested a value: in one of the requests, else in an earlier one that it replaced."""
    for one in proposals:
        if claim_of(one.claims) == claimed:
            return _RequestSource((one.actor_label, one.agent_id), one.reason, one.created_at)
    for entry in (entry for one in proposals for entry in reversed(one.evidence)):
        if entry.get("value") and key_of(field, head(str(entry["value"]))) == claimed:
            agent_id, at = entry.get("agent_id"), entry.get("asked_at")
            asker = str(entry.get("asked_by", "")), UUID(agent_id) if agent_id else None
            return _RequestSource(asker, str(entry.get("reason") or ""), datetime.fromisoformat(at) if at else None)
    return None


def saved_value(
    *, kind: str, stored: str, claims: Sequence[str], earlier: Iterable[str], beside: Iterable[Sequence[str]]
) -> Saved | None:
    """Return the saved value, or None where the change is not about a field or the value is only spelled differently.

    `earlier` are the values of replaced requests, `beside` the claims of requests that the same answer settled.
    """
    if not wording.sets_other_value(kind, stored):
        return None
    field = claim_of(claims).partition("=")[0]
    requested = {key_of(field, head(value)) for value in earlier if value} | {claim_of(claims)}
    requested |= {one for one in map(claim_of, beside) if one.partition("=")[0] == field}
    is_requested = key_of(field, head(stored)) in requested
    if is_requested and len(requested) == 1:
        return None
    return Saved(wording.readable(head(stored)), len(requested) if is_requested else 0)
