"""What one answer refused of a field, and what it left there: one sentence, which every record of it tells."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalState
from interfaces.competing_requests import SET, key_of, values_asked
from interfaces.joint_answers import Act, act_of
from interfaces.pages.cards.amendments import with_what_was_known
from interfaces.pages.cards.answered_values import APPROVING, value_of, with_values
from interfaces.pages.cards.request_lookups import askers_of
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import with_askers
from memories.models import Fact, History

# Each as the person did it, and as somebody else did.
KEPT = (_("You kept “{kept}” and refused {refused}."), _("{who} kept “{kept}” and refused {refused}."))
REFUSED = (_("You refused {refused}."), _("{who} refused {refused}."))
# Answers that may leave a field as it was.
LEAVING = (ProposalState.REJECTED, ProposalState.AMENDED)


@dataclass(frozen=True, slots=True)
class Refusal:
    """`kept` is what the field said and goes on saying, empty where it said nothing; `refused` the values, in quotes,
    with who asked for each; `who` answered, empty where the person did."""

    kept: str
    refused: str
    who: str

    @property
    def sentence(self) -> str:
        own, others = KEPT if self.kept else REFUSED
        return str(others if self.who else own).format(kept=self.kept, refused=self.refused, who=self.who)


def kept_told(acts: Iterable[Act], faces: Faces) -> dict[Act, str]:
    """Of answers about fields of one value, those that left theirs at what it said, each in a sentence."""
    return {act: one.sentence for act, one in refusals_in(acts, faces).items() if one.kept}


def kept_by(rows: Iterable[History], requests: Mapping[UUID, Proposal], faces: Faces) -> dict[UUID, str]:
    """The same by the ids of rows that tell of answers; `requests` are those that rows decided."""
    answered = [
        row for row in rows if row.id in requests and row.meta.get("verdict") in (Verdict.REJECT, Verdict.AMEND)
    ]
    acts = {row.id: act_of(requests[row.id], row.created_at) for row in answered}
    told = kept_told(acts.values(), faces)
    return {row_id: told[act] for row_id, act in acts.items() if act in told}


def kept_on_cards(proposals: Iterable[Proposal], faces: Faces) -> dict[UUID, str]:
    """The same by the ids of requests."""
    acts = {row.id: act_of(row, row.decided_at) for row in proposals if row.state in LEAVING}
    told = kept_told(acts.values(), faces)
    return {one: told[act] for one, act in acts.items() if act in told}


def refusals_in(acts: Iterable[Act], faces: Faces) -> dict[Act, Refusal]:
    """Of answers about fields of one value, those that saved no other value than was there. Two queries where there
    are any about a field; in the entered scope."""
    wanted = {act for act in acts if act.field and act.at and act.person_id}
    if not wanted:
        return {}
    stood = {act: fact.value for act, fact in _facts(wanted).items()}
    found = {act: _refusal(act, own, stood.get(act, ""), faces) for act, own in _answers(wanted).items()}
    return {act: one for act, one in found.items() if one}


def field_of(act: Act) -> str:
    """Without the amount that was named of it."""
    return act.field.partition(" ")[0]


def _answers(acts: Iterable[Act]) -> Mapping[Act, Sequence[Decision]]:
    """All that each settled, as it had been asked for by then."""
    people, moments = {act.person_id for act in acts if act.person_id}, {act.at for act in acts if act.at}
    at_once = Decision.objects.filter(person_id__in=people, created_at__in=moments, proposal__is_muted=False)
    given = at_once.exclude(verdict__in=[Verdict.WITHDRAW, Verdict.EXPIRE]).order_by("proposal__created_at")
    found: dict[Act, list[Decision]] = defaultdict(list)
    for one in with_what_was_known(with_values(given)):
        found[act_of(one.proposal, one.created_at)].append(one)
    return {act: found[act] for act in acts if act in found}


def standing_after(acts: Iterable[Act]) -> dict[Act, Fact]:
    """What each field said once the answer was given, or taken back, at the time of the act; one query."""
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
        if act.at and (field, person_id) == (field_of(act), act.person_id) and _held(fact, act.at, after=after)
    }


def _held(fact: Fact, at: datetime, *, after: bool) -> bool:
    """Whether it held just before this moment, or just after it."""
    if after:
        return fact.valid_from <= at and (fact.valid_to is None or fact.valid_to > at)
    return fact.valid_from < at and (fact.valid_to is None or fact.valid_to >= at)


def _refusal(act: Act, answers: Sequence[Decision], stood: str, faces: Faces) -> Refusal | None:
    field = field_of(act)
    kept = key_of(field, stood) if stood else ""
    if not all(_left(one, field, kept) for one in answers if one.verdict in APPROVING):
        return None
    requests = [one.proposal for one in answers]
    askers, values = askers_of(requests, faces), [one for one in values_asked(requests) if key_of(field, one) != kept]
    if not values:
        return None
    refused = {wording.readable(one).removesuffix("."): askers.get(one, ()) for one in values}
    is_own = any(one.method != Method.REVIEWER for one in answers)
    return Refusal(wording.readable(stood), with_askers(refused, told=()), "" if is_own else faces.name("staff:"))


def _left(approval: Decision, field: str, kept: str) -> bool:
    """Whether it agreed to what the field said already."""
    return approval.proposal.change["type"] == SET and key_of(field, value_of(approval)) == kept
