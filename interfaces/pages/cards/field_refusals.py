"""The values of a field that one answer refused, and the value it left in place, as one sentence for all records of
it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from interfaces.competing_requests import SET, key_of, requested_values
from interfaces.joint_answers import Act, act_of
from interfaces.pages.cards.amendments import with_evidence_at_decision
from interfaces.pages.cards.answered_values import APPROVING, value_of, with_values
from interfaces.pages.cards.request_lookups import askers_of
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import with_askers
from memories.models import Fact, History

# Each in the wording for the person's own answer and for a reviewer's.
KEPT = (_("You kept “{kept}” and refused {refused}."), _("{who} kept “{kept}” and refused {refused}."))
REFUSED = (_("You refused {refused}."), _("{who} refused {refused}."))
# States of answers that may leave a field unchanged.
LEAVING = (ProposalState.REJECTED, ProposalState.AMENDED)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Values refused in one answer. `kept` is the field's value before and after, empty without one; `refused` lists
    the values in quotes with their requesters; `who` is the reviewer, empty where the person answered."""

    kept: str
    refused: str
    who: str

    @property
    def sentence(self) -> str:
        own, others = KEPT if self.kept else REFUSED
        return str(others if self.who else own).format(kept=self.kept, refused=self.refused, who=self.who)


def unchanged_sentences(acts: Iterable[Act], faces: Faces) -> dict[Act, str]:
    """Return a sentence for each answer that left a single-valued field unchanged."""
    return {act: one.sentence for act, one in refusals_in(acts, faces).items() if one.kept}


def unchanged_by_row(rows: Iterable[History], requests: Mapping[UUID, Proposal], faces: Faces) -> dict[UUID, str]:
    """The same by the ids of history rows; `requests` are the requests that the rows decided."""
    answered = [
        row for row in rows if row.id in requests and row.meta.get("verdict") in (Verdict.REJECT, Verdict.AMEND)
    ]
    acts = {row.id: act_of(requests[row.id], row.created_at) for row in answered}
    sentences = unchanged_sentences(acts.values(), faces)
    return {row_id: sentences[act] for row_id, act in acts.items() if act in sentences}


def unchanged_by_request(proposals: Iterable[Proposal], faces: Faces) -> dict[UUID, str]:
    """The same by the ids of requests."""
    acts = {row.id: act_of(row, row.decided_at) for row in proposals if row.state in LEAVING}
    sentences = unchanged_sentences(acts.values(), faces)
    return {one: sentences[act] for one, act in acts.items() if act in sentences}


def refusals_in(acts: Iterable[Act], faces: Faces) -> dict[Act, Refusal]:
    """Return the refusals among answers about single-valued fields that saved no new value. Two queries where any is
    about a field; runs in the entered scope."""
    wanted = {act for act in acts if act.field and act.at and act.person_id}
    if not wanted:
        return {}
    earlier = {act: fact.value for act, fact in _facts(wanted).items()}
    found = {act: _refusal(act, own, earlier.get(act, ""), faces) for act, own in _answers(wanted).items()}
    return {act: one for act, one in found.items() if one}


def field_of(act: Act) -> str:
    """The field of an act, without the amount in its key."""
    return act.field.partition(" ")[0]


def _answers(acts: Iterable[Act]) -> Mapping[Act, Sequence[Decision]]:
    """Return all decisions of each act, with the requests as they were at that time."""
    people, times = {act.person_id for act in acts if act.person_id}, {act.at for act in acts if act.at}
    at_once = Decision.objects.filter(person_id__in=people, created_at__in=times, proposal__is_muted=False)
    given = at_once.exclude(verdict__in=[Verdict.WITHDRAW, Verdict.EXPIRE]).order_by("proposal__created_at")
    found: dict[Act, list[Decision]] = defaultdict(list)
    for one in with_evidence_at_decision(with_values(given)):
        found[act_of(one.proposal, one.created_at)].append(one)
    return {act: found[act] for act in acts if act in found}


def facts_after(acts: Iterable[Act]) -> dict[Act, Fact]:
    """Return the fact of each field right after the answer, or its undo, at the time of the act; one query."""
    return _facts(acts, after=True)


def _facts(acts: Iterable[Act], *, after: bool = False) -> dict[Act, Fact]:
    acts = list(acts)
    people, keys = {act.person_id for act in acts if act.person_id}, {field_of(act).partition(".")[2] for act in acts}
    rows = Fact.objects.filter(person_id__in=people, key__in=keys, item="").order_by("valid_from", "id")
    facts = [(one, f"{one.category}.{one.key}", one.person_id) for one in (rows if people else ())]
    return {
        act: fact
        for act in acts
        for fact, field, person_id in facts
        if act.at and (field, person_id) == (field_of(act), act.person_id) and _is_valid_at(fact, act.at, after=after)
    }


def _is_valid_at(fact: Fact, at: datetime, *, after: bool) -> bool:
    """Whether the fact held just before this time, or just after it."""
    if after:
        return fact.valid_from <= at and (fact.valid_to is None or fact.valid_to > at)
    return fact.valid_from < at and (fact.valid_to is None or fact.valid_to >= at)


def _refusal(act: Act, answers: Sequence[Decision], earlier_value: str, faces: Faces) -> Refusal | None:
    field = field_of(act)
    stored = key_of(field, earlier_value) if earlier_value else ""
    if not all(_left_unchanged(one, field, stored) for one in answers if one.verdict in APPROVING):
        return None
    requests = [one.proposal for one in answers]
    askers, values = (
        askers_of(requests, faces),
        [one for one in requested_values(requests) if key_of(field, one) != stored],
    )
    if not values:
        return None
    refused = {wording.readable(one).removesuffix("."): askers.get(one, ()) for one in values}
    is_own = any(one.method != Method.REVIEWER for one in answers)
    return Refusal(
        wording.readable(earlier_value), with_askers(refused, omit=()), "" if is_own else faces.name("staff:")
    )


def _left_unchanged(approval: Decision, field: str, stored: str) -> bool:
    """Whether an approval agreed to the value that the field had already."""
    return approval.proposal.change["type"] == SET and key_of(field, value_of(approval)) == stored
