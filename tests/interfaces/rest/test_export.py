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


def exported(who, ana):
    return told(who.get(f"/users/{ana}/export"))


def test_an_agents_questions_are_told_as_their_receipts_tell_them(agent, api, owner, ana, plan):
    """How many texts that it may not see were found would tell that there are any."""
    for content in ("Ana ships v2.", "Ana ships v3."):
        body = {"user_id": ana, "content": content, "category": "preferences"}
        made = api.post("/memories", body).json()["memory_id"]
    gone = api.post("/memories", {"user_id": ana, "content": "Ship v0.", "category": "goals"}).json()["memory_id"]
    assert owner.delete(f"/memories/{gone}").status_code == owner.delete(f"/memories/{made}").status_code == 200
    planner = agent("planner")
    for path, body in (("/memory/query", {}), ("/context", {})):
        planner.post(path, {"user_id": ana, "query": "What ships?", **body})
    listed = {row["id"]: row for row in planner.get("/retrieval-events").json()["results"]}
    rows = exported(planner, ana)["retrieval_events"]
    assert {row["id"] for row in rows} == listed.keys() and len(rows) == 2
    for row in rows:
        assert {name: row[name] for name in row.keys() & listed[row["id"]].keys()}.items() <= listed[row["id"]].items()
        assert not row["withheld"].keys() & {"category", "deleted"}
    [full] = [row for row in exported(owner, ana)["retrieval_events"] if row["id"] == rows[0]["id"]]
    assert full["withheld"] != {}


def test_an_agent_is_not_told_the_languages_of_messages(agent, api, owner, ana):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    said = {"role": "user", "content": "Ich gehe morgen mit meiner Schwester ins Kino, und danach essen wir zusammen."}
    api.post(f"/sessions/{session}/turns", said)
    for who in (agent("planner"), api):
        document = exported(who, ana)
        assert document["person"].keys() == {"id", "name", "external_id", "created_at"}
        assert not any("language" in row for row in document["turns"])
    document = exported(owner, ana)
    assert (document["person"]["languages"], document["turns"][0]["language"]) == (["de"], "de")


def test_what_was_forgotten_is_not_quoted_to_an_agent_by_the_log_of_changes(agent, api, owner, ana, plan):
    assert "Ship v1." in json.dumps(exported(agent("planner"), ana)["changes"])
    api.delete(f"/memories/{plan}")
    rows = exported(agent("planner"), ana)["changes"]
    assert {(row["memory_id"], row["text"]) for row in rows} == {(plan, "")}
    assert "Ship v1." in json.dumps(exported(owner, ana)["changes"])


def test_an_agent_gets_no_column_that_no_other_endpoint_tells_it(api, owner, ana, plan):
    asked = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon"}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/reject").status_code == 200
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "speaker": "Ana", "content": "Hello."})
    hidden = {
        "memories": {"denied_hashes", "access_count", "apart"},
        "proposals": {"is_muted", "reminders_sent", "account_id", "evidence", "kept_value", "changed_attributes"},
        "sessions": {"is_apart", "summarised_turns"},
        "threads": {"rev", "kinds"},
    }
    own, full = exported(api, ana), exported(owner, ana)
    for section, columns in hidden.items():
        assert not columns & own[section][0].keys() and columns <= full[section][0].keys()
    assert "excisions" not in own["memories"][0]["versions"][0] and "excisions" in full["memories"][0]["versions"][0]
    assert (own["proposals"][0]["decisions"], own["speakers"], own["signals"]) == ([], [], [])
    assert full["proposals"][0]["decisions"] and full["speakers"]
    assert {row["memory_id"] for row in own["history"]} == {plan}


def test_owners_export_everybody_and_others_themselves(owner, colleague, outsider, ana, ben, plan):
    assert told(owner.get(f"/users/{ben}/export"))["person"]["name"] == "Ben"
    assert colleague.get(f"/users/{ben}/export").status_code == 200
    assert colleague.get(f"/users/{ana}/export").status_code == 404
    assert outsider.get(f"/users/{ana}/export").status_code == 404


def test_an_unknown_person_has_no_export(owner):
    assert owner.get(f"/users/{uuid4()}/export").status_code == 404
