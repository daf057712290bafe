"""A guess by an agent that may not read a field tells it nothing, in no answer of the API."""

import json

import pytest

pytestmark = pytest.mark.django_db
# What differs from one question to the next, whatever it is about.
OWN = {"id", "new_value", "change_hash", "shown_hash", "created_at", "expires_at", "field", "review_url"}


@pytest.fixture
def refused(owner, api, ana):
    asked = api.put(f"/users/{ana}/facts/identity/city", {"value": "Guarda"}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/reject", {}).status_code == 200


@pytest.fixture
def planner(agent):
    return agent("planner")


def _guess(planner, ana, city, key):
    return planner.post(
        "/memories", {"user_id": ana, "key": key, "category": "goals", "content": f"User lives in {city}"}
    )


def test_the_answers_are_alike(refused, planner, ana):
    told = [_guess(planner, ana, city, city) for city in ("Leiria", "Guarda")]
    bodies = [
        {k: v for k, v in one.json().items() if not k.startswith("proposal") and k != "review_url"} for one in told
    ]
    assert [one.status_code for one in told] == [202, 202] and bodies[0] == bodies[1]
    assert told[0].headers.keys() == told[1].headers.keys()


def test_so_are_the_proposals(refused, planner, ana):
    ids = [_guess(planner, ana, city, city).json()["proposal_id"] for city in ("Leiria", "Guarda")]
    seen = [planner.get(f"/proposals/{one}").json() for one in ids]
    assert {k: v for k, v in seen[0].items() if k not in OWN} == {k: v for k, v in seen[1].items() if k not in OWN}
    assert seen[1]["state"] == "pending" and seen[1]["new_value"].startswith("User lives in Guarda\n")


def test_so_are_lists_and_counts_but_the_person_s(refused, owner, planner, ana):
    for city in ("Leiria", "Guarda"):
        _guess(planner, ana, city, city)
    assert len(planner.get("/proposals", {"state": "pending"}).json()["results"]) == 2
    assert planner.get("/proposals/counts").json()["pending"] == 2
    assert len(owner.get("/proposals", {"state": "pending"}).json()["results"]) == 1
    assert owner.get("/proposals/counts").json()["pending"] == 1


def test_it_takes_nobody_else_s_question_from_the_person(refused, owner, api, planner, ana):
    body = {"user_id": ana, "key": "trip", "category": "goals", "content": "User lives in Braga"}
    asked = api.post("/memories", body).json()["proposal_id"]
    own = _guess(planner, ana, "Faro", "plan").json()["proposal_id"]
    for key in ("trip", "plan"):
        _guess(planner, ana, "Guarda", key)
    assert [row["id"] for row in owner.get("/proposals", {"state": "pending"}).json()["results"]] == [asked]
    assert planner.get(f"/proposals/{own}").json()["state"] == "superseded", "or the guess would be told from others"


def test_an_export_tells_the_person_and_not_the_agent(refused, owner, planner, ana):
    _guess(planner, ana, "Guarda", "guess")
    files = [one.get(f"/users/{ana}/export").streaming_content for one in (owner, planner)]
    own, theirs = (json.loads(b"".join(file))["proposals"] for file in files)
    assert [row["is_muted"] for row in own if row["state"] == "pending"] == [True]
    assert theirs and all("is_muted" not in row for row in theirs)


def test_who_may_read_it_is_told_as_before(refused, api, ana):
    body = {"user_id": ana, "content": "User lives in Guarda"}
    assert api.post("/memories", body).json()["type"].endswith("refused-by-person")
