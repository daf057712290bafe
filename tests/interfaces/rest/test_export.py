"""`GET /users/{id}/export`: everything about a person, machine-readable."""

import json
from uuid import uuid4

import pytest


@pytest.fixture
def plan(api, ana):
    return api.post("/memories", {"user_id": ana, "content": "Ship v1.", "category": "goals"}).json()["memory_id"]


def told(answer):
    return json.loads(answer.getvalue())


def test_it_is_one_json_document_to_be_saved(owner, ana, plan):
    answer = owner.get(f"/users/{ana}/export")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer["Content-Disposition"] == f'attachment; filename="person-{ana}.json"'
    assert told(answer)["memories"][0]["versions"][0]["content"] == "Ship v1."


def test_an_agent_gets_what_it_may_see(agent, api, ana, plan):
    assert [row["id"] for row in told(api.get(f"/users/{ana}/export"))["memories"]] == [plan]
    assert told(agent("stylist").get(f"/users/{ana}/export"))["memories"] == []


def test_owners_export_everybody_and_others_themselves(owner, colleague, outsider, ana, ben, plan):
    assert told(owner.get(f"/users/{ben}/export"))["person"]["name"] == "Ben"
    assert colleague.get(f"/users/{ben}/export").status_code == 200
    assert colleague.get(f"/users/{ana}/export").status_code == 404
    assert outsider.get(f"/users/{ana}/export").status_code == 404


def test_an_unknown_person_has_no_export(owner):
    assert owner.get(f"/users/{uuid4()}/export").status_code == 404
