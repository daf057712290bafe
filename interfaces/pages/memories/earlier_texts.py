"""Earlier versions of memories that have the words of a search."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F

from consent.proposals.undone import undone_version
from interfaces.pages.texts import wording
from interfaces.spelling import newest_like
from memories.models import Memory, MemoryVersion
from memories.models.memory import MemoryQuerySet

MOST = 5
MOST_READ = 50  # versions, the newest


@dataclass(frozen=True, slots=True)
class Earlier:
    """A memory with what it said before."""

    memory: Memory
    text: str


def earlier_texts(
    words: str, alive: MemoryQuerySet, *, person_id: UUID | None, shown: Collection[UUID], most: int = MOST
) -> list[Earlier]:
    """Of the memories that are not shown already those of which an earlier text has the words, the latest of each;
    what was undone while it stood was never agreed to. Two queries at most; in the entered scope."""
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
