"""What nobody sees and nothing needs is refused wherever a text is written; all else is kept as it was sent."""

import pytest

from tests.unseen_texts import HIDDEN, LEGITIMATE, tagged

UNSEEN = HIDDEN["tag characters"]


def problem(answer):
    assert answer.status_code == 422
    return [(one["field"], one["code"]) for one in answer.json()["errors"]]


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_a_memory_with_it_is_refused(api, ana, text):
    assert problem(api.post("/memories", {"user_id": ana, "content": text})) == [("content", "unseen")]


def test_the_detail_names_the_characters(api, ana):
    answer = api.post("/memories", {"user_id": ana, "content": UNSEEN})
    detail = answer.json()["errors"][0]["detail"]
    assert detail == "It holds what nobody sees and no script or emoji needs there: U+E0020. Send it without."


@pytest.mark.parametrize(("fields", "place"), [
    ({"title": UNSEEN}, "title"), ({"summary": UNSEEN}, "summary"), ({"tags": ["a", UNSEEN]}, "tags.1"),
    ({"metadata": {"a": [UNSEEN]}}, "metadata.a.0"), ({"metadata": {f"a{tagged('b')}": 1}}, "metadata"),
    ({"key": f"a{tagged('b')}"}, "key"), ({"provenance": {"source_label": UNSEEN}}, "provenance.source_label"),
])  # fmt: skip
def test_so_it_is_in_every_place(api, ana, fields, place):
    answer = api.post("/memories", {"user_id": ana, "content": "Likes potato soup.", **fields})
    assert problem(answer) == [(place, "unseen")]


def test_and_in_what_else_is_written(api, ana):
    memory = api.post("/memories", {"user_id": ana, "content": "Likes potato soup."}).json()["memory_id"]
    assert problem(api.post("/tasks", {"user_id": ana, "title": UNSEEN})) == [("title", "unseen")]
    assert problem(api.post("/users", {"external_id": "ben", "name": UNSEEN})) == [("name", "unseen")]
    assert problem(api.patch(f"/memories/{memory}", {"content": UNSEEN})) == [("content", "unseen")]
    batch = {"memories": [{"user_id": ana, "content": "Likes tea."}, {"user_id": ana, "content": UNSEEN}]}
    assert problem(api.post("/memories/batch", batch)) == [("memories.1.content", "unseen")]
    source = {"user_id": ana, "type": "note", "content": UNSEEN}
    assert ("content", "unseen") in problem(api.post("/sources/github/objects", source))
    fact = api.put(f"/users/{ana}/facts/preference/{tagged('a')}", {"value": "vim"})
    assert problem(fact) == [("key", "unseen")]
    assert problem(api.put(f"/users/{ana}/facts/preference/editor", {"value": UNSEEN})) == [("value", "unseen")]


def test_what_people_paste_into_a_conversation_is_stored(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    turns = {"turns": [{"role": "user", "speaker": "Ana", "content": UNSEEN}]}
    assert api.post(f"/sessions/{session}/turns", turns).status_code == 201


@pytest.mark.parametrize("text", LEGITIMATE.values(), ids=LEGITIMATE)
def test_what_scripts_and_emoji_need_is_kept_as_it_was_sent(api, ana, text):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    memory = api.post("/memories", {"user_id": ana, "content": text, "title": text, "metadata": {"note": text}}).json()
    turns = {"turns": [{"role": "user", "speaker": "Ana", "content": text}]}
    found = api.get(f"/memories/{memory['memory_id']}").json()
    assert (found["content"], found["title"], found["metadata"]) == (text, text, {"note": text})
    assert api.post(f"/sessions/{session}/turns", turns).status_code == 201


def test_a_question_and_a_saved_state_may_hold_it(api, ana):
    assert api.post("/memory/query", {"user_id": ana, "query": UNSEEN}).status_code == 200
    assert api.put(f"/users/{ana}/checkpoints/t1", {"checkpoint": {"said": UNSEEN}}).status_code == 201
