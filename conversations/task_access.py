"""Whose tasks an actor may touch: category `tasks` and the grants of the task's scope."""

from datetime import datetime
from uuid import UUID

from conversations.access import NotAllowed
from conversations.models.task import CATEGORY
from workspaces.actors import Actor
from workspaces.sensitivity import INTERNAL, rank


def check_may_write_tasks(actor: Actor, *, person_id: UUID | None, path: str, now: datetime) -> None:
    """Raise NotAllowed unless allowlist and grants let the actor write tasks there."""
    if not actor.may_write(CATEGORY):
        raise _not_listed(actor)
    ceiling = actor.writing_ceiling(person_id=person_id, namespace_path=path, now=now)
    if ceiling is None or ceiling < rank(INTERNAL):
        raise NotAllowed("No grant lets you write there.")


def check_may_read_tasks(actor: Actor) -> None:
    """Raise NotAllowed unless category `tasks` is on the actor's allowlist."""
    if not actor.may_see(CATEGORY):
        raise _not_listed(actor)


def _not_listed(actor: Actor) -> NotAllowed:
    message = f"Category '{CATEGORY}' is not on the allowlist of role '{actor.role}'."
    return NotAllowed(message, category=CATEGORY)
