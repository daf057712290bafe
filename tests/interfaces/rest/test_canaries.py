"""R31: what waits for consent or was refused is readable by no other agent or session, by whatever route."""

import json
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from interfaces.rest.urls import urlpatterns
from memories.artifacts import links
from memories.models import Artifact
from tests.interfaces.canaries import REFUSED, WAITING, readable
from workspaces import scope

# Every route that reads, and what is asked of it; of a person, a memory, a session and the like that are known.
READS = {
    "users": {}, "user": {}, "export": {}, "facts": {}, "checkpoint_threads": {}, "memories": {"user_id": "{user}"},
    "summaries": {"user_id": "{user}"}, "detail": {}, "memory": {}, "merges": {}, "history": {}, None: {},
    "versions": {}, "diff": {"from": "1", "to": "1"}, "memory_relations": {}, "graph": {},
    "relations": {}, "artifacts": {"user_id": "{user}"}, "events": {"user_id": "{user}"},
    "event_counts": {"user_id": "{user}"}, "reads": {}, "retrievals": {"user_id": "{user}"}, "recalls": {},
    "retrieval": {}, "sessions": {"user_id": "{user}"}, "session": {}, "turns": {}, "window": {},
    "store_items": {"namespace": "memories/{user}", "key": "harmless"}, "store_keys": {"namespace": "memories/{user}"},
    "tasks": {"user_id": "{user}"}, "proposals": {"user_id": "{user}"}, "proposal_counts": {"user_id": "{user}"},
    "signals": {}, "reviews": {"user_id": "{user}"}, "changes": {"user_id": "{user}"}, "grants": {},
    "proposal": {}, "policies": {}, "quota": {}, "webhooks": {}, "mail_choices": {}, "preferences": {},
    "fact": {}, "fact_history": {}, "receipt": {}, "erase": {}, "audit": {},
}  # fmt: skip
# What agents are refused, and what is not there.
NOT_ANSWERED = {
    "policies": 403, "quota": 403, "mail_choices": 403, "preferences": 403, "signals": 403, "receipt": 403,
    "audit": 403, "fact": 404, "fact_history": 404, "erase": 404,
}  # fmt: skip
# Private to the agent and thread that wrote them, or a file or a piece of work as somebody uploaded it.
ELSEWHERE = {"checkpoint", "checkpoint_history", "checkpoint_writes", "artifact", "artifact_content", "task"}


def searches(reader, ana, session=None):
    asked = {"user_id": ana, "query": f"Where does Ana live, in {WAITING}? Who is {REFUSED}? Peanuts, bees?"}
    place = {"session_id": session} if session else {}
    answers = [
        reader.post("/memory/query", asked | {"top_k": 100, "neighbours": True}),
        reader.post("/memory/query", asked | {"top_k": 100, "return": "bullets"}),
        reader.post("/context", asked | place),
        reader.post("/store/items/search", {"namespace_prefix": ["memories", ana], "query": asked["query"]}),
    ]
    assert {answer.status_code for answer in answers} <= {200}
    return answers


def test_every_route_that_reads_is_listed():
    """A new one has to be looked at here."""
    reading = {one.name for one in urlpatterns if hasattr(getattr(one.callback, "view_class", one.callback.cls), "get")}
    assert reading == READS.keys() | ELSEWHERE


@pytest.mark.parametrize("name", READS)
def test_no_route_tells_another_agent(told, other, name):
    asked = other.post("/memory/query", {"user_id": told["user_id"], "query": "Where does Ana live? Bees?"})
    event = asked.headers["X-Retrieval-Event"]
    ids = told | {"event_id": event, "artifact_id": uuid4(), "category": "identity", "key": "city"}
    pattern = next(one.pattern for one in urlpatterns if one.name == name)
    path = str(pattern)
    for key in pattern.converters:
        start = path.index("<")
        path = path[:start] + str(ids[key]) + path[path.index(">") + 1 :]
    query = {key: value.replace("{user}", told["user_id"]) for key, value in READS[name].items()}
    answer = other.get(f"/{path}", query)
    assert answer.status_code == NOT_ANSWERED.get(name, 200)
    assert not readable(answer)


def test_what_another_agent_asked_tells_nothing_either(told, api, other, ana):
    """Nor may it be asked again by who did not ask: the receipt of that would tell it."""
    asked = {"user_id": ana, "query": f"Is {REFUSED} in {WAITING}? Bees?"}
    events = [api.post(path, asked).headers["X-Retrieval-Event"] for path in ("/memory/query", "/context")]
    answers = [other.get("/retrieval-events", {"user_id": ana})]
    answers += [other.get(f"/retrieval-events/{event}") for event in events]
    replays = [other.post(f"/retrieval-events/{event}/replay", {}) for event in events]
    assert [answer.status_code for answer in [*answers, *replays]] == [200] * 3 + [409] * 2
    assert set().union(*map(readable, [*answers, *replays])) == set()
    assert api.get(f"/retrieval-events/{events[0]}").json()["query"] == asked["query"]
    assert api.post(f"/retrieval-events/{events[0]}/replay", {}).status_code == 200


def test_the_ids_of_a_conversation_tell_nothing_either(told, api, other, ana):
    body = {"user_id": ana, "external_id": f"chat-about-{WAITING}", "thread_id": f"{REFUSED} thread"}
    session = api.post("/sessions", body).json()["id"]
    answers = [
        other.get("/sessions", {"user_id": ana}),
        other.get(f"/sessions/{session}"),
        other.get(f"/users/{ana}/export"),
        other.post(f"/sessions/{session}/close", {}),
    ]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert set().union(*map(readable, answers)) == set()


def test_tasks_and_files_tell_another_agent_nothing_either(told, api, other, ana):
    """Who wrote a task reads it as it was written."""
    state = {"city": WAITING, "notes": [f"Ana lives in {WAITING}.", "Peanuts"], "called": REFUSED}
    task = api.post("/tasks", {"user_id": ana, "title": f"Ana lives in {WAITING}", "state": state}).json()
    name = {"name": f"ana-{WAITING.lower()}.pdf", "artifact_type": "document"}
    file = api.post(
        "/artifacts", {"user_id": ana, "sha256": "a" * 64, "storage_uri": "https://files.example/x", **name}
    )
    assert file.status_code == 201
    paths = (f"/tasks/{task['id']}", "/tasks", f"/artifacts/{file.json()['id']}", "/artifacts", f"/users/{ana}/export")
    answers = [other.get(path, {"user_id": ana} if path.count("/") == 1 else {}) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert set().union(*map(readable, answers)) == set()
    assert "Peanuts" in answers[0].json()["state"]["notes"]
    assert api.get(f"/tasks/{task['id']}").json()["state"] == state


def test_the_name_of_evidence_tells_nothing_wherever_it_is_shown(told, api, other, ana):
    """Neither does the address at which it is kept, nor the name that it is downloaded by."""
    file = SimpleUploadedFile(f"ana-{WAITING.lower()}-{REFUSED.lower()}.txt", b"bees")
    form = {"user_id": ana, "artifact_type": "log", "memory_id": told["memory_id"], "file": file}
    uploaded = api.client.post("/api/v1/artifacts", form, headers=api.headers)
    assert uploaded.status_code == 201
    asked = {"user_id": ana, "query": "What does Ana keep? Bees?"}
    answers = [
        uploaded,
        other.post("/memory/query", asked),
        other.post("/context", asked),
        other.get(f"/memories/{told['memory_id']}"),
        other.get(f"/artifacts/{uploaded.json()['id']}"),
        other.get(f"/artifacts/{uploaded.json()['id']}/content"),
        api.client.get(uploaded.json()["content_url"]),
    ]
    assert [len(item["artifact_refs"]) for item in answers[1].json() if item["id"] == told["memory_id"]] == [1]
    assert [answer.status_code for answer in answers] == [201, *[200] * 6]
    assert [readable(answer) for answer in answers] == [set()] * 7


class Bucket:
    """A storage whose links lead to the file itself, past the server."""

    querystring_auth = True

    def url(self, name, expire):
        return f"https://bucket.example/{name}?expires={expire}"

    def open(self, name):
        return default_storage.open(name)


@pytest.mark.parametrize("storage", [default_storage, Bucket()])
def test_nor_does_the_address_of_an_upload_that_was_kept_by_its_name(told, api, other, ana, home, monkeypatch, storage):
    """As uploads were once."""
    monkeypatch.setattr(links, "default_storage", storage)
    form = {"user_id": ana, "artifact_type": "log", "memory_id": told["memory_id"]}
    form |= {"file": SimpleUploadedFile("scan.txt", b"bees")}
    uploaded = api.client.post("/api/v1/artifacts", form, headers=api.headers).json()
    address = default_storage.save(f"{uploaded['storage_uri']}-{WAITING.lower()}.txt", ContentFile(b"bees"))
    with scope.enter(home.workspace_id):
        Artifact.objects.filter(id=uploaded["id"]).update(storage_uri=address)
    shown = other.get(f"/artifacts/{uploaded['id']}")
    content = [other.get(f"/artifacts/{uploaded['id']}/content"), api.client.get(shown.json()["content_url"])]
    assert [b"".join(answer.streaming_content) for answer in content] == [b"bees"] * 2
    asked = {"user_id": ana, "query": "What does Ana keep? Bees?"}
    answers = [
        shown,
        other.get("/artifacts", {"user_id": ana}),
        other.get(f"/memories/{told['memory_id']}"),
        other.get(f"/users/{ana}/export"),
        other.post("/memory/query", asked),
        other.post("/context", asked),
    ]
    assert [answer.status_code for answer in answers] == [200] * 6
    assert [readable(answer) for answer in answers] == [set()] * 6


ADDRESSES = [f"https://files.example/ana-{WAITING.lower()}.pdf", f"s3://bucket/{REFUSED}/scan",
             f"https://files.example/a?of=ana%20%{ord(WAITING[0]):x}{WAITING[1:]}"]  # fmt: skip


@pytest.mark.parametrize("address", ADDRESSES)
def test_nor_does_the_address_at_which_somebody_else_keeps_it(told, api, other, ana, address):
    body = {"user_id": ana, "sha256": "a" * 64, "storage_uri": address, "artifact_type": "log"}
    file = api.post("/artifacts", body | {"memory_id": told["memory_id"]}).json()
    asked = {"user_id": ana, "query": "What does Ana keep? Bees?"}
    answers = [
        other.get(f"/artifacts/{file['id']}"),
        other.get("/artifacts", {"user_id": ana}),
        other.get(f"/artifacts/{file['id']}/content"),
        other.get(f"/memories/{told['memory_id']}"),
        other.get(f"/users/{ana}/export"),
        other.post("/memory/query", asked),
        other.post("/context", asked),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 409, *[200] * 4]
    assert [readable(answer) for answer in answers] == [set()] * 7


def test_an_address_that_says_something_sensitive_is_refused(api, ana):
    body = {"user_id": ana, "sha256": "a" * 64, "artifact_type": "log"}
    wrong = api.post("/artifacts", body | {"storage_uri": "https://files.example/user-lives-in%20Zagreb/cv.pdf"})
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (422, "storage_uri")
    assert api.post("/artifacts", body | {"storage_uri": "https://files.example/zagreb/cv.pdf"}).status_code == 201


def test_the_persons_own_words_in_the_place_of_a_value_are_told_by_no_question(told, owner, other, ana):
    """They are a memory like any other, which she may forget; the question keeps them for her alone."""
    kept = "Zadar"
    amended = owner.post(f"/proposals/{told['proposal_id']}/amend", {"value": kept})
    assert owner.delete(f"/memories/{amended.json()['result']['memory_id']}").status_code == 200
    for path in (f"/proposals/{told['proposal_id']}", "/proposals", "/proposals/counts"):
        answer = other.get(path, {"user_id": ana} if path.count("/") == 1 else {})
        assert (answer.status_code, kept in answer.content.decode()) == (200, False)
    assert kept not in other.get(f"/users/{ana}/export").getvalue().decode()


def test_no_search_or_context_tells_another_agent_even_in_that_session(told, other):
    for session in (None, told["session_id"]):
        assert [readable(answer) for answer in searches(other, told["user_id"], session)] == [set()] * 4


def test_nor_the_asker_itself_in_another_session(told, api, ana):
    other = api.post("/sessions", {"user_id": ana}).json()["id"]
    assert [readable(answer) for answer in searches(api, ana, other)] == [set()] * 4


def test_in_its_own_session_the_asker_reads_what_waits_alone(told, api):
    assert readable(api.get(f"/sessions/{told['session_id']}/window")) == {WAITING}
    assert readable(api.get(f"/sessions/{told['session_id']}/turns")) == {WAITING}


def test_what_was_said_beside_them_is_found(told, other):
    [answer, *_] = searches(other, told["user_id"])
    assert "peanuts" in answer.content.decode()


def test_a_replay_tells_nothing_either(told, other, ana):
    event = searches(other, ana)[0].headers["X-Retrieval-Event"]
    replayed = other.post(f"/retrieval-events/{event}/replay", {}).json()
    said = json.dumps([replayed["then"], replayed["now"]])
    assert WAITING not in said and REFUSED not in said
