"""A question that was asked before an erasure and is answered after it leaves nothing of the person."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from memories.models import EmbeddingModel, OperationalEvent
from providers import embedding
from retrieval.authorization import UnknownPerson
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.requests import QueryRequest

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = "Where does Ana keep her letters?"


@pytest.fixture
def erased_meanwhile(api, home, erase, monkeypatch):
    """The person is erased while a question waits for a remote embedding endpoint."""
    api.post("/memories", {"user_id": str(home.user_id), "content": "Ana keeps her letters in a shoe box."})
    EmbeddingModel.objects.update(is_local=False)
    monkeypatch.setattr(EmbeddingModel, "info", property(lambda _row: embedding.current_model()))
    embed_query = embedding.embed_query

    def erase_first(text, **options):
        with ThreadPoolExecutor(1, initializer=connections.close_all) as pool:
            pool.submit(_erase_and_leave, erase).result()
        return embed_query(text, **options)

    monkeypatch.setattr("providers.embedding.embed_query", erase_first)


def _erase_and_leave(erase):
    assert erase().erased_at
    connections.close_all()


@pytest.mark.parametrize(
    ("ask", "request_of"), [(memory_query, QueryRequest), (build_context, ContextRequest)], ids=["query", "context"]
)
def test_a_question_under_way_leaves_no_receipt(home, supervisor, erased_meanwhile, in_home, now, ask, request_of):
    with pytest.raises(UnknownPerson):
        ask(request_of(query=QUESTION, user_id=home.user_id), actor=supervisor, now=now)
    with in_home():
        assert not RetrievalEvent.objects.filter(person_id=home.user_id).exists()
        assert not OperationalEvent.objects.filter(person_id=home.user_id).exists()
