"""The content of memories at an earlier time, restricted by today's grants, refusals and erasures.

A memory was active if this server had stored it and it was neither forgotten nor merged into another. Its content is
that of its version at that time; category, importance and the like are today's.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from consent.models import Decision
from consent.models.decision import Verdict
from memories.denials import is_denied
from memories.maintenance.restore_chunks import restore_chunks
from memories.models import Fact, History, Memory, MemoryVersion
from memories.models.choices import Event
from memories.models.memory import MemoryQuerySet
from retrieval.sql import fetch, select_of
from workspaces import scope
from workspaces.actors import Actor

# Events that do not change whether a memory is active.
NEUTRAL_EVENTS = (Event.LINK, Event.EXPORT, Event.CONSENT)
FORGOTTEN = Q(event__in=(Event.DELETE, Event.TTL)) | Q(meta__has_any_keys=["into", "behind"])


def memories_at(as_of: datetime, *, actor: Actor, now: datetime) -> MemoryQuerySet:
    """Return the memories active at that time, annotated with the id of their version as `version_then`. In a scope.

    Versions are excluded that the person rejected, whose approval was withdrawn, or that were written where the actor
    is not authorized.
    """
    rows = Memory.objects.readable_by(actor, now=now).annotate(
        version_then=Subquery(versions_at(as_of, OuterRef("id")).values("id")[:1]),
        last_event=Subquery(_events(as_of).values("id")[:1]),
    )
    written = History.objects.filter(memory_id=OuterRef("id"), new_version_id=OuterRef("version_then"))
    withdrawn = Decision.objects.filter(withdrawn_at__isnull=False, verdict__in=(Verdict.APPROVE, Verdict.AMEND))
    return rows.filter(
        Exists(written.authorized_for(actor, now=now)),
        ~Exists(written.filter(decision_id__in=withdrawn.values("id"))),
        ~Exists(History.objects.filter(FORGOTTEN, id=OuterRef("last_event"))),
    ).exclude(version_then__in=_denied_versions())


def versions_at(as_of: datetime, memory: OuterRef | UUID) -> QuerySet[MemoryVersion]:
    """Return the versions of a memory that were stored by then, the current one of that time first."""
    rows = MemoryVersion.objects.filter(workspace_id=scope.current_workspace_id(), memory_id=memory)
    return rows.filter(ingested_at__lte=as_of).order_by("-number")


def facts_at(as_of: datetime, *, actor: Actor, now: datetime) -> QuerySet[Fact]:
    """Return the values that were valid at that time, of active fields. In a scope."""
    held = Fact.objects.filter(Q(valid_to__isnull=True) | Q(valid_to__gt=as_of), valid_from__lte=as_of)
    return held.filter(memory__in=memories_at(as_of, actor=actor, now=now)).select_related("memory")


def use_versions_at(memories: Sequence[Memory], as_of: datetime) -> None:
    """Set the current version of each memory to the one of that time; one query. In a scope."""
    rows = MemoryVersion.objects.filter(memory__in=memories, ingested_at__lte=as_of)
    versions = {row.memory_id: row for row in rows.order_by("memory_id", "-number").distinct("memory_id")}
    for memory in memories:
        memory.current = versions[memory.id]
        memory.version = memory.current.number


def restore_purged_chunks(as_of: datetime, *, person_id: UUID | None, actor: Actor, now: datetime) -> None:
    """Rebuild purged chunks of the versions of that time, a batch at a time. Outside any scope."""
    with scope.enter(actor.workspace_id):
        owner = Q(person_id=person_id) if person_id else Q(person_id__isnull=True)
        active = memories_at(as_of, actor=actor, now=now).filter(owner, ~Q(current_id=F("version_then")))
        versions = list(active.values_list("version_then", flat=True))  # type: ignore[misc]
    if versions:
        restore_chunks(versions, workspace_id=actor.workspace_id, now=now)


def _events(as_of: datetime) -> QuerySet[History]:
    rows = History.objects.filter(memory_id=OuterRef("id"), created_at__lte=as_of)
    return rows.exclude(event__in=NEUTRAL_EVENTS).order_by("-created_at", "-id")


def _denied_versions() -> Collection[UUID]:
    """Return the ids of versions whose text the person rejected (R17), of the few memories that have some."""
    rows = MemoryVersion.objects.filter(
        workspace_id=scope.current_workspace_id(), memory__denied_hashes__isnull=False
    ).values_list("id", "content", "memory__denied_hashes")
    return [id_ for id_, content, hashes in fetch(select_of(rows)) if is_denied(Memory(denied_hashes=hashes), content)]
