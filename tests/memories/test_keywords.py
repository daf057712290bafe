"""004's keywords, from the stored text index (R30)."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

TEXT = "Uploads fail. Uploads are slow. The uploads of 2024 and the big server fail at 10."


@pytest.fixture
def keywords(home, write):
    """The keywords that clients are shown of the one chunk of a text."""
    api = Client(headers={"Authorization": f"Bearer {home.api_keys['supervisor']}"})

    def _keywords(text):
        [chunk] = api.get(f"/api/v1/memories/{write(text).memory_id}/detail").json()["chunks"]
        return chunk["keywords"]

    return _keywords


def test_keywords_are_the_most_frequent_lexemes_without_numbers(keywords):
    assert keywords(TEXT) == ["upload", "fail", "server", "slow", "big"]


def test_at_most_eight(keywords):
    assert len(keywords(" ".join(f"word{chr(97 + n)}" for n in range(20)))) == 8
