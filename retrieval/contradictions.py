"""Marks memories of one answer that contradict each other about an allergy, a diet or a meal, because trusting the
wrong one may harm the person."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from uuid import UUID

from memories.models.choices import Staleness
from providers.statements import DIET_KEYS
from providers.statements.comparison.contradictions import EATS, Need, are_contrary, field_need, needs_stated
from retrieval.answers import CONTRARY, Item
from retrieval.context.parts import Parts


def marked(items: Sequence[Item]) -> list[Item]:
    """Return the items with `staleness` CONTRARY if another of them contradicts them. No query."""
    found = _contrary(_needs_of(part for item in items for part in item.parts))
    return [_marked(item) if any(part.id in found for part in item.parts) else item for item in items]


def marked_parts(parts: Parts) -> Parts:
    """Mark all memories of a context, including the fields of its profile."""
    fields = {fact.memory_id: [field_need(fact.key, fact.value)] for fact in parts.facts if fact.key in DIET_KEYS}
    found = _contrary(_needs_of((*parts.standing, *parts.relevant)) | fields)
    if not found:
        return parts
    return replace(
        parts,
        facts=tuple(replace(fact, is_contrary=fact.memory_id in found) for fact in parts.facts),
        standing=tuple(_marked(item) if item.id in found else item for item in parts.standing),
        relevant=tuple(_marked(item) if item.id in found else item for item in parts.relevant),
    )


def _needs_of(items: Iterable[Item]) -> dict[UUID, list[Need]]:
    """Return what each memory states, without turns, whose contradictions need not be wrong."""
    return {item.id: needs for item in items if item.source is None and (needs := needs_stated(item.content))}


def _contrary(needs: Mapping[UUID, Sequence[Need]]) -> set[UUID]:
    if all(need.key == EATS for stated in needs.values() for need in stated):
        return set()
    pairs = combinations(needs.items(), 2)
    return {one for (a, mine), (b, theirs) in pairs if are_contrary(mine, theirs) for one in (a, b)}


def _marked(item: Item) -> Item:
    return item if item.staleness == Staleness.OUTDATED else replace(item, staleness=CONTRARY)
