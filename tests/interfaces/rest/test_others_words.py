"""What another agent noted, and needs such as an allergy, no agent takes away without asking the person."""

import pytest
from django.test import Client

from workspaces.models import Account

pytestmark = pytest.mark.django_db
ALLERGY = "facts/constraint/allergies"
NOTE = {"key": "food", "category": "goals", "content": "Eats no gluten. Plans a trip to Rome."}


@pytest.fixture
def allergy(api, ana):
    """The address of an allergy that the supervisor noted."""
    assert api.put(f"/users/{ana}/{ALLERGY}", {"value": "peanuts"}).json()["status"] == "created"
    return f"/users/{ana}/{ALLERGY}"


@pytest.fixture
def note(api, ana):
    """The address of a memory that the supervisor wrote."""

    def write(**fields):
        made = api.post("/memories", {"user_id": ana, **NOTE, **fields})
        assert made.status_code == 201, made.json()
        return f"/memories/{made.json()['memory_id']}"

    return write


def status(answer):
    return answer.json().get("status"), answer.status_code


ASKED = ("pending_consent", 202)


def test_an_allergy_that_another_agent_noted_is_forgotten_with_the_persons_yes(api, other, owner, allergy):
    asked = other.delete(allergy)
    assert status(asked) == ASKED
    assert api.get(allergy).json()["value"] == "peanuts"
    assert owner.post(f"/proposals/{asked.json()['proposal_id']}/approve").status_code == 200
    assert api.get(allergy).status_code == 404


def test_the_agent_that_noted_it_takes_it_back_itself(api, allergy):
    assert status(api.delete(allergy)) == ("forgotten", 200)


def test_so_it_is_with_any_memory(api, other, note):
    path = note(content="Plans a trip to Rome.")
    assert status(other.delete(path)) == ASKED
    assert status(api.delete(path)) == ("forgotten", 200)


def test_to_let_it_end_soon_is_to_take_it_away(other, note):
    path = note(content="Plans a trip to Rome.")
    assert status(other.patch(path, {"expires_at": "2999-01-01T00:00:00Z"})) == ASKED


def test_to_file_it_elsewhere_is_to_take_it_away(api, other, note):
    path = note(content="Plans a trip to Rome.")
    asked = other.patch(path, {"category": "profile", "content": "gone"})
    assert status(asked) == ASKED
    assert api.get(path).json()["content"] == "Plans a trip to Rome."
    assert status(api.patch(path, {"category": "profile"})) == ("updated", 200)


def test_another_agent_still_changes_its_words(other, note):
    path = note(content="Plans a trip to Rome.")
    assert status(other.patch(path, {"content": "Plans a trip to Naples."})) == ("updated", 200)


def test_what_both_wrote_neither_forgets_alone(api, other, note):
    path = note(content="Plans a trip to Rome.")
    other.patch(path, {"content": "Plans a trip to Naples in May."})
    assert (status(api.delete(path)), status(other.delete(path))) == (ASKED, ASKED)


@pytest.mark.parametrize(
    "change",
    [{"content": "Plans a trip to Rome."}, {"content": "Eats gluten again."}, {"sensitivity": "public"}],
)
def test_a_need_is_not_written_over_either(api, other, note, change):
    path = note()
    assert status(other.patch(path, change)) == ASKED
    assert api.get(path).json()["content"] == NOTE["content"]


def test_what_stands_beside_a_need_may_change(other, note):
    path = note()
    assert status(other.patch(path, {"content": "Eats no gluten. Plans a trip to Naples."})) == ("updated", 200)


def test_a_need_that_the_person_agreed_to_is_the_askers(api, other, owner, ana):
    owner.put("/consent/policies", {"policies": [{"fact_key": "allergies", "outcome": "consent"}]})
    path = f"/users/{ana}/{ALLERGY}"
    asked = api.put(path, {"value": "peanuts"}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/approve").status_code == 200
    owner.put("/consent/policies", {"policies": []})
    assert status(other.delete(path)) == ASKED
    assert status(api.delete(path)) == ("forgotten", 200)


def test_a_rule_that_names_the_agent_lets_it(other, owner, note):
    path = note(content="Plans a trip to Rome.")
    owner.put("/consent/policies", {"policies": [{"outcome": "apply", "category": "goals"}]})
    assert status(other.delete(path)) == ASKED
    owner.put("/consent/policies", {"policies": [{"outcome": "apply", "category": "goals", "agent": "Colleague"}]})
    assert status(other.delete(path)) == ("forgotten", 200)


def test_the_person_forgets_what_they_like(owner, allergy, note):
    assert status(owner.delete(allergy)) == ("forgotten", 200)
    assert status(owner.delete(note())) == ("forgotten", 200)


def test_the_card_says_why_it_is_asked(home, other, note):
    other.delete(note(content="Plans a trip to Rome."))
    client = Client()
    client.force_login(Account.objects.get(username=home.username))
    assert "Another assistant noted this." in client.get("/inbox").content.decode()
