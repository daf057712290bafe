from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db.models.functions import Now

from memories.models import Chunk
from workspaces import scope

BATCH = 1_000


def purge_chunks(*, workspace_id: UUID) -> int:
    """Delete a batch of chunks that were superseded more than SUPERSEDED_CHUNK_DAYS ago (004, R23); returns how many.

    Their text still stands in its version, so they could be cut again.
    """
    with scope.enter(workspace_id):
        old = Chunk.objects.filter(superseded_at__lt=Now() - timedelta(days=settings.SUPERSEDED_CHUNK_DAYS))
        ids = list(old.values_list("id", flat=True)[:BATCH])
        Chunk.objects.filter(id__in=ids).delete()
    return len(ids)
