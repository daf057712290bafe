"""The benchmark of recall measures what it says."""

import pytest
from django.utils import timezone

from benchmarks import recall
from retrieval.prepared import prepare
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
def prepared(home, supervisor, remember):
    for number in range(60):
        remember(f"Tree {number} stands in the orchard.")
    remember("Ana collects stamps.", category="goals")
    request = QueryRequest(query="orchard trees", user_id=home.user_id, categories=["goals"])
    return prepare(request, actor=supervisor, now=timezone.now(), clock=Stopwatch())


@pytest.mark.django_db
def test_the_fallback_counts_where_the_first_finds_only_what_is_filtered_out(prepared):
    with scope.pipelined_scope(prepared.actor.workspace_id):
        found = recall.hits(prepared)
        statements = recall.statements_by_words(prepared)
    assert len(found) == 1 and found[0].dense
    assert len(statements) == 2
