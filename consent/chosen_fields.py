"""Fields whose value the person chose together with a text: they are restored and forgotten with that text.

A value that the person types themselves refuses every competing text, so it depends on none.
"""

from collections.abc import Iterator
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from consent.changes.lines import Lines, texts_beside
from consent.detection.values import claim
from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import ProposalState
from memories.models import History, Memory
from memories.models.choices import LifecycleState


def chosen_requests(memory_id: UUID | None, person_id: UUID | None) -> list[Proposal]:
    """Return the requests for a field that were answered with the value of this text, unless another active text that
    was approved with them states it too. One query if there are none; in the entered scope.
    """
    return [
        chosen.proposal
        for chosen, texts in _choices_of(memory_id, person_id)
        if texts.pop(memory_id) and LifecycleState.ACTIVE not in texts.values()
    ]


def chosen_fields(memory: Memory) -> list[Memory]:
    """Return the fields that depend on this text alone, unchanged since the person chose them with it. In the entered
    scope."""
    requests = [] if memory.is_fact else chosen_requests(memory.id, memory.person_id)
    if not requests:
        return []
    decisions = _standing(Verdict.AMEND).filter(proposal__in=requests)
    made = History.objects.filter(decision_id__in=decisions.values("id"), memory_id=OuterRef("id"))
    fields = Memory.objects.filter(Exists(made.filter(new_version_id=OuterRef("current_id"))))
    named = fields.filter(id__in=[row.memory_id for row in requests], state=LifecycleState.ACTIVE)
    return list(named.select_related("current").order_by("id"))


def fields_forgotten_with(memory: Memory) -> list[Memory]:
    """Return the fields that were forgotten together with this forgotten text. In the entered scope."""
    if memory.is_fact or memory.state != LifecycleState.SOFT_DELETED:
        return []
    fields = [chosen.proposal.memory_id for chosen, _texts in _choices_of(memory.id, memory.person_id)]
    if not fields:
        return []
    gone = Memory.objects.filter(id__in=fields, state=LifecycleState.SOFT_DELETED, change_id=memory.change_id)
    return list(gone.select_related("current").order_by("id"))


def lines_of_fields(fields: list[Memory]) -> Lines:
    """Return the lines that the person is shown of fields that are forgotten or restored with a text."""
    along: Lines = {}
    for field in fields:
        along |= texts_beside(field, f"Chosen with it, {field.key.removeprefix('fact:')}")
    return along


def _choices_of(memory_id: UUID | None, person_id: UUID | None) -> Iterator[tuple[Decision, dict[UUID | None, str]]]:
    """Yield the decisions that gave a field the value of this text, each with the states of all texts that state it."""
    if memory_id is None or person_id is None:
        return
    amended = _standing(Verdict.AMEND).filter(
        proposal__person_id=person_id, proposal__state=ProposalState.AMENDED, proposal__change__type="set_fact"
    )
    for chosen in amended.select_related("proposal"):
        texts = _texts_of(chosen)
        if memory_id in texts:
            yield chosen, texts


def _texts_of(chosen: Decision) -> dict[UUID | None, str]:
    draft, value = chosen.proposal.change["draft"], chosen.proposal.kept_value.partition("\n\n")[0]
    act = {"account_id": chosen.account_id, "person_id": chosen.person_id, "created_at": chosen.created_at}
    stated = claim(draft["category"], draft["key"], value)
    approved = _standing(Verdict.APPROVE).filter(**act, proposal__claims__contains=[stated])
    texts = approved.exclude(proposal__change__type="set_fact").values("proposal__memory_id")
    return dict(Memory.objects.filter(id__in=texts).values_list("id", "state"))


def _standing(verdict: Verdict) -> "QuerySet[Decision]":
    return Decision.objects.filter(withdrawn_at__isnull=True, verdict=verdict)
