"""`GET /audit`: who did what, as JSON lines without content, each told once."""

import io
import json
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from operations.audit_trail import SETTLED
from operations.jobs.maintenance import seal_history
from retrieval.models import RetrievalEvent
from tests.interfaces.rest.conftest import by_key, by_login
from workspaces import scope
from workspaces.models import Agent


def lines(answer):
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.getvalue().splitlines()]


@pytest.fixture
def trail(owner):
    """What a poll answers, the history sealed before."""

    def _trail(caller=owner, **query):
        seal_history(None)
        return lines(caller.get("/audit", query))

    return _trail


@pytest.mark.parametrize("accept", ["application/x-ndjson", "application/json", "*/*"])
def test_its_media_type_may_be_asked_for(owner, api, accept):
    lines(owner.get("/audit", Accept=accept))
    refused = api.get("/audit", Accept=accept)
    assert (refused.status_code, refused.headers["Content-Type"]) == (403, "application/problem+json")


def test_another_media_type_is_refused(owner):
    assert owner.get("/audit", Accept="text/csv").status_code == 406


@pytest.fixture
def happened(home, api, owner, ana, planner):
    """A memory, a question with its answer, a grant, and a read that is settled."""
    api.post("/memories", {"user_id": ana, "key": "sail", "content": "Ana sails to Faro."})
    asked = api.put(f"/users/{ana}/facts/identity/city", {"value": "Zagreb"}).json()["proposal_id"]
    shown = owner.get(f"/proposals/{asked}").json()["shown_hash"]
    owner.post(f"/proposals/{asked}/approve", {"shown_hash": shown})
    with scope.enter(home.workspace_id):
        agent = Agent.objects.get(role="planner")
    owner.post("/grants", {"agent_id": str(agent.id), "user_id": ana, "can_read": True})
    api.post("/memory/query", {"user_id": ana, "query": "Where does Ana sail?"})
    with scope.enter(home.workspace_id):
        RetrievalEvent.objects.update(created_at=timezone.now() - 2 * SETTLED)


def test_it_tells_writes_decisions_access_and_reads(happened, trail, ana):
    found = trail()
    assert {(one["kind"], one["event"]) for one in found} >= {
        *(("write", "ADD"), ("consent", "CONSENT"), ("access", "ACCESS"), ("read", "READ"))
    }
    write = next(one for one in found if one["event"] == "ADD")
    assert (write["user_id"], write["actor"]["label"]) == (ana, "agent:supervisor")
    assert write["seal"]["seq"] >= 1 and len(write["seal"]["leaf_hash"]) == 64


def test_it_tells_no_content(happened, trail):
    said = json.dumps(trail())
    assert not any(word in said for word in ("Faro", "Zagreb", "sail"))


def test_from_a_cursor_on_nothing_is_told_twice_or_missed(happened, trail, api, ana, owner):
    everything = trail()
    polled, cursor = [], ""
    while found := lines(owner.get("/audit", {"cursor": cursor, "limit": 2})):
        assert len(found) <= 2
        polled, cursor = polled + found, found[-1]["cursor"]
    assert [one["id"] for one in polled] == [one["id"] for one in everything]
    assert trail(cursor=cursor) == []
    api.post("/memories", {"user_id": ana, "key": "new", "content": "Ana rows."})
    assert [one["event"] for one in trail(cursor=cursor)] == ["ADD"]


def test_what_is_not_sealed_and_reads_that_may_not_be_stored_yet_wait(home, api, ana, owner, trail):
    before = trail()
    api.post("/memories", {"user_id": ana, "content": "Ana sails."})
    api.post("/memory/query", {"user_id": ana, "query": "What does Ana do?"})
    assert lines(owner.get("/audit")) == before
    assert [one["kind"] for one in trail()[len(before) :]] == ["write"]


@pytest.mark.parametrize("kinds", ["consent", "read", "access,consent", "write"])
def test_kinds_are_chosen(happened, trail, kinds):
    assert {one["kind"] for one in trail(kinds=kinds)} == set(kinds.split(","))


def test_times_are_chosen(happened, trail):
    tomorrow = (timezone.now() + timedelta(days=1)).isoformat()
    assert trail(since=tomorrow) == []
    assert trail(until=tomorrow) == trail() != []


@pytest.mark.parametrize(
    "query", [{"kinds": "gossip"}, {"cursor": "x"}, {"cursor": "1.2"}, {"limit": 0}, {"limit": 10_001}, {"more": 1}]
)
def test_what_it_does_not_understand_is_refused(owner, query):
    assert owner.get("/audit", query).status_code == 422


def test_agents_and_people_who_are_no_staff_read_none(api, outsider, happened):
    assert [caller.get("/audit").status_code for caller in (api, outsider)] == [403, 403]


def test_staff_read_that_of_their_own_workspace(happened, trail, elsewhere):
    others = trail(by_login("stranger"))
    assert {one["workspace_id"] for one in others} <= {str(elsewhere.workspace_id)}


def test_an_agent_that_may_audit_reads_it_and_nothing_more_for_it(home, happened, trail):
    with scope.enter(home.workspace_id):
        Agent.objects.filter(role="stylist").update(may_audit=True)
    stylist = by_key(home, "stylist")
    assert [one["id"] for one in trail(stylist)] == [one["id"] for one in trail()]
    assert stylist.get("/consent/policies").status_code == 403


def test_the_command_prints_the_same(home, happened, trail):
    printed = io.StringIO()
    told = trail(kinds="consent,read")
    call_command("export_audit", workspace=home.workspace_id, kind=["consent", "read"], stdout=printed)
    assert [json.loads(line) for line in printed.getvalue().splitlines()] == told
    printed = io.StringIO()
    call_command("export_audit", cursor=told[-1]["cursor"], kind=["consent", "read"], stdout=printed)
    assert printed.getvalue() == ""
    with pytest.raises(CommandError, match="no cursor"):
        call_command("export_audit", cursor="x")


def test_a_page_of_events_takes_as_many_queries_as_one(happened, trail, owner, django_assert_max_num_queries):
    trail()
    for limit in (1, 1_000):
        with django_assert_max_num_queries(16):
            lines(owner.get("/audit", {"limit": limit}))
