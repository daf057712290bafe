from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from conversations.actions.sessions import append_turns, open_session
from conversations.models import Speaker
from memories.maintenance.index_turns import index_turns
from memories.maintenance.record_setup import record_row
from operations.importing.conversation_formats import ImportedConversation
from workspaces import scope
from workspaces.actors import Actor, system_actor
from workspaces.models import Person

TURNS_A_CALL = 100


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: `added` counts turns that were not there before."""

    person_ids: tuple[UUID, ...]
    turns: int
    added: int


def import_conversation(
    *,
    conversation: ImportedConversation,
    workspace_id: UUID,
    now: datetime,
    person_id: UUID | None = None,
    speakers: Mapping[str, UUID] | None = None,
    on_progress: Callable[[int], object] = lambda count: None,
) -> Imported:
    """Store a recorded conversation for the person it is about, and make its turns searchable (R22).

    The person is `person_id`, else those that `speakers` maps to, else a new one for this conversation. Idempotent.
    `on_progress` gets the number of turns stored and indexed at each step.
    Raises UnknownPerson.
    """
    actor = system_actor(workspace_id, "import_conversation")
    people = _people(conversation, person_id, speakers or {}, actor, now)
    added = sum(_record(conversation, person, actor, now, on_progress) for person in people)
    _name_selves(workspace_id, {name: each for name, each in (speakers or {}).items() if name in conversation.speakers})
    return Imported(people, conversation.turn_count * len(people), added)


def _people(
    conversation: ImportedConversation,
    person_id: UUID | None,
    speakers: Mapping[str, UUID],
    actor: Actor,
    now: datetime,
) -> tuple[UUID, ...]:
    mapped = dict.fromkeys(speakers[name] for name in conversation.speakers if name in speakers)
    if person_id is not None or mapped:
        return tuple(mapped) or (person_id,)  # type: ignore[return-value]
    with scope.enter(actor.workspace_id):
        name = f"{' and '.join(conversation.speakers) or 'Somebody'} ({conversation.name})"[:200]
        person, is_new = Person.objects.get_or_create(name=name)
        if is_new:
            record_row(row=person, done="added", actor=actor, now=now)
    return (person.id,)


def _name_selves(workspace_id: UUID, mapped: Mapping[str, UUID]) -> None:
    """Mark mapped speakers as the person themselves, whatever their name."""
    with scope.enter(workspace_id):
        for name, person_id in mapped.items():
            Speaker.objects.filter(person_id=person_id, name=name).update(is_self=True)


def _record(
    conversation: ImportedConversation,
    person_id: UUID,
    actor: Actor,
    now: datetime,
    on_progress: Callable[[int], object],
) -> int:
    added = 0
    for imported in conversation.sessions:
        session, _ = open_session(
            person_id=person_id,
            external_id=imported.external_id,
            imported_from=conversation.name[:200],
            actor=actor,
            now=now,
        )
        for start in range(0, len(imported.turns), TURNS_A_CALL):
            drafts = imported.turns[start : start + TURNS_A_CALL]
            answer = append_turns(session_id=session.id, drafts=drafts, actor=actor, now=now)
            added += sum(is_new for _, is_new in answer)
            while index_turns(workspace_id=actor.workspace_id, now=now):
                pass
            on_progress(len(drafts))
    return added
