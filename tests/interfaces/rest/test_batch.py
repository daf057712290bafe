"""`POST /memories/batch`: up to 100 memories, each decided by itself."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext


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


def test_each_item_tells_of_its_own_secrets(api, ana):
    texts = ["The key is AKIAIOSFODNN7EXAMPLE.", "Ana is vegetarian."]
    items = [{"user_id": ana, "content": text} for text in texts]
    results = api.post("/memories/batch", {"items": items}).json()["results"]
    assert [one["result"]["redacted"] for one in results] == [["aws_key_id"], []]


def test_a_hundred_pass_and_one_more_does_not(api, ana):
    items = [{"user_id": ana, "key": f"note-{n}", "content": f"Note number {n}."} for n in range(101)]
    assert api.post("/memories/batch", {"items": items}).status_code == 422
    results = api.post("/memories/batch", {"items": items[:100]}).json()["results"]
    assert {result["status_code"] for result in results} == {201}


def test_the_same_words_twice_are_one_memory_or_one_question(api, ana):
    """As they are in two calls."""
    texts = ["Ana plays chess.", "ana plays chess", "The user lives in Lisbon.", "The user lives in Lisbon."]
    results = api.post("/memories/batch", {"items": [{"user_id": ana, "content": text} for text in texts]}).json()[
        "results"
    ]
    chess, again, asked, asked_again = (one["result"] for one in results)
    later = api.post("/memories", {"user_id": ana, "content": texts[1]}).json()
    assert (chess["status"], again["status"], later["status"]) == ("created", "merged", "merged")
    assert again["memory_id"] == later["memory_id"] == chess["memory_id"]
    assert asked["status"] == "pending_consent" and asked_again["proposal_id"] == asked["proposal_id"]
    assert len(api.get("/memories").json()["results"]) == len(api.get("/proposals").json()["results"]) == 1


def test_the_same_words_after_a_named_key_are_that_memory(api, ana):
    items = [
        {"user_id": ana, "key": "chess", "content": "Ana plays chess."},
        {"user_id": ana, "content": "Ana plays chess."},
    ]
    named, again = (one["result"] for one in api.post("/memories/batch", {"items": items}).json()["results"])
    assert again["memory_id"] == named["memory_id"]


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


def test_a_hundred_take_as_many_queries_as_ten(api, ana):
    """One insert a table."""

    def queries(count):
        items = [{"user_id": ana, "content": f"Release {n} of {count} is on Friday."} for n in range(count)]
        with CaptureQueriesContext(connection) as taken:
            assert api.post("/memories/batch", {"items": items}).status_code == 200
        return len(taken)

    queries(1)
    ten = queries(10)
    assert queries(100) == ten


def test_one_memory_takes_as_many_queries_among_many_as_among_few(api, ana):
    def queries(number):
        with CaptureQueriesContext(connection) as taken:
            assert api.post("/memories", {"user_id": ana, "content": f"Release {number}."}).status_code == 201
        return len(taken)

    queries(0)
    few = queries(1)
    api.post("/memories/batch", {"items": [{"user_id": ana, "content": f"Note {n}."} for n in range(40)]})
    assert queries(2) == few


def test_a_batch_sent_twice_under_one_key_is_written_once(api, ana):
    items = [{"user_id": ana, "content": f"Release {n}."} for n in range(3)]
    first, again = (api.post("/memories/batch", {"items": items}, Idempotency_Key="batch-1") for _ in range(2))
    assert again.json() == first.json() and len(api.get("/memories").json()["results"]) == 3
