"""Memories by the words that they say."""

from typing import Any

from django.db.models import QuerySet

from interfaces.admin.staff_admin import words_query
from memories.models import Chunk


def memories_with(term: str) -> QuerySet[Chunk, Any]:
    """Ids of memories with all the words."""
    return Chunk.objects.current().filter(turn__isnull=True, search=words_query(term)).values("memory_id")
