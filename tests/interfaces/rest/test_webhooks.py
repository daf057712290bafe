"""`/webhooks`: where agents hear what became of their proposals; `/consent/mail`: which mail people want."""

import pytest

from interfaces.models import IdempotencyRecord
from workspaces import scope

URL = "https://hooks.example.org/memory"


@pytest.fixture
def webhook(api):
    return api.post("/webhooks", {"url": URL}).json()


def test_its_secret_is_shown_once(api, webhook, supervisor):
    assert webhook["secret"].startswith("whsec_") and webhook["agent_id"] == str(supervisor.id)
    (listed,) = api.get("/webhooks").json()["results"]
    assert (listed["url"], listed["secret"]) == (URL, None)


def test_each_has_its_own_secret(api, webhook):
    assert api.post("/webhooks", {"url": URL}).json()["secret"] != webhook["secret"]


def test_added_again_with_the_same_key_it_is_the_same_one(api, home):
    key = {"Idempotency_Key": "attempt-1"}
    first, second = (api.post("/webhooks", {"url": URL}, **key) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201) and second["Idempotency-Replayed"] == "true"
    assert first.json() == second.json() and second.json()["secret"].startswith("whsec_")
    assert second["Cache-Control"] == "no-store"
    assert len(api.get("/webhooks").json()["results"]) == 1
    with scope.enter(home.workspace_id):
        (kept,) = IdempotencyRecord.objects.all()
    assert kept.body["secret"] is None and "whsec_" not in repr(kept.body)


@pytest.mark.parametrize("url", ["http://hooks.example.org/", "https://10.0.0.1/", "https://user@x.org/", "nonsense"])
def test_an_unsafe_address_is_refused(api, url):
    answer = api.post("/webhooks", {"url": url})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "url")


def test_who_knows_of_it(api, agent, owner, colleague, outsider, webhook):
    for who in (agent("planner"), colleague, outsider):
        assert who.get("/webhooks").json()["results"] == []
        assert who.delete(f"/webhooks/{webhook['id']}").status_code == 404
    assert len(owner.get("/webhooks").json()["results"]) == 1


def test_a_key_adds_its_own_agent_s_only(api, agent, owner, colleague, supervisor, planner):
    named = {"url": URL, "agent_id": str(planner.id)}
    assert api.post("/webhooks", named).status_code == 403
    assert agent("planner").post("/webhooks", named).status_code == 201
    assert colleague.post("/webhooks", named).status_code == 403
    assert owner.post("/webhooks", {"url": URL}).status_code == 422
    assert owner.post("/webhooks", named).status_code == 201


def test_another_workspace_s_agent_is_unknown(owner, elsewhere, outsider):
    foreign = outsider.post("/webhooks", {"url": URL}).json()["agent_id"]
    assert owner.post("/webhooks", {"url": URL, "agent_id": foreign}).status_code == 404


def test_removed_it_is_gone(api, webhook):
    assert api.delete(f"/webhooks/{webhook['id']}").status_code == 204
    assert api.delete(f"/webhooks/{webhook['id']}").status_code == 404


def test_ten_for_an_agent(api):
    for _ in range(10):
        assert api.post("/webhooks", {"url": URL}).status_code == 201
    assert api.post("/webhooks", {"url": URL}).status_code == 409


def test_the_list_takes_one_query(api, webhook, reads):
    api.post("/webhooks", {"url": URL})
    assert reads(lambda: api.get("/webhooks")) == 1


def test_people_choose_their_mail(owner, colleague, api):
    assert owner.get("/consent/mail").json() == {"digest": True, "reminders": True}
    assert owner.put("/consent/mail", {"digest": False, "reminders": True}).json()["digest"] is False
    assert owner.get("/consent/mail").json() == {"digest": False, "reminders": True}
    assert colleague.get("/consent/mail").json() == {"digest": True, "reminders": True}
    assert api.get("/consent/mail").status_code == 403
