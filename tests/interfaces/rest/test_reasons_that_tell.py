"""Why and in which conversation a change is asked for is read by others, so it tells nothing that was not agreed to."""

import pytest

from memories.models import OperationalEvent
from workspaces import scope

pytestmark = pytest.mark.django_db
TOLD = "she has epilepsy"


@pytest.fixture
def memory(api, ana):
    made = api.post("/memories", {"user_id": ana, "content": "Ana likes tulips."}).json()
    return f"/memories/{made['memory_id']}"


@pytest.mark.parametrize("name", ["reason", "thread_id"])
def test_forgetting_with_such_a_text_is_refused(api, memory, name):
    refused = api.delete(f"{memory}?{name}={TOLD}")
    assert refused.status_code == 422 and "Write that as a memory" in refused.json()["detail"]
    assert api.get(memory).status_code == 200


def test_so_is_bringing_back_and_linking(api, ana, memory):
    other = api.post("/memories", {"user_id": ana, "content": "Ana has a garden."}).json()["memory_id"]
    link = {"from_id": memory.removeprefix("/memories/"), "to_id": other, "reason": TOLD}
    assert api.delete(memory).status_code == 200
    assert api.post(f"{memory}/restore", {"reason": TOLD}).status_code == 422
    assert api.post(f"{memory}/restore").status_code == 200
    assert api.post("/relations", link).status_code == 422


def test_it_stands_in_no_event(home, api, memory):
    api.delete(f"{memory}?thread_id={TOLD}")
    with scope.enter(home.workspace_id):
        assert not OperationalEvent.objects.filter(thread_id=TOLD).exists()


@pytest.mark.parametrize("reason", ["She asked for it.", "Ana prefers roses.", ""])
def test_other_reasons_are_taken(api, memory, reason):
    assert api.delete(f"{memory}?reason={reason}&thread_id=garden-chat").status_code == 200


def test_a_reason_may_say_what_the_memory_says(api, owner, ana):
    asked = api.post("/memories", {"user_id": ana, "content": "Ana has epilepsy."}).json()
    owner.post(f"/proposals/{asked['proposal_id']}/approve")
    [found] = api.get("/memories", {"user_id": ana}).json()["results"]
    assert api.delete(f"/memories/{found['id']}?reason={TOLD}").status_code == 202


def test_only_who_asked_reads_the_reason_of_a_question(api, other, owner, ana):
    made = api.put(f"/users/{ana}/facts/identity/city", {"value": "Lisbon", "reason": "She has epilepsy."}).json()
    path = f"/proposals/{made['proposal_id']}"
    owner.post(f"{path}/approve")
    assert [who.get(path).json()["reason"] for who in (api, other, owner)] == [
        "She has epilepsy.",
        "",
        "She has epilepsy.",
    ]
