"""Fields of the specifications that callers read: 001 §12's `last_accessed`, 003's scopes, settings of 000 and 002."""

import pytest

from memories.maintenance.count_accesses import count_accesses

pytestmark = pytest.mark.django_db


def test_a_procedure_says_when_it_was_last_accessed(agent, home, ana):
    """001 §12; pinned and run_id come back too."""
    api = agent("planner")
    fields = {"steps_text": "1. Open the lid.\n2. Press the button.", "tags": ["printer"]}
    made = api.post("/memories", {"user_id": ana, **fields, "pinned": True, "run_id": "run-7"}).json()["memory_id"]
    assert api.get(f"/memories/{made}").json()["last_accessed"] is None

    asked = {"user_id": ana, "query": "Which button of the lid?", "categories": ["procedural"]}
    assert [row["id"] for row in api.post("/memory/query", asked).json()] == [made]
    count_accesses(workspace_id=home.workspace_id)

    memory = api.get(f"/memories/{made}").json()
    assert memory["last_accessed"] and memory["pinned"] and memory["provenance"]["run_id"] == "run-7"


def test_a_session_has_its_person_s_scope(api, ana):
    session = api.post("/sessions", {"user_id": ana}).json()
    assert session["scope"] == f"memories/{ana}" == api.get(f"/sessions/{session['id']}").json()["scope"]


def test_the_scope_of_evidence_is_told_with_the_memory(api, ana):
    body = {"user_id": ana, "artifact_type": "log", "sha256": "b" * 64, "storage_uri": "https://files.example/log"}
    artifact = api.post("/artifacts", body).json()["id"]
    memory = api.post("/memories", {"user_id": ana, "content": "The printer jams.", "artifact_refs": [artifact]}).json()
    [ref] = api.get(f"/memories/{memory['memory_id']}").json()["artifact_refs"]
    [item] = api.post("/memory/query", {"user_id": ana, "query": "printer jams", "return": "full"}).json()
    assert ref["scope"] == item["artifact_refs"][0]["scope"] == f"memories/{ana}"


def test_the_store_s_threshold_is_a_setting(api, ana, settings):
    space = ["memories", ana]
    api.put("/store/items", {"namespace": space, "key": "sport", "value": {"text": "User plays tennis"}})
    search = {"namespace_prefix": space, "query": "What sport does user like?"}
    assert len(api.post("/store/items/search", search).json()["items"]) == 1
    settings.STORE_SCORE = 1.0
    assert api.post("/store/items/search", search).json()["items"] == []


def test_the_mode_of_a_context_is_a_setting(api, ana, settings):
    """002, R11; a request may name the other one."""
    api.post("/memories", {"user_id": ana, "content": "The printer jams on Mondays."})
    asked = {"user_id": ana, "query": "When does the printer jam?"}
    settings.CONTEXT_MODE = "off"
    assert "Mondays" not in api.post("/context", asked).json()["text"]
    assert "Mondays" in api.post("/context", asked | {"mode": "active"}).json()["text"]


def test_the_weight_of_relations_is_a_setting(api, ana, settings):
    ids = [
        api.post("/memories", {"user_id": ana, "content": text}).json()["memory_id"]
        for text in ("The printer jams.", "Toner for the printer is in the cellar.")
    ]
    api.post("/relations", {"from_id": ids[0], "to_id": ids[1], "strength": 1.0})
    asked = {"user_id": ana, "query": "printer", "return": "full", "explain": True}
    assert {row["explanation"]["signals"]["related"] for row in api.post("/memory/query", asked).json()} == {0.1}
    settings.RETRIEVAL_RELATED_WEIGHT = 0.0
    assert {row["explanation"]["signals"]["related"] for row in api.post("/memory/query", asked).json()} == {0.0}
