"""004's keywords, from the stored text index (R30)."""

import pytest

from memories.models import Chunk
from workspaces import scope

pytestmark = pytest.mark.django_db

TEXT = "Uploads fail. Uploads are slow. The uploads of 2024 and the big server fail at 10."


@pytest.fixture
def chunk(home, write):
    answer = write(TEXT)
    with scope.enter(home.workspace_id):
        return Chunk.objects.get(memory_id=answer.memory_id)


def test_keywords_are_the_most_frequent_lexemes_without_numbers(chunk):
    assert chunk.keywords == ["upload", "fail", "server", "slow", "big"]


def test_at_most_eight(home, write):
    answer = write(" ".join(f"word{chr(97 + n)}" for n in range(20)))
    with scope.enter(home.workspace_id):
        assert len(Chunk.objects.get(memory_id=answer.memory_id).keywords) == 8
