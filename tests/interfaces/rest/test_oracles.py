"""What an answer could tell of what its caller may not see, and does not."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("whose", ["another workspace's", "another person's"])
def test_a_session_that_is_not_the_persons_is_unknown(api, outsider, elsewhere, ana, ben, whose):
    there, owner = (outsider, str(elsewhere.user_id)) if whose.startswith("another w") else (api, ben)
    session_id = there.post("/sessions", {"user_id": owner}).json()["id"]

    note = api.post("/memories", {"user_id": ana, "content": "Ship v1.", "session_id": session_id})
    fact = api.put(f"/users/{ana}/facts/preference/editor", {"value": "Vim", "session_id": session_id})

    assert (note.status_code, fact.status_code) == (404, 404)


def test_its_own_is_kept(api, ana):
    session_id = api.post("/sessions", {"user_id": ana}).json()["id"]
    body = {"user_id": ana, "content": "Ship v1.", "session_id": session_id}
    assert api.post("/memories", body).status_code == 201

    asked = {"user_id": ana, "query": "What ships?", "filters": {"session_id": session_id}}
    assert len(api.post("/memory/query", asked).json()) == 1


def test_a_threads_revision_counts_what_its_reader_may_know_of(api, agent, ana):
    def revisions(who):
        asked = who.post("/memory/query", {"user_id": ana, "query": "What ships?"})
        context = who.post("/context", {"user_id": ana, "query": "What ships?", "mode": "off"})
        told = who.get(f"/threads/person-{ana}/changes", {"since": 0}).json()
        numbers = sorted(change["rev"] for change in told["changes"])
        return int(asked["X-Thread-Revision"]), int(context["X-Thread-Revision"]), told["revision"], numbers

    for key, category in (("v1", "goals"), ("v2", "relationships"), ("v3", "relationships"), ("v4", "goals")):
        body = {"user_id": ana, "key": key, "content": f"Ship {key}.", "category": category}
        assert api.post("/memories", body).status_code == 201

    assert revisions(agent("planner")) == (2, 2, 2, [1, 2])
    assert revisions(api) == (4, 4, 4, [1, 2, 3, 4])
