"""The benchmark of recall measures what it says."""

import pytest
from django.utils import timezone

from benchmarks import recall
from retrieval import statistics
from retrieval.prepared_query import prepare
from retrieval.recording import Stopwatch
from retrieval.requests import QueryRequest
from workspaces import scope


def test_each_shape_has_all_memories():
    assert {sum(count for count, _ in groups) for groups in recall.shapes(100_000).values()} == {100_000}


def test_recall_is_the_share_of_the_ten_nearest():
    wanted = list(range(10))
    assert recall.share(wanted, {*range(1, 40)}) == 0.9
    assert recall.share(wanted[:5], {*range(40)}) == 0.5


@pytest.fixture
def orchard(home, remember):
    for number in range(60):
        remember(f"Tree {number} stands in the orchard.")
    remember("Ana collects stamps.", category="goals")


@pytest.fixture
def searched(home, supervisor):
    """What is found where most is filtered out, and the statements by words."""

    def of(query):
        request = QueryRequest(query=query, user_id=home.user_id, categories=["goals"])
        prepared = prepare(request, actor=supervisor, now=timezone.now(), clock=Stopwatch())
        with scope.pipelined_scope(home.workspace_id):
            return recall.hits(prepared), recall.statements_by_words(prepared)

    return of


def test_the_fallback_counts_where_the_first_finds_only_what_is_filtered_out(orchard, home, searched, monkeypatch):
    monkeypatch.setattr(statistics, "MANY_TEXTS", 20)
    statistics.refresh_statistics(workspace_id=home.workspace_id)
    found, statements = searched("orchard trees")
    assert len(found) == 1 and found[0].dense
    assert len(statements) == 2


def test_of_few_texts_what_is_filtered_out_takes_no_place(orchard, searched):
    found, statements = searched("orchard trees")
    assert len(found) == 1 and found[0].dense
    assert len(statements) == 1
