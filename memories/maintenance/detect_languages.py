"""Detects the languages of texts stored before languages were distinguished, and indexes their words anew (R26)."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from conversations.models import Turn
from memories.models import Chunk
from providers.language import ENGLISH, detect_language
from workspaces import scope
from workspaces.models import Person

BATCH = 500


def detect_languages(*, workspace_id: UUID) -> int:
    """Check the chunks and turns that count as English; return how many have another language."""
    changed = 0
    for kind in (Chunk, Turn):
        after = None
        while batch := _batch(workspace_id, kind, after):
            changed += _store(workspace_id, kind, batch)
            after = batch[-1].id
    return changed


def _batch(workspace_id: UUID, kind: type[Chunk] | type[Turn], after: UUID | None) -> Sequence[Chunk | Turn]:
    with scope.enter(workspace_id):
        rows: QuerySet[Any] = kind.objects.filter(language=ENGLISH).order_by("id")
        return list((rows.filter(id__gt=after) if after else rows)[:BATCH])


def _store(workspace_id: UUID, kind: type[Chunk] | type[Turn], batch: Sequence[Chunk | Turn]) -> int:
    ids: dict[tuple[str, UUID | None], list[UUID]] = {}
    for row in batch:
        language = detect_language(row.text if isinstance(row, Chunk) else row.found_by)
        if language != ENGLISH and not (isinstance(row, Chunk) and row.is_lexical_only):
            ids.setdefault((language, row.person_id), []).append(row.id)
    with scope.enter(workspace_id):
        for (language, person_id), rows in ids.items():
            kind.objects.filter(id__in=rows).update(language=language)
            if person_id:
                scope.send_later(Person.objects.language_added(person_id, language))
    return sum(map(len, ids.values()))
