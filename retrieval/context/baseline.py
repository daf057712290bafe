"""What a context always shows, regardless of the question: the conversation and the person's profile.

The SELECTs are sent in one round trip, with the conditions of visibility compiled into them.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.conf import settings

from conversations.access import may_read
from conversations.actions.sessions import UnknownSession
from conversations.delta_header import DeltaHeader, position_query, read_header
from conversations.withheld_spans import outside, without
from memories.models.choices import MemoryType
from providers.statements import DIET_KEYS, own_need
from retrieval.answers import Item
from retrieval.candidates.needs import own_needs, texts_of_needs
from retrieval.context.parts import FactLine, TurnLine
from retrieval.context.request import ContextRequest
from retrieval.items import unscored_columns, unscored_item
from retrieval.prepared_query import PreparedQuery
from retrieval.sql import Sql, compose, constant, fetch_named, uuids
from workspaces import scope
from workspaces.namespaces import default_thread
from workspaces.sensitivity import INTERNAL, rank
from workspaces.wire import Rows

MOST_FACTS, MOST_ALWAYS_SHOWN = 100, 30

FACTS = """
SELECT f.memory_id, f.category, f.key, f.value, f.importance, f.confidence, memories_memory.version
FROM memories_fact f
JOIN memories_memory ON memories_memory.workspace_id = {workspace} AND memories_memory.id = f.memory_id
WHERE f.workspace_id = {workspace} AND f.person_id = {person} AND f.valid_to IS NULL AND f.importance >= {least}
    AND {condition}
ORDER BY f.importance DESC, f.category, f.key, f.item LIMIT {most}
"""
ALWAYS_SHOWN = """
SELECT {columns}
FROM (
    SELECT memories_memory.* FROM memories_memory
    WHERE memories_memory.workspace_id = {workspace} AND {condition} AND category = ANY({categories})
        AND memory_type = {semantic} AND key NOT LIKE 'fact:%%'
    ORDER BY pinned DESC, importance DESC, updated_at DESC, id LIMIT {most}) AS m
JOIN memories_memoryversion v ON v.workspace_id = {workspace} AND v.id = m.current_id
ORDER BY m.pinned DESC, m.importance DESC, m.updated_at DESC, m.id
"""
# Needs are in every context too, in any category.
NEEDS = """
SELECT {columns}
FROM (
    SELECT * FROM memories_memory
    WHERE workspace_id = {workspace} AND id = ANY({ids}) AND memory_type = {semantic}
        AND key NOT LIKE 'fact:%%') AS m
JOIN memories_memoryversion v ON v.workspace_id = {workspace} AND v.id = m.current_id
ORDER BY m.pinned DESC, m.importance DESC, m.updated_at DESC, m.id
"""
# A turn's text without its speaker's name and without withheld passages (R19). `waiting` are the passages that the
# reader itself asked about and the person has not answered (R31).
TURNS = """
SELECT t.id, t.role, t.speaker,
    CASE WHEN t.is_open THEN coalesce(t.retrievable, substr(t.content, t.spoken_from + 1)) ELSE t.guarded END,
    t.occurred_at, t.retrievable IS NULL AND t.is_open,
    CASE WHEN jsonb_exists(t.waiting, {reader}) THEN jsonb_build_object('content', t.content, 'begin', t.spoken_from,
        'withheld', t.withheld, 'reserved', CASE WHEN t.is_open THEN '[]'::jsonb ELSE t.reserved END,
        'waiting', t.waiting -> {reader})::text END
FROM (SELECT *, {open} AS is_open FROM conversations_turn
    WHERE workspace_id = {workspace} AND session_id = ({session}) AND {disclosed}
    ORDER BY position DESC LIMIT {most}) AS t
ORDER BY t.position DESC
"""
# The session requested, else the person's last one; of the agent's own if it may not read others.
SESSION = """
SELECT s.{column} FROM conversations_session s
WHERE s.workspace_id = {workspace} AND s.person_id = {person} AND {owned} AND {which}
"""
LAST = Sql("s.last_turn_at IS NOT NULL ORDER BY s.last_turn_at DESC LIMIT 1")
THREAD = "coalesce(nullif(({session}), ''), {default})"


@dataclass(frozen=True, slots=True)
class Conversation:
    """The session, None where the person has none, and its recent turns, newest first."""

    session_id: UUID | None
    turns: tuple[TurnLine, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """The header, the profile, what is always shown, the conversation, and the ids of memories that state an allergy or
    a diet of the person."""

    header: DeltaHeader
    facts: tuple[FactLine, ...]
    always_shown: tuple[Item, ...]
    conversation: Conversation
    needs: frozenset[UUID]

    @property
    def ids(self) -> set[UUID]:
        """The ids of memories and turns."""
        turns = {turn.id for turn in self.conversation.turns}
        return turns | {fact.memory_id for fact in self.facts} | {item.id for item in self.always_shown}


def load_baseline(request: ContextRequest, prepared: PreparedQuery) -> Baseline:
    """Load the baseline in one round trip, another if the thread has changed, and one if a text that is not always
    shown states an allergy or a diet. Raises UnknownSession."""
    # Planned for these categories and this person: a generic plan would read all memories.
    rows = fetch_named(
        _conversation_queries(request, prepared)
        | {
            "position": _thread_position_query(request, prepared),
            "facts": _facts_query(request, prepared),
            "always_shown": _always_shown_query(prepared),
            "needs": texts_of_needs(prepared),
        },
        is_recurring=False,
    )
    conversation = _conversation(request, rows)
    [position] = rows["position"]
    header = read_header(
        position,
        person_id=request.user_id,
        actor=prepared.actor,
        now=prepared.now,
        since=request.since,
        ranks={rank(label) for label in prepared.authorized.labels},
    )
    facts = tuple(FactLine(*row) for row in rows["facts"])
    standing = read_unscored(rows["always_shown"])
    always_shown = (*_needs(rows["needs"], standing, prepared), *standing)
    return Baseline(header, facts, always_shown, conversation, _ids_of_needs(facts, always_shown, prepared))


def load_conversation(request: ContextRequest, prepared: PreparedQuery) -> Conversation:
    """Load only the conversation. Raises UnknownSession."""
    return _conversation(request, fetch_named(_conversation_queries(request, prepared), is_recurring=False))


def read_unscored(rows: Iterable[tuple[Any, ...]]) -> tuple[Item, ...]:
    """Return memories that were not searched for, without a score."""
    return tuple(unscored_item(*row) for row in rows)


def _conversation_queries(request: ContextRequest, prepared: PreparedQuery) -> dict[str, Sql | None]:
    """Return the queries of a session's window, newest first. Turns are internal (R3): left out unless requested and
    authorized."""
    session = _session_query(request, prepared, "id")
    turns = None
    if INTERNAL in prepared.authorized.labels and may_read(prepared.actor, request.user_id, now=prepared.now):
        turns = compose(
            TURNS,
            workspace=_workspace(prepared),
            session=session,
            disclosed=prepared.visibility.disclosed_turns,
            open=prepared.visibility.open_turns,
            reader=str(prepared.actor.id),
            most=settings.WINDOW_TURNS,
        )
    return {"session": session, "turns": turns}


def _conversation(request: ContextRequest, rows: dict[str, Rows]) -> Conversation:
    [session_id] = rows["session"][0] if rows["session"] else [None]
    if request.session_id is not None and session_id is None:
        raise UnknownSession
    return Conversation(session_id, tuple(_turn_line(*row) for row in rows["turns"]))


def _turn_line(*row: Any) -> TurnLine:
    *columns, withheld_json = row
    line = TurnLine(*columns)
    if withheld_json is None:
        return line
    stored = json.loads(withheld_json)
    hidden = [*outside(stored["withheld"], stored["waiting"]), *stored["reserved"]]
    content = without(stored["content"], hidden, begin=stored["begin"])[0]
    return replace(line, content=content, is_whole=not hidden)


def _thread_position_query(request: ContextRequest, prepared: PreparedQuery) -> Sql:
    """Return the query of the thread requested, else the session's, else the person's default one (R20)."""
    thread = Sql("%s::text", (request.thread_id,))
    if not request.thread_id:
        session = _session_query(request, prepared, "thread_id")
        thread = compose(THREAD, session=session, default=default_thread(request.user_id))
    return Sql(*position_query(thread, person_id=request.user_id, actor=prepared.actor, now=prepared.now))


def _session_query(request: ContextRequest, prepared: PreparedQuery, column: str) -> Sql:
    return compose(
        SESSION,
        column=Sql(column),
        workspace=_workspace(prepared),
        person=constant(request.user_id),
        owned=_owner_condition(request, prepared),
        which=LAST if request.session_id is None else compose("s.id = {id}", id=constant(request.session_id)),
    )


def _owner_condition(request: ContextRequest, prepared: PreparedQuery) -> Sql:
    actor = prepared.actor
    if not actor.is_agent or may_read(actor, request.user_id, now=prepared.now):
        return Sql("TRUE")
    return compose("s.agent_id = {agent}", agent=constant(actor.id))


def _facts_query(request: ContextRequest, prepared: PreparedQuery) -> Sql:
    """Return the query of the person's facts of some importance, most important first (002, stage 1)."""
    return compose(
        FACTS,
        workspace=_workspace(prepared),
        person=constant(request.user_id),
        least=settings.CONTEXT_FACT_IMPORTANCE,
        condition=prepared.visibility.memory_condition,
        most=constant(MOST_FACTS),
    )


def _always_shown_query(prepared: PreparedQuery) -> Sql | None:
    """Return the query of memories in categories of mode `all` (001 §5), pinned and important first."""
    if not prepared.context.always_shown:
        return None
    return compose(
        ALWAYS_SHOWN,
        columns=unscored_columns(prepared.authorized.labels),
        workspace=_workspace(prepared),
        condition=prepared.visibility.memory_condition,
        categories=list(prepared.context.always_shown),
        semantic=MemoryType.SEMANTIC,
        most=constant(MOST_ALWAYS_SHOWN),
    )


def _needs(texts: Rows, always_shown: Iterable[Item], prepared: PreparedQuery) -> tuple[Item, ...]:
    """Return the memories that state the person's allergies or diet and are not shown anyway."""
    stated = {memory_id for memory_id, _ in own_needs(texts, prepared, DIET_KEYS).values()}
    others = stated - {item.id for item in always_shown}
    if not others:
        return ()
    found = compose(
        NEEDS,
        columns=unscored_columns(prepared.authorized.labels),
        workspace=_workspace(prepared),
        ids=uuids(others),
        semantic=MemoryType.SEMANTIC,
    )
    return read_unscored(scope.fetch_pipelined([found], is_recurring=False)[0])


def _ids_of_needs(facts: Iterable[FactLine], shown: Iterable[Item], prepared: PreparedQuery) -> frozenset[UUID]:
    names = (prepared.context.person_name,)
    stated = (item.id for item in shown if own_need(item.content, names) in DIET_KEYS)
    return frozenset([*stated, *(fact.memory_id for fact in facts if fact.key in DIET_KEYS)])


def _workspace(prepared: PreparedQuery) -> Sql:
    return constant(prepared.actor.workspace_id)
