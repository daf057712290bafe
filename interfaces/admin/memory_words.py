"""Memories by the words that they say."""

from typing import Any

from django.db.models import Q, QuerySet

from consent.proposals.refused import says_refused
from interfaces.admin.staff_admin import words_query
from interfaces.spelling import spelt_like
from memories.models import Chunk


def memories_with(term: str) -> QuerySet[Chunk, Any]:
    """Ids of memories with all the words, with or without accents, also as parts of words; without those whose words
    were refused.
    """
    rows = Chunk.objects.current().filter(turn__isnull=True)
    found = Q(id__in=rows.filter(search=words_query(term)).values("id"))
    found |= Q(id__in=spelt_like(rows, term).values("id"))
    told = rows.filter(found).exclude(says_refused(memory="memory_id", version="memory_version_id"))
    return told.values("memory_id")
