"""A text without a letter, digit or symbol says nothing, and takes no other's place."""

import pytest

pytestmark = pytest.mark.django_db
NOTHING = [".", "-", " \t ", "...", "\u200b", "\u3164", "«»"]


@pytest.fixture
def memory(api, ana):
    made = api.post("/memories", {"user_id": ana, "content": "Ana likes tulips.", "key": "flowers"}).json()
    return f"/memories/{made['memory_id']}"


@pytest.mark.parametrize("text", NOTHING)
def test_no_memory_is_overwritten_by_it(api, ana, memory, text):
    written = api.post("/memories", {"user_id": ana, "content": text, "key": "flowers"})
    changed = api.patch(memory, {"content": text})
    stored = api.put("/store/items", {"namespace": ["memories", ana], "key": "flowers", "value": {"text": text + "."}})
    assert {written.status_code, changed.status_code, stored.status_code} == {422}
    assert api.get(memory).json()["content"] == "Ana likes tulips."


def test_the_answer_says_so(api, ana):
    [error] = api.post("/memories", {"user_id": ana, "content": "."}).json()["errors"]
    assert (error["field"], error["detail"][:18]) == ("content", "This says nothing:")


@pytest.mark.parametrize("text", NOTHING)
def test_no_field_nor_procedure_is(api, ana, text):
    api.put(f"/users/{ana}/facts/preference/coding_style", {"value": "brief"})
    assert api.put(f"/users/{ana}/facts/preference/coding_style", {"value": text}).status_code == 422
    assert api.post("/memories", {"user_id": ana, "steps_text": text}).status_code == 422
    assert api.get(f"/users/{ana}/facts/preference/coding_style").json()["value"] == "brief"


@pytest.mark.parametrize("text", ["👍", "好", "7", "C", "+", "€", "नमस्ते", "٣"])
def test_a_letter_digit_or_symbol_says_something(api, ana, text):
    assert api.post("/memories", {"user_id": ana, "content": text}).status_code == 201


def test_an_empty_value_of_the_store_is_one(api, ana):
    item = {"namespace": ["memories", ana], "key": "state", "value": {}}
    assert api.put("/store/items", item).status_code in (200, 201)


@pytest.mark.parametrize(
    ("text", "status"), [(".", 422), ("-", 422), (" ", 422), ("?", 201), ("...", 201), ("👍", 201)]
)
def test_messages_may_be_marks_that_people_send(api, ana, text, status):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    assert api.post(f"/sessions/{session}/turns", {"turns": [{"content": text}]}).status_code == status
    assert api.post(f"/sessions/{session}/exchange", {"content": text}).status_code == status


def test_a_task_is_called_something_or_nothing(api, ana):
    assert api.post("/tasks", {"user_id": ana, "title": "-"}).status_code == 422
    task = api.post("/tasks", {"user_id": ana, "title": ""}).json()
    assert api.patch(f"/tasks/{task['id']}", {"title": "..."}).status_code == 422
