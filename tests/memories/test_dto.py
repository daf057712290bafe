"""004's MemorySummary and MemoryDetail, with pinned query counts."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memories.dto import detail, summaries
from memories.models import Memory
from tests.memories import source_examples as examples
from workspaces import scope

pytestmark = pytest.mark.django_db


@pytest.fixture
def shown(home, researcher, now):
    """A memory's detail, and how many queries it took."""

    def _shown(memory_id, actor=researcher):
        with scope.enter(home.workspace_id), CaptureQueriesContext(connection) as queries:
            found = detail(memory_id=memory_id, actor=actor, now=now)
        return found, sum("memories_" in query["sql"] for query in queries.captured_queries)

    return _shown


@pytest.fixture
def listed(home, researcher, now):
    def _listed():
        with scope.enter(home.workspace_id), CaptureQueriesContext(connection) as queries:
            rows = Memory.objects.visible_to(researcher, now=now).select_related("current")
            found = summaries(list(rows.order_by("created_at", "id")))
        return found, sum("memories_" in query["sql"] for query in queries.captured_queries)

    return _listed


def test_a_summary_says_what_004_lists(ingest, listed):
    answer = ingest(
        examples.pull_request(),
        title="Retry uploads",
        state="open",
        author=examples.ANA,
        occurred_at="2025-02-01T10:00Z",
    )
    ((summary,), _) = listed()
    assert (summary.id, summary.title, summary.type, summary.source) == (
        answer.memory_id,
        "Retry uploads",
        "pull_request",
        "github",
    )
    assert summary.author["display_name"] == "Ana" and summary.state == "open"
    assert summary.labels == ["uploads", "backend"] and summary.occurred_at.year == 2025
    assert (
        summary.snippet.startswith("Retry uploads ## Body Uploads are tried three times")
        and len(summary.snippet) <= 240
    )


def test_a_list_takes_two_queries_however_long(ingest, listed):
    ingest(source_id="1")
    _, few = listed()
    for n in range(2, 8):
        ingest(source_id=str(n))
    found, many = listed()
    assert (len(found), few, many) == (7, 2, 2)


def test_a_detail_says_all(ingest, shown):
    target = ingest(examples.issue(), source_id="i12").memory_id
    pull = ingest(examples.pull_request(body="Closes #12"), summary="Short.", source_id="p7").memory_id
    found, queries = shown(pull)
    assert (found.version, found.summary, found.payload["number"]) == (1, "Short.", 7)
    assert [(each.memory_id, each.relationship_type) for each in found.relationships.outbound] == [(target, "closes")]
    assert found.relationships.inbound == [] and found.chunks[0].section_label == "Body"
    assert found.snippet and found.content.startswith("Retries") and queries == 6


def test_the_other_end_shows_it_inbound(ingest, shown):
    target = ingest(examples.issue(), source_id="i12").memory_id
    pull = ingest(examples.pull_request(body="Closes #12"), source_id="p7").memory_id
    found, _ = shown(target)
    assert [(each.memory_id, each.relationship_type) for each in found.relationships.inbound] == [(pull, "closes")]


def test_an_edge_to_what_can_not_be_seen_is_not_shown(link, write, shown, planner, supervisor):
    seen, hidden = write("Ship it.", category="tasks").memory_id, write("Born in May.", category="profile").memory_id
    link(seen, hidden)
    assert len(shown(seen, supervisor)[0].relationships.outbound) == 1
    assert shown(seen, planner)[0].relationships.outbound == []


def test_what_can_not_be_seen_has_no_detail(write, shown, planner, stranger):
    hidden = write("Born in May.", category="profile").memory_id
    assert shown(hidden, planner)[0] is None and shown(hidden, stranger)[0] is None


def test_a_gone_object_shows_no_chunks(ingest, shown):
    ingest(state="open")
    found, _ = shown(ingest(state="archived").memory_id)
    assert (found.state, found.chunks, found.snippet) == ("archived", [], None)


def test_an_ordinary_memory_has_a_summary_too(write, shown, supervisor):
    found, _ = shown(write("Ship it.", category="tasks", tags=("work",)).memory_id, supervisor)
    assert (found.type, found.payload, found.labels, found.snippet) == ("semantic", None, ["work"], "Ship it.")
