"""Erases everything about a person, in repeatable steps."""

import logging
from datetime import datetime
from itertools import count
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet

from conversations.access import UnknownPerson
from memories.maintenance.person import erase_files, erase_memories, record_erasure
from memories.models import Memory
from operations import queue
from operations.models import Tombstone
from operations.privacy.erase_answers import erase_answers
from operations.privacy.erasure_log import note_erasures
from operations.privacy.erasure_tables import ERASED, WITH_MEMORIES, count_rows, rows_of
from workspaces import scope
from workspaces.actors import Actor, ActorKind, system_actor
from workspaces.models import Membership, Person
from workspaces.models.membership import Role

JOB = "erase_people"
logger = logging.getLogger(__name__)
# A request erases this many memories itself, in about three seconds; the worker erases more, and what concurrent
# writers still add after these rounds.
AT_ONCE = 1_000
ROUNDS = 10
# Erased before the rest: memories with their History, artifacts with their files.
ERASED_FIRST = ("memories.Memory", "memories.Artifact")
MANAGERS = (Role.OWNER, Role.ADMIN)


class NotConfirmed(ValueError):
    """The confirmation is not the person's name."""


class NotYours(Exception):
    """Only the person, an owner or an admin may erase a person."""


def request_erasure(*, person_id: UUID, confirmation: str, actor: Actor, now: datetime) -> Tombstone:
    """Erase a person; `confirmation` is their name as stored.

    Nothing can be written about the person from now on. Done on return (`erased_at` is set) up to 1,000 memories; the
    worker erases more. A repeated request returns the same tombstone. Raises NotYours, UnknownPerson, NotConfirmed.
    """
    if not _may_erase(actor, person_id):
        raise NotYours("Only the person, an owner or an admin may erase what is stored about them.")
    with scope.enter(actor.workspace_id):
        before = Tombstone.objects.filter(person_id=person_id).first()
        tombstone = before or _create_tombstone(person_id, confirmation, actor, now)
        is_small = Memory.objects.filter(person_id=person_id).count() <= AT_ONCE
    _note(actor.workspace_id)
    if before is None and is_small:
        tombstone = carry_out(workspace_id=actor.workspace_id, tombstone_id=tombstone.id, now=now, rounds=ROUNDS)
    if tombstone.erased_at is None:
        queue.enqueue_debounced(JOB, workspace_id=actor.workspace_id)
    return tombstone


def erase_unasked(
    *, workspace_id: UUID, person_id: UUID, requested_by: UUID | None, requested_at: datetime, now: datetime
) -> Tombstone:
    """Erase a person completely without confirmation: the whole workspace is erased, or it was confirmed before."""
    with scope.enter(workspace_id):
        _block_writes(person_id, now)
        values = {"requested_by": requested_by, "requested_at": requested_at, "counts": count_rows(person_id)}
        tombstone, _ = Tombstone.objects.get_or_create(person_id=person_id, defaults=values)
    return carry_out(workspace_id=workspace_id, tombstone_id=tombstone.id, now=now)


def _note(workspace_id: UUID) -> None:
    """Append to the log of erasures; the hourly job writes what a full disk refused."""
    try:
        note_erasures(workspace_id=workspace_id)
    except OSError:
        logger.exception("The log of erasures cannot be written.")


def carry_out(*, workspace_id: UUID, tombstone_id: UUID, now: datetime, rounds: int | None = None) -> Tombstone:
    """Carry out an erasure completely, or for `rounds` of up to 200 memories each. A killed run can be continued."""
    with scope.enter(workspace_id):
        tombstone = Tombstone.objects.get(id=tombstone_id)
        person_id = tombstone.person_id
        _block_writes(person_id, now)
    for _ in count() if rounds is None else range(rounds):
        erase_files(workspace_id=workspace_id, person_id=person_id)
        if erase_memories(workspace_id=workspace_id, person_id=person_id, now=now):
            continue
        with scope.enter(workspace_id):
            tombstone = Tombstone.objects.select_for_update().get(id=tombstone_id)
            if tombstone.erased_at or _finish(tombstone, now):
                break
    return tombstone


def erase_waiting(*, workspace_id: UUID, now: datetime) -> int:
    """Carry out the open erasures; returns how many people were erased."""
    with scope.enter(workspace_id):
        waiting = list(Tombstone.objects.filter(erased_at__isnull=True).values_list("id", flat=True))
    for tombstone_id in waiting:
        carry_out(workspace_id=workspace_id, tombstone_id=tombstone_id, now=now)
    return len(waiting)


def check_confirmation(*, person_id: UUID, confirmation: str, actor: Actor) -> None:
    """Compare the name first; a person who is being erased already has none. Raises NotConfirmed."""
    with scope.enter(actor.workspace_id):
        person = Person.objects.filter(id=person_id).first()
    if person is not None:
        _compare(person, confirmation)


def _compare(person: Person, confirmation: str) -> None:
    if confirmation.split() != person.name.split():
        raise NotConfirmed("That is not the stored name. Nothing was erased.")


def _may_erase(actor: Actor, person_id: UUID) -> bool:
    if actor.kind is ActorKind.PERSON:
        return actor.person_id == person_id
    return actor.kind is ActorKind.STAFF and actor.role in MANAGERS


def _create_tombstone(person_id: UUID, confirmation: str, actor: Actor, now: datetime) -> Tombstone:
    # A concurrent request waits here and then finds the tombstone; writers do not wait.
    person = Person.everybody.select_for_update(no_key=True).filter(id=person_id).first()
    if person is None:
        raise UnknownPerson
    _compare(person, confirmation)
    _block_writes(person_id, now)
    row, _ = Tombstone.objects.get_or_create(
        person_id=person_id,
        defaults={
            "requested_by": actor.id,
            "is_own": actor.kind is ActorKind.PERSON,
            "requested_at": now,
            "counts": count_rows(person_id),
        },
    )
    return row


def _block_writes(person_id: UUID, now: datetime) -> None:
    """Refuse writes about the person from the commit on, so that the erasure can end; free their external id."""
    Person.objects.filter(id=person_id).update(erasure_asked_at=now, external_id=None)


def _finish(tombstone: Tombstone, now: datetime) -> bool:
    """Erase all but memories and files; False if one was written meanwhile.

    The lock waits for writers that began before the request; after it nothing new can refer to the row.
    """
    person = Person.everybody.select_for_update().filter(id=tombstone.person_id)
    list(person)
    if any(rows_of(label, tombstone.person_id).exists() for label in ERASED_FIRST):
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
    """One DELETE: keys are checked at the commit, so Django need not fetch referring rows."""
    rows._raw_delete(DEFAULT_DB_ALIAS)
