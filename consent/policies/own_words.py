"""What people said or forgot themselves, and no agent changes without asking them, whatever a policy says (R15)."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeAlias
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from consent.changes import Change, ForgetMemory, RestoreMemory, SetFact, WriteMemory
from consent.detection.statements import may_read
from consent.models import Decision, Policy, Proposal
from consent.models.decision import Verdict
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.rules import Subject
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState, Trust
from workspaces.actors import Actor, ActorKind

Ids: TypeAlias = "QuerySet[Any, UUID]"
REPLACING = {kind.model_fields["type"].default for kind in (SetFact, WriteMemory, ForgetMemory, RestoreMemory)}


def needs_their_yes(
    change: Change,
    target: Target,
    subjects: Sequence[Subject],
    snapshot: BatchSnapshot,
    *,
    elsewhere: Sequence[Memory] = (),
) -> bool:
    """Whether an agent would replace or end what the person said themselves, or bring back what they forgot themselves,
    there or `elsewhere`, and no rule of theirs lets it.

    Where the agent may not know what stands there, whatever it writes is answered alike.
    """
    memory, actor = target.memory, snapshot.actor
    if not actor.is_agent:
        return False
    writes = change.restated(target) is not None
    found = [*elsewhere, memory] if memory is not None and writes else elsewhere
    forgotten = [one.id for one in found if one.state == LifecycleState.SOFT_DELETED]
    if forgotten and not _is_allowed(subjects, actor, snapshot.rules) and _forgotten(forgotten).exists():
        return True
    if memory is None or memory.state == LifecycleState.SOFT_DELETED:
        return False
    if memory.trust != Trust.PERSON or not target.stands:
        return False
    if not change.unsays(target) and not (writes and not may_read(memory, actor=actor, now=snapshot.now)):
        return False
    return not _is_allowed(subjects, actor, snapshot.rules) and _said([memory.id]).exists()


def _said(memory_ids: Collection[UUID]) -> Ids:
    """Those of these memories whose text the person typed or edited themselves; agreeing to somebody's words, or
    confirming them, is not saying them."""
    said = MemoryVersion.objects.filter(memory__in=memory_ids, content=F("memory__current__content"))
    first = said.exclude(previous_version__content=F("content"))
    edited = Decision.objects.filter(id=OuterRef("decision_id"), verdict=Verdict.AMEND)
    rows = History.objects.filter(memory_id=OuterRef("memory_id"), new_version_id=OuterRef("id"))
    made = rows.exclude(old_version_id=F("new_version_id"))
    theirs = made.filter(actor_kind=ActorKind.PERSON, event__in=[Event.ADD, Event.UPDATE])
    own = theirs.filter(Q(decision_id__isnull=True) | Exists(edited))
    return first.filter(Exists(own)).values_list("memory_id", flat=True)


def _forgotten(memory_ids: Collection[UUID]) -> Ids:
    """Those of these memories that the person forgot themselves; to take an approval back is not to forget."""
    ends = History.objects.filter(memory_id=OuterRef("id"), event=Event.DELETE).order_by("-created_at", "-id")
    forgotten = Memory.objects.filter(id__in=memory_ids, state=LifecycleState.SOFT_DELETED).annotate(
        ended_by=Subquery(ends.values("actor_kind")[:1]), ended_in=Subquery(ends.values("decision_id")[:1])
    )
    withdrawn = Decision.objects.filter(verdict=Verdict.WITHDRAW, id=OuterRef("ended_in"))
    return forgotten.filter(~Exists(withdrawn), ended_by=ActorKind.PERSON).values_list("id", flat=True)


def against_own_words(questions: Iterable[Proposal]) -> set[UUID]:
    """Those of open questions that would replace or end what the person said themselves, or bring back what they forgot
    themselves. One query; in the scope."""
    asked = {one.id: one.memory_id for one in questions if one.memory_id and one.change["type"] in REPLACING}
    memories = set(asked.values())
    theirs = set(_said(memories).union(_forgotten(memories))) if memories else set()
    return {question for question, memory in asked.items() if memory in theirs}


def _is_allowed(subjects: Sequence[Subject], actor: Actor, rules: Sequence[Policy]) -> bool:
    """Whether a rule of the person's own applies each field that the change touches."""
    fields = [subject for subject in subjects if subject.fact_key]
    rulers = [policies.ruling(subject, actor=actor, rules=rules) for subject in fields]
    return bool(fields) and all(one and one.person_id and one.outcome == Outcome.APPLY for one in rulers)
