"""Permissions for conversations and tasks, and optimistic concurrency of their rows."""

from datetime import datetime
from uuid import UUID

from conversations.models.session import Session
from conversations.models.task import CATEGORY as TASKS
from conversations.models.task import Task
from conversations.models.turn import CATEGORY as TURNS
from workspaces.actors import WHO_ADDS_A_GRANT, Actor
from workspaces.models import Agent, Person
from workspaces.sensitivity import INTERNAL, rank

OTHERS_CONVERSATION = (
    "Another agent has this conversation with the person: only agents of its role add messages to it or close it, and "
    "those that the person lets pass on what they answer. Store yours in a conversation of your own: POST /sessions "
    "with another external_id, or none."
)
OTHERS_TASK = (
    "Another agent began this task: only agents of its role, the person and staff change its title or cancel it. Its "
    "state and its other statuses you may change."
)


class NotAllowed(Exception):
    """The actor's grants or allowlist do not cover this conversation; `category` is set if it is the allowlist."""

    def __init__(self, message: str, *, category: str = "") -> None:
        super().__init__(message)
        self.category = category


class UnknownPerson(Exception):
    """There is no such person in the entered workspace."""


class ChangedMeanwhile(Exception):
    """The row has changed since the caller read it."""


def check_may_write(actor: Actor, person_id: UUID, *, now: datetime) -> None:
    """Raise UnknownPerson or NotAllowed unless a grant covers adding something about this person."""
    check_writing_grant(actor, person_id, now=now)
    if not Person.objects.hold([person_id]):
        raise UnknownPerson


def may_write(actor: Actor, person_id: UUID, *, now: datetime) -> bool:
    """Whether a grant covers adding to this person's conversations; makes no query."""
    ceiling = actor.writing_ceiling(person_id=person_id, namespace_path="", now=now)
    return ceiling is not None and ceiling >= rank(INTERNAL)


def check_writing_grant(actor: Actor, person_id: UUID, *, now: datetime) -> None:
    """Raise NotAllowed unless a grant covers this person, whether they exist or not; makes no query."""
    if not may_write(actor, person_id, now=now):
        raise NotAllowed(f"No grant lets you write about the person {person_id}. {WHO_ADDS_A_GRANT}")


def check_may_converse(actor: Actor) -> None:
    """Raise NotAllowed unless category `activity` is on the actor's allowlist, for storing messages as for reading.

    Jobs derive facts of other categories from stored messages, and other agents find them.
    """
    if not actor.may_see(TURNS):
        raise _not_listed(actor, TURNS)


def check_may_read(actor: Actor, person_id: UUID, *, now: datetime) -> None:
    """Raise NotAllowed unless the actor may read this person's turns."""
    check_may_converse(actor)
    if not may_read(actor, person_id, now=now):
        raise NotAllowed(f"No grant lets you read about the person {person_id}. {WHO_ADDS_A_GRANT}")


def may_read(actor: Actor, person_id: UUID, *, now: datetime) -> bool:
    """`Turn.objects.visible_to` for one person's turns, without a query."""
    ceiling = actor.reading_ceiling(person_id=person_id, namespace_path="", now=now)
    return actor.may_see(TURNS) and ceiling is not None and ceiling >= rank(INTERNAL)


def may_continue(actor: Actor, session: Session, *, now: datetime) -> bool:
    """Whether they may add to this session: an agent to one that it began or may read; makes no query."""
    if not may_write(actor, session.person_id, now=now):
        return False
    return not actor.is_agent or session.agent_id == actor.id or may_read(actor, session.person_id, now=now)


def check_takes_part(actor: Actor, session: Session, *, now: datetime) -> None:
    """Raise NotAllowed where an agent would add to a conversation that another role has with the person, or close it,
    unless the person lets it pass on what they answer. At most one query."""
    if not takes_part(actor, session, now=now):
        raise NotAllowed(OTHERS_CONVERSATION)


def takes_part(actor: Actor, session: Session, *, now: datetime) -> bool:
    """At most one query."""
    return has_begun(actor, session.agent_id) or actor.relays_consent_of(session.person_id, now=now)


def check_may_rule(actor: Actor, task: Task) -> None:
    """Raise NotAllowed if an agent would rename or cancel a task of another role. At most one query."""
    if not has_begun(actor, task.agent_id):
        raise NotAllowed(OTHERS_TASK)


def has_begun(actor: Actor, agent_id: UUID | None) -> bool:
    """Whether a row begun by `agent_id` counts as the actor's own: begun by it, by an agent of its role, or by no
    agent. For people and staff every row does."""
    if not actor.is_agent or agent_id in (None, actor.id):
        return True
    return Agent.objects.filter(id=agent_id, role=actor.role).exists()


def check_may_write_tasks(actor: Actor, *, person_id: UUID | None, path: str, now: datetime) -> None:
    """Raise NotAllowed unless allowlist and grants let the actor write tasks there."""
    if not actor.may_write(TASKS):
        raise _not_listed(actor, TASKS)
    ceiling = actor.writing_ceiling(person_id=person_id, namespace_path=path, now=now)
    if ceiling is None or ceiling < rank(INTERNAL):
        raise NotAllowed(f"No grant lets you write there. {WHO_ADDS_A_GRANT}")


def check_may_read_tasks(actor: Actor) -> None:
    """Raise NotAllowed unless category `tasks` is on the actor's allowlist."""
    if not actor.may_see(TASKS):
        raise _not_listed(actor, TASKS)


def check_unchanged(found: UUID | None, expected: UUID | None) -> None:
    """Raise ChangedMeanwhile unless the row is still at the change the caller expects; None skips the check."""
    if expected is not None and found != expected:
        raise ChangedMeanwhile("It was changed meanwhile; read it again.")


def _not_listed(actor: Actor, category: str) -> NotAllowed:
    message = f"Category '{category}' is not on the allowlist of role '{actor.role}'."
    return NotAllowed(message, category=category)
