"""000, "Embedding Cache": queries asked often are embedded once."""

import pytest

from providers import embedding
from providers.embedding import EmbeddingUnavailable


def test_a_repeated_query_is_not_sent_again(endpoint):
    first, second = embedding.embed_query("where is my bike"), embedding.embed_query("where is my bike")
    assert (first == second).all()
    assert len(endpoint.asked) == 1


def test_the_query_used_longest_ago_is_forgotten_first(endpoint, settings):
    settings.EMBEDDING_QUERY_CACHE = 2
    for text in ("first", "second", "first", "third", "first"):
        embedding.embed_query(text)
    assert [request["input"][0] for request in endpoint.asked] == ["first", "second", "third"]
    embedding.embed_query("second")
    assert len(endpoint.asked) == 4


def test_another_model_has_its_own_answers(endpoint, settings):
    embedding.embed_query("shared words")
    settings.EMBEDDING_MODEL = "another-embedding"
    embedding.embed_query("shared words")
    assert [request["model"] for request in endpoint.asked] == ["fake-embedding", "another-embedding"]


def test_a_failure_is_not_remembered(endpoint):
    endpoint.will_answer({}, status=503, times=2)
    with pytest.raises(EmbeddingUnavailable):
        embedding.embed_query("try again")
    assert embedding.embed_query("try again").shape == (16,)
