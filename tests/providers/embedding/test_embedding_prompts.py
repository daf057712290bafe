"""What models want to read before a question and before a passage."""

import numpy as np
import pytest

from memories.embedding_models import active_model, embed, embed_query, register_model
from providers import embedding
from providers.embedding import ModelInfo
from providers.embedding.prompts import Prompts, prompts_of

E5 = Prompts("query: ", "passage: ")


@pytest.mark.parametrize(
    ("name", "prompts"),
    [
        ("intfloat/multilingual-e5-small", E5),
        ("intfloat/e5-large-v2", E5),
        ("BAAI/bge-small-en-v1.5", Prompts("Represent this sentence for searching relevant passages: ")),
        ("BAAI/bge-m3", Prompts()),
        ("nomic-ai/nomic-embed-text-v1.5", Prompts("search_query: ", "search_document: ")),
        ("sentence-transformers/all-MiniLM-L6-v2", Prompts()),
    ],
)
def test_known_models_get_their_prompts(name, prompts):
    assert prompts_of(name) == prompts


def test_what_the_model_says_itself_comes_before_its_name():
    assert prompts_of("me/e5-mine", Prompts("ask: ", "text: ")) == ("ask: ", "text: ")


def test_the_settings_come_first(settings):
    settings.EMBEDDING_QUERY_PROMPT, settings.EMBEDDING_PASSAGE_PROMPT = "", "p: "
    assert prompts_of("intfloat/e5-small") == ("", "p: ")


@pytest.mark.django_db
def test_questions_and_passages_are_embedded_with_them():
    model = active_model()
    model.query_prompt, model.passage_prompt = "query: ", "passage: "
    assert np.allclose(embed_query("tea", model=model), embedding.embed_query("query: tea"))
    assert np.allclose(embed(["tea"], model=model), embedding.embed(["passage: tea"]))


@pytest.mark.django_db
def test_vectors_of_another_passage_prompt_are_another_model_s():
    rows = [register_model(ModelInfo("m", "1", 8, 0, False, "q: ", prompt)) for prompt in ("", "p: ", "p: ")]
    assert rows[0].pk != rows[1].pk == rows[2].pk and rows[1].query_prompt == "q: "
