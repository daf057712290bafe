"""`/memories/summaries` and `/memories/{id}/detail`: 004's derived types for clients."""

import pytest

from tests.memories import source_examples as examples

OBJECT = {
    "namespace": ["shared", "team"], "source_id": "7", "title": "Retry uploads", "state": "open", "category": "tasks",
    "author": {"id": "u1", "display_name": "Ana"}, "occurred_at": "2025-02-01T10:00:00Z", "summary": "Three tries.",
}  # fmt: skip


@pytest.fixture
def ingest(api):
    def _ingest(payload=None, *, source="github", **fields):
        body = OBJECT | {"payload": payload or examples.pull_request()} | fields
        return api.post(f"/sources/{source}/objects", body).json()["memory_id"]

    return _ingest


def test_a_summary_says_what_004_lists(api, ingest):
    memory_id = ingest()
    (row,) = api.get("/memories/summaries").json()["results"]
    assert (row["id"], row["title"], row["type"], row["source"]) == (
        memory_id, "Retry uploads", "pull_request", "github",
    )  # fmt: skip
    assert (row["author"]["display_name"], row["occurred_at"], row["state"]) == ("Ana", "2025-02-01T10:00:00Z", "open")
    assert row["labels"] == ["uploads", "backend"] and row["snippet"].startswith("Retry uploads")


def test_summaries_are_listed_by_what_they_are_at_their_source(api, ingest, ana):
    first = ingest()
    second = ingest(examples.ticket(), source="linear", source_id="8", state="done")
    listed = lambda **query: [row["id"] for row in api.get("/memories/summaries", query).json()["results"]]  # noqa: E731
    assert listed(source="github") == listed(source_type="pull_request") == listed(source_state="open") == [first]
    assert listed(source_id="8") == [second] and listed(user_id=ana) == []
    assert listed(memory_type="source_object", namespace="shared/team") == [second, first]
    assert api.get("/memories/summaries", {"source": "jira"}).status_code == 422


def test_any_memory_has_a_summary(api, ana):
    api.post("/memories", {"user_id": ana, "content": "Ship v1.", "title": "Plan", "category": "goals"})
    (row,) = api.get("/memories/summaries").json()["results"]
    assert (row["title"], row["type"], row["state"], row["snippet"]) == ("Plan", "semantic", None, "Ship v1.")


def test_a_detail_says_all(api, ingest):
    other = ingest(examples.issue(number=12), source_id="12", title="Uploads stop")
    memory_id = ingest(examples.pull_request(body="Uploads are tried three times. Fixes #12."))
    seen = api.get(f"/memories/{memory_id}/detail").json()
    assert (seen["summary"], seen["version"], seen["payload"]["number"]) == ("Three tries.", 1, 7)
    assert seen["relationships"] == {"outbound": [{"memory_id": other, "relationship_type": "closes"}], "inbound": []}
    assert seen["chunks"][0]["chunk_index"] == 0 and seen["chunks"][0]["section_label"]


def test_who_sees_them(api, agent, owner, colleague, outsider, ingest):
    memory_id = ingest()
    callers = (api, agent("planner"), agent("stylist"), owner, colleague, outsider)
    assert [who.get(f"/memories/{memory_id}/detail").status_code for who in callers] == [200, 200, 404, 404, 404, 404]
    found = [len(who.get("/memories/summaries").json()["results"]) for who in callers]
    assert found == [1, 1, 0, 0, 0, 0]


def test_a_list_takes_as_many_queries_however_long(api, ingest, reads):
    ingest()
    few = reads(lambda: api.get("/memories/summaries"))
    for number in range(3):
        ingest(source_id=f"more-{number}")
    assert reads(lambda: api.get("/memories/summaries")) == few == 2
