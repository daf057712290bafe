"""Idempotency-Key: a write sent twice has one effect and one answer."""

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from interfaces.models import IdempotencyRecord
from workspaces import scope
from workspaces.models import Exclusion, Grant

KEY = {"Idempotency_Key": "attempt-1"}


def test_the_same_request_brings_the_first_answer(api, ana):
    body = {"user_id": ana, "content": "Ana cooks risotto."}
    first, second = (api.post("/memories", body, **KEY) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json() and second["Idempotency-Replayed"] == "true"
    assert len(api.get("/memories").json()["results"]) == 1


def test_an_exchange_sent_again_names_the_same_receipt(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    first, second = (api.post(f"/sessions/{session}/exchange", {"content": "Hello."}, **KEY) for _ in range(2))
    assert second["Idempotency-Replayed"] == "true" and first["X-Retrieval-Event"]
    for name in ("X-Retrieval-Event", "X-Thread-Revision"):
        assert second.get(name) == first[name]


def test_another_body_under_the_same_key_is_a_conflict(api):
    api.post("/users", {"name": "Clara"}, **KEY)
    answer = api.post("/users", {"name": "Dan"}, **KEY)
    assert (answer.status_code, answer.json()["type"]) == (409, "/problems/idempotency-key-reused")
    assert "Send this one with a new key." in answer.json()["detail"]


def test_another_address_under_the_same_key_is_a_conflict(api, ana):
    api.post("/users", {"name": "Clara"}, **KEY)
    assert api.post("/sessions", {"user_id": ana}, **KEY).status_code == 409


def test_keys_of_different_callers_do_not_meet(api, outsider, agent):
    made = {who.post("/users", {"name": "Clara"}, **KEY).json()["id"] for who in (api, outsider, agent("planner"))}
    assert len(made) == 3


def test_a_refused_request_may_be_corrected(api):
    assert api.post("/users", {}, **KEY).status_code == 422
    assert api.post("/users", {"name": "Clara"}, **KEY).status_code == 201


@pytest.fixture
def may_only_write(home):
    """The supervisor, who may write and not read: an exchange is refused when it looks for memories."""
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent__role="supervisor").update(can_read=False)


def test_a_refused_exchange_may_be_sent_again_or_corrected(ana, api, may_only_write):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    path = f"/sessions/{session}/exchange"
    bodies = ({"content": "Hi."}, {"content": "Hi."}, {"content": "Hello."})
    answers = [api.post(path, body, **KEY) for body in bodies]
    assert [answer.json()["type"] for answer in answers] == ["/problems/forbidden"] * 3


def test_what_could_not_be_embedded_may_be_sent_again(api, ana, embedding_away):
    """Nothing was stored: the question is embedded before the message is kept."""
    path = f"/sessions/{api.post('/sessions', {'user_id': ana}).json()['id']}/exchange"
    with embedding_away():
        answer = api.post(path, {"content": "Where is my umbrella?"}, **KEY)
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/embedding-unavailable")
    assert api.post(path, {"content": "Where is my umbrella?"}, **KEY).status_code == 201


@pytest.mark.parametrize(("mistake", "status"), [(ZeroDivisionError, 500), (OperationalError, 503)])
def test_a_repeat_after_a_failure_is_carried_out_at_once(api, monkeypatch, mistake, status):
    """What the first wrote is not known; the key stays that of the same request."""
    monkeypatch.setattr("interfaces.rest.idempotency.WAIT_SECONDS", 0.0)
    api.client = Client(raise_request_exception=False)
    with monkeypatch.context() as patch:
        patch.setattr("interfaces.rest.users.redact", Mock(side_effect=mistake))
        assert api.post("/users", {"name": "Clara"}, **KEY).status_code == status
    assert api.post("/users", {"name": "Dan"}, **KEY).json()["type"] == "/problems/idempotency-key-reused"
    assert api.post("/users", {"name": "Clara"}, **KEY).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_so_it_is_where_the_disk_is_too_full_to_give_the_key_back(api, ana, monkeypatch):
    monkeypatch.setattr("interfaces.rest.idempotency.WAIT_SECONDS", 0.0)
    body = {"user_id": ana, "content": "A note."}
    with no_room_to_write("memories_memory", "interfaces_idempotencyrecord"):
        assert api.post("/memories", body, **KEY).status_code == 503
    assert api.post("/memories", body, **KEY).status_code == 201


@contextmanager
def no_room_to_write(new, changed):
    """No new row in the one table, and no change of a row in the other: a claim may just have fitted."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION refuse() RETURNS trigger AS "
            "$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$ LANGUAGE plpgsql;"
            f"CREATE TRIGGER refuse BEFORE INSERT ON {new} EXECUTE FUNCTION refuse();"
            f"CREATE TRIGGER refuse BEFORE UPDATE ON {changed} EXECUTE FUNCTION refuse()"
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION refuse() CASCADE")


def test_a_repeat_meets_what_was_written_before_the_failure(api, ana, monkeypatch):
    api.client = Client(raise_request_exception=False)
    body = {"user_id": ana, "content": "A note."}
    with monkeypatch.context() as patch:
        patch.setattr("interfaces.models.IdempotencyRecord.store_answer", Mock(side_effect=OperationalError))
        assert api.post("/memories", body, **KEY).status_code == 503
    assert api.post("/memories", body, **KEY).status_code in (200, 201)
    assert len(api.get("/memories").json()["results"]) == 1


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


def test_an_answer_is_not_repeated_to_whom_the_person_shut_out_since(api, ana, home, supervisor):
    api.post("/memories", {"user_id": ana, "content": "The spare bulb is in the blue pot."})
    path = f"/sessions/{api.post('/sessions', {'user_id': ana}).json()['id']}/exchange"
    first, second = (api.post(path, {"content": "Where is the spare bulb?"}, **KEY) for _ in range(2))
    assert "blue pot" in first.content.decode() and first.json() == second.json()
    with scope.enter(home.workspace_id):
        Exclusion.objects.create(agent_id=supervisor.id, person_id=home.user_id)
    third = api.post(path, {"content": "Where is the spare bulb?"}, **KEY)
    assert (third.status_code, "blue pot" in third.content.decode()) == (409, False)


def test_an_answer_does_not_outlive_the_grant_it_came_by(api, ana, home):
    body = {"user_id": ana, "content": "Ana cooks risotto."}
    with scope.enter(home.workspace_id):
        Grant.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    assert api.post("/memories", body, **KEY).status_code == 201
    with scope.enter(home.workspace_id):
        Grant.objects.update(expires_at=timezone.now())
    assert api.post("/memories", body, **KEY).status_code == 409


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
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/request-in-progress")
    assert answer["Retry-After"] == "1"


def test_the_first_answer_stays_where_two_have_carried_it_out(api, home):
    """One that runs for more than a minute is taken over; both then have an answer."""
    first = api.post("/users", {"name": "Clara"}, **KEY)
    with scope.enter(home.workspace_id):
        record = IdempotencyRecord.objects.get()
    record.store_answer(status=200, headers={}, body={"another": "answer"})
    again = api.post("/users", {"name": "Clara"}, **KEY)
    assert (again.status_code, again.json()) == (first.status_code, first.json())


def test_no_content_is_kept_in_clear(api, ana, home):
    api.post("/memories", {"user_id": ana, "content": "Ana cooks risotto."}, **KEY)
    with scope.enter(home.workspace_id):
        record = IdempotencyRecord.objects.get()
    assert "risotto" not in f"{record.body} {record.headers} {record.fingerprint}"


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_have_one_effect(api, ana, monkeypatch):
    monkeypatch.setattr("interfaces.rest.idempotency.WAIT_SECONDS", 60.0)
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
