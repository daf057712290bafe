"""A person with many texts is searched by index and by counted words; the answers stay the same."""

from datetime import timedelta

import pytest

from consent.changes import ForgetMemory
from consent.gate import submit
from memories.maintenance.purge import purge_memories
from memories.models import Memory
from retrieval import prepared_query
from retrieval.candidates import dense, lexical
from retrieval.models import LexemeStatistics
from retrieval.sql import compose
from retrieval.statistics import refresh_statistics
from workspaces import scope

pytestmark = pytest.mark.django_db

TREES = [f"Tree number {number} stands in the orchard." for number in range(12)]


@pytest.fixture
def orchard(remember, say):
    for text in TREES:
        remember(text)
    remember("Ana collects stamps from Peru.", category="goals")
    say("We walked through the orchard and counted trees.", "My stamps are from Chile.")


@pytest.fixture
def many(home, monkeypatch):
    """Take five texts for many."""
    monkeypatch.setattr("retrieval.statistics.MANY_TEXTS", 5)
    return lambda: refresh_statistics(workspace_id=home.workspace_id)


QUESTIONS = ["Which stamps does Ana collect?", "Tree number 7", "Who walked through the orchard?"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_same_is_found_by_index_as_one_by_one(orchard, texts, question, request):
    one_by_one = texts(question)
    request.getfixturevalue("many")()
    by_index = texts(question)
    assert by_index[0] == one_by_one[0]
    assert len(set(by_index) & set(one_by_one)) >= len(one_by_one) - 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_even_before_the_words_are_counted(orchard, many, texts, question):
    assert texts(question)


def test_who_has_few_texts_again_is_small_again(orchard, many, home, supervisor, texts, change, now):
    many()
    with scope.enter(home.workspace_id):
        trees = list(Memory.objects.exclude(category="goals").values_list("id", flat=True))
    for tree in trees:
        submit(ForgetMemory(memory_id=tree), actor=supervisor, now=now)
        change(tree, purge_at=now - timedelta(days=1))
    purge_memories(workspace_id=home.workspace_id, now=now)
    many()
    with scope.enter(home.workspace_id):
        assert not LexemeStatistics.objects.exists()
    assert texts("Which stamps does Ana collect?")[0] == "Ana collects stamps from Peru."


def test_filters_that_leave_little_are_searched_one_by_one(orchard, many, texts):
    many()
    assert texts("orchard", categories=["goals"]) == ["Ana collects stamps from Peru."]
    assert texts("stamps", filters={"pinned": True}) == []


def test_what_a_first_scan_misses_is_found_all_the_same(orchard, many, texts, monkeypatch):
    many()
    monkeypatch.setattr(dense, "FIRST_SCAN", 1)
    assert texts("Which stamps does Ana collect?")[0] == "Ana collects stamps from Peru."


@pytest.fixture
def short_sighted(monkeypatch):
    """An index that misses all that is near the question, unless it is searched widely."""
    narrow = "SELECT * FROM ({nearest}) AS n WHERE distance > 0.75 OR current_setting('hnsw.ef_search')::int >= {great}"
    whole = dense.first_pass

    def first_pass(query):
        return compose(narrow, nearest=whole(query), great=dense.EF_SEARCH_WIDE)

    monkeypatch.setattr(dense, "first_pass", first_pass)


def test_what_words_find_nearer_has_the_index_searched_widely(orchard, many, remember, ask, short_sighted):
    """A group of texts that are alike may be missed whole; one of them that holds the question's words betrays it."""
    alike = remember("She owns a large philatelic album.")
    many()
    assert alike in {item.id for item in ask("Which stamps does Ana collect?", top_k=5).items}
    assert alike not in {item.id for item in ask("Is anybody a philatelist?", top_k=5).items}


def test_words_are_counted_once_there_are_many(home, orchard, many):
    assert many() == 1
    with scope.enter(home.workspace_id):
        counted = dict(LexemeStatistics.objects.values_list("lexeme", "documents"))
    assert counted["orchard"] == 13
    assert "peru" not in counted
    assert counted[""] == 15


def test_they_are_not_counted_again_before_much_has_changed(orchard, many, remember):
    assert (many(), many()) == (1, 0)
    remember("One more tree.")
    assert many() == 1


def test_a_person_with_few_texts_is_not_counted(home, orchard):
    assert refresh_statistics(workspace_id=home.workspace_id) == 0


def test_the_rarest_words_choose_the_rows(orchard, many, texts, monkeypatch):
    many()
    monkeypatch.setattr(lexical, "BOUND", 1)
    monkeypatch.setattr(prepared_query, "AT_MOST", 1)
    assert texts("orchard tree stamps Peru")[0] == "Ana collects stamps from Peru."
