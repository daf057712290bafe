"""Different values of one field that several ask for, the person's own words among them: all wait, one answer decides,
the others learn why."""

import html

import pytest
from django.utils import timezone

from intelligence.actions.extract_facts import extract_facts

REASON = "Another value of the same field was approved."


@pytest.fixture
def city(ana):
    def _city(client, value, **more):
        answer = client.put(f"/users/{ana}/facts/identity/city", {"value": value, **more})
        assert answer.status_code == 202, answer.json()
        return f"/proposals/{answer.json()['proposal_id']}"

    return _city


@pytest.fixture
def both(api, other, city):
    return city(api, "Coimbra"), city(other, "Braga")


@pytest.fixture
def standing(owner, ana):
    def _standing():
        facts = owner.get(f"/users/{ana}/facts").json()["results"]
        return [fact["value"] for fact in facts if fact["key"] == "city"]

    return _standing


def states(owner, proposals):
    return [owner.get(one).json()["state"] for one in proposals]


def shown(owner, proposal):
    row = owner.get(proposal).json()
    return f"{row['id']}:{row['shown_hash']}"


def test_neither_replaces_the_other(owner, both):
    assert states(owner, both) == ["pending", "pending"]


def test_the_same_agent_s_later_value_replaces_its_own_alone(owner, other, both, city):
    later = city(other, "Lisbon")
    assert states(owner, (*both, later)) == ["pending", "superseded", "pending"]


def test_the_same_value_filed_otherwise_is_one_question(owner, other, api, city):
    first, later = city(api, "Coimbra"), city(other, "Coimbra", confidence=0.5)
    assert owner.client.get("/inbox").context["pending_count"] == 1
    owner.post(f"{later}/approve")
    assert states(owner, (first, later)) == ["approved", "approved"]


def test_the_one_that_is_approved_closes_the_other_with_a_reason(api, owner, both, standing):
    assert owner.post(f"{both[1]}/approve").status_code == 200
    closed = api.get(both[0]).json()
    assert (closed["state"], closed["closed_because"], standing()) == ("stale", REASON, ["Braga"])
    assert REASON in html.unescape(owner.client.get(both[0]).content.decode())


def test_so_does_one_that_was_edited(owner, both, standing):
    owner.post(f"{both[0]}/amend", {"value": "Lagos"})
    assert (states(owner, both), standing()) == (["amended", "stale"], ["Lagos"])


def test_refusing_one_leaves_the_other_open(owner, both, standing):
    owner.post(f"{both[0]}/reject")
    assert states(owner, both) == ["rejected", "pending"]
    assert owner.post(f"{both[1]}/approve").status_code == 200 and standing() == ["Braga"]


def test_undoing_the_yes_opens_both_again(owner, both, standing):
    owner.post(f"{both[0]}/approve")
    owner.post(f"{both[0]}/withdraw", {"reopen": True})
    assert (states(owner, both), standing()) == (["pending", "pending"], [])
    owner.post(f"{both[1]}/approve", {"shown_hash": owner.get(both[1]).json()["shown_hash"]})
    assert standing() == ["Braga"]


def test_what_was_asked_again_meanwhile_is_not_opened_twice(owner, other, both, city):
    owner.post(f"{both[0]}/approve")
    again = city(other, "Braga")
    owner.post(f"{both[0]}/withdraw", {"reopen": True})
    assert states(owner, (*both, again)) == ["pending", "stale", "pending"]


def test_another_field_s_question_stays(api, owner, ana, both):
    asked = api.put(f"/users/{ana}/facts/identity/pronouns", {"value": "they/them"}).json()["proposal_id"]
    owner.post(f"{both[0]}/approve")
    assert states(owner, [f"/proposals/{asked}"]) == ["pending"]


def test_the_inbox_has_one_card_that_settles_both(owner, both, standing):
    inbox = owner.client.get("/inbox")
    page = html.unescape(inbox.content.decode())
    assert len(inbox.context["items"]) == 1 and inbox.context["pending_count"] == 1
    assert "Your city: which is right?" in page and "Coimbra" in page and "Braga" in page
    form = {"field": "identity.city", "shown": [shown(owner, one) for one in both], "choose": "identity.city=coimbra"}
    page = owner.client.post("/proposals/choice", form, follow=True)
    assert page.context["pending_count"] == 0
    assert (states(owner, both), standing()) == (["approved", "rejected"], ["Coimbra"])


def test_undoing_the_choice_opens_both_again(owner, both, standing):
    form = {"field": "identity.city", "shown": [shown(owner, one) for one in both], "choose": "identity.city=braga"}
    owner.client.post("/proposals/choice", form)
    owner.client.post(f"{both[1]}/undo")
    assert (states(owner, both), standing()) == (["pending", "pending"], [])


def test_there_the_person_may_say_something_else(owner, both, standing):
    form = {"field": "identity.city", "shown": [shown(owner, one) for one in both], "own": "1", "value": "Lagos"}
    owner.client.post("/proposals/choice", form)
    assert sorted(states(owner, both)) == ["amended", "rejected"] and standing() == ["Lagos"]


def test_an_agent_s_guesses_replace_nothing_of_the_person_s_own_words(home, api, owner, other, ana, city, standing):
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"})
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "I live in Coimbra now."})
    extract_facts(workspace_id=home.workspace_id, now=timezone.now())
    (own,) = owner.get("/proposals", {"state": "pending"}).json()["results"]
    guesses = [city(other, value) for value in ("Braga", "Lisbon", "Faro")]
    own = f"/proposals/{own['id']}"
    assert states(owner, (own, *guesses)) == ["pending", "superseded", "superseded", "pending"]
    form = {
        "field": "identity.city",
        "shown": [shown(owner, one) for one in (own, guesses[-1])],
        "choose": "identity.city=coimbra",
    }
    owner.client.post("/proposals/choice", form)
    assert standing() == ["Coimbra"] and states(owner, (own, guesses[-1])) == ["approved", "rejected"]
    (turn,) = other.get(f"/sessions/{session}/turns").json()["results"]
    assert turn["content"] == "I live in Coimbra now."
