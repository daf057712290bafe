"""What a context says whatever is asked: of the conversation and of the person."""

from dataclasses import dataclass
from uuid import UUID

from conversations.access import may_read
from conversations.actions.sessions import UnknownSession
from conversations.delta_header import DeltaHeader, place_look, read_header
from retrieval.answers import Item
from retrieval.context.lines import facts_look, read_unsearched, standing_look, turns_look
from retrieval.context.parts import FactLine, TurnLine
from retrieval.context.request import ContextRequest
from retrieval.pipeline import Asked
from retrieval.sql import Sql, compose, constant, fetch_each
from workspaces import scope
from workspaces.namespaces import default_thread
from workspaces.round_trip import Rows
from workspaces.sensitivity import INTERNAL, rank

# The session asked for, else the person's last one.
SESSION = """
SELECT s.{column} FROM conversations_session s
WHERE s.workspace_id = {workspace} AND s.person_id = {person} AND {which}
"""
LAST = Sql("s.last_turn_at IS NOT NULL ORDER BY s.last_turn_at DESC LIMIT 1")
THREAD = "coalesce(nullif(({session}), ''), {default})"


@dataclass(frozen=True, slots=True)
class Conversation:
    """The session, None where the person has none, and its recent turns, newest first."""

    session_id: UUID | None
    turns: tuple[TurnLine, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """The header, the profile, what always stands in a context, and the conversation."""

    told: DeltaHeader
    facts: tuple[FactLine, ...]
    standing: tuple[Item, ...]
    conversation: Conversation

    @property
    def ids(self) -> set[UUID]:
        """Of memories and turns."""
        said = {turn.id for turn in self.conversation.turns}
        return said | {fact.memory_id for fact in self.facts} | {item.id for item in self.standing}


def look_up(request: ContextRequest, asked: Asked) -> Known:
    """One round trip, and another where the thread has changed. Raises UnknownSession."""
    categories = asked.around.standing
    rows = _rows(
        _conversation_looks(request, asked)
        | {
            "place": _place_look(request, asked),
            "facts": facts_look(asked.view, request.user_id),
            "standing": standing_look(asked.view, categories, asked.reach.labels) if categories else None,
        }
    )
    conversation = _conversation(request, rows)
    [place] = rows["place"]
    told = read_header(
        place,
        person_id=request.user_id,
        actor=asked.actor,
        now=asked.now,
        since=request.since,
        ranks={rank(label) for label in asked.reach.labels},
    )
    facts = tuple(FactLine(*row) for row in rows["facts"])
    return Known(told, facts, read_unsearched(rows["standing"]), conversation)


def look_up_conversation(request: ContextRequest, asked: Asked) -> Conversation:
    """The conversation alone. Raises UnknownSession."""
    return _conversation(request, _rows(_conversation_looks(request, asked)))


def _rows(looks: dict[str, Sql | None]) -> dict[str, Rows]:
    """What each look finds, all sent at once; nothing where there is none."""
    sent = [look for look in looks.values() if look is not None]
    # Planned for the very categories and person: a plan for any would read all of the memories.
    found = iter(fetch_each(sent, is_recurring=False))
    return {name: [] if look is None else next(found) for name, look in looks.items()}


def _conversation_looks(request: ContextRequest, asked: Asked) -> dict[str, Sql | None]:
    """Turns are internal (R3), so they are left out where that was not asked for, or may not be seen."""
    session = _session(request, "id")
    shown = INTERNAL in asked.reach.labels and may_read(asked.actor, request.user_id, now=asked.now)
    return {"session": session, "turns": turns_look(session) if shown else None}


def _conversation(request: ContextRequest, rows: dict[str, Rows]) -> Conversation:
    [session_id] = rows["session"][0] if rows["session"] else [None]
    if request.session_id is not None and session_id is None:
        raise UnknownSession
    return Conversation(session_id, tuple(TurnLine(*row) for row in rows["turns"]))


def _place_look(request: ContextRequest, asked: Asked) -> Sql:
    """Of the thread asked for, else the session's, else the person's default one (R20)."""
    thread = Sql("%s::text", (request.thread_id,))
    if not request.thread_id:
        thread = compose(THREAD, session=_session(request, "thread_id"), default=default_thread(request.user_id))
    return Sql(*place_look((thread.text, thread.params), person_id=request.user_id, actor=asked.actor))


def _session(request: ContextRequest, column: str) -> Sql:
    return compose(
        SESSION,
        column=Sql(column),
        workspace=constant(scope.current_workspace_id()),
        person=constant(request.user_id),
        which=LAST if request.session_id is None else compose("s.id = {id}", id=constant(request.session_id)),
    )
