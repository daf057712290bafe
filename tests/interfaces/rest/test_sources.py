"""`POST /sources/{source}/objects` (004): ingestion of source objects over HTTP."""

import pytest

from tests.memories import source_examples as examples


@pytest.fixture
def ingest(api):
    def _ingest(payload=None, *, who=api, source="github", headers=None, **fields):
        body = {"namespace": ["shared", "team"], "source_id": "1", "title": "Retries", "category": "tasks"} | fields
        body = {name: value for name, value in body.items() if value is not None}
        return who.post(f"/sources/{source}/objects", {"payload": payload or examples.issue(), **body}, **headers or {})

    return _ingest


@pytest.mark.parametrize("name", examples.ALL)
def test_each_type_of_004_is_kept(ingest, name):
    answer = ingest(examples.ALL[name]())
    assert (answer.status_code, answer.json()["status"], answer.json()["version"]) == (201, "created", 1)


@pytest.mark.parametrize("source", ["github", "linear", "notion", "slack", "discord", "manual"])
def test_each_source_of_004_is_known(ingest, source):
    assert ingest(source=source).status_code == 201


def test_another_source_is_named(ingest):
    answer = ingest(source="jira")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "source")


def test_what_did_not_change_makes_no_version(ingest):
    first, again = ingest().json(), ingest()
    assert (again.status_code, again.json()["status"]) == (200, "unchanged")
    assert (again.json()["memory_id"], again.json()["version"]) == (first["memory_id"], 1)


def test_what_changed_makes_one_and_so_does_force(ingest):
    ingest()
    assert ingest(examples.issue(body="Fixed.")).json()["version"] == 2
    assert ingest(examples.issue(body="Fixed."), forced=True).json()["version"] == 3


def test_the_same_event_gets_the_same_answer(ingest):
    first = ingest(source_event_id="delivery-1").json()
    assert ingest(examples.issue(body="Late."), source_event_id="delivery-1").json() == first


def test_the_same_key_gets_the_same_answer(ingest):
    key = {"Idempotency_Key": "one"}
    first, again = ingest(headers=key), ingest(headers=key)
    assert first.json() == again.json() and again["Idempotency-Replayed"] == "true"


def test_an_archived_object_keeps_its_row(api, ingest):
    memory_id = ingest().json()["memory_id"]
    ingest(state="archived")
    assert api.get(f"/memories/{memory_id}").status_code == 200
    found = api.post("/memory/query", {"scope": "shared/team", "query": "uploads stop half way"}).json()
    assert found == []


@pytest.mark.parametrize(
    ("title", "body", "kept"),
    [
        ("Notes", "Ana has epilepsy. The desk is oak.", "oak"),
        ("Notes", "Ana moved her desk. She is a lesbian.", "desk"),
        ("Ana's HIV treatment", "The desk is oak.", "oak"),
    ],
)
def test_what_it_mentions_of_a_special_category_is_held_back_where_it_names_them(api, ingest, ana, title, body, kept):
    answer = ingest(examples.doc_page(body=body), source="notion", namespace=None, user_id=str(ana), title=title).json()
    assert answer["held_back"]
    content = api.get(f"/memories/{answer['memory_id']}").json()["content"]
    assert kept in content and not any(word in content for word in ("epilepsy", "lesbian", "HIV"))


def test_what_it_mentions_of_nobody_is_kept(ingest, ana):
    body = "The clinic page of the app explains epilepsy, HIV and religion."
    answer = ingest(examples.doc_page(body=body), source="notion", namespace=None, user_id=str(ana)).json()
    assert (answer["status"], answer["held_back"]) == ("created", [])


def test_a_sensitive_sentence_is_held_back(api, ingest, ana):
    payload = examples.issue(body="Uploads stop half way. Ana lives in Lisbon.")
    answer = ingest(payload, namespace=None, user_id=ana).json()
    assert answer["status"] == "created" and len(answer["held_back"]) == 1
    assert answer["review_url"].endswith(f"/proposals/{answer['held_back'][0]}")
    assert "Lisbon" not in api.get(f"/memories/{answer['memory_id']}").json()["content"]
    assert api.get(f"/proposals/{answer['held_back'][0]}").json()["state"] == "pending"


def test_importance_is_of_either_scale(api, ingest):
    memory_id = ingest(importance=4).json()["memory_id"]
    memory = api.get(f"/memories/{memory_id}").json()
    assert (memory["importance"], memory["importance_level"], memory["memory_type"]) == (0.8, 4, "source_object")


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"source_id": ""}, "source_id"), ({"title": " "}, "title"), ({"raw_pointer": "../x"}, "raw_pointer"),
     ({"namespace": None}, "namespace"), ({"namespace": ["one"]}, "namespace"), ({"occurred_at": "soon"}, "occurred_at"),
     ({"labels": ["x" * 65]}, "labels.0"), ({"nobody": 1}, "nobody"), ({"importance": 6}, "importance")],
)  # fmt: skip
def test_a_value_out_of_bounds_is_named(ingest, fields, field):
    answer = ingest(**fields)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


@pytest.mark.parametrize("payload", [{"type": "poem"}, {"type": "issue"}, examples.issue(colour="red")])
def test_a_payload_is_told_apart_by_its_type(ingest, payload):
    answer = ingest(payload)
    assert answer.status_code == 422 and answer.json()["errors"][0]["field"].startswith("payload")


@pytest.mark.parametrize(
    ("payload", "field"),
    [({"type": "issue", "repository": "a/b"}, "payload.number"), ({"type": "poem"}, "payload"),
     (examples.issue(colour="red"), "payload.colour"), (examples.issue(labels=["x" * 65]), "payload.labels.0"),
     (examples.issue(timeline=[{"kind": "event"}]), "payload.timeline.0.name")],
)  # fmt: skip
def test_what_is_wrong_in_a_payload_is_named_as_it_was_written(ingest, payload, field):
    assert ingest(payload).json()["errors"][0]["field"] == field


def test_who_may_ingest(ingest, agent, owner, colleague, outsider, ana):
    callers = (agent("planner"), agent("researcher"), owner, colleague, outsider)
    codes = [ingest(who=who, namespace=None, user_id=ana).status_code for who in callers]
    assert codes == [201, 403, 200, 403, 404]
