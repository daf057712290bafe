"""The origin of a memory: who provided it, the sentence of conversation behind it, and the value that it replaced."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from conversations.models import Turn
from conversations.turn_events import TURN, turn_id_of
from interfaces.pages.conversations.conversation import QuotedTurn, quote_turns, turns_around
from interfaces.pages.history.entries import Entry
from interfaces.pages.history.imported_files import conversation_sentence
from interfaces.pages.texts.actors import Faces
from memories.models import Memory, MemoryVersion, Provenance
from memories.models.choices import Event, LifecycleState
from memories.models.history import HistoryQuerySet
from workspaces.actors import Actor

MOST = 10
CHANGE = "change:"
EPISODE = "episode:"
OWN = (CHANGE, TURN, EPISODE)
# Names by actor label and time of writing; the time is None where only one actor has the label.
Writers = Mapping[tuple[str, datetime | None], str]


def is_stated(origins: Sequence["Origin"]) -> bool:
    """Whether a conversation contains the present text."""
    return any(origin.quote and origin.is_current for origin in origins)


def current_numbers(versions: Sequence[MemoryVersion]) -> set[int]:
    """Return the numbers of the versions with the same text as the first one, which is the latest."""
    return {version.number for version in versions if version.content == versions[0].content}


@dataclass(frozen=True, slots=True)
class Origin:
    """One source of a memory. `quote` is its place in a conversation, empty where there is none or it may not be shown;
    for an episode, the conversation that it summarizes.

    `event` is the source's own id of the event; `is_current` is false for the origin of an earlier text; `is_deleted`:
    the message was deleted.
    """

    who: str
    version: int | None
    at: datetime
    event: str
    quote: Sequence[QuotedTurn]
    is_current: bool = True
    is_deleted: bool = False

    @property
    def imported_from(self) -> str:
        """A sentence that names the file from which staff imported its conversation; empty where they did not."""
        file = next((line.turn.session.imported_from for line in self.quote if line.is_evidence), "")
        return conversation_sentence(file) if file else ""

    @property
    def is_marked(self) -> bool:
        """Whether one sentence of the quote is marked as the source."""
        return any(line.is_evidence and "<mark>" in line.text for line in self.quote)


def origins_of(
    memory: Memory,
    *,
    actor: Actor,
    now: datetime,
    excluded: Collection[UUID],
    faces: Faces,
    current: Collection[int] | None = None,
    writers: Writers | None = None,
) -> list[Origin]:
    """Return the latest origins, those of the present text first, newest first, without those of the `excluded`
    changes; three queries, four for an episode. Runs in the entered scope.

    `current` are the numbers of versions with the present text: quotes of others have no marked sentence. `writers`
    names the authors where several agents have one label.
    """
    own = Provenance.objects.filter(memory=memory).exclude(source_event__in=[f"{CHANGE}{one}" for one in excluded])
    rows = list(own.order_by("-created_at", "-id")[:MOST])
    turns = turns_around(_turn_ids(rows), actor, now)
    statement = memory.current.content if memory.current else ""
    episode = _turns_of_episode(memory, actor, now)
    found = [
        _origin(row, _turns_of(row, turns, episode), statement, _is_current(row, current), faces, names=writers or {})
        for row in rows
    ]
    return _informative(found)


def writers_of(entries: Iterable[Entry]) -> Writers:
    """Return the authors' names by label and time of writing, because several agents may have one label."""
    written = [(entry.row.actor_label, entry.row.created_at, entry.face.name) for entry in entries if _wrote(entry)]
    names: dict[str, set[str]] = {}
    for label, _at, name in written:
        names.setdefault(label, set()).add(name)
    unambiguous: Writers = {(label, None): found.pop() for label, found in names.items() if len(found) == 1}
    return {**unambiguous, **{(label, at): name for label, at, name in written}}


def _wrote(entry: Entry) -> bool:
    return entry.row.new_version_id is not None


def _turns_of_episode(memory: Memory, actor: Actor, now: datetime) -> list[Turn]:
    """Return the first turns that an episode summarizes; none for other memories."""
    if memory.turn_start is None or memory.session_id is None:
        return []
    visible = Turn.objects.visible_to(actor, now=now).defer("search")
    place = {"session_id": memory.session_id, "position__range": (memory.turn_start, memory.turn_end)}
    return list(visible.filter(**place).order_by("position")[:MOST])


def _turns_of(row: Provenance, turns: Mapping[UUID | None, Sequence[Turn]], episode: Sequence[Turn]) -> Sequence[Turn]:
    return episode if row.source_event.startswith(EPISODE) else turns.get(_turn_id(row), [])


def _origin(
    row: Provenance, turns: Sequence[Turn], statement: str, is_current: bool, faces: Faces, *, names: Writers
) -> Origin:
    label = row.source_identity
    who = names.get((label, row.created_at)) or names.get((label, None)) or faces.name(label)
    event = "" if row.source_event.startswith(OWN) else row.source_event
    quote = quote_turns(turns, _turn_id(row), statement if is_current else "", faces)
    is_deleted = _turn_id(row) is not None and not turns
    return Origin(who, row.version, row.created_at, event, quote, is_current, is_deleted)


def _is_current(row: Provenance, current: Collection[int] | None) -> bool:
    return current is None or row.version is None or row.version in current


def _informative(origins: Sequence[Origin]) -> list[Origin]:
    """Return the origins with a quote or an event, and one for each version that has neither."""
    listed = [origin for origin in origins if origin.quote or origin.event or origin.is_deleted]
    known = {(origin.who, origin.version) for origin in listed}
    for origin in origins:
        if (origin.who, origin.version) not in known:
            listed.append(origin)
            known.add((origin.who, origin.version))
    return sorted(listed, key=lambda origin: (origin.is_current, origin.at), reverse=True)


def _turn_ids(rows: Sequence[Provenance]) -> list[UUID]:
    return [turn_id for turn_id in map(_turn_id, rows) if turn_id]


def _turn_id(row: Provenance) -> UUID | None:
    return turn_id_of(row.source_event)


def replaced_by(memory: Memory, entries: Sequence[Entry], memories: QuerySet[Memory]) -> Memory | None:
    """Return the memory for which a value of a multi-valued field was forgotten, if the person may see it. The entries
    are newest first."""
    if not memory.is_fact or memory.state != LifecycleState.SOFT_DELETED:
        return None
    forgotten = next((entry for entry in entries if entry.row.event == Event.DELETE), None)
    return memories.filter(id=forgotten.row.meta.get("replaced_by")).first() if forgotten else None


def replaced_memories(memory: Memory, history: HistoryQuerySet, memories: QuerySet[Memory]) -> Sequence[Memory]:
    """Return the memories that were forgotten for this one and are still forgotten."""
    if not memory.is_fact:
        return []
    replaced = history.filter(person_id=memory.person_id, event=Event.DELETE, meta__replaced_by=str(memory.id)).values(
        "memory_id"
    )
    return list(memories.filter(id__in=replaced, state=LifecycleState.SOFT_DELETED).order_by("-updated_at"))
