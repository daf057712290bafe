"""Earlier versions of memories that match a search."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F

from consent.proposals.undone_decisions import undone_version
from interfaces.pages.texts import wording
from interfaces.spelling import newest_like
from memories.models import Memory, MemoryVersion
from memories.models.memory import MemoryQuerySet

MOST = 5
MOST_READ = 50  # newest versions


@dataclass(frozen=True, slots=True)
class Earlier:
    """A memory with its earlier text."""

    memory: Memory
    text: str


def earlier_texts(
    words: str, alive: MemoryQuerySet, *, person_id: UUID | None, shown: Collection[UUID], most: int = MOST
) -> list[Earlier]:
    """Return the memories, other than those shown already, with an earlier text that has the words, the latest such
    text of each. Texts that were undone while they were stored were never agreed to. Two queries at most; runs in the
    entered scope."""
    versions = newest_like(MemoryVersion.objects.filter(memory__person=person_id), "content", words)
    former = versions.exclude(memory__current_id=F("id")).exclude(memory__in=shown).exclude(undone_version())
    texts: dict[UUID, str] = {}
    for memory_id, content in former.order_by("-id").values_list("memory_id", "content")[:MOST_READ]:
        texts.setdefault(memory_id, content)
    memories = alive.in_bulk(list(texts)[:most]) if texts else {}
    return [
        Earlier(memories[one], wording.version_text(text, is_fact=memories[one].is_fact))
        for one, text in texts.items()
        if one in memories
    ]
