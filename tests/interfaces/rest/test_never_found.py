"""What no question brings, by any way of asking, and what of it is shown again (001 §7, 003)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import MergeMemories
from consent.gate import submit
from memories.maintenance.purge import purge_memories
from memories.models import Memory
from workspaces import scope
from workspaces.actors import system_actor

ORCHARD = "Ana planted a quince orchard behind the mill."


@pytest.fixture
def orchard(api, ana):
    return api.post("/memories", {"user_id": ana, "content": ORCHARD, "key": "orchard"}).json()["memory_id"]


@pytest.fixture
def brought(api, ana):
    """All texts that any way of asking brings, as one."""

    def ask(question="What did Ana plant? A quince orchard?"):
        asked = {"user_id": ana, "query": question}
        store = {"namespace_prefix": ["memories", ana]}
        ways = [
            api.post("/memory/query", asked | {"top_k": 32}).json(),
            api.post("/memory/query", asked | {"return": "bullets", "kinds": ["memory", "fact"]}).json(),
            api.post("/context", asked).json()["text"],
            api.post("/store/items/search", store | {"query": question, "threshold": 0.0}).json(),
            api.post("/store/items/search", store).json(),
        ]
        return " ".join(map(str, ways))

    return ask


def test_it_is_found_at_first(orchard, brought):
    assert brought().count(ORCHARD) == 6  # twice in the context: its header tells of it, too


def test_what_is_forgotten_is_found_again_once_restored(api, orchard, brought):
    api.delete(f"/memories/{orchard}")
    assert "quince" not in told_anew(api, brought)
    api.post(f"/memories/{orchard}/restore", {})
    assert "quince" in brought()


def told_anew(api, brought):
    """After the header has told of the change, once."""
    brought()
    return brought()


def test_what_the_person_said_is_wrong(api, owner, orchard, brought):
    owner.post(f"/memories/{orchard}/reject")
    assert "quince" not in told_anew(api, brought)


def test_what_has_expired(api, ana, brought):
    soon = (timezone.now() + timedelta(days=1)).isoformat()
    written = api.post("/memories", {"user_id": ana, "content": ORCHARD, "expires_at": soon})
    assert written.status_code == 201 and "quince" in brought()
    memory_id = written.json()["memory_id"]
    api.patch(f"/memories/{memory_id}", {"expires_at": (timezone.now() - timedelta(days=1)).isoformat()})
    assert "quince" not in told_anew(api, brought)


def test_an_earlier_version(api, ana, orchard, brought):
    api.post("/memories", {"user_id": ana, "content": "Ana sold the land behind the mill.", "key": "orchard"})
    assert "quince" not in told_anew(api, brought)


def test_an_earlier_value_of_a_fact(api, ana, brought):
    for value in ("quince jam", "plum cake"):
        api.put(f"/users/{ana}/facts/preference/favorite_food", {"value": value})
    found = brought("What is my favorite food? Quince jam?")
    assert "plum cake" in found and "quince jam" not in told_anew(api, brought)


def test_a_value_that_waits_for_the_person(api, ana, brought):
    assert api.put(f"/users/{ana}/facts/identity/preferred_name", {"value": "Quincy"}).status_code == 202
    assert "Quincy" not in brought("What is my preferred name? Quincy?")


def test_what_was_merged_into_another(api, ana, home, now, orchard, brought):
    kept = api.post("/memories", {"user_id": ana, "content": "Ana planted fruit trees."}).json()["memory_id"]
    with scope.enter(home.workspace_id):
        change_id = Memory.objects.get(id=orchard).change_id
    change = MergeMemories(memory_id=kept, absorbed_id=orchard, absorbed_change_id=change_id, band="auto", cosine=0.9)
    submit(change, actor=system_actor(home.workspace_id, "consolidate"), now=now)
    found = told_anew(api, brought)
    assert "quince" not in found and "fruit trees" in found


def test_a_replay_says_what_was_forgotten_and_what_was_erased_since(api, ana, home, orchard):
    """003: what is missing is said, never shown."""
    asked = {"user_id": ana, "query": "quince orchard"}
    events = [api.post(way, asked)["X-Retrieval-Event"] for way in ("/memory/query", "/context")]

    def missing():
        replays = [api.post(f"/retrieval-events/{event}/replay", {}).json() for event in events]
        assert all(orchard in replay["disappeared"] and replay["now"] == [] for replay in replays)
        return {(place["content"], place["missing"]) for replay in replays for place in replay["then"]}

    api.delete(f"/memories/{orchard}")
    assert missing() == {(None, "withheld")}
    purge_memories(workspace_id=home.workspace_id, now=timezone.now() + timedelta(days=40))
    assert len(missing()) == 1 and missing() <= {(None, "withheld"), (None, "erased")}


def test_receipts_go_with_the_person(api, owner, ana, orchard):
    event = api.post("/memory/query", {"user_id": ana, "query": "quince"})["X-Retrieval-Event"]
    assert owner.post(f"/users/{ana}/erase", {"confirmation": "Ana"}).status_code == 200
    assert api.get(f"/retrieval-events/{event}").status_code == 404
    assert api.post(f"/retrieval-events/{event}/replay", {}).status_code == 404
    assert api.post("/memory/query", {"user_id": ana, "query": "quince"}).status_code == 404
