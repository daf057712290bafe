"""Counts of each lexeme in the texts about a person: derived, refreshed by a job, only if counting at query time would
be slow."""

from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Count

from memories.embedding_models import active_model
from memories.models import Embedding
from retrieval.models import LexemeStatistics
from workspaces import scope

# Up to so many texts a query compares and counts exactly, in a few milliseconds, and its time discloses nothing hidden.
MANY_TEXTS = settings.RETRIEVAL_EXACT_TEXTS
# Counts this much out of date still distinguish rare from common words.
TOLERATED_DRIFT = 0.05
# Lexemes of so few texts are not stored: one without a row is rare.
RARE = 2

COUNT = """
INSERT INTO retrieval_lexemestatistics (id, workspace_id, person_id, lexeme, documents)
SELECT gen_random_uuid(), %(workspace)s, %(person)s, word, ndoc FROM ts_stat(%(texts)s) WHERE ndoc > %(rare)s
"""
TEXTS = """
SELECT search FROM conversations_turn WHERE workspace_id = '{workspace}' AND person_id = '{person}'
UNION ALL
SELECT search FROM memories_chunk
WHERE workspace_id = '{workspace}' AND person_id = '{person}' AND turn_id IS NULL AND superseded_at IS NULL
"""


def refresh_statistics(*, workspace_id: UUID) -> int:
    """Count anew for the people whose number of texts has changed by a twentieth; return their number.

    People with few texts by now are counted at query time again, and their rows are deleted.
    """
    with scope.enter(workspace_id):
        many, known = _people_with_many(workspace_id), _known_numbers()
        LexemeStatistics.objects.filter(person_id__in=known.keys() - many.keys()).delete()
    due = {one: texts for one, texts in many.items() if abs(texts - known.get(one, 0)) > TOLERATED_DRIFT * texts}
    for person_id, texts in due.items():
        with scope.enter(workspace_id):
            _count(workspace_id, person_id, texts)
    return len(due)


def _people_with_many(workspace_id: UUID) -> dict[UUID, int]:
    rows = Embedding.objects.filter(workspace_id=workspace_id, model=active_model(), person_id__isnull=False)
    return dict(rows.values_list("person_id").annotate(texts=Count("*")).filter(texts__gt=MANY_TEXTS))


def _known_numbers() -> dict[UUID, int]:
    return dict(LexemeStatistics.objects.filter(lexeme="").values_list("person_id", "documents"))


def _count(workspace_id: UUID, person_id: UUID, texts: int) -> None:
    LexemeStatistics.objects.filter(person_id=person_id).delete()
    LexemeStatistics.objects.create(person_id=person_id, lexeme="", documents=texts)
    # ts_stat takes its query as text; both values are UUIDs.
    query = TEXTS.format(workspace=UUID(str(workspace_id)), person=UUID(str(person_id)))
    with connection.cursor() as cursor:
        cursor.execute(COUNT, {"workspace": workspace_id, "person": person_id, "texts": query, "rare": RARE})
