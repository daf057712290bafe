"""What every embedding model promises; the local one and the endpoint both keep it (style 13)."""

import numpy as np
import pytest

from providers import embedding

TEXTS = [
    "Ana drinks oat milk.",
    "The train leaves at nine.",
    "",
    "Ana drinks oat milk.",
    "  \n",
    "nul \0 and \ud800 alone",
]


@pytest.fixture(params=["local_model", "endpoint"], autouse=True)
def provider(request: pytest.FixtureRequest) -> str:
    request.getfixturevalue(request.param)
    return request.param


def test_vectors_have_the_promised_shape_and_length_one():
    vectors = embedding.embed(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedding.current_model().dimensions)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_no_texts_give_no_vectors():
    assert embedding.embed([]).shape == (0, embedding.current_model().dimensions)


def test_each_vector_stands_where_its_text_stood():
    vectors = embedding.embed(TEXTS)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert embedding.embed([text])[0] @ vector == pytest.approx(1, abs=1e-4)


def test_equal_texts_get_equal_vectors_and_others_do_not():
    vectors = embedding.embed(TEXTS)
    assert vectors[0] @ vectors[3] == pytest.approx(1, abs=1e-4)
    assert vectors[0] @ vectors[1] < 0.9


def test_a_query_is_embedded_as_a_text_is():
    assert embedding.embed_query(TEXTS[0]) @ embedding.embed(TEXTS[:1])[0] == pytest.approx(1, abs=1e-4)


def test_a_remembered_query_cannot_be_changed_by_who_asked():
    with pytest.raises(ValueError, match="read-only"):
        embedding.embed_query("oat milk")[0] = 1.0


def test_more_texts_than_fit_into_one_batch():
    texts = [f"text number {n}" for n in range(300)]
    vectors = embedding.embed(texts)
    assert vectors[299] @ embedding.embed([texts[299]])[0] == pytest.approx(1, abs=1e-4)


def test_the_model_says_what_it_is(provider: str):
    model = embedding.current_model()
    assert model.local == embedding.is_local() == (provider == "local_model")
    assert 0 < len(model.name) <= 128
    assert model.version
    assert model == embedding.prepare()


def test_tokens_can_be_counted_whatever_the_model():
    assert embedding.count_tokens("Ana drinks oat milk.") == 6
