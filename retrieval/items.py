"""Loads the selected results with their content, as the answer shows them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from conversations.models.turn import CATEGORY as TURN_CATEGORY
from retrieval.answers import Item, Neighbour, Source
from retrieval.selection import Selected
from retrieval.sql import Sql, compose, constant, fetch_named, join, uuids
from retrieval.visibility import Visibility, kind_of
from workspaces import scope
from workspaces.namespaces import to_path
from workspaces.sensitivity import INTERNAL
from workspaces.wire import Rows

NEIGHBOUR_PLACES = (-1, 1)


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """The visible rows, and what is loaded with them: adjacent turns, and evidence of these sensitivities. `as_of`
    selects the version of that time."""

    visibility: Visibility
    neighbours: bool = False
    artifact_labels: Sequence[str] = ()
    as_of: datetime | None = None


class StoredMemory(NamedTuple):
    """The columns of a memory in an answer: its own, then those of its version, and its provenance."""

    id: UUID
    key: str
    memory_type: str
    category: str
    namespace_path: str
    sensitivity: str
    validation_status: str
    staleness: str
    importance: float
    confidence: float
    version: int
    trust: str
    source: str
    source_label: str
    source_type: str
    source_id: str
    agent_id: UUID | None
    session_id: UUID | None
    turn_start: int | None
    turn_end: int | None
    occurred_at: datetime | None
    created_at: datetime
    updated_at: datetime
    content: str
    summary: str
    metadata: Any
    said_by: str | None


class StoredTurn(NamedTuple):
    """The columns of a turn in an answer."""

    id: UUID
    person_id: UUID
    session_id: UUID
    position: int
    role: str
    speaker: str
    content: str
    external_id: str
    occurred_at: datetime
    created_at: datetime
    is_whole: bool


COPIED = (
    "id", "category", "memory_type", "content", "summary", "sensitivity", "validation_status", "staleness",
    "importance", "confidence", "created_at", "updated_at", "version",
)  # fmt: skip
PROVENANCE = (
    "trust", "source", "source_label", "source_type", "source_id", "agent_id", "session_id", "turn_start", "turn_end",
    "occurred_at",
)  # fmt: skip
OF_VERSION = ("content", "summary", "metadata")
OF_MEMORY = tuple(name for name in StoredMemory._fields if name not in (*OF_VERSION, "said_by"))
SAID_BY = """(SELECT jsonb_build_object('source_identity', p.source_identity, 'source_event', p.source_event)::text
 FROM memories_provenance p WHERE p.workspace_id = {workspace} AND p.memory_id = m.id AND p.version = v.number
 ORDER BY p.created_at DESC, p.id DESC LIMIT 1)"""
OWN_COLUMNS = ["v.number" if name == "version" else f"m.{name}" for name in OF_MEMORY]
COLUMNS = Sql(", ".join([*OWN_COLUMNS, *(f"v.{name}" for name in OF_VERSION)]))
# Visibility is checked again, because a memory may have been edited or forgotten since it was found. OFFSET separates
# the look-up by ids from the conditions.
MEMORIES = """
SELECT {columns} FROM (
    SELECT * FROM (SELECT * FROM memories_memory WHERE workspace_id = {workspace} AND id = ANY({ids}) OFFSET 0)
        AS memories_memory WHERE {condition}) AS m
JOIN memories_memoryversion v ON v.workspace_id = {workspace} AND v.id = {version}
"""
VERSION_OF_THEN = """
(SELECT w.id FROM memories_memoryversion w
 WHERE w.workspace_id = {workspace} AND w.memory_id = m.id AND w.ingested_at <= {as_of}
 ORDER BY w.number DESC LIMIT 1)
"""
TURNS = """
SELECT {columns} FROM (
    SELECT * FROM (SELECT * FROM conversations_turn WHERE workspace_id = {workspace} AND id = ANY({ids}) OFFSET 0)
        AS conversations_turn WHERE {condition}) AS t
"""
# The text of a message without withheld passages (R19), and whether it is complete.
SHOWN = {"content": "coalesce(t.retrievable, t.content)", "is_whole": "t.retrievable IS NULL"}
TURN_COLUMNS = Sql(", ".join(SHOWN.get(name, f"t.{name}") for name in StoredTurn._fields))
# An artifact may be more sensitive than its memory.
ARTIFACTS = """
SELECT l.memory_id, a.id, a.artifact_type, a.sha256, a.storage_uri, a.name, a.content_type, a.namespace_path
FROM memories_artifactlink l JOIN memories_artifact a ON a.workspace_id = {workspace} AND a.id = l.artifact_id
WHERE l.workspace_id = {workspace} AND l.memory_id = ANY({ids}) AND a.sensitivity = ANY({labels})
ORDER BY l.created_at, a.id
"""
ARTIFACT_FIELDS = ("id", "artifact_type", "sha256", "storage_uri", "name", "content_type", "scope")
# The artifacts of one memory `m`, as a column.
ARTIFACTS_OF_EACH = """
(SELECT jsonb_agg(jsonb_build_object(
    'id', a.id, 'artifact_type', a.artifact_type, 'sha256', a.sha256, 'storage_uri', a.storage_uri, 'name', a.name,
    'content_type', a.content_type, 'scope', a.namespace_path) ORDER BY l.created_at, a.id)::text
 FROM memories_artifactlink l JOIN memories_artifact a ON a.workspace_id = {workspace} AND a.id = l.artifact_id
 WHERE l.workspace_id = {workspace} AND l.memory_id = m.id AND a.sensitivity = ANY({labels}))
"""
ADJACENT_TURNS = """
SELECT {columns} FROM (
    SELECT conversations_turn.* FROM conversations_turn
    JOIN unnest({sessions}::uuid[], {positions}::int[]) AS found (session_id, position) USING (session_id)
    WHERE conversations_turn.workspace_id = {workspace}
    AND conversations_turn.position IN (found.position - 1, found.position + 1) AND {disclosed} AND {open}) AS t
"""


def load_items(selected: Sequence[Selected], options: LoadOptions) -> list[Item]:
    """Return the items in the order selected, without those no longer visible; at most two round trips in all."""
    rows = _load(selected, options)
    memories = {memory.id: memory for memory in map(StoredMemory._make, rows["memories"])}
    turns = {turn.id: turn for turn in map(StoredTurn._make, rows["turns"])}
    artifacts: dict[UUID, list[dict[str, Any]]] = {}
    for memory_id, artifact_id, *rest in rows["artifacts"]:
        values = dict(zip(ARTIFACT_FIELDS, [str(artifact_id), *rest], strict=True))
        artifacts.setdefault(memory_id, []).append(values)
    beside = _turns_beside(list(turns.values()), options) if options.neighbours and turns else None
    items = []
    for one in selected:
        if (turn := turns.get(one.id)) is not None:
            items.append(_turn_item(one, turn, None if beside is None else _neighbours(turn, beside)))
        elif (memory := memories.get(one.id)) is not None:
            items.append(_memory_item(one, memory, tuple(artifacts.get(one.id, ()))))
    return items


def _load(selected: Sequence[Selected], options: LoadOptions) -> dict[str, Rows]:
    workspace, visibility, labels = constant(scope.current_workspace_id()), options.visibility, options.artifact_labels
    memory_ids = sorted(one.id for one in selected if not one.is_turn)
    turn_ids = sorted(one.id for one in selected if one.is_turn)
    statements: dict[str, Sql | None] = dict.fromkeys(("memories", "turns", "artifacts"))
    if memory_ids:
        values = {"ids": uuids(memory_ids), "workspace": workspace}
        of_then = compose(VERSION_OF_THEN, workspace=workspace, as_of=options.as_of) if options.as_of else None
        statements["memories"] = compose(
            MEMORIES,
            columns=_columns(workspace),
            condition=visibility.memory_condition,
            version=of_then or Sql("m.current_id"),
            **values,
        )
        statements["artifacts"] = compose(ARTIFACTS, labels=list(labels), **values) if labels else None
    if turn_ids:
        values = {"ids": uuids(turn_ids), "workspace": workspace}
        statements["turns"] = compose(TURNS, columns=TURN_COLUMNS, condition=visibility.turn_condition, **values)
    return fetch_named(statements)


def _columns(workspace: Sql) -> Sql:
    return join(", ", [COLUMNS, compose(SAID_BY, workspace=workspace)])


def unscored_columns(labels: Sequence[str]) -> Sql:
    """Return the columns for `unscored_item` of a memory `m` and its version `v`, with evidence of these
    sensitivities."""
    workspace = constant(scope.current_workspace_id())
    artifacts = compose(ARTIFACTS_OF_EACH, workspace=workspace, labels=list(labels))
    return join(", ", [_columns(workspace), artifacts])


def unscored_item(*row: Any) -> Item:
    """Return an always shown memory, without a score."""
    *memory, artifacts = row
    return _memory_item(None, StoredMemory._make(memory), tuple(json.loads(artifacts or "[]")))


def _memory_item(one: Selected | None, memory: StoredMemory, artifacts: tuple[Mapping[str, Any], ...] = ()) -> Item:
    metadata = memory.metadata
    return Item(
        **{name: getattr(memory, name) for name in COPIED},
        kind=kind_of(memory.key, memory.memory_type),
        scope=memory.namespace_path,
        provenance=_provenance(memory),
        metadata=json.loads(metadata) if isinstance(metadata, str) else metadata,
        artifact_refs=artifacts,
        **_scores(one),
    )


def _turn_item(one: Selected, turn: StoredTurn, neighbours: tuple[Neighbour, ...] | None) -> Item:
    return Item(
        id=turn.id,
        kind="turn",
        category=TURN_CATEGORY,
        memory_type="",
        content=turn.content,
        summary="",
        scope=to_path(("memories", str(turn.person_id))),
        sensitivity=INTERNAL,
        validation_status="unverified",
        provenance={"source": "conversation", "session_id": str(turn.session_id), "position": turn.position},
        metadata={},
        importance=0.0,
        confidence=1.0,
        created_at=turn.created_at,
        updated_at=turn.occurred_at,
        version=1,
        source=_source(turn),
        neighbours=neighbours,
        is_whole=turn.is_whole,
        **_scores(one),
    )


def _scores(one: Selected | None) -> dict[str, Any]:
    if one is None:
        return {"score": 0.0, "relevance": 0.0}
    ranked = one.ranked
    return {"score": one.score, "relevance": ranked.relevance, "signals": ranked.signals, "cosine": ranked.text.cosine}


def _provenance(memory: StoredMemory) -> dict[str, Any]:
    """Return the known origin of a memory."""
    known = {name: getattr(memory, name) for name in PROVENANCE}
    known |= {name: known[name] and str(known[name]) for name in ("agent_id", "session_id")}
    known["occurred_at"] = memory.occurred_at and memory.occurred_at.isoformat()
    known |= json.loads(memory.said_by or "{}")
    return {name: value for name, value in known.items() if value not in (None, "")}


def _source(turn: StoredTurn) -> Source:
    return Source(turn.session_id, turn.position, turn.speaker, turn.role, turn.occurred_at, turn.external_id)


def _turns_beside(turns: Sequence[StoredTurn], options: LoadOptions) -> Mapping[tuple[UUID, int], StoredTurn]:
    statement = compose(
        ADJACENT_TURNS,
        columns=TURN_COLUMNS,
        workspace=scope.current_workspace_id(),
        disclosed=options.visibility.disclosed_turns,
        open=options.visibility.open_turns,
        sessions=[turn.session_id for turn in turns],
        positions=[turn.position for turn in turns],
    )
    [found] = scope.fetch_pipelined([statement])
    return {(turn.session_id, turn.position): turn for turn in map(StoredTurn._make, found)}


def _neighbours(turn: StoredTurn, beside: Mapping[tuple[UUID, int], StoredTurn]) -> tuple[Neighbour, ...]:
    found = [beside.get((turn.session_id, turn.position + step)) for step in NEIGHBOUR_PLACES]
    return tuple(Neighbour(one.id, one.content, _source(one)) for one in found if one is not None)
