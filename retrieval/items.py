"""What was chosen, with its content, as the answer shows it."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q

from conversations.models import Turn
from conversations.models.turn import CATEGORY as TURN_CATEGORY
from memories.models import Memory
from retrieval.answers import Item, Neighbour, Source
from retrieval.requests import Kind
from retrieval.selection import Chosen
from retrieval.visibility import KIND_OF_TYPE
from workspaces.namespaces import to_path
from workspaces.sensitivity import INTERNAL

NEIGHBOUR_PLACES = (-1, 1)


def load_items(chosen: Sequence[Chosen], *, with_neighbours: bool) -> list[Item]:
    """The items in the order in which they were chosen; three statements however many there are."""
    memories = Memory.objects.select_related("current").in_bulk([one.id for one in chosen if not one.is_turn])
    turns = Turn.objects.in_bulk([one.id for one in chosen if one.is_turn])
    beside = _turns_beside(list(turns.values())) if with_neighbours and turns else None
    items = []
    for one in chosen:
        if one.is_turn:
            turn = turns[one.id]
            items.append(_turn_item(one, turn, None if beside is None else _neighbours(turn, beside)))
        else:
            items.append(_memory_item(one, memories[one.id]))
    return items


def unsearched_item(memory: Memory) -> Item:
    """A memory that is shown whatever is asked: without a score. Its current version is loaded already."""
    return _memory_item(None, memory)


def kind_of(memory: Memory) -> Kind:
    return "fact" if memory.is_fact else KIND_OF_TYPE[memory.memory_type]


def _memory_item(one: Chosen | None, memory: Memory) -> Item:
    version = memory.current
    return Item(
        id=memory.id,
        kind=kind_of(memory),
        category=memory.category,
        memory_type=memory.memory_type,
        content=version.content,
        summary=version.summary,
        scope=memory.namespace_path,
        sensitivity=memory.sensitivity,
        validation_status=memory.validation_status,
        provenance=_provenance(memory),
        metadata=version.metadata,
        importance=memory.importance,
        confidence=memory.confidence,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
        version=memory.version,
        **_scores(one),
    )


def _turn_item(one: Chosen, turn: Turn, neighbours: tuple[Neighbour, ...] | None) -> Item:
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
        **_scores(one),
    )


def _scores(one: Chosen | None) -> dict[str, Any]:
    if one is None:
        return {"score": 0.0, "relevance": 0.0}
    ranked = one.ranked
    return {
        "score": one.score,
        "relevance": ranked.relevance,
        "signals": ranked.signals,
        "cosine": ranked.text.cosine,
    }


def _provenance(memory: Memory) -> dict[str, Any]:
    """Where a memory comes from, as far as it is known."""
    known = {
        "trust": memory.trust,
        "source": memory.source,
        "source_label": memory.source_label,
        "source_type": memory.source_type,
        "source_id": memory.source_id,
        "agent_id": memory.agent_id and str(memory.agent_id),
        "session_id": memory.session_id and str(memory.session_id),
        "turn_start": memory.turn_start,
        "turn_end": memory.turn_end,
        "occurred_at": memory.occurred_at and memory.occurred_at.isoformat(),
    }
    return {name: value for name, value in known.items() if value not in (None, "")}


def _source(turn: Turn) -> Source:
    return Source(turn.session_id, turn.position, turn.speaker, turn.role, turn.occurred_at, turn.external_id)


def _turns_beside(turns: Sequence[Turn]) -> Mapping[tuple[UUID, int], Turn]:
    places = Q(pk__in=[])
    for turn in turns:
        places |= Q(session_id=turn.session_id, position__in=[turn.position + step for step in NEIGHBOUR_PLACES])
    return {(turn.session_id, turn.position): turn for turn in Turn.objects.filter(places)}


def _neighbours(turn: Turn, beside: Mapping[tuple[UUID, int], Turn]) -> tuple[Neighbour, ...]:
    found = [beside.get((turn.session_id, turn.position + step)) for step in NEIGHBOUR_PLACES]
    return tuple(Neighbour(one.id, one.content, _source(one)) for one in found if one is not None)
