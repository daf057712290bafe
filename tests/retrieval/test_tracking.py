"""What a query leaves behind beside its receipt: an access note (001 §7) and an operational event (001 §14)."""

from datetime import timedelta
from unittest.mock import Mock

import pytest

from memories.maintenance.count_accesses import count_accesses
from memories.models import Memory, OperationalEvent, Provenance
from providers.embedding import EmbeddingUnavailable
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.query import memory_query
from retrieval.recording import prune_events
from retrieval.requests import QueryRequest
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def searches(home):
    def _searches():
        with scope.enter(home.workspace_id):
            return list(OperationalEvent.objects.filter(op="search").order_by("id"))

    return _searches


def test_a_retrieval_names_who_asked_by_which_request(home, remember, ask, supervisor):
    """003, R37."""
    remember("Ana likes tea.")
    event = ask("tea").event_id
    with scope.enter(home.workspace_id):
        row = Provenance.objects.get(retrieval_event_id=event)
    assert row.source_identity == f"agent:supervisor key:{supervisor.key_id}"
    assert row.source_event == f"request:{event}"


def test_its_provenance_goes_with_an_old_retrieval(home, ask, now, settings):
    settings.RETRIEVAL_EVENT_DAYS = 0
    ask("tea")
    assert prune_events(workspace_id=home.workspace_id, now=now + timedelta(days=1)) == 1
    with scope.enter(home.workspace_id):
        assert not Provenance.objects.filter(retrieval_event_id__isnull=False).exists()


def test_an_answer_names_who_said_it_by_which_event(remember, ask):
    remember("Ana likes tea.", key="tea", source_event_id="mail-1", source_identity="ben@example.org")
    remember("Ana likes green tea.", key="tea", source_event_id="mail-2", source_identity="ben@example.org")
    provenance = ask("tea").items[0].provenance
    assert (provenance["source_identity"], provenance["source_event"]) == ("ben@example.org", "mail-2")


@pytest.fixture
def accesses(home):
    def _accesses(memory_id):
        count_accesses(workspace_id=home.workspace_id)
        with scope.enter(home.workspace_id):
            return Memory.objects.values_list("access_count", "last_accessed_at").get(id=memory_id)

    return _accesses


def test_what_a_query_shows_is_accessed(home, remember, supervisor, now, accesses):
    memory_id = remember("The release is planned for Friday.")
    request = QueryRequest(query="When is the release?", user_id=home.user_id)
    memory_query(request, actor=supervisor, now=now)
    assert accesses(memory_id) == (1, now)


def test_so_is_what_a_context_shows(home, remember, supervisor, now, accesses):
    memory_id = remember("The release is planned for Friday.")
    build_context(ContextRequest(user_id=home.user_id, query="When is the release?"), actor=supervisor, now=now)
    assert accesses(memory_id) == (1, now)


def test_a_query_is_a_search_with_its_best_score(home, remember, supervisor, now, searches):
    remember("The release is planned for Friday.")
    request = QueryRequest(query="When is the release?", user_id=home.user_id, thread_id="chat")
    best = memory_query(request, actor=supervisor, now=now).items[0].score
    (event,) = searches()
    assert (event.node, event.status, event.person_id, event.thread_id) == ("hotpath", "ok", home.user_id, "chat")
    assert event.sim == best


def test_one_that_finds_nothing_has_none(home, supervisor, now, searches):
    memory_query(QueryRequest(query="Anything?", user_id=home.user_id), actor=supervisor, now=now)
    assert searches()[0].sim is None


def test_a_context_s_search_is_told_apart(home, remember, supervisor, now, searches):
    remember("The release is planned for Friday.")
    build_context(ContextRequest(user_id=home.user_id, query="When is the release?"), actor=supervisor, now=now)
    assert [event.node for event in searches()] == ["context"]


def test_a_search_that_fails_is_an_error(ask, searches, monkeypatch):
    """001 §14's status."""
    monkeypatch.setattr("providers.embedding.embed_query", Mock(side_effect=EmbeddingUnavailable("It is away.")))
    with pytest.raises(EmbeddingUnavailable):
        ask("What does Ana drink?")
    (event,) = searches()
    assert (event.node, event.status) == ("hotpath", "error")
