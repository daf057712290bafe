"""Searching memories by their words."""

import re
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from consent.proposals.refused_values import states_refused_value
from interfaces.admin.tables.model_admin import words_query
from interfaces.spelling import MOST_WORDS, spelt_like
from interfaces.spelling_suggestions import suggested_words
from memories.models import Chunk, Memory
from workspaces.actors import Actor

HEXADECIMAL = re.compile(r"[0-9a-f]{6,32}")  # shorter ones also begin words


def found_by(term: str, rows: QuerySet[Memory]) -> tuple[QuerySet[Memory], bool]:
    """Return the rows with all the words, or an ID that begins so; where none has all words, those with some, and a
    flag for that."""
    found = rows.filter(Q(id__in=memories_with(term)) | memories_beginning(term))
    words = term.split()[:MOST_WORDS]
    if len(words) < 2 or found.exists():
        return found, False
    return rows.filter(reduce(or_, (Q(id__in=memories_with(word)) for word in words))), True


def memories_beginning(term: str) -> Q:
    """Select memories whose ID begins with the term, with or without dashes; none where it cannot be the beginning of
    one."""
    digits = term.strip().casefold().replace("-", "")
    if not HEXADECIMAL.fullmatch(digits):
        return Q(pk__in=[])
    return Q(pk__gte=UUID(digits.ljust(32, "0")), pk__lte=UUID(digits.ljust(32, "f")))


def suggestions_for(term: str, actor: Actor, *, now: datetime) -> str:
    """Return similar words of memories for words that none has; without words that were refused."""
    rows = Memory.objects.visible_to(actor, now=now)
    return suggested_words(
        term, rows.exclude(states_refused_value(memory="id", version="current_id")), now=now, most=MOST_WORDS
    )


def memories_with(term: str) -> QuerySet[Chunk, Any]:
    """Select ids of memories with all the words, with or without accents, also as parts of words; without those whose
    words were refused."""
    rows = Chunk.objects.current().filter(turn__isnull=True)
    found = Q(id__in=rows.filter(search=words_query(term)).values("id"))
    found |= Q(id__in=spelt_like(rows, term).values("id"))
    disclosed = rows.filter(found).exclude(states_refused_value(memory="memory_id", version="memory_version_id"))
    return disclosed.values("memory_id")
