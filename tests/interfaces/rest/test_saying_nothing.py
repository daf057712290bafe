"""A text without a letter, digit or symbol says nothing, and takes no other's place."""

import pytest

pytestmark = pytest.mark.django_db
NOTHING = [".", "-", " \t ", "...", "\u200b", "\u3164", "«»"]
TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
CARD = "4111 1111 1111 1111"


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


@pytest.mark.parametrize("text", [TOKEN, f"“{TOKEN}”.", f"{CARD}\n{TOKEN}"])
def test_a_secret_and_nothing_else_is_no_memory_and_the_answer_says_what_to_do(api, ana, memory, text):
    refused = api.post("/memories", {"user_id": ana, "content": text, "key": "token"})
    changed = api.patch(memory, {"content": text})
    assert {refused.status_code, changed.status_code} == {422}
    [error] = refused.json()["errors"]
    assert error["field"] == "content" and TOKEN not in refused.content.decode()
    assert error["detail"].startswith("This is a secret and nothing else, and secrets are not kept. Say in words")
    stored = [each["content"] for each in api.get(f"/memories?user_id={ana}").json()["results"]]
    assert stored == ["Ana likes tulips."]


def test_a_secret_is_no_value_of_a_field(api, ana):
    assert api.put(f"/users/{ana}/facts/preference/coding_style", {"value": TOKEN}).status_code == 422
    assert api.get(f"/users/{ana}/facts/preference/coding_style").status_code == 404


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("My password is hunter2isold", "My password is [redacted: password]"),
        (f"The key of the mail server is {TOKEN}.", "The key of the mail server is [redacted: github_token]."),
    ],
)
def test_what_is_said_beside_a_secret_is_kept(api, ana, text, kept):
    made = api.post("/memories", {"user_id": ana, "content": text})
    assert (made.status_code, api.get(f"/memories/{made.json()['memory_id']}").json()["content"]) == (201, kept)


def test_in_a_batch_it_alone_is_refused(api, ana):
    items = [{"user_id": ana, "content": text} for text in (TOKEN, "Ana likes tulips.")]
    results = api.post("/memories/batch", {"items": items}).json()["results"]
    assert [each["status_code"] for each in results] == [422, 201]


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


def test_a_message_that_is_a_secret_is_kept_without_it(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    assert api.post(f"/sessions/{session}/turns", {"turns": [{"content": TOKEN}]}).status_code == 201
    stored = api.get(f"/sessions/{session}/turns").json()["results"]
    assert [turn["content"] for turn in stored] == ["[redacted: github_token]"]


def test_a_task_is_called_something_or_nothing(api, ana):
    assert api.post("/tasks", {"user_id": ana, "title": "-"}).status_code == 422
    task = api.post("/tasks", {"user_id": ana, "title": ""}).json()
    assert api.patch(f"/tasks/{task['id']}", {"title": "..."}).status_code == 422
