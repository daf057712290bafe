"""A REDIS_URL behind which nobody answers: whatever is stored is answered as stored, and its jobs are queued."""

import pytest

from operations.models import JobRun
from tests.faults import processes

pytestmark = pytest.mark.django_db(transaction=True)


def test_writes_are_stored_answered_and_followed_up(serve, tmp_path):
    with serve(REDIS_URL=f"unix://{tmp_path}/nobody", WEB_PROCESSES="1") as post:
        patience = processes.PATIENCE_SECONDS
        answers = [post("/memories", f"She has sailed {number} times.", timeout=patience)[0] for number in range(20)]
        assert answers == [201] * 20
        assert post("/memory/query", "How often has she sailed?")[0] == 200
    assert JobRun.objects.filter(job="link_neighbours", delivered_at__isnull=False).exists()
