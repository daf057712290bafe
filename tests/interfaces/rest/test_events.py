"""`/events` and `/events/counts` (001 §14): what changed and when, without reading logs."""

import json
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from memories.maintenance.record_event import record_event
from memories.models.operational_event import Node, Operation, Status
from workspaces import scope


@pytest.fixture
def happened(home):
    """Note an event about Ana."""

    def _happened(op=Operation.SEARCH, *, days_ago=0.0, **fields):
        fields = {"node": Node.CONTEXT, "person_id": home.user_id, "category": "goals"} | fields
        with scope.enter(home.workspace_id):
            record_event(op=op, now=timezone.now() - timedelta(days=days_ago), **fields)

    return _happened


def test_an_event_says_what_001_lists(api, ana, happened):
    happened(thread_id="chat", sim=0.83)
    (event,) = api.get("/events").json()["results"]
    assert event.keys() == {"id", "user_id", "thread_id", "node", "op", "status", "memory_id", "category", "sim", "ts"}
    assert (event["user_id"], event["thread_id"], event["node"], event["op"]) == (ana, "chat", "context", "search")
    assert (event["status"], event["sim"], event["category"]) == ("ok", 0.83, "goals")


def test_a_write_is_told(api, ana):
    made = api.post("/memories", {"user_id": ana, "content": "Ship v1.", "category": "goals"}).json()
    rows = api.get("/events", {"memory_id": made["memory_id"], "op": "create"}).json()["results"]
    assert [(row["node"], row["status"]) for row in rows] == [("hotpath", "ok")]


@pytest.mark.parametrize(
    ("query", "count"),
    [({}, 3), ({"node": "worker"}, 1), ({"op": "search"}, 2), ({"status": "skipped"}, 1), ({"thread_id": "chat"}, 1),
     ({"category": "tasks"}, 1), ({"node": "worker", "op": "search"}, 0)],
)  # fmt: skip
def test_events_are_listed_by_what_they_are(api, happened, query, count):
    happened(thread_id="chat")
    happened(status=Status.SKIPPED, category="tasks")
    happened(Operation.TTL, node=Node.WORKER)
    assert len(api.get("/events", query).json()["results"]) == count


def test_events_are_listed_by_time(api, happened):
    happened(days_ago=3), happened(days_ago=1)
    day = (timezone.now() - timedelta(days=2)).isoformat()
    assert len(api.get("/events", {"since": day}).json()["results"]) == 1
    assert len(api.get("/events", {"until": day}).json()["results"]) == 1
    assert api.get("/events", {"since": day, "until": "2000-01-01"}).status_code == 422


def test_counts_are_told_by_day_node_and_operation(api, happened):
    for _ in range(2):
        happened()
    happened(Operation.TTL, node=Node.WORKER, days_ago=1)
    rows = api.get("/events/counts").json()["results"]
    assert [(row["node"], row["op"], row["status"], row["count"]) for row in rows] == [
        ("context", "search", "ok", 2),
        ("worker", "ttl", "ok", 1),
    ]
    assert rows[0]["day"] > rows[1]["day"]


def test_a_month_is_counted_unless_told_otherwise(api, happened):
    happened(days_ago=40)
    answer = api.get("/events/counts").json()
    assert answer["results"] == []
    assert datetime.fromisoformat(answer["until"]) - datetime.fromisoformat(answer["since"]) == timedelta(days=30)
    earlier = (timezone.now() - timedelta(days=60)).isoformat()
    assert len(api.get("/events/counts", {"since": earlier}).json()["results"]) == 1


@pytest.mark.parametrize("path", ["/events", "/events/counts", "/retrieval-events", "/retrieval-events/recalls"])
@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_the_first_and_the_last_moment_bound_a_list_too(api, happened, path, time):
    happened()
    assert api.get(path, {"until": time}).status_code == 200


def test_a_year_at_most_is_counted(api):
    until = timezone.now()
    for days, status in ((366, 200), (367, 422)):
        query = {"since": (until - timedelta(days=days)).isoformat(), "until": until.isoformat()}
        assert api.get("/events/counts", query).status_code == status


@pytest.mark.parametrize("since", ["yesterday", "2026-13-01", "2026-05-01T25:00:00Z"])
def test_a_time_that_is_none_is_answered_with_an_example(api, since):
    (error,) = api.get("/events", {"since": since}).json()["errors"]
    assert error["detail"] == "Input should be a time in ISO 8601, such as 2026-05-01T09:30:00Z"


@pytest.mark.parametrize("query", [{"node": "x"}, {"op": "x"}, {"since": "soon"}, {"user_id": "x"}, {"other": "1"}])
@pytest.mark.parametrize("path", ["/events", "/events/counts"])
def test_a_value_out_of_bounds_is_named(api, path, query):
    assert api.get(path, query).status_code == 422


@pytest.mark.parametrize("path", ["/events", "/events/counts"])
def test_who_sees_events(api, agent, owner, colleague, outsider, happened, path):
    happened()
    callers = (api, owner, agent("planner"), agent("stylist"), colleague, outsider)
    assert [len(who.get(path).json()["results"]) for who in callers] == [1, 1, 1, 0, 0, 0]


def test_searches_are_told_to_no_agent_with_an_allowlist(api, agent, owner, ana):
    """Their best score may be that of a memory which it may not read, whoever asked."""
    for content, category in (("Ana ships on Friday.", "preferences"), ("Ship v1.", "goals")):
        api.post("/memories", {"user_id": ana, "content": content, "category": category})
    for who in (api, agent("stylist"), agent("planner")):
        assert who.post("/memory/query", {"user_id": ana, "query": "When does Ana ship?"}).status_code == 200
    seen = {}
    for name, who in {"supervisor": api, "owner": owner, "planner": agent("planner")}.items():
        rows, counts = (who.get(path, {"op": "search"}).json()["results"] for path in ("/events", "/events/counts"))
        seen[name] = (len([row for row in rows if row["sim"]]), len(rows), sum(row["count"] for row in counts))
    assert seen == {"supervisor": (3, 3, 3), "owner": (3, 3, 3), "planner": (0, 0, 0)}
    told = agent("planner").get("/events").json()["results"]
    assert told and {row["category"] for row in told} == {"goals"}
    document = json.loads(agent("planner").get(f"/users/{ana}/export").getvalue())
    assert {row["id"] for row in document["events"]} == {row["id"] for row in told}
    assert len(agent("planner").get("/retrieval-events").json()["results"]) == 1


def test_a_category_off_the_allowlist_is_refused(agent):
    assert agent("planner").get("/events", {"category": "preferences"}).status_code == 403
    assert agent("planner").get("/events/counts", {"category": "preferences"}).status_code == 403


def test_a_day_is_counted_with_two_queries_at_most(api, happened, reads):
    few = reads(lambda: api.get("/events/counts"))
    for _ in range(5):
        happened()
    assert reads(lambda: api.get("/events/counts")) == few == 1


@pytest.mark.parametrize("answer", ["", "reject"])
def test_no_agent_learns_under_which_category_something_waits_or_was_refused(api, owner, ana, answer):
    body = {"user_id": ana, "content": "Ana is a practising Muslim.", "category": "relationships"}
    asked = api.post("/memories", body).json()["proposal_id"]
    if answer:
        owner.post(f"/proposals/{asked}/{answer}")
        assert api.post("/memories", body).status_code == 409
    assert api.get("/events", {"op": "classify"}).json()["results"] == []
    told = owner.get("/events", {"op": "classify"}).json()["results"]
    assert {row["category"] for row in told} == {"relationships"}
