"""Erasing everything about a person, in steps of which each may be repeated."""

from datetime import datetime
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet

from conversations.access import UnknownPerson
from memories.maintenance.erase_person import erase_files, erase_memories, record_erasure
from memories.models import Memory
from operations import queue
from operations.erasure.answers import erase_answers
from operations.erasure.tables import ERASED, WITH_MEMORIES, count_rows, rows_of
from operations.models import Tombstone
from workspaces import scope
from workspaces.actors import Actor, ActorKind, system_actor
from workspaces.models import Membership, Person
from workspaces.models.membership import Role

JOB = "erase_people"
# What one request may wait for: about three seconds. More is left to the worker.
AT_ONCE = 1_000
MANAGERS = (Role.OWNER, Role.ADMIN)


class NotConfirmed(ValueError):
    """What was typed is not the person's name."""


class NotYours(Exception):
    """Only the person, or who looks after the workspace, may erase a person."""


def request_erasure(*, person_id: UUID, confirmation: str, actor: Actor, now: datetime) -> Tombstone:
    """Erase a person; `confirmation` is their name as it is written here.

    Done on return (`erased_at` is set) unless there are more than 1,000 memories: then the worker does it. Asking
    again answers with the same tombstone. Raises NotYours, UnknownPerson, NotConfirmed.
    """
    if not _may_erase(actor, person_id):
        raise NotYours("Only the person, or who looks after the workspace, may erase what is kept about them.")
    with scope.enter(actor.workspace_id):
        tombstone = Tombstone.objects.filter(person_id=person_id).first() or _bury(person_id, confirmation, actor, now)
        is_small = Memory.objects.filter(person_id=person_id).count() <= AT_ONCE
    if is_small:
        return carry_out(workspace_id=actor.workspace_id, tombstone_id=tombstone.id, now=now)
    queue.wake(JOB, workspace_id=actor.workspace_id)
    return tombstone


def carry_out(*, workspace_id: UUID, tombstone_id: UUID, now: datetime) -> Tombstone:
    """Erase what a tombstone asks for, all of it; whatever a killed run has done already stays done."""
    with scope.enter(workspace_id):
        person_id = Tombstone.objects.get(id=tombstone_id).person_id
    erase_files(workspace_id=workspace_id, person_id=person_id)
    while True:
        while erase_memories(workspace_id=workspace_id, person_id=person_id, now=now):
            pass
        with scope.enter(workspace_id):
            tombstone = Tombstone.objects.select_for_update().get(id=tombstone_id)
            if tombstone.erased_at or _finish(tombstone, now):
                return tombstone


def erase_waiting(*, workspace_id: UUID, now: datetime) -> int:
    """Carry out what was asked for and is not done; returns how many people were erased."""
    with scope.enter(workspace_id):
        waiting = list(Tombstone.objects.filter(erased_at__isnull=True).values_list("id", flat=True))
    for tombstone_id in waiting:
        carry_out(workspace_id=workspace_id, tombstone_id=tombstone_id, now=now)
    return len(waiting)


def _may_erase(actor: Actor, person_id: UUID) -> bool:
    if actor.kind is ActorKind.PERSON:
        return actor.person_id == person_id
    return actor.kind is ActorKind.STAFF and actor.role in MANAGERS


def _bury(person_id: UUID, confirmation: str, actor: Actor, now: datetime) -> Tombstone:
    person = Person.objects.filter(id=person_id).first()
    if person is None:
        raise UnknownPerson
    if confirmation.split() != person.name.split():
        raise NotConfirmed("That is not the name as it is written here. Nothing was erased.")
    row, _ = Tombstone.objects.get_or_create(
        person_id=person_id,
        defaults={"requested_by": actor.id, "requested_at": now, "counts": count_rows(person_id)},
    )
    return row


def _finish(tombstone: Tombstone, now: datetime) -> bool:
    """Erase all but the memories; False when one was written meanwhile.

    With the person's row locked nothing new can point to it: a writer that is under way fails when it commits.
    """
    person = Person.objects.select_for_update().filter(id=tombstone.person_id)
    list(person)
    if rows_of("memories.Memory", tombstone.person_id).exists():
        return False
    erase_answers(tombstone.person_id)
    for label in (*WITH_MEMORIES, *ERASED):
        _delete(rows_of(label, tombstone.person_id))
    here = scope.current_workspace_id()
    Membership.objects.filter(workspace_id=here, person_id=tombstone.person_id).update(person_id=None)
    _delete(person)
    _close(tombstone, now)
    return True


def _close(tombstone: Tombstone, now: datetime) -> None:
    row = record_erasure(
        person_id=tombstone.person_id,
        meta={"tombstone": str(tombstone.id), "rows": sum(tombstone.counts.values())},
        actor=system_actor(scope.current_workspace_id(), "erase_person"),
        now=now,
    )
    tombstone.erased_at, tombstone.history_id = now, row.id
    tombstone.save(update_fields=["erased_at", "history_id"])


def _delete(rows: QuerySet[Model]) -> None:
    """One DELETE. Keys are checked at the commit, so Django need not fetch what points to the rows."""
    rows._raw_delete(DEFAULT_DB_ALIAS)
