"""No field keeps a secret: identifiers that hold one are refused, texts are redacted."""

import pytest

pytestmark = pytest.mark.django_db
SECRET = "ghp_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA2bC4"
DIGEST = "0" * 64


def refused(answer):
    assert answer.status_code == 422, answer.content
    assert SECRET not in answer.content.decode()
    return [error["code"] for error in answer.json()["errors"]]


@pytest.mark.parametrize("field", ["checkpoint_ns", "checkpoint_id", "parent_id", "run_id"])
def test_a_checkpoints_ids(api, ana, field):
    assert refused(api.put(f"/users/{ana}/checkpoints/t", {"checkpoint": {}, field: SECRET})) == ["secret"]


def test_a_thread(api, ana):
    assert refused(api.put(f"/users/{ana}/checkpoints/{SECRET}", {"checkpoint": {}})) == ["secret"]


@pytest.mark.parametrize("more", [{"task_id": SECRET}, {"task_path": SECRET}, {"writes": [{"channel": SECRET}]}])
def test_pending_writes(api, ana, more):
    api.put(f"/users/{ana}/checkpoints/t", {"checkpoint": {}, "checkpoint_id": "c1"})
    body = {"checkpoint_id": "c1", "task_id": "one", "writes": [{"channel": "out", "value": 1}]}

    assert refused(api.post(f"/users/{ana}/checkpoints/t/writes", body | more)) == ["secret"]


def test_the_address_of_an_artifact(api, ana):
    address = f"https://files.example/plan.pdf?token={SECRET}"
    body = {"user_id": ana, "artifact_type": "document", "sha256": DIGEST, "storage_uri": address}

    assert refused(api.post("/artifacts", body)) == ["secret"]


def test_the_address_of_a_webhook(api):
    assert refused(api.post("/webhooks", {"url": f"https://example.com/hook?key={SECRET}"})) == ["secret"]


def test_an_idempotency_key(api, ana):
    assert refused(api.post("/users", {"name": "Bea"}, Idempotency_Key=SECRET)) == ["secret"]


def test_the_name_of_a_file_is_redacted(api, ana):
    body = {"user_id": ana, "artifact_type": "document", "sha256": DIGEST, "storage_uri": "https://files.example/plan"}

    named = api.post("/artifacts", body | {"name": f"backup {SECRET}.txt"})

    assert named.status_code == 201
    assert SECRET not in named.content.decode()
