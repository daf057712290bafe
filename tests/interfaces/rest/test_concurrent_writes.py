"""Writers at the same time: what If-Match promises, and that no change is lost without it."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The answers to calls that begin at the same moment, each on a connection of its own."""
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.fixture
def memory(api, ana):
    made = api.post("/memories", {"user_id": ana, "key": "food", "content": "Ana cooks risotto."}).json()
    return f"/memories/{made['memory_id']}"


def test_of_many_writers_with_one_etag_one_succeeds(api, memory):
    tag = api.get(memory)["ETag"]
    calls = [lambda n=n: api.patch(memory, {"content": f"Version {n}."}, If_Match=tag) for n in range(6)]
    assert sorted(answer.status_code for answer in at_once(*calls)) == [200, 412, 412, 412, 412, 412]
    assert api.get(memory).json()["version"] == 2


def test_changes_of_different_parts_do_not_undo_one_another(api, memory):
    at_once(lambda: api.patch(memory, {"title": "Cooking"}), lambda: api.patch(memory, {"summary": "She cooks."}))
    now = api.get(memory).json()
    assert (now["title"], now["summary"], now["version"]) == ("Cooking", "She cooks.", 3)


def test_upserts_of_one_new_key_make_one_memory(api, ana):
    calls = [
        lambda n=n: api.post("/memories", {"user_id": ana, "key": "new", "content": f"Version {n}."}) for n in range(6)
    ]
    answers = at_once(*calls)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 200, 200, 201]
    assert len({answer.json()["memory_id"] for answer in answers}) == 1


def test_turns_of_many_callers_have_places_without_gaps(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    turn = {"role": "user", "content": "Hello."}
    at_once(*[lambda: api.post(f"/sessions/{session}/turns", {"turns": [turn, turn]})] * 5)
    found = api.get(f"/sessions/{session}/turns").json()["results"]
    assert [row["position"] for row in found] == list(range(1, 11))


def test_one_external_id_is_one_session(api, ana):
    answers = at_once(*[lambda: api.post("/sessions", {"user_id": ana, "external_id": "chat"})] * 5)
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_one_external_id_makes_one_person(api):
    answers = at_once(*[lambda: api.post("/users", {"name": "Clara", "external_id": "crm-17"})] * 6)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 200, 200, 201]
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_a_name_begun_by_many_callers_is_one_conversation(agent, ana):
    named = {"user_id": ana, "external_id": "chat-1"}
    answers = at_once(*[lambda: agent("supervisor").post("/sessions", named)] * 5)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 200, 201]
    assert len({answer.json()["id"] for answer in answers}) == 1
