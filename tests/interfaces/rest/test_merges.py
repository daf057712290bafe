"""`/memories/{id}/merges`: what was merged is still there to read, and one call has it back (001 §4)."""

import pytest

from consent.changes import MergeMemories
from consent.gate import submit
from memories.models import Memory
from workspaces import scope
from workspaces.actors import system_actor


@pytest.fixture
def merged(api, ana, home, now):
    """Two notes of Ana's of which the first stands for both; answers their ids."""
    texts = ("Ana drinks tea.", "Tea is what Ana drinks.")
    one, other = (
        api.post("/memories", {"user_id": ana, "key": text, "content": text}).json()["memory_id"] for text in texts
    )
    with scope.enter(home.workspace_id):
        change_id = Memory.objects.get(id=other).change_id
    change = MergeMemories(memory_id=one, absorbed_id=other, absorbed_change_id=change_id, band="auto", cosine=0.93)
    submit(change, actor=system_actor(home.workspace_id, "consolidate"), now=now)
    return one, other


def contents(api, ana):
    return sorted(row["content"] for row in api.get("/memories", {"user_id": ana}).json()["results"])


def test_both_sides_tell_of_it(api, merged):
    one, other = merged
    told = api.get(f"/memories/{one}/merges").json()
    assert told == api.get(f"/memories/{other}/merges").json()
    (merge,) = told["results"]
    assert (merge["kept_id"], merge["absorbed_id"], merge["band"], merge["judge"]) == (one, other, "auto", "rules")
    assert (merge["cosine"], merge["undone_at"]) == (0.93, None)


def test_what_lies_behind_another_can_be_read_by_its_id_only(api, ana, merged):
    one, other = merged
    answer = api.get(f"/memories/{other}")
    assert answer.status_code == 200 and answer.json()["state"] == "superseded"
    assert len(api.get(f"/memories/{other}/versions").json()["results"]) == 1
    assert contents(api, ana) == ["Ana drinks tea."]
    found = api.post("/memory/query", {"user_id": ana, "query": "What does Ana drink?"}).json()
    assert [row["id"] for row in found] == [one]


def test_one_call_has_both_back(api, ana, merged):
    answer = api.post(f"/memories/{merged[0]}/merges/undo", {})
    assert answer.status_code == 200 and answer.json()["status"] == "restored"
    assert contents(api, ana) == ["Ana drinks tea.", "Tea is what Ana drinks."]
    (merge,) = api.get(f"/memories/{merged[0]}/merges").json()["results"]
    assert merge["undone_at"] is not None


def test_undoing_stands_in_the_log_of_its_thread(api, merged):
    """R20: both are back."""
    api.post(f"/memories/{merged[0]}/merges/undo", {"thread_id": "kitchen"})
    told = api.get("/threads/kitchen/changes", {"since": 0}).json()["changes"]
    assert [row["event"] for row in told] == ["RESTORE", "RESTORE"]


def test_where_nothing_is_merged_there_is_nothing_to_undo(api, merged):
    api.post(f"/memories/{merged[0]}/merges/undo", {})
    assert api.post(f"/memories/{merged[0]}/merges/undo", {}).status_code == 422


def test_if_match_guards_it(api, merged):
    answer = api.post(f"/memories/{merged[0]}/merges/undo", {}, If_Match='"0b1c1c1c-0000-7000-8000-000000000000"')
    assert answer.status_code == 412


def test_who_may_look_and_undo(owner, outsider, merged):
    for path in (f"/memories/{merged[0]}/merges", f"/memories/{merged[1]}"):
        assert (owner.get(path).status_code, outsider.get(path).status_code) == (200, 404)
    assert outsider.post(f"/memories/{merged[0]}/merges/undo", {}).status_code == 404
    assert owner.post(f"/memories/{merged[0]}/merges/undo", {}).status_code == 200


def test_a_list_takes_two_queries_however_long(api, merged, reads):
    assert reads(lambda: api.get(f"/memories/{merged[0]}/merges")) == 2
