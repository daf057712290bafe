"""Once somebody's erasure was asked for, nobody writes about them, and no writer keeps it from its end."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from conversations.models import Session
from memories.models import Memory
from operations.jobs.maintenance import erase_people
from operations.privacy import erase_person
from tests.interfaces.rest.conftest import Api
from tests.memories import source_examples
from workspaces import scope
from workspaces.models import Person

STATE = {"checkpoint": {"step": 1}}
# By name: method, path and body; "{user}", "{memory}" and so on stand for ids of what was there before.
WRITES = {
    "memory": ("post", "/memories", {"user_id": "{user}", "content": "A note."}),
    "below": ("post", "/memories", {"namespace": ["memories", "{user}", "trips"], "key": "k", "content": "A note."}),
    "change": ("patch", "/memories/{memory}", {"content": "Another."}),
    "forget": ("delete", "/memories/{memory}", None),
    "fact": ("put", "/users/{user}/facts/preference/theme", {"value": "dark"}),
    "session": ("post", "/sessions", {"user_id": "{user}"}),
    "turns": ("post", "/sessions/{session}/turns", {"turns": [{"role": "user", "content": "Hello."}]}),
    "exchange": ("post", "/sessions/{session}/exchange", {"content": "Hello."}),
    "task": ("post", "/tasks", {"user_id": "{user}", "title": "Book"}),
    "step": ("patch", "/tasks/{task}", {"title": "Pay"}),
    "checkpoint": ("put", "/users/{user}/checkpoints/t", STATE),
    "copy": ("post", "/users/{user}/checkpoints/before/copy", {"to_thread_id": "after"}),
    "item": ("put", "/store/items", {"namespace": ["memories", "{user}"], "key": "k", "value": {"a": 1}}),
    "source": (
        "post",
        "/sources/github/objects",
        {
            "namespace": ["memories", "{user}"],
            "source_id": "12",
            "title": "Uploads",
            "payload": source_examples.issue(),
        },
    ),
    "artifact": (
        "post",
        "/artifacts",
        {"scope": "memories/{user}", "artifact_type": "log", "storage_uri": "s3://b/k", "sha256": "0" * 64},
    ),
}


def filled(value, ids):
    if isinstance(value, str):
        return value.format(**ids) if value.startswith(("{", "/", "memories/")) else value
    if isinstance(value, dict):
        return {key: filled(inner, ids) for key, inner in value.items()}
    return [filled(inner, ids) for inner in value] if isinstance(value, list) else value


def erase(owner, ana):
    return owner.post(f"/users/{ana}/erase", {"confirmation": "Ana"})


@pytest.fixture
def leaving(api, owner, ana, monkeypatch):
    """Ana, whose erasure waits for the worker; the ids of hers."""
    api.put(f"/users/{ana}/checkpoints/before", STATE)
    proposal = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).json()["proposal_id"]
    ids = {
        "user": ana,
        "memory": api.post("/memories", {"user_id": ana, "content": "Ana cooks."}).json()["memory_id"],
        "session": api.post("/sessions", {"user_id": ana}).json()["id"],
        "task": api.post("/tasks", {"user_id": ana}).json()["id"],
        "proposal": proposal,
    }
    monkeypatch.setattr(erase_person, "AT_ONCE", 0)
    assert erase(owner, ana).status_code == 202
    return ids


@pytest.mark.django_db
@pytest.mark.parametrize("write", WRITES)
def test_a_write_is_refused_as_about_somebody_unknown(leaving, api, write):
    method, path, body = WRITES[write]
    sent = () if body is None else (filled(body, leaving),)

    assert getattr(api, method)(filled(path, leaving), *sent).status_code == 404


@pytest.mark.django_db
def test_each_item_of_a_batch_is_refused_by_itself(leaving, api, ben):
    items = [{"user_id": user, "content": "A note."} for user in (leaving["user"], ben)]

    results = api.post("/memories/batch", {"items": items}).json()["results"]
    assert [result["status_code"] for result in results] == [404, 201]


@pytest.mark.django_db
@pytest.mark.parametrize("answer", ["approve", "reject"])
def test_nobody_answers_what_was_asked_before(leaving, owner, answer):
    assert owner.post(f"/proposals/{leaving['proposal']}/{answer}").status_code == 404


@pytest.mark.django_db
def test_nobody_finds_the_person_either(leaving, api, owner, ana):
    assert api.get(f"/users/{ana}").status_code == 404
    assert api.post("/memory/query", {"user_id": ana, "query": "cooking"}).status_code == 404
    assert owner.get(f"/users/{ana}/erase").json()["status"] == "erasing"


@pytest.mark.django_db
def test_asking_again_waits_for_nothing(leaving, owner, ana, monkeypatch):
    monkeypatch.setattr(erase_person, "AT_ONCE", 1_000)

    assert erase(owner, ana).json()["status"] == "erasing"
    assert erase_people(None) == 1
    assert erase(owner, ana).json()["status"] == "erased"


@pytest.mark.django_db(transaction=True)
def test_writers_do_not_keep_an_erasure_from_its_end(home, api, owner, ana):
    started, done = threading.Semaphore(0), threading.Event()

    def write(number):
        """Batches without an end; the status codes of their items."""
        codes, mine = [], Api(api.headers, Client())
        items = [{"user_id": ana, "content": f"Note {number} {place}."} for place in range(5)]
        while not done.is_set():
            answer = mine.post("/memories/batch", {"items": items})
            codes += [item["status_code"] for item in answer.json()["results"]]
            started.release()
        connection.close()
        return codes

    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(write, number) for number in range(4)]
        try:
            for _ in range(8):
                started.acquire()
            answer = erase(owner, ana)
            for _ in range(8):
                started.acquire()
        finally:
            done.set()
    assert answer.status_code in (200, 202)
    erase_people(home.workspace_id)
    with scope.enter(home.workspace_id):
        assert not Memory.objects.filter(person_id=ana).exists()
        assert not Person.everybody.filter(id=ana).exists()
    for codes in (writer.result() for writer in writers):
        assert set(codes) <= {200, 201, 404} and codes[-1] == 404, "200: what another writer had just stored"


@pytest.mark.django_db(transaction=True)
def test_what_was_under_way_is_erased_with_the_rest(home, api, owner, ana):
    """A writer that has found the person ends first; the erasure takes along what it writes."""
    with ThreadPoolExecutor(1) as pool:
        with scope.enter(home.workspace_id):
            assert Person.objects.hold([home.user_id])
            asked = pool.submit(lambda: (erase(owner, ana), connection.close())[0])
            while Person.objects.filter(id=ana).exists():
                time.sleep(0.01)
            Session.objects.create(person_id=home.user_id)
            assert not asked.done()
        assert asked.result().json()["status"] == "erased"
    with scope.enter(home.workspace_id):
        assert not Session.objects.exists()
