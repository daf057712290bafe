"""What another agent noted, and needs such as an allergy, no agent takes away without asking the person."""

import pytest
from django.test import Client

from workspaces import scope
from workspaces.models import Account, Agent, Grant

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


def test_another_agent_of_the_role_still_changes_its_words(other, note):
    path = note(content="Plans a trip to Rome.")
    assert status(other.patch(path, {"content": "Plans a trip to Naples."})) == ("updated", 200)


@pytest.mark.parametrize("content", ["gone", "Plans a trip to Naples.", "Plans a trip to Rome in May."])
def test_to_write_over_what_another_role_noted_is_to_take_it_away(api, agent, ana, note, content):
    path, planner = note(content="Plans a trip to Rome."), agent("planner")
    by_key = planner.post("/memories", {"user_id": ana, "key": "food", "content": content})
    assert (status(planner.patch(path, {"content": content})), status(by_key)) == (ASKED, ASKED)
    assert api.get(path).json()["content"] == "Plans a trip to Rome."


def test_so_it_is_in_the_store(api, agent, ana):
    item = {"namespace": ["memories", ana], "key": "plan", "category": "goals", "value": {"text": "Rome in May."}}
    assert api.put("/store/items", item).status_code == 201
    assert status(agent("planner").put("/store/items", item | {"value": {"text": "Naples."}})) == ASKED
    assert status(api.put("/store/items", item | {"value": {"text": "Naples."}})) == ("updated", 200)


def test_neither_by_an_earlier_text_of_it(api, agent, note):
    path = note(content="Plans a trip to Rome.")
    api.patch(path, {"content": "Plans a trip to Naples."})
    assert status(agent("planner").post(f"{path}/restore", {"version": 1})) == ASKED


def test_sentences_may_be_added_by_another_role(agent, note):
    path, planner = note(content="Plans a trip to Rome."), agent("planner")
    assert status(planner.patch(path, {"content": "plans a trip to Rome. Takes the train."})) == ("updated", 200)
    assert status(planner.patch(path, {"content": "Takes the train."})) == ASKED


def test_what_the_person_agreed_to_in_its_place_is_the_askers(agent, owner, note):
    path, planner = note(content="Plans a trip to Rome."), agent("planner")
    asked = planner.patch(path, {"content": "Plans a trip to Naples."}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/approve").status_code == 200
    assert status(planner.patch(path, {"content": "Plans a trip to Bari."})) == ("updated", 200)
    assert status(planner.delete(path)) == ASKED


def test_a_field_has_the_latest_value_whoever_tells_it(api, agent, ana):
    path = f"/users/{ana}/facts/preference/units"
    assert status(api.put(path, {"value": "imperial"})) == ("created", 200)
    assert status(agent("stylist").put(path, {"value": "metric"})) == ("updated", 200)


TEAM = {"namespace": ["shared", "team"], "key": "k", "category": "goals"}
SHARED = TEAM | {"content": "The office is closed on Friday."}


@pytest.fixture
def shared(home, api):
    """The address of what the supervisor shared with the planner."""
    with scope.enter(home.workspace_id):
        Grant.objects.create(agent=Agent.objects.get(role="planner"), namespace_path="shared/team")
    return f"/memories/{api.post('/memories', SHARED).json()['memory_id']}"


def test_what_another_role_shared_stays(api, agent, shared):
    """Nobody could be asked."""
    planner = agent("planner")
    answers = [
        planner.post("/memories", SHARED | {"content": "gone"}),
        planner.patch(shared, {"content": "gone"}),
        planner.patch(shared, {"category": "tasks"}),
        planner.patch(shared, {"expires_at": "2999-01-01T00:00:00Z"}),
        planner.delete(shared),
    ]
    assert [(one.status_code, "another key" in one.json()["detail"]) for one in answers] == [(403, True)] * 5
    assert api.get(shared).json()["content"] == SHARED["content"]
    assert status(planner.patch(shared, {"content": f"{SHARED['content']} Bring cake."})) == ("updated", 200)


def test_its_own_role_changes_and_forgets_what_is_shared(api, other, shared):
    assert status(other.patch(shared, {"content": "The office is open."})) == ("updated", 200)
    assert status(other.delete(shared)) == ("forgotten", 200)


def test_a_rule_that_names_the_agent_lets_it_there_too(owner, agent, shared):
    rule = {"outcome": "apply", "category": "goals", "agent": "planner"}
    assert owner.put("/consent/policies", {"policies": [rule]}).status_code == 200
    assert status(agent("planner").delete(shared)) == ("forgotten", 200)


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
