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
    assert {written.status_code, changed.status_code} == {422}
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


@pytest.mark.parametrize("value", [{}, {"text": ";)"}, {"text": ""}, {"data": "."}])
def test_a_store_takes_any_value(api, ana, value):
    item = {"namespace": ["memories", ana], "key": "state", "value": value}
    assert api.put("/store/items", item).status_code in (200, 201)
    found = api.get(f"/store/items?namespace=memories&namespace={ana}&key=state").json()
    assert found["value"] == value


def test_nor_does_one_of_the_store_take_another_role_s_place(agent, api, ana, memory):
    item = {"namespace": ["memories", ana], "key": "flowers", "value": {"text": "."}}
    agent("planner").put("/store/items", item)
    assert api.get(memory).json()["content"] == "Ana likes tulips."


@pytest.mark.parametrize("text", [".", "-", " ", "?", "...", ";)", ":-/", "👍", "\u200b"])
def test_messages_are_what_people_send(api, ana, text):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    sent = [{"content": "I moved to Porto."}, {"content": text}, {"content": "Bye!"}]
    assert api.post(f"/sessions/{session}/turns", {"turns": sent}).status_code == 201
    assert api.post(f"/sessions/{session}/exchange", {"content": text, "reply": False}).status_code == 201
    stored = api.get(f"/sessions/{session}/turns").json()["results"]
    assert [turn["content"] for turn in stored] == ["I moved to Porto.", text, "Bye!", text]


def test_a_task_is_called_something_or_nothing(api, ana):
    assert api.post("/tasks", {"user_id": ana, "title": "-"}).status_code == 422
    task = api.post("/tasks", {"user_id": ana, "title": ""}).json()
    assert api.patch(f"/tasks/{task['id']}", {"title": "..."}).status_code == 422
