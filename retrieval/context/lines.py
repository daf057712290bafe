"""The lines of a context that no question has to find."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from conversations.models import Session, Turn
from memories.models import Fact, Memory, Relation
from memories.models.choices import MemoryType
from retrieval.answers import Item
from retrieval.context.parts import EpisodeLine, FactLine, TurnLine
from retrieval.items import unsearched_item
from workspaces.actors import Actor

MOST_FACTS, MOST_STANDING = 100, 30
# Of how many of the best memories the edges are followed, how many edges, to how many memories (001 §2).
RELATED_TO, MOST_EDGES, MOST_RELATED = 3, 20, 2


def facts_of(visible: QuerySet[Memory], person_id: UUID) -> tuple[FactLine, ...]:
    """The person's facts of some importance, most important first (002, stage 1)."""
    rows = Fact.objects.active().filter(
        person_id=person_id, importance__gte=settings.CONTEXT_FACT_IMPORTANCE, memory__in=visible
    )
    fields = ("memory_id", "category", "key", "value", "importance", "confidence", "memory__version")
    ordered = rows.order_by("-importance", "category", "key", "item").values_list(*fields)
    return tuple(FactLine(*row) for row in ordered[:MOST_FACTS])


def standing_memories(visible: QuerySet[Memory], categories: Collection[str]) -> tuple[Item, ...]:
    """What stands in every context because its category's mode is `all` (001 §5), pinned and important first."""
    rows = visible.filter(~Q(key__startswith="fact:"), category__in=categories, memory_type=MemoryType.SEMANTIC)
    ordered = rows.prefetch_related("current").order_by("-pinned", "-importance", "-updated_at", "id")
    return tuple(unsearched_item(memory) for memory in ordered[:MOST_STANDING])


def related_memories(visible: QuerySet[Memory], found: Sequence[Item], shown: Collection[UUID]) -> tuple[Item, ...]:
    """One or two memories linked to the best ones found that would not be shown else, the strongest edges first.

    001 §2's related bullets. They need not have been found, so they come without a score.
    """
    best = [item.id for item in found if item.kind != "turn"][:RELATED_TO]
    if not best:
        return ()
    # What may be seen is asked of their few other ends only: of the edges themselves it would compare all memories.
    edges = Relation.objects.filter(Q(from_memory_id__in=best) | Q(to_memory_id__in=best))
    ends = edges.order_by("-strength", "id").values_list("from_memory_id", "to_memory_id")[:MOST_EDGES]
    new = [one for pair in ends for one in pair if one not in best and one not in shown]
    rows = (
        visible.filter(id__in=new, memory_type=MemoryType.SEMANTIC).select_related("current").in_bulk() if new else {}
    )
    chosen = [rows[one] for one in dict.fromkeys(new) if one in rows][:MOST_RELATED]
    return tuple(unsearched_item(memory) for memory in chosen)


def episodes_among(items: Sequence[Item]) -> tuple[EpisodeLine, ...]:
    """The best episodes that are near enough to the question, each cut to what a context shows (002, R11)."""
    near = [item for item in items if item.kind == "episode" and item.score >= settings.CONTEXT_EPISODE_SCORE]
    return tuple(_episode(item) for item in near[: settings.CONTEXT_EPISODES])


def recent_turns(session: Session | None, *, actor: Actor, now: datetime) -> tuple[TurnLine, ...]:
    """The window of a session, newest first; nothing where the actor may not see turns."""
    if session is None:
        return ()
    turns = Turn.objects.visible_to(actor, now=now).filter(session=session).window(settings.WINDOW_TURNS)
    return tuple(TurnLine(turn.id, turn.role, turn.speaker, turn.found_by, turn.occurred_at) for turn in turns)


def _episode(item: Item) -> EpisodeLine:
    text = " ".join((item.summary or item.content).split())
    most = settings.CONTEXT_EPISODE_CHARACTERS
    summary = text if len(text) <= most else f"{text[:most]}..."
    first, last = item.provenance.get("turn_start"), item.provenance.get("turn_end")
    return EpisodeLine(item.id, f"turns {first}-{last}" if first and last else "", summary, item.score)
