"""What people said or forgot themselves. No agent changes it without asking them, whatever a policy says (R15)."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import DateTimeField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value

from consent.changes import Change, ForgetMemory, RestoreMemory, SetFact, WriteMemory, from_json
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
from memories.repetitions import said_there, spelled
from workspaces.actors import Actor, ActorKind

WRITES = WriteMemory.model_fields["type"].default
REPLACING = {kind.model_fields["type"].default for kind in (SetFact, WriteMemory, ForgetMemory, RestoreMemory)}


def changes_own_statements(
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
    gone = [one.id for one in found if one.state == LifecycleState.SOFT_DELETED]
    if gone and not _is_allowed(subjects, actor, snapshot.rules) and _forgotten(Q(id__in=gone)).exists():
        return True
    if memory is None or memory.state == LifecycleState.SOFT_DELETED:
        return False
    if memory.trust != Trust.PERSON or not target.stands:
        return False
    if not change.unsays(target) and not (writes and not may_read(memory, actor=actor, now=snapshot.now)):
        return False
    return not _is_allowed(subjects, actor, snapshot.rules) and _said([memory.id]).exists()


def _said(memory_ids: Collection[UUID]) -> QuerySet[MemoryVersion]:
    """Those of these memories whose text the person typed or edited themselves; agreeing to somebody's words, or
    confirming them, is not saying them."""
    said = MemoryVersion.objects.filter(memory__in=memory_ids, content=F("memory__current__content"))
    first = said.exclude(previous_version__content=F("content"))
    edited = Decision.objects.filter(id=OuterRef("decision_id"), verdict=Verdict.AMEND, withdrawn_at__isnull=True)
    rows = History.objects.filter(memory_id=OuterRef("memory_id"), new_version_id=OuterRef("id"))
    made = rows.exclude(old_version_id=F("new_version_id"))
    theirs = made.filter(actor_kind=ActorKind.PERSON, event__in=[Event.ADD, Event.UPDATE])
    own = theirs.filter(Q(decision_id__isnull=True) | Exists(edited))
    return first.filter(Exists(own))


def _forgotten(which: Q) -> QuerySet[Any]:
    """Those of some memories that the person forgot themselves, and when, as `ended_at`; to take an approval back is
    not to forget."""
    ends = History.objects.filter(memory_id=OuterRef("id"), event=Event.DELETE).order_by("-created_at", "-id")
    forgotten = Memory.objects.filter(which, state=LifecycleState.SOFT_DELETED).annotate(
        ended_by=Subquery(ends.values("actor_kind")[:1]),
        ended_in=Subquery(ends.values("decision_id")[:1]),
        ended_at=Subquery(ends.values("created_at")[:1]),
    )
    withdrawn = Decision.objects.filter(verdict=Verdict.WITHDRAW, id=OuterRef("ended_in"))
    return forgotten.filter(~Exists(withdrawn), ended_by=ActorKind.PERSON)


def against_own_statements(questions: Iterable[Proposal]) -> dict[UUID, datetime | None]:
    """Those of open questions that would replace or end what the person said themselves, or bring back what they forgot
    themselves, there or elsewhere, with when they forgot it. One query; in the scope."""
    asked = [one for one in questions if one.change["type"] in REPLACING]
    memories = {one.memory_id for one in asked if one.memory_id}
    new = [one for one in asked if not one.memory_id and one.change["type"] == WRITES]
    texts = {one.id: said for one in new if (said := from_json(one.change).said)}
    by_memory, by_text = _theirs(memories, list(texts.values()))
    found = {one.id: by_memory[one.memory_id] for one in asked if one.memory_id in by_memory}
    return found | {one: by_text[spelled(said)] for one, said in texts.items() if spelled(said) in by_text}


def _theirs(
    memories: Collection[UUID], texts: Sequence[tuple[str, str]]
) -> tuple[dict[UUID | None, datetime | None], dict[tuple[str, str], datetime | None]]:
    """What they said or forgot, with when they forgot it: by the memory's id, and what is forgotten by its text."""
    if not memories and not texts:
        return {}, {}
    which = Q(id__in=memories)
    if texts:
        which |= Q(id__in=said_there(*map(list, zip(*texts, strict=True))).order_by().values("id"))
    gone = _forgotten(which).values_list("id", "ended_at", "namespace_path", "current__content")
    said = _said(memories).values_list("memory_id", Value(None, DateTimeField()), Value(""), Value(""))
    rows = list(gone.union(said) if memories else gone)
    # What was said and then forgotten comes twice, in any order.
    by_memory: dict[UUID | None, datetime | None] = {one: None for one, *_rest in rows}
    by_memory |= {one: at for one, at, *_rest in rows if at}
    return by_memory, {spelled((path, text)): at for _id, at, path, text in rows if path}


def _is_allowed(subjects: Sequence[Subject], actor: Actor, rules: Sequence[Policy]) -> bool:
    """Whether a rule of the person's own applies each field that the change touches."""
    fields = [subject for subject in subjects if subject.fact_key]
    rulers = [policies.ruling(subject, actor=actor, rules=rules) for subject in fields]
    return bool(fields) and all(one and one.person_id and one.outcome == Outcome.APPLY for one in rulers)
