"""`POST /memories/{id}/verify`: the person confirms what is remembered about them (R17)."""

import pytest


@pytest.fixture(params=["memory", "fact"])
def path(request, api, ana):
    """Something that an agent wrote about Ana."""
    if request.param == "memory":
        made = api.post("/memories", {"user_id": ana, "content": "Ana cooks risotto.", "title": "Cooking"})
    else:
        made = api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian", "importance": 0.5})
    return f"/memories/{made.json()['memory_id']}"


def test_the_person_confirms(owner, api, path):
    before = api.get(path).json()
    answer = owner.post(f"{path}/verify")
    assert (answer.status_code, answer.json()["status"]) == (200, "updated")
    after = api.get(path).json()
    assert (before["validation_status"], after["validation_status"]) == ("unverified", "verified")
    kept = ("content", "title", "importance", "sensitivity", "category", "key")
    assert [after[name] for name in kept] == [before[name] for name in kept]


def test_confirming_twice_changes_nothing(owner, path):
    owner.post(f"{path}/verify")
    assert owner.post(f"{path}/verify").json()["status"] == "unchanged"


def test_an_agents_later_change_has_to_be_confirmed_anew(owner, api, ana):
    made = api.post("/memories", {"user_id": ana, "key": "food", "content": "Ana cooks risotto."}).json()
    owner.post(f"/memories/{made['memory_id']}/verify")
    api.post("/memories", {"user_id": ana, "key": "food", "content": "Ana cooks nothing."})
    assert api.get(f"/memories/{made['memory_id']}").json()["validation_status"] == "unverified"


def test_only_the_person_confirms(api, colleague, outsider, path):
    assert [who.post(f"{path}/verify").status_code for who in (api, colleague, outsider)] == [403, 404, 403]


def test_what_was_changed_meanwhile_is_not_confirmed(owner, api, path):
    tag = owner.get(path)["ETag"]
    api.delete(path)
    api.post(f"{path}/restore")
    assert owner.post(f"{path}/verify", If_Match=tag).status_code == 412
