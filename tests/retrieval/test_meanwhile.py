"""Between the search and the loading of what it found, somebody else may edit it, forget it or delete it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from consent.changes import ForgetMemory
from consent.gate import submit
from conversations.models import Turn
from memories.models import OperationalEvent
from retrieval import items
from retrieval.context import build
from retrieval.context.request import ContextRequest
from retrieval.models import RetrievalEvent
from retrieval.needs import combined_results
from tests.interfaces.rest.conftest import by_key
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def meanwhile(monkeypatch):
    """Have something done over another connection when the search has ended and nothing has been loaded."""

    def arrange(work):
        def elsewhere():
            try:
                work()
            finally:
                connection.close()

        def load_later(chosen, wanted):
            with ThreadPoolExecutor(1) as other:
                other.submit(elsewhere).result()
            return items.load_items(chosen, wanted)

        monkeypatch.setattr(combined_results, "load_items", load_later)
        monkeypatch.setattr(build, "load_items", load_later)

    return arrange


def test_what_became_more_sensitive_is_left_out(home, remember, ask, meanwhile, person):
    apples = remember("The orchard has apple trees.")
    pears = {"key": "pears", "actor": person}
    remember("The orchard has pear trees.", **pears)
    meanwhile(lambda: remember("The orchard has pear trees.", sensitivity="restricted", **pears))
    answer = ask("Which trees has the orchard?")
    assert [item.id for item in answer.items] == [apples]
    with scope.enter(home.workspace_id):
        assert RetrievalEvent.objects.get(id=answer.event_id).returned_memory_ids == [apples]


def test_so_is_what_was_forgotten(home, remember, ask, meanwhile, person, now):
    apples, pears = remember("The orchard has apple trees."), remember("The orchard has pear trees.")
    meanwhile(lambda: submit(ForgetMemory(memory_id=pears), actor=person, now=now))
    assert [item.id for item in ask("Which trees has the orchard?").items] == [apples]


def test_so_is_a_turn_that_is_gone(home, say, ask, meanwhile):
    apples, pears = say("The orchard has apple trees.", "The orchard has pear trees.")

    def delete():
        with scope.enter(home.workspace_id):
            Turn.objects.filter(id=pears.id).delete()

    meanwhile(delete)
    assert [item.id for item in ask("Which trees has the orchard?", neighbours=True).items] == [apples.id]


def test_a_context_leaves_it_out_too(home, supervisor, remember, meanwhile, person, now):
    remember("The orchard has apple trees.")
    pears = remember("The orchard has pear trees.")
    meanwhile(lambda: submit(ForgetMemory(memory_id=pears), actor=person, now=now))
    request = ContextRequest(user_id=home.user_id, query="Which trees has the orchard?", since=10**6)
    text = build.build_context(request, actor=supervisor, now=now).text
    assert "apple" in text and "pear" not in text


@pytest.mark.parametrize("path", ["/memory/query", "/context"])
def test_of_who_is_to_be_erased_nothing_is_told_or_kept(home, remember, meanwhile, now, path):
    remember("The orchard has apple trees.")

    def ask_for_erasure():
        with scope.enter(home.workspace_id):
            Person.objects.filter(id=home.user_id).update(erasure_asked_at=now)

    meanwhile(ask_for_erasure)
    body = {"user_id": str(home.user_id), "query": "Which trees has the orchard?"}
    assert by_key(home, "supervisor").post(path, body).status_code == 404
    with scope.enter(home.workspace_id):
        assert not RetrievalEvent.objects.exists()
        assert not OperationalEvent.objects.filter(op="search").exists()
