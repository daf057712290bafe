"""What the person said themselves, no agent changes without asking them (R15)."""

import pytest
from django.test import Client

from workspaces.models import Account

UNITS = "facts/preference/units"


@pytest.fixture
def units(ana):
    return f"/users/{ana}/{UNITS}"


@pytest.fixture
def said(owner, units):
    """Ana set her units."""
    owner.put(units, {"value": "metric"})
    return units


@pytest.fixture
def note(owner, ana):
    """The address of what Ana wrote."""
    made = owner.post("/memories", {"user_id": ana, "key": "food", "content": "I cook risotto.", "title": "Food"})
    return f"/memories/{made.json()['memory_id']}"


def value(api, units):
    return api.get(units).json()["value"]


def status(answer):
    return answer.json()["status"]


def test_an_agent_asks_before_it_replaces_a_value_that_the_person_gave(api, owner, said):
    answer = api.put(said, {"value": "imperial"})
    assert (answer.status_code, status(answer), value(api, said)) == (202, "pending_consent", "metric")
    assert owner.post(f"/proposals/{answer.json()['proposal_id']}/approve").status_code == 200
    assert value(api, said) == "imperial"


def test_and_before_it_forgets_it(api, said):
    assert (status(api.delete(said)), value(api, said)) == ("pending_consent", "metric")


def test_a_value_that_the_person_only_agreed_to_is_replaced_at_once(api, owner, said):
    asked = api.put(said, {"value": "imperial"}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/approve")
    assert (status(api.put(said, {"value": "both"})), value(api, said)) == ("updated", "both")


def test_one_that_they_edited_before_saying_yes_is_theirs(api, owner, said):
    asked = api.put(said, {"value": "imperial"}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/amend", {"value": "both"})
    assert (status(api.put(said, {"value": "metric"})), value(api, said)) == ("pending_consent", "both")


def test_what_comes_back_when_an_answer_is_undone_is_theirs_again(api, owner, said):
    asked = api.put(said, {"value": "imperial"}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/approve")
    owner.post(f"/proposals/{asked}/withdraw")
    assert value(api, said) == "metric"
    assert status(api.put(said, {"value": "both"})) == "pending_consent"


def test_one_that_they_only_confirmed_is_not(api, owner, units):
    made = api.put(units, {"value": "imperial"}).json()
    owner.post(f"/memories/{made['memory_id']}/verify")
    assert status(api.put(units, {"value": "metric"})) == "updated"


def test_saying_the_same_or_being_less_sure_asks_nothing(api, said):
    assert status(api.put(said, {"value": "metric"})) == "unchanged"
    assert status(api.put(said, {"value": "imperial", "confidence": 0.9})) == "unchanged"


def test_the_person_is_not_asked(owner, said):
    assert status(owner.put(said, {"value": "both"})) == "updated"


def test_a_rule_of_the_persons_own_lets_the_agent(api, owner, said):
    asked = api.put(said, {"value": "imperial"}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/approve", {"remember": "always"})
    owner.put(said, {"value": "metric"})
    assert (status(api.put(said, {"value": "imperial"})), value(api, said)) == ("updated", "imperial")


def test_a_rule_of_the_workspace_does_not(api, owner, said):
    owner.put("/consent/policies", {"policies": [{"fact_key": "units", "outcome": "apply"}]})
    assert status(api.put(said, {"value": "imperial"})) == "pending_consent"


def test_nor_do_several_signals(api, owner, ana):
    tone = f"/users/{ana}/facts/preference/tone"
    owner.put(tone, {"value": "formal"})
    assert status(api.put(tone, {"value": "casual"})) == "pending_consent"


@pytest.mark.parametrize("change", [{"content": "I cook nothing."}, {"expires_at": "2999-01-01T00:00:00Z"}])
def test_an_agent_asks_before_it_changes_or_ends_what_the_person_wrote(api, note, change):
    assert status(api.patch(note, change)) == "pending_consent"
    assert api.get(note).json()["content"] == "I cook risotto."


def test_and_before_it_forgets_that(api, note):
    assert status(api.delete(note)) == "pending_consent"


def test_what_is_said_beside_it_needs_no_question_and_leaves_it_theirs(api, note):
    assert status(api.patch(note, {"title": "Cooking", "tags": ["rice"]})) == "updated"
    assert status(api.patch(note, {"content": "I cook nothing."})) == "pending_consent"


def test_a_summary_is_shown_in_its_place(api, note):
    assert status(api.patch(note, {"summary": "The tuner is cancelled; call FixIt Ltd."})) == "pending_consent"
    assert api.get(note).json()["summary"] == ""


def test_an_earlier_text_is_brought_back_with_their_yes(api, ana, owner):
    made = api.post("/memories", {"user_id": ana, "key": "food", "content": "Ana cooks nothing."}).json()
    path = f"/memories/{made['memory_id']}"
    owner.patch(path, {"content": "I cook risotto."})
    assert status(api.post(f"{path}/restore", {"version": 1})) == "pending_consent"


@pytest.fixture
def forgotten(api, owner, ana):
    """The address of an agent's memory that Ana forgot."""
    made = api.post("/memories", {"user_id": ana, "key": "oranges", "content": "Ana juggles oranges."}).json()
    path = f"/memories/{made['memory_id']}"
    owner.delete(path)
    return path


def test_an_agent_asks_before_it_brings_back_what_the_person_forgot(api, owner, forgotten):
    asked = api.post(f"{forgotten}/restore").json()
    assert (asked["status"], api.get(forgotten).status_code) == ("pending_consent", 404)
    assert owner.post(f"/proposals/{asked['proposal_id']}/approve").status_code == 200
    assert api.get(forgotten).json()["content"] == "Ana juggles oranges."


def test_and_before_it_writes_there_again(api, owner, ana, forgotten, said):
    body = {"user_id": ana, "key": "oranges", "content": "Ana juggles apples."}
    assert status(api.post("/memories", body)) == "pending_consent"
    owner.delete(said)
    assert status(api.put(said, {"value": "metric"})) == "pending_consent"


def test_what_an_agent_forgot_it_brings_back_at_once(api, ana):
    made = api.post("/memories", {"user_id": ana, "key": "oranges", "content": "Ana juggles oranges."}).json()
    api.delete(f"/memories/{made['memory_id']}")
    assert api.post(f"/memories/{made['memory_id']}/restore").status_code == 200


def test_the_card_says_that_it_was_forgotten(api, home, forgotten):
    api.post(f"{forgotten}/restore")
    client = Client()
    client.force_login(Account.objects.get(username=home.username))
    assert "You forgot this yourself on" in client.get("/inbox").content.decode()


@pytest.fixture
def undone(api, owner, ana):
    """A question of which Ana took her yes back, and the address of the memory that it had made."""
    body = {"user_id": ana, "content": "Ana has had migraines since March and takes sumatriptan."}
    question = f"/proposals/{api.post('/memories', body).json()['proposal_id']}"
    assert owner.post(f"{question}/approve").status_code == 200
    made = api.get("/memories", {"user_id": ana}).json()["results"][0]["id"]
    assert owner.post(f"{question}/withdraw", {"reopen": True}).status_code == 200
    return question, f"/memories/{made}"


def test_taking_a_yes_back_is_not_forgetting(home, undone):
    client = Client()
    client.force_login(Account.objects.get(username=home.username))
    page = client.get("/inbox").content.decode()
    assert "migraines" in page
    assert "You forgot this yourself on" not in page


def test_what_the_person_brings_back_themselves_is_asked_no_more(api, owner, home, undone):
    question, memory = undone
    assert owner.post(f"{memory}/restore").status_code == 200
    assert owner.get(question).json()["state"] == "stale"
    assert owner.post(f"{question}/reject").status_code == 409
    assert api.get(memory).status_code == 200
    client = Client()
    client.force_login(Account.objects.get(username=home.username))
    page = client.get(question).content.decode()
    assert "It needed no answer: it was so already." in page and f'href="{memory}"' in page
