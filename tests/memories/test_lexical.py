"""004's keywords and sparse features, read from the stored text index (R30)."""

import math

import pytest

from memories.lexical import lexeme_weights
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


def test_a_lexeme_weighs_by_its_frequency(home, chunk):
    with scope.enter(home.workspace_id):
        weights = lexeme_weights([chunk.id])[chunk.id]
    assert next(iter(weights)) == "upload"
    assert weights["upload"] == pytest.approx(1 + math.log(3)) and weights["server"] == 1.0


def test_other_scopes_have_none(elsewhere, chunk):
    with scope.enter(elsewhere.workspace_id):
        assert lexeme_weights([chunk.id]) == {}
