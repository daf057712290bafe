"""Fields that must not be lost (R30, 001 §12, 003): steps, sources, evidence; and how a value is cleared."""

from uuid import uuid4

import pytest

from workspaces import scope
from workspaces.models import Agent

STEPS = "1. Tag the release.\n2. Build it.\n3. Tell the team."


@pytest.fixture
def remember(api, ana):
    """Write a goal of Ana's; answers the response."""

    def _remember(content="Ship v1.", *, who=api, **fields):
        body = {"user_id": ana, "category": "goals"} | ({"content": content} if content else {}) | fields
        return who.post("/memories", body)

    return _remember


@pytest.fixture
def memory(api, remember):
    """Write it and get it back."""
    return lambda *args, **fields: api.get(f"/memories/{remember(*args, **fields).json()['memory_id']}").json()


@pytest.fixture
def artifact(api, ana):
    reference = {"user_id": ana, "artifact_type": "log", "sha256": "a" * 64, "storage_uri": "https://e.org/log"}
    return api.post("/artifacts", reference).json()["id"]


def test_steps_are_the_content_of_a_procedure(agent, remember):
    api = agent("planner")
    made = remember(None, who=api, steps_text=STEPS, category=None, tags=["release"]).json()["memory_id"]
    seen = api.get(f"/memories/{made}").json()
    assert seen["memory_type"] == seen["category"] == "procedural"
    assert seen["steps_text"] == seen["content"] == STEPS and seen["tags"] == ["release"]


def test_a_procedure_has_the_fields_of_001(agent, home, ana, remember):
    """001 §12; of `last_accessed`, see test_specified_fields."""
    api = agent("planner")
    fields = {"tags": ["release"], "importance": 4, "pinned": True, "run_id": "run-7"}
    made = remember(None, who=api, steps_text=STEPS, category=None, **fields).json()["memory_id"]
    seen = api.get(f"/memories/{made}").json()
    assert (seen["tags"], seen["importance_level"], seen["pinned"]) == (["release"], 4, True)
    with scope.enter(home.workspace_id):
        planner_id = str(Agent.objects.get(role="planner").id)
    ask = {"user_id": ana, "query": "tag the release", "categories": ["procedural"]}
    for run, found in (("run-7", [made]), ("run-8", [])):
        answer = api.post("/memory/query", ask | {"filters": {"run_id": run, "agent_id": planner_id}}).json()
        assert [row["id"] for row in answer] == found


def test_what_is_no_procedure_has_no_steps(memory):
    assert memory()["steps_text"] is None


def test_steps_are_changed_like_a_content(agent, remember):
    api = agent("planner")
    path = f"/memories/{remember(None, who=api, steps_text=STEPS, category=None).json()['memory_id']}"
    assert api.patch(path, {"steps_text": "1. Build it."}).json()["version"] == 2
    assert api.get(path).json()["content"] == "1. Build it."


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"steps_text": STEPS}, "content"), ({"content": None}, "content"),
     ({"content": None, "steps_text": STEPS, "memory_type": "semantic"}, "memory_type"),
     ({"content": None, "steps_text": " "}, "steps_text")],
)  # fmt: skip
def test_there_is_one_content(remember, fields, field):
    fields = {"content": "Ship v1."} | fields
    answer = remember(**fields)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


def test_an_allowlist_still_decides_who_finds_a_procedure(api, agent, ana, remember):
    remember(None, steps_text=STEPS, category=None)
    ask = {"user_id": ana, "query": "tag the release", "categories": ["procedural"]}
    assert len(agent("planner").post("/memory/query", ask).json()) == 1
    assert agent("stylist").post("/memory/query", ask).status_code == 403
    assert api.post("/memory/query", {"user_id": ana, "query": "tag the release"}).json() == []


def test_what_one_thread_stored_another_finds(api, ana, remember):
    made = remember("Ana ships v1 in May.", thread_id="thread-a").json()["memory_id"]
    session = api.post("/sessions", {"user_id": ana, "thread_id": "thread-b"}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "When do we ship?"})
    found = api.post("/memory/query", {"user_id": ana, "query": "When does v1 ship?", "kinds": ["memory"]}).json()
    assert [row["id"] for row in found] == [made]


def test_who_said_it_is_kept(memory):
    (said,) = memory(source_identity="slack:U123", source_event_id="message-1")["said_by"]
    assert (said["source_identity"], said["source_event"], said["version"]) == ("slack:U123", "message-1", 1)


def test_without_one_it_is_the_writer(memory):
    (said,) = memory()["said_by"]
    assert said["source_identity"] == "agent:supervisor" and said["source_event"].startswith("change:")


@pytest.mark.parametrize("name", ["person:Ana", "Agent:planner", " staff:x", "system:seal", "x" * 129])
def test_nobody_speaks_in_the_name_of_our_own(remember, name):
    assert remember(source_identity=name).status_code == 422


def test_what_it_rests_on_is_kept(memory, remember, artifact):
    first, second = (remember(text).json()["memory_id"] for text in ("One.", "Two."))
    seen = memory("Both.", derived_from=[first, second], depends_on=[second], artifact_refs=[artifact])
    assert (seen["derived_from"], seen["depends_on"]) == ([first, second], [second])
    assert [(ref["id"], ref["sha256"], ref["artifact_type"]) for ref in seen["artifact_refs"]] == [
        (artifact, "a" * 64, "log")
    ]


def test_what_is_named_replaces_what_was_named_before(api, memory, remember):
    first, second = (remember(text).json()["memory_id"] for text in ("One.", "Two."))
    path = f"/memories/{memory('Both.', derived_from=[first], depends_on=[first])['id']}"
    api.patch(path, {"derived_from": [second]})
    seen = api.get(path).json()
    assert (seen["derived_from"], seen["depends_on"]) == ([second], [first])
    api.patch(path, {"derived_from": [], "depends_on": None})
    assert (api.get(path).json()["derived_from"], api.get(path).json()["depends_on"]) == ([], [])


def test_history_tells_what_it_no_longer_rests_on(api, memory, remember):
    path = f"/memories/{memory('Both.', derived_from=[remember('One.').json()['memory_id']])['id']}"
    api.patch(path, {"derived_from": []})
    rows = api.get(f"{path}/history").json()["results"]
    assert ["linked" in row["meta"] for row in rows if row["event"] == "LINK"] == [False, True]


@pytest.mark.parametrize("name", ["derived_from", "depends_on", "artifact_refs"])
def test_it_rests_on_what_can_be_seen_only(remember, name):
    assert remember(**{name: [str(uuid4())]}).status_code == 404
    assert remember(**{name: [str(uuid4()) for _ in range(65)]}).status_code == 422


def test_an_edge_to_what_can_not_be_seen_is_not_told(api, agent, remember):
    hidden = remember("Ana likes short mails.", category="preferences").json()["memory_id"]
    made = remember("Both.", derived_from=[hidden]).json()["memory_id"]
    assert api.get(f"/memories/{made}").json()["derived_from"] == [hidden]
    assert agent("planner").get(f"/memories/{made}").json()["derived_from"] == []


@pytest.mark.parametrize(
    ("name", "value", "sent", "empty"),
    [("expires_at", "2100-01-01T00:00:00Z", None, None), ("occurred_at", "2020-01-01T00:00:00Z", None, None),
     ("tags", ["one"], [], []), ("tags", ["one"], None, [])],
)  # fmt: skip
def test_a_value_is_cleared(api, memory, name, value, sent, empty):
    seen = memory(**{name: value})
    assert seen[name] == value
    answer = api.patch(f"/memories/{seen['id']}", {name: sent})
    assert (answer.status_code, answer.json()["status"], answer.json()["version"]) == (200, "updated", 1)
    assert api.get(f"/memories/{seen['id']}").json()[name] == empty


def test_what_is_left_out_keeps_its_value(api, remember):
    body = {"key": "plan", "expires_at": "2100-01-01T00:00:00Z", "tags": ["one"]}
    made = remember(**body).json()["memory_id"]
    remember("Ship v2.", key="plan")
    seen = api.get(f"/memories/{made}").json()
    assert (seen["tags"], seen["expires_at"]) == (["one"], body["expires_at"])
    remember("Ship v3.", key="plan", tags=[], expires_at=None)
    seen = api.get(f"/memories/{made}").json()
    assert (seen["tags"], seen["expires_at"]) == ([], None)


def test_one_memory_takes_as_many_queries_however_much_it_rests_on(api, memory, remember, reads):
    seen = memory()
    few = reads(lambda: api.get(f"/memories/{seen['id']}"))
    ids = [remember(f"Part {number}.").json()["memory_id"] for number in range(3)]
    api.patch(f"/memories/{seen['id']}", {"derived_from": ids})
    assert reads(lambda: api.get(f"/memories/{seen['id']}")) == few
