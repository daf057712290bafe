"""What the person saved of a field instead of the requested value: another assistant's suggestion, or their own
value."""

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
    """A value, and among how many that requests had for its field it was chosen: 0 where none of them had it.

    `asker` is who asked for it, by the label and the id that rows carry; None where nobody did. `reason` is theirs,
    and `asked_at` when they asked.
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


def known_by(entries: Iterable[Entry], at: datetime) -> list[Entry]:
    """Of a request's evidence what was asked for by then: one that is asked anew gathers more, and says nothing of an
    answer that it had before."""
    return [one for one in entries if not one.get("asked_at") or datetime.fromisoformat(one["asked_at"]) <= at]


def as_known(proposal: Proposal, at: datetime) -> Proposal:
    """A request as it had been asked for by then."""
    known = copy(proposal)
    known.evidence = known_by(proposal.evidence, at)
    return known


def with_what_was_known(decisions: Iterable[Decision]) -> list[Decision]:
    """Each with its request as it had been asked for by then."""
    decisions = list(decisions)
    for one in decisions:
        one.proposal = as_known(one.proposal, one.created_at)
    return decisions


def saved_by(decision_ids: Collection[UUID]) -> dict[UUID, Saved]:
    """What each of those saved that amended the value of a field, by its id; one query where there are any. In the
    entered scope."""
    decisions = Decision.objects.filter(id__in=decision_ids, verdict=Verdict.AMEND)
    return {one.id: saved for one, saved in _amended(decisions)} if decision_ids else {}


def standing_saved(proposals: Iterable[Proposal]) -> dict[UUID, Saved]:
    """The same of amended requests, by their ids."""
    amended = [row.id for row in proposals if row.state == ProposalState.AMENDED]
    standing = Decision.objects.filter(proposal__in=amended, verdict=Verdict.AMEND, withdrawn_at__isnull=True)
    found = _amended(standing) if amended else ()
    return {one.proposal_id: saved for one, saved in found if one.withdrawn_at is None}


def _amended(decisions: QuerySet[Decision]) -> Iterator[tuple[Decision, Saved]]:
    """Those and what was amended together with them."""
    together = {"person_id__in": decisions.values("person_id"), "created_at__in": decisions.values("created_at")}
    answered = Decision.objects.filter(**together).exclude(verdict=Verdict.WITHDRAW)
    rows = Receipt.objects.filter(decision__in=answered).select_related("decision__proposal")
    by_choice = defaultdict(list)
    receipts = list(rows.defer("record"))
    with_what_was_known(receipt.decision for receipt in receipts)
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
    kept = receipt.disclosure.get("new_value") or proposal.kept_value
    found = saved_value(
        kind=proposal.change["type"],
        kept=kept,
        claims=proposal.claims,
        earlier=_replaced_values(proposal, *(other.decision.proposal for other in choice)),
        beside=[other.decision.proposal.claims for other in choice],
    )
    if found is None or not found.count:
        return found
    field = claim_of(proposal.claims).partition("=")[0]
    together = [proposal, *(other.decision.proposal for other in choice)]
    asked = _asked_for(key_of(field, head(kept)), field, together)
    return replace(found, **asked._asdict()) if asked else found


def _replaced_values(*proposals: Proposal) -> list[str]:
    """The values of requests for a field that others of its requests replaced."""
    entries = (entry for one in proposals if one.change["type"] == SET for entry in one.evidence)
    return [str(entry.get("value") or "") for entry in entries]


class _Asked(NamedTuple):
    """As `Saved` has it."""

    asker: tuple[str, UUID | None]
    reason: str
    asked_at: datetime | None


def _asked_for(claimed: str, field: str, proposals: Sequence[Proposal]) -> _Asked | None:
    """By whom: with one of the requests, or else with one that it replaced."""
    for one in proposals:
        if claim_of(one.claims) == claimed:
            return _Asked((one.actor_label, one.agent_id), one.reason, one.created_at)
    for entry in (entry for one in proposals for entry in reversed(one.evidence)):
        if entry.get("value") and key_of(field, head(str(entry["value"]))) == claimed:
            agent_id, at = entry.get("agent_id"), entry.get("asked_at")
            asker = str(entry.get("asked_by", "")), UUID(agent_id) if agent_id else None
            return _Asked(asker, str(entry.get("reason") or ""), datetime.fromisoformat(at) if at else None)
    return None


def saved_value(
    *, kind: str, kept: str, claims: Sequence[str], earlier: Iterable[str], beside: Iterable[Sequence[str]]
) -> Saved | None:
    """None where it is no field's, or only another spelling. `earlier` are the values of requests that these
    replaced, `beside` what those claim that were answered with it."""
    if not wording.sets_other_value(kind, kept):
        return None
    field = claim_of(claims).partition("=")[0]
    asked = {key_of(field, head(value)) for value in earlier if value} | {claim_of(claims)}
    asked |= {one for one in map(claim_of, beside) if one.partition("=")[0] == field}
    is_asked_for = key_of(field, head(kept)) in asked
    if is_asked_for and len(asked) == 1:
        return None
    return Saved(wording.readable(head(kept)), len(asked) if is_asked_for else 0)
