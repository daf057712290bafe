"""What stands in small fields beside a text passes the gate as texts do: names and values read together."""

import pytest

from tests.memories import source_examples as examples

pytestmark = pytest.mark.django_db
NOTE = {"content": "Tulips are red.", "category": "activity"}


@pytest.fixture
def note(api, ana):
    return lambda **fields: api.post("/memories", {"user_id": ana, **NOTE, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"source_label": "the oncology ward"},
        {"source_label": "oncology_ward"},
        {"metadata": {"code": "5521", "door": "front"}},
        {"metadata": {"door": "front", "entry_code": 5521}},
        {"metadata": {"of": "front door", "pin": "5521"}},
        {"metadata": {"home": {"code": "5521", "what": "garage"}}},
        {"metadata": {"hiv": True, "step": 2}},
        {"metadata": {"pin": 5521}},
        {"metadata": {"salary": 52000}},
    ],
)
def test_it_waits(note, fields):
    assert note(**fields).status_code == 202


@pytest.mark.parametrize(
    "fields",
    [
        {"source_label": "chat"},
        {"source_label": "voice memo"},
        {"source_label": "the office"},
        {"metadata": {"code": "404", "error": "page not found"}},
        {"metadata": {"code": 5521, "country": "DE"}},
        {"metadata": {"promo": "summer", "code": "SUN2024"}},
        {"metadata": {"chat_id": 4915112345678, "ts": 1764432000000, "steps": 9000}},
    ],
)
def test_the_rest_is_stored(note, fields):
    assert note(**fields).status_code == 201


@pytest.mark.parametrize("text", ["The door code is 5521.", "Alarm: 5521", "The gate's code is 5521."])
def test_what_opens_a_door_is_refused_where_all_read_it(api, text):
    for body in (NOTE | {"content": text}, NOTE | {"metadata": {"code": "5521", "door": "front"}}):
        assert api.post("/memories", {"namespace": ["shared", "notes"], **body}).status_code == 422
    assert api.post("/tasks", {"scope": ["shared", "notes"], "title": text}).status_code == 422


@pytest.mark.parametrize(
    "fields",
    [
        {"source_id": "acme/ana-has-hiv#2"},
        {"raw_pointer": "https://example.com/ana-has-hiv"},
        {"labels": ["ana-hiv-positive"]},
        {"state": "ana has hiv"},
        {"source_label": "Ana's oncology ward"},
        {"metadata": {"code": "5521", "door": "front"}},
        {"payload": examples.issue(repository="acme/ana-has-hiv")},
    ],
)
def test_a_source_s_object_asks_for_it(api, agent, ana, fields):
    body = {"user_id": ana, "source_id": "1", "title": "Retries", "category": "tasks", "payload": examples.issue()}
    answer = api.post("/sources/github/objects", body | fields)
    assert answer.status_code == 202 or answer.json()["held_back"], answer.json()
    told = agent("planner").get(f"/users/{ana}/export").getvalue().decode()
    assert not any(word in told for word in ("hiv", "oncology", "5521"))


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"hiv": True, "step": 2}, {"[withheld]": "[withheld]", "step": 2}),
        ({"pin": "5521", "step": 2}, {"pin": "[withheld]", "step": 2}),
        ({"next": "fertility clinic visit"}, {"next": "[withheld]"}),
        (
            {"code": 5521, "door": "front", "left": ["pay"]},
            {"code": "[withheld]", "door": "[withheld]", "left": ["pay"]},
        ),
        ({"trip": {"to": "Rome", "nights": 3, "paid": False}}, {"trip": {"to": "Rome", "nights": 3, "paid": False}}),
    ],
)
def test_another_agent_is_told_a_task_s_state_without_it(api, agent, ana, state, told):
    task = api.post("/tasks", {"user_id": ana, "title": "Plan", "state": state}).json()
    assert task["state"] == state
    assert agent("planner").get(f"/tasks/{task['id']}").json()["state"] == told
    assert "5521" not in agent("executor").get(f"/users/{ana}/export").getvalue().decode()
