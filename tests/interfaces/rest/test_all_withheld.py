"""A message of which nothing is left to be read takes no place among the hits."""

import pytest
from django.utils import timezone

from memories.maintenance.index_turns import index_turns

HIDDEN = ["I live in Zagreb.", "Yes, I live in Zagreb!", "I live in Zagreb..."]
PARTLY = "I live in Zagreb. The flat where I live has a balcony."
READABLE = "People live long in that street."


@pytest.fixture
def said(api, ana, home):
    """The city waits before or after it is said; the messages are found by meaning too."""

    def _said(*, is_asked_first):
        def ask():
            assert api.put(f"/users/{ana}/facts/identity/city", {"value": "Zagreb"}).status_code == 202

        session = api.post("/sessions", {"user_id": ana}).json()["id"]
        if is_asked_first:
            ask()
        for content in (*HIDDEN, PARTLY, READABLE):
            api.post(f"/sessions/{session}/turns", {"role": "user", "content": content})
        index_turns(workspace_id=home.workspace_id, now=timezone.now())
        if not is_asked_first:
            ask()
            index_turns(workspace_id=home.workspace_id, now=timezone.now())

    return _said


@pytest.mark.parametrize("query", ["Where do I live?", "withheld"])
@pytest.mark.parametrize("is_asked_first", [True, False])
def test_all_places_go_to_what_can_be_read(api, ana, said, is_asked_first, query):
    said(is_asked_first=is_asked_first)
    hits = api.post("/memory/query", {"user_id": ana, "query": query, "top_k": 2}).json()
    found = [one["content"] for one in hits]
    assert sorted(found) == sorted(["[withheld] The flat where I live has a balcony.", READABLE])


def test_nor_does_it_take_one_of_a_context(api, ana, said):
    said(is_asked_first=True)
    elsewhere = api.post("/sessions", {"user_id": ana}).json()["id"]
    asked = {"user_id": ana, "query": "Where do I live?", "session_id": elsewhere, "top_k": 2}
    items = api.post("/context", asked).json()["memories"]
    assert sorted(one["content"] for one in items) == sorted(
        ["[withheld] The flat where I live has a balcony.", READABLE]
    )


def test_once_the_person_agrees_they_are_found(api, owner, ana, said, home):
    said(is_asked_first=True)
    (proposal,) = api.get("/proposals").json()["results"]
    owner.post(f"/proposals/{proposal['id']}/approve")
    index_turns(workspace_id=home.workspace_id, now=timezone.now())
    hits = api.post("/memory/query", {"user_id": ana, "query": "Where do I live?", "kinds": ["turn"]}).json()
    assert {*HIDDEN, PARTLY, READABLE} <= {one["content"] for one in hits}
