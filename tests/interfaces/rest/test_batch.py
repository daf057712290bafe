"""`POST /memories/batch`: up to 100 memories, each decided by itself."""

import pytest


def test_each_item_has_its_own_outcome(api, ana):
    items = [
        {"user_id": ana, "key": "food", "content": "Ana is vegetarian."},
        {"user_id": ana, "content": ""},
        {"user_id": ana, "content": "The user lives in Lisbon."},
        {"user_id": "00000000-0000-0000-0000-000000000000", "content": "Nobody is vegetarian."},
        {"user_id": ana, "key": "food", "content": "Ana is vegan."},
        "no object",
    ]
    results = api.post("/memories/batch", {"items": items}).json()["results"]
    assert [result["status_code"] for result in results] == [201, 422, 202, 404, 200, 422]
    assert results[0]["result"]["memory_id"] == results[4]["result"]["memory_id"]
    assert results[1]["problem"]["errors"][0]["field"] == "content"


def test_a_hundred_pass_and_one_more_does_not(api, ana):
    items = [{"user_id": ana, "key": f"note-{n}", "content": f"Note number {n}."} for n in range(101)]
    assert api.post("/memories/batch", {"items": items}).status_code == 422
    results = api.post("/memories/batch", {"items": items[:100]}).json()["results"]
    assert {result["status_code"] for result in results} == {201}


@pytest.mark.parametrize("body", [{}, {"items": []}, {"items": {}}, []])
def test_there_have_to_be_items(api, body):
    assert api.post("/memories/batch", body).status_code in (400, 422)


def test_an_item_names_no_other_agent(api, ana):
    items = [{"user_id": ana, "content": "Ana is vegetarian.", "agent": "planner"}]
    assert api.post("/memories/batch", {"items": items}).json()["results"][0]["status_code"] == 403


def test_another_workspace_writes_nothing_here(outsider, api, ana):
    items = [{"user_id": ana, "content": "Ana is vegetarian."}]
    assert outsider.post("/memories/batch", {"items": items}).json()["results"][0]["status_code"] == 404
    assert api.get("/memories").json()["results"] == []
