"""Memories by the words that they say."""

from typing import Any

from django.db.models import QuerySet

from consent.proposals.refused import says_refused
from interfaces.admin.staff_admin import words_query
from memories.models import Chunk


def memories_with(term: str) -> QuerySet[Chunk, Any]:
    """Ids of memories with all the words, without those whose words were refused."""
    rows = Chunk.objects.current().filter(turn__isnull=True, search=words_query(term))
    return rows.exclude(says_refused(memory="memory_id", version="memory_version_id")).values("memory_id")
