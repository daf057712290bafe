"""Superseded chunks are kept for 30 days, then purged (004, R23)."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from memories.maintenance.purge import purge_chunks
from memories.models import Chunk, Embedding
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def rewritten(home, write):
    """A memory whose first version's chunk was superseded so long ago: `rewritten(timedelta(days=31))`."""

    def _rewritten(ago):
        write("The release is on Friday.")
        write("The release is on Monday.")
        with scope.enter(home.workspace_id):
            Chunk.objects.filter(superseded_at__isnull=False).update(superseded_at=Now() - ago)

    return _rewritten


def texts(home):
    with scope.enter(home.workspace_id):
        assert Embedding.objects.count() == Chunk.objects.count()
        return set(Chunk.objects.values_list("text", flat=True))


def test_after_thirty_days_they_go_with_their_vectors(home, rewritten):
    rewritten(timedelta(days=30, seconds=1))
    assert purge_chunks(workspace_id=home.workspace_id) == 1
    assert texts(home) == {"The release is on Monday."}


def test_not_before(home, rewritten):
    rewritten(timedelta(days=29, hours=23))
    assert purge_chunks(workspace_id=home.workspace_id) == 0
    assert len(texts(home)) == 2


def test_the_days_are_a_setting(home, rewritten, settings):
    settings.SUPERSEDED_CHUNK_DAYS = 1
    rewritten(timedelta(days=2))
    assert purge_chunks(workspace_id=home.workspace_id) == 1


def test_current_chunks_never_go(home, write):
    write()
    assert purge_chunks(workspace_id=home.workspace_id) == 0
    assert len(texts(home)) == 1
