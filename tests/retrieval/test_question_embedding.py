"""What of a question is embedded, and when."""

import numpy as np
import pytest
from django.db import connection
from psycopg.pq import PipelineStatus

from memories.models import EmbeddingModel

pytestmark = pytest.mark.django_db
QUESTION = "Where does Rita live?"


@pytest.fixture
def cosine(ask):
    def of_porto():
        return next(item.cosine for item in ask(QUESTION).items if "Porto" in item.content)

    return of_porto


def test_a_name_learnt_since_is_left_out_of_the_question(say, cosine):
    say("I live in Porto.")
    with_name = cosine()
    say(("Rita", "I sold my old flat."))
    learnt = cosine()
    assert learnt == cosine() != with_name


@pytest.mark.parametrize(("is_local", "pipeline"), [(True, PipelineStatus.ON), (False, PipelineStatus.OFF)])
def test_no_statement_waits_for_a_remote_model(remember, ask, monkeypatch, is_local, pipeline):
    """R25; a local one embeds while PostgreSQL works."""
    remember("I live in Porto.")
    EmbeddingModel.objects.filter(state="active").update(is_local=is_local)
    seen = []

    def embed(_text, *, model):
        seen.append(connection.connection.pgconn.pipeline_status)
        return np.eye(1, model.dimensions, dtype=np.float32)[0]

    monkeypatch.setattr("retrieval.prepared_query.embed_question", embed)
    ask(QUESTION)
    assert seen == [pipeline]
