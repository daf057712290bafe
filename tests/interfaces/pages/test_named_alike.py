"""An agent may name its own events as it likes, also like the server's."""

import pytest

from conversations.models import Turn
from conversations.turn_events import event_of, turn_id_of
from operations import jobs
from tests.interfaces.rest.conftest import by_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(home):
    return by_key(home, "supervisor")


@pytest.mark.parametrize("event", ["turn:42", "turn:", "turn:01a22f0c-e512-7457-99dc-12582148aaaa", "episode:7"])
def test_pages_open_and_facts_are_read_although_an_event_is_called_like_a_message(owner, home, api, event):
    written = {"user_id": str(home.user_id), "content": "Ana grows basil.", "source_event_id": event}
    memory_id = api.post("/memories", written).json()["memory_id"]
    assert owner.get(f"/memories/{memory_id}").status_code == 200
    found = api.post("/memory/query", {"user_id": str(home.user_id), "query": "What does Ana grow?"})
    answer = owner.get(f"/activity/{found.headers['X-Retrieval-Event']}")
    assert answer.status_code == 200 and "Ana grows basil." in answer.content.decode()


def test_a_message_about_a_fact_whose_event_is_called_so_is_read(home, api, in_home):
    ana = str(home.user_id)
    written = api.put(f"/users/{ana}/facts/preference/units", {"value": "metric", "source_event_id": "turn:42"})
    assert written.status_code == 200
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"turns": [{"role": "user", "content": "I prefer imperial units."}]})
    jobs.JOBS["extract_facts"](home.workspace_id)
    with in_home():
        assert Turn.objects.get().extracted_at is not None


def test_the_name_of_a_message_and_back(home):
    assert turn_id_of(event_of(home.user_id)) == home.user_id
    assert turn_id_of("turn:42") is turn_id_of(f"change:{home.user_id}") is None
