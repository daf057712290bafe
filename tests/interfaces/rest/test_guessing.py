"""A guess by an agent that may not read a field tells it nothing, in no answer of the API."""

import json
from html import unescape

import pytest

from workspaces import scope
from workspaces.models import Grant

pytestmark = pytest.mark.django_db
# What differs from one question to the next, whatever it is about.
OWN = {"id", "new_value", "change_hash", "shown_hash", "created_at", "expires_at", "field", "review_url"}


@pytest.fixture
def refused(owner, api, ana):
    asked = api.put(f"/users/{ana}/facts/identity/city", {"value": "Guarda"}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/reject", {}).status_code == 200
    return asked


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


ANSWERED = "This was requested again. You had already answered it."


@pytest.fixture
def guessed(refused, planner, ana):
    """The page to which the answer to a guess of the refused value leads."""
    return _guess(planner, ana, "Guarda", "guess").json()["review_url"]


def test_its_page_tells_the_person_what_they_answered_and_lets_it_be_asked(refused, guessed, owner, planner):
    seen = [planner.get(path).json() for path in ("/proposals", "/proposals/counts")]
    page = unescape(owner.client.get(guessed).content.decode())
    assert ANSWERED in page and "Assistants can't ask for it again before" in page
    assert f'action="/proposals/{refused}/allow-again"' in page
    led = owner.client.post(f"/proposals/{refused}/allow-again", follow=True)
    answer = led.content.decode()
    assert led.redirect_chain == [(f"/proposals/{guessed.rpartition('/')[2]}", 302)], "to that very card"
    assert "you can answer it now" in answer and "User lives in Guarda" in answer
    assert [planner.get(path).json() for path in ("/proposals", "/proposals/counts")] == seen
    page = owner.client.get(guessed).content.decode()
    assert ANSWERED not in page and "/approve" in page


def test_once_it_may_be_asked_again_the_person_answers_it(refused, guessed, owner, planner):
    asked = guessed.rpartition("/")[2]
    assert owner.post(f"/proposals/{asked}/approve", {}).status_code == 404
    assert owner.post(f"/proposals/{refused}/ask-again", {}).status_code == 204
    assert [row["id"] for row in owner.get("/proposals", {"state": "pending"}).json()["results"]] == [asked]
    assert owner.post(f"/proposals/{asked}/reject", {}).status_code == 200
    assert planner.get(f"/proposals/{asked}").json()["state"] == "rejected"


def test_to_let_another_value_be_asked_again_asks_nothing_of_this_one(refused, guessed, owner, api, ana):
    other = api.put(f"/users/{ana}/facts/identity/city", {"value": "Leiria"}).json()["proposal_id"]
    assert owner.post(f"/proposals/{other}/reject", {}).status_code == 200
    assert owner.post(f"/proposals/{other}/ask-again", {}).status_code == 204
    assert ANSWERED in owner.client.get(guessed).content.decode()


def test_of_what_they_said_is_wrong_they_are_told_so(home, api, owner, ana):
    city = f"/users/{ana}/facts/identity/city"
    kept = owner.put(city, {"value": "Guarda"}).json()["memory_id"]
    assert owner.post(f"/memories/{kept}/reject", {}).status_code == 200
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent__role="supervisor").update(can_read=False)
    page = owner.client.get(api.put(city, {"value": "Guarda"}).json()["review_url"], follow=True).content.decode()
    assert "This had been marked as wrong, so you are not asked about it." in page


def test_in_the_list_of_answers_the_card_links_to_what_is_asked(refused, guessed, owner):
    card = owner.client.post(f"/proposals/{refused}/allow-again", headers={"HX-Request": "true"}).content.decode()

    assert f'<a href="/proposals/{guessed.rpartition("/")[2]}">View the newer request</a>' in card
