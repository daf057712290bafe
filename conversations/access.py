"""Whose conversations an actor may touch."""

from datetime import datetime
from uuid import UUID

from conversations.models.turn import CATEGORY
from workspaces.actors import Actor
from workspaces.models import Person
from workspaces.sensitivity import INTERNAL, rank


class NotAllowed(Exception):
    """The actor's grants or allowlist do not cover this conversation; `category` is set if it is the allowlist."""

    def __init__(self, message: str, *, category: str = "") -> None:
        super().__init__(message)
        self.category = category


class UnknownPerson(Exception):
    """There is no such person in the entered workspace."""


def check_may_write(actor: Actor, person_id: UUID, *, now: datetime) -> None:
    """Raise UnknownPerson or NotAllowed unless the actor may add to this person's conversations.

    Recording what was said needs the grant only; reading turns back needs category `activity` as well.
    """
    check_writing_grant(actor, person_id, now=now)
    if not Person.objects.hold([person_id]):
        raise UnknownPerson


def check_writing_grant(actor: Actor, person_id: UUID, *, now: datetime) -> None:
    """Raise NotAllowed unless a grant covers this person, whether they exist or not; reads nothing."""
    ceiling = actor.writing_ceiling(person_id=person_id, namespace_path="", now=now)
    if ceiling is None or ceiling < rank(INTERNAL):
        raise NotAllowed("No grant lets you write about this person.")


def check_may_read(actor: Actor, person_id: UUID, *, now: datetime) -> None:
    """Raise NotAllowed unless the actor may read this person's turns."""
    if not actor.may_see(CATEGORY):
        message = f"Category '{CATEGORY}' is not on the allowlist of role '{actor.role}'."
        raise NotAllowed(message, category=CATEGORY)
    if not may_read(actor, person_id, now=now):
        raise NotAllowed("No grant lets you read about this person.")


def may_read(actor: Actor, person_id: UUID, *, now: datetime) -> bool:
    """`Turn.objects.visible_to` for one person's turns, without asking the database."""
    ceiling = actor.reading_ceiling(person_id=person_id, namespace_path="", now=now)
    return actor.may_see(CATEGORY) and ceiling is not None and ceiling >= rank(INTERNAL)
