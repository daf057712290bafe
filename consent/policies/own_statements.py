"""What people said or forgot themselves: agents need their consent to change it, whatever a policy says (R15)."""

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
from memories.repetitions import same_texts_at, spelled
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
    """Whether an agent would replace or end what the person said themselves, or restore what they forgot themselves,
    there or `elsewhere`, without a rule of theirs that permits it.

    If the agent may not know the stored content, the answer is the same for every write.
    """
    memory, actor = target.memory, snapshot.actor
    if not actor.is_agent:
        return False
    writes = change.content_after(target) is not None
    found = [*elsewhere, memory] if memory is not None and writes else elsewhere
    gone = [one.id for one in found if one.state == LifecycleState.SOFT_DELETED]
    if gone and not _is_allowed(subjects, actor, snapshot.rules) and _forgotten(Q(id__in=gone)).exists():
        return True
    if memory is None or memory.state == LifecycleState.SOFT_DELETED:
        return False
    if memory.trust != Trust.PERSON or not target.is_in_force:
        return False
    if not change.replaces_content(target) and not (writes and not may_read(memory, actor=actor, now=snapshot.now)):
        return False
    return not _is_allowed(subjects, actor, snapshot.rules) and _own_versions([memory.id]).exists()


def _own_versions(memory_ids: Collection[UUID]) -> QuerySet[MemoryVersion]:
    """Return the current versions of these memories that the person typed or edited themselves; approving or
    confirming another's words does not count."""
    said = MemoryVersion.objects.filter(memory__in=memory_ids, content=F("memory__current__content"))
    first = said.exclude(previous_version__content=F("content"))
    edited = Decision.objects.filter(id=OuterRef("decision_id"), verdict=Verdict.AMEND, withdrawn_at__isnull=True)
    rows = History.objects.filter(memory_id=OuterRef("memory_id"), new_version_id=OuterRef("id"))
    made = rows.exclude(old_version_id=F("new_version_id"))
    theirs = made.filter(actor_kind=ActorKind.PERSON, event__in=[Event.ADD, Event.UPDATE])
    own = theirs.filter(Q(decision_id__isnull=True) | Exists(edited))
    return first.filter(Exists(own))


def _forgotten(which: Q) -> QuerySet[Any]:
    """Return those memories that the person forgot themselves, with the time as `ended_at`; withdrawing an approval
    does not count."""
    ends = History.objects.filter(memory_id=OuterRef("id"), event=Event.DELETE).order_by("-created_at", "-id")
    forgotten = Memory.objects.filter(which, state=LifecycleState.SOFT_DELETED).annotate(
        ended_by=Subquery(ends.values("actor_kind")[:1]),
        ended_in=Subquery(ends.values("decision_id")[:1]),
        ended_at=Subquery(ends.values("created_at")[:1]),
    )
    withdrawn = Decision.objects.filter(verdict=Verdict.WITHDRAW, id=OuterRef("ended_in"))
    return forgotten.filter(~Exists(withdrawn), ended_by=ActorKind.PERSON)


def against_own_statements(questions: Iterable[Proposal]) -> dict[UUID, datetime | None]:
    """Return the open questions that would replace or end what the person said themselves, or restore what they forgot
    themselves, there or elsewhere, with the time of forgetting. One query; in the scope."""
    replacing = [one for one in questions if one.change["type"] in REPLACING]
    memories = {one.memory_id for one in replacing if one.memory_id}
    new = [one for one in replacing if not one.memory_id and one.change["type"] == WRITES]
    texts = {one.id: text for one in new if (text := from_json(one.change).short_text)}
    by_memory, by_text = _own_or_forgotten(memories, list(texts.values()))
    found = {one.id: by_memory[one.memory_id] for one in replacing if one.memory_id in by_memory}
    return found | {one: by_text[spelled(text)] for one, text in texts.items() if spelled(text) in by_text}


def _own_or_forgotten(
    memories: Collection[UUID], texts: Sequence[tuple[str, str]]
) -> tuple[dict[UUID | None, datetime | None], dict[tuple[str, str], datetime | None]]:
    """Return when they forgot it (None: they said it): by the memory's id, and of forgotten ones also by the text."""
    if not memories and not texts:
        return {}, {}
    which = Q(id__in=memories)
    if texts:
        which |= Q(id__in=same_texts_at(*map(list, zip(*texts, strict=True))).order_by().values("id"))
    gone = _forgotten(which).values_list("id", "ended_at", "namespace_path", "current__content")
    said = _own_versions(memories).values_list("memory_id", Value(None, DateTimeField()), Value(""), Value(""))
    rows = list(gone.union(said) if memories else gone)
    # A text that was said and then forgotten occurs twice, in any order.
    by_memory: dict[UUID | None, datetime | None] = {one: None for one, *_rest in rows}
    by_memory |= {one: at for one, at, *_rest in rows if at}
    return by_memory, {spelled((path, text)): at for _id, at, path, text in rows if path}


def _is_allowed(subjects: Sequence[Subject], actor: Actor, rules: Sequence[Policy]) -> bool:
    """Whether the person's own rules permit each field that the change touches."""
    fields = [subject for subject in subjects if subject.fact_key]
    rulers = [policies.ruling(subject, actor=actor, rules=rules) for subject in fields]
    return bool(fields) and all(one and one.person_id and one.outcome == Outcome.APPLY for one in rulers)
