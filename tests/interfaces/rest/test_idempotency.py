"""Idempotency-Key: a write sent twice has one effect and one answer."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from operations.models import IdempotencyRecord
from workspaces import scope

KEY = {"Idempotency_Key": "attempt-1"}


def test_the_same_request_brings_the_first_answer(api, ana):
    body = {"user_id": ana, "content": "Ana cooks risotto."}
    first, second = (api.post("/memories", body, **KEY) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json() and second["Idempotency-Replayed"] == "true"
    assert len(api.get("/memories").json()["results"]) == 1


def test_another_body_under_the_same_key_is_a_conflict(api):
    api.post("/users", {"name": "Clara"}, **KEY)
    answer = api.post("/users", {"name": "Dan"}, **KEY)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/idempotency-key-reused")


def test_another_address_under_the_same_key_is_a_conflict(api, ana):
    api.post("/users", {"name": "Clara"}, **KEY)
    assert api.post("/sessions", {"user_id": ana}, **KEY).status_code == 409


def test_keys_of_different_callers_do_not_meet(api, outsider, agent):
    made = {who.post("/users", {"name": "Clara"}, **KEY).json()["id"] for who in (api, outsider, agent("planner"))}
    assert len(made) == 3


def test_a_refused_request_may_be_corrected(api):
    assert api.post("/users", {}, **KEY).status_code == 422
    assert api.post("/users", {"name": "Clara"}, **KEY).status_code == 201


def test_a_queued_write_is_answered_the_same_again(api, ana):
    path = f"/users/{ana}/facts/identity/city"
    first, second = (api.put(path, {"value": "Lisbon"}, **KEY) for _ in range(2))
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json() == second.json()


def test_a_forgotten_memory_stays_forgotten(api, ana):
    path = f"/memories/{api.post('/memories', {'user_id': ana, 'content': 'A note.'}).json()['memory_id']}"
    api.delete(path, **KEY)
    api.post(f"{path}/restore")
    assert api.delete(path, **KEY).json()["status"] == "forgotten"
    assert api.get(path).status_code == 200


@pytest.mark.parametrize("key", ["", "x" * 256, "caf\u00e9", "a\tb"])
def test_a_key_is_printable_ascii(api, key):
    assert api.post("/users", {"name": "Clara"}, Idempotency_Key=key).status_code == 422


def test_after_a_day_the_key_is_free_again(api, home):
    first = api.post("/users", {"name": "Clara"}, **KEY).json()
    age(home, timedelta(hours=25))
    assert api.post("/users", {"name": "Clara"}, **KEY).json()["id"] != first["id"]


def test_a_process_that_died_before_it_answered_has_one_effect(api, ana, home):
    """What it wrote is met again: ids are derived from the key."""
    for path, body in (("/users", {"name": "Clara"}), ("/memories", {"user_id": ana, "content": "A note."})):
        first = api.post(path, body, Idempotency_Key=path).json()
        with scope.enter(home.workspace_id):
            IdempotencyRecord.objects.update(status=None, body=None)
        age(home, timedelta(minutes=2))
        again = api.post(path, body, Idempotency_Key=path).json()
        assert again.get("id", again.get("memory_id")) == first.get("id", first.get("memory_id"))
    assert len(api.get("/memories").json()["results"]) == 1
    assert len(api.get("/users").json()["results"]) == 2


def test_while_the_first_runs_the_second_waits_and_then_gives_up(api, home, monkeypatch):
    monkeypatch.setattr("interfaces.rest.idempotency.WAIT_SECONDS", 0.1)
    api.post("/users", {"name": "Clara"}, **KEY)
    with scope.enter(home.workspace_id):
        IdempotencyRecord.objects.update(status=None)
    answer = api.post("/users", {"name": "Clara"}, **KEY)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/request-in-progress")
    assert answer["Retry-After"] == "1"


def test_no_content_is_kept_in_clear(api, ana, home):
    api.post("/memories", {"user_id": ana, "content": "Ana cooks risotto."}, **KEY)
    with scope.enter(home.workspace_id):
        record = IdempotencyRecord.objects.get()
    assert "risotto" not in f"{record.body} {record.headers} {record.fingerprint}"


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_have_one_effect(api, ana):
    gate = threading.Barrier(8)

    def send(_: int) -> tuple[int, str]:
        gate.wait()
        try:
            answer = api.post("/memories", {"user_id": ana, "content": "A note."}, **KEY)
            return answer.status_code, answer.json()["memory_id"]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(send, range(8)))
    assert len(answers) == 1 and answers.pop()[0] == 201
    assert len(api.get("/memories").json()["results"]) == 1


def age(home, by: timedelta) -> None:
    """Make the records older."""
    with scope.enter(home.workspace_id):
        then = timezone.now() - by
        IdempotencyRecord.objects.update(created_at=then, claimed_at=then)
