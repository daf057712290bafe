"""`/memories/{id}/history`, `/versions` and `/diff` (001 §8)."""

import json
from uuid import uuid4

import pytest

from consent.changes import MergeMemories
from consent.gate import submit
from operations import jobs
from workspaces.actors import system_actor


@pytest.fixture
def memory(api, ana):
    """A memory with two versions."""
    for content in ("Ana ships v1 in May.", "Ana ships v1 in June."):
        made = api.post("/memories", {"user_id": ana, "key": "plan", "content": content, "category": "goals"}).json()
    return f"/memories/{made['memory_id']}"


def test_history_tells_what_happened_latest_first(api, memory):
    api.delete(memory)
    api.post(f"{memory}/restore")
    rows = api.get(f"{memory}/history").json()["results"]
    assert [row["event"] for row in rows] == ["RESTORE", "DELETE", "UPDATE", "ADD"]
    assert rows[3]["old_ref"] is None and rows[2]["old_ref"] == rows[3]["new_ref"]
    assert all(row["actor"] == "agent:supervisor" and row["ts"].endswith("Z") for row in rows)


def test_every_event_of_the_seed_is_recorded(api, owner, ana, home, memory, now):
    """001 §8, with the decision; purging and exporting are shown where they happen."""
    note = {"user_id": ana, "category": "goals"}
    texts = ("Ana sings on Mondays.", "On Mondays Ana sings.", "Ana moves house.")
    one, other, brief = (api.post("/memories", note | {"content": text}).json()["memory_id"] for text in texts)
    api.delete(memory)
    api.post(f"{memory}/restore")
    api.post("/relations", {"from_id": one, "to_id": brief, "relation_type": "mentions"})
    merged = api.get(f"/memories/{other}")["ETag"].strip('"')
    merge = MergeMemories(memory_id=one, absorbed_id=other, absorbed_change_id=merged, band="auto", cosine=0.93)
    submit(merge, actor=system_actor(home.workspace_id, "consolidate"), now=now)
    api.patch(f"/memories/{brief}", {"expires_at": now.isoformat()})
    jobs.JOBS["forget_expired"](home.workspace_id)
    queued = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).json()
    owner.post(f"/proposals/{queued['proposal_id']}/reject")
    history = json.loads(owner.get(f"/users/{ana}/export").getvalue())["history"]
    assert {row["event"] for row in history} == {
        "ADD", "UPDATE", "DELETE", "MERGE", "LINK", "TTL", "RESTORE", "CONSENT",
    }  # fmt: skip
    assert all(row["actor_label"] and row["created_at"] for row in history)


def test_the_address_of_the_seed_answers_the_same(api, memory):
    assert api.get(f"{memory.replace('memories', 'memory')}/history").json() == api.get(f"{memory}/history").json()


def test_history_shows_who_consented(api, owner, ana):
    queued = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).json()
    made = owner.post(f"/proposals/{queued['proposal_id']}/approve").json()["result"]
    rows = owner.get(f"/memories/{made['memory_id']}/history").json()["results"]
    assert [row["event"] for row in rows] == ["ADD"] and rows[0]["decision_id"]


def test_history_outlives_forgetting_but_content_does_not(api, memory):
    api.delete(memory)
    assert api.get(f"{memory}/history").status_code == 200
    assert api.get(f"{memory}/versions").status_code == 404
    assert api.get(f"{memory}/diff?from=1&to=2").status_code == 404


def test_versions_hold_all_that_was_said(api, memory):
    rows = api.get(f"{memory}/versions").json()["results"]
    assert [(row["number"], row["content"]) for row in rows] == [
        (2, "Ana ships v1 in June."),
        (1, "Ana ships v1 in May."),
    ]
    assert len({row["content_hash"] for row in rows}) == 2


def test_two_versions_are_compared_word_by_word(api, memory):
    diff = api.get(f"{memory}/diff?from=1&to=2").json()
    assert diff["content"] == [
        {"kind": "equal", "text": "Ana ships v1 in "},
        {"kind": "delete", "text": "May"},
        {"kind": "insert", "text": "June"},
        {"kind": "equal", "text": "."},
    ]
    assert diff["title"] == [] and diff["metadata_changed"] == []


@pytest.mark.parametrize(
    ("query", "status"),
    [("", 422), ("?from=1", 422), ("?from=0&to=1", 422), ("?from=a&to=1", 422), ("?from=1&to=9", 404)],
)
def test_both_versions_have_to_be_there(api, memory, query, status):
    assert api.get(f"{memory}/diff{query}").status_code == status


@pytest.mark.parametrize("part", ["history", "versions", "diff?from=1&to=2"])
def test_who_sees_timelines(api, agent, owner, colleague, outsider, memory, part):
    callers = (api, owner, agent("planner"), agent("stylist"), colleague, outsider)
    assert [who.get(f"{memory}/{part}").status_code for who in callers] == [200, 200, 200, 404, 404, 404]


def test_a_version_from_a_category_out_of_reach_stays_hidden(api, agent, memory):
    """What was filed under `goals` when written is not the executor's to read, though the memory is a task now."""
    api.patch(memory, {"content": "Ship v1 by June.", "category": "tasks"})
    rows = agent("executor").get(f"{memory}/versions").json()["results"]
    assert [row["number"] for row in rows] == [3]


@pytest.mark.parametrize("part", ["history", "versions", "diff?from=1&to=2"])
def test_an_unknown_memory_has_no_timeline(api, part):
    assert api.get(f"/memories/{uuid4()}/{part}").status_code == 404


def test_timelines_take_as_many_queries_however_long(api, memory, reads):
    few = [reads(lambda part=part: api.get(f"{memory}/{part}")) for part in ("history", "versions")]
    for number in range(3):
        api.patch(memory, {"content": f"Plan number {number}."})
    assert [reads(lambda part=part: api.get(f"{memory}/{part}")) for part in ("history", "versions")] == few == [1, 1]
