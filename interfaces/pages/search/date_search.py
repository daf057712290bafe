"""What was saved and said in the day, week or month that a search names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from consent.proposals.undone_decisions import undone_version
from interfaces.pages.search.hits import MARK, Group
from interfaces.typed_periods import Period, begin_of
from memories.models import Memory, MemoryVersion


def stored_in(period: Period) -> Q:
    """Select memories that were added or changed in the period, or whose event was then."""
    changed = MemoryVersion.objects.filter(period.holds("ingested_at"), memory_id=OuterRef("id"))
    return period.holds("created_at") | period.holds("occurred_at") | Q(Exists(changed))


def parts_naming(period: Period, texts: Iterable[str]) -> list[str]:
    """Return the parts of the texts that name the period."""
    found = (re.findall(period.naming, text, re.IGNORECASE) for text in texts if period.naming)
    return [part for parts in found for part in parts]


def versions_at_end(period: Period, memories: Sequence[Memory]) -> Mapping[UUID, MemoryVersion]:
    """Return, for memories changed later, the version at the end of the period; one query, none where none has
    changed."""
    changed = [one.id for one in memories if one.current and period.is_before(one.current.ingested_at)]
    if not changed:
        return {}
    until = MemoryVersion.objects.filter(memory_id__in=changed, ingested_at__lt=begin_of(period.end))
    until = until.exclude(undone_version()).exclude(content="")
    return {one.memory_id: one for one in until.order_by("memory_id", "-number").distinct("memory_id")}


def labelled_by_date(groups: Iterable[Group], period: Period) -> dict[str, Group]:
    """Return the groups by name; messages without any of the words are labelled with the period, by which they were
    found."""
    found = {group.name: group for group in groups}
    if messages := found.get("conversations"):
        hits = [hit if MARK in hit.text else replace(hit, why=period.label) for hit in messages.hits]
        found["conversations"] = replace(messages, hits=hits)
    return found
