"""`/reviews`: what rests on memories that were changed or went, one item for each change."""

import pytest

from operations import jobs


@pytest.fixture
def shaken(api, ana):
    """A note that was forgotten, and one that rests on it; answers their ids."""
    source = api.post("/memories", {"user_id": ana, "key": "s", "content": "The party is in May."}).json()["memory_id"]
    body = {"user_id": ana, "key": "d", "content": "Book the garden.", "derived_from": [source]}
    derived = api.post("/memories", body).json()["memory_id"]
    assert api.delete(f"/memories/{source}").status_code == 200
    jobs.background.keep_dependents(None)
    return source, derived


@pytest.fixture
def review(owner, shaken):
    return owner.get("/reviews").json()["results"][0]


def test_the_person_sees_what_rests_on_it(review, shaken):
    assert (review["source_id"], review["event"], review["recomputed"]) == (shaken[0], "DELETE", [])
    assert review["stale"] == [{"id": shaken[1], "content": "Book the garden.", "staleness": "gone"}]


def test_they_may_keep_it(owner, review, shaken, ana):
    answer = owner.post(f"/reviews/{review['id']}/settle", {"keep": [shaken[1]]})
    assert answer.json() == {"id": review["id"], "kept": 1, "forgotten": 0}
    assert owner.get("/reviews").json()["results"] == []
    found = owner.post("/memory/query", {"user_id": ana, "query": "Which place is booked?"}).json()
    assert shaken[1] in [row["id"] for row in found]


def test_or_forget_it(owner, review, shaken):
    assert owner.post(f"/reviews/{review['id']}/settle", {"forget": [shaken[1]]}).json()["forgotten"] == 1
    assert owner.get(f"/memories/{shaken[1]}").status_code == 404


def test_an_agent_may_look_and_not_settle(api, review):
    assert [row["id"] for row in api.get("/reviews").json()["results"]] == [review["id"]]
    assert api.post(f"/reviews/{review['id']}/settle", {}).status_code == 403


def test_a_stranger_neither(outsider, review):
    assert outsider.get("/reviews").json()["results"] == []
    assert outsider.post(f"/reviews/{review['id']}/settle", {}).status_code == 404


def test_what_is_not_listed_is_refused(owner, review, shaken):
    answer = owner.post(f"/reviews/{review['id']}/settle", {"keep": [shaken[0]]})
    assert answer.status_code == 422
    assert len(owner.get("/reviews").json()["results"]) == 1
