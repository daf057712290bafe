"""A gender that the person refused is refused however it is written, whoever asks."""

import pytest

SAME = ["Ana is a woman.", "Ana is female.", "Ana ist eine Frau.", "Ana es mujer."]


@pytest.fixture
def put(api, ana):
    return lambda value, client=api: client.put(f"/users/{ana}/facts/identity/gender", {"value": value})


@pytest.fixture(params=["field", "sentence"])
def refused(request, api, owner, ana, put):
    sentence = {"user_id": ana, "content": "Ana is a woman."}
    asked = put("woman") if request.param == "field" else api.post("/memories", sentence)
    owner.post(f"/proposals/{asked.json()['proposal_id']}/reject")


def pending(owner):
    return owner.get("/proposals", {"state": "pending"}).json()["results"]


@pytest.mark.parametrize("value", ["female", "F", "Frau", "mujer"])
def test_another_word_for_it_in_the_field(owner, put, refused, value):
    assert put(value).json()["type"] == "/problems/refused-by-person"
    assert pending(owner) == []


@pytest.mark.parametrize("content", SAME)
def test_nor_does_a_sentence_by_anybody_reach_the_person(api, agent, owner, ana, refused, content):
    body = {"user_id": ana, "content": content}
    assert api.post("/memories", body).json()["type"] == "/problems/refused-by-person"
    assert agent("planner").post("/memories", body | {"category": "goals"}).status_code == 202
    assert pending(owner) == []


def test_another_gender_is_another_question(owner, put, refused):
    asked = put("nonbinary").json()["proposal_id"]
    assert [row["id"] for row in pending(owner)] == [asked]
