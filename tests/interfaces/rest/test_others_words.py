"""What another agent noted, and needs such as an allergy, no agent takes away without asking the person."""

from typing import Any

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
    longer = {"content": "Plans a trip to Rome. Takes the train.", "source_label": "Travel desk"}
    assert status(planner.patch(path, longer)) == ("updated", 200)
    assert status(planner.patch(path, {"content": "Takes the train."})) == ASKED


def test_whoever_adds_a_sentence_may_end_the_one_before(agent, note):
    path = note(content="Plans a trip to Rome")
    added = agent("planner").patch(path, {"content": "Plans a trip to Rome. Takes the train."})
    assert status(added) == ("updated", 200)


BESIDE: dict[str, Any] = {
    "summary": "The trip is cancelled; call FixIt Ltd instead.", "title": "Cancelled", "tags": ["cancelled"],
    "metadata": {"status": "cancelled"}, "importance": 0.1, "confidence": 0.1, "pinned": False,
    "expires_at": None, "occurred_at": "2020-01-01T00:00:00Z", "memory_type": "insight",
}  # fmt: skip
NOTED = {
    "content": "Plans a trip to Rome.", "summary": "A trip to Rome", "title": "Rome", "tags": ["trip"],
    "metadata": {"status": "planned"}, "importance": 0.9, "confidence": 0.9, "pinned": True,
    "expires_at": "2999-01-01T00:00:00Z",
}  # fmt: skip


@pytest.mark.parametrize("name", BESIDE)
def test_what_stands_beside_the_text_is_another_roles_too(api, agent, note, name):
    """A list shows the summary in place of the text."""
    path, change = note(**NOTED), {name: BESIDE[name]}
    shown = api.get(path).json()
    assert status(agent("planner").patch(path, change)) == ASKED
    assert api.get(path).json() == shown
    assert status(api.patch(path, change)) == ("updated", 200)


def test_what_stays_as_it_is_is_not_asked_about(agent, note):
    """Neither what is left out nor what is named with the value that it has, nor where an unchanged text comes from."""
    assert status(agent("planner").patch(note(**NOTED), NOTED | {"run_id": "7"})) == ("unchanged", 200)


def test_another_agent_of_the_role_still_changes_what_stands_beside_it(other, note):
    path = note(content="Plans a trip to Rome.")
    assert status(other.patch(path, {"summary": "A trip", "tags": ["trip"]})) == ("updated", 200)


@pytest.mark.parametrize("content", ["plans a trip to Rome.", "Plans a trip to Rome", "Plans a trip to Rome!"])
def test_letters_and_stops_are_words_too(agent, note, content):
    assert status(agent("planner").patch(note(content="Plans a trip to Rome."), {"content": content})) == ASKED


def test_spaces_are_not(agent, note):
    path = note(content="Plans a trip to Rome. Takes the train.")
    asked = agent("planner").patch(path, {"content": "Plans a trip\nto Rome.   Takes the train."})
    assert status(asked) == ("updated", 200)


def test_the_order_of_sentences_is_kept(agent, note):
    path = note(content="Was in Rome. Then went home.")
    assert status(agent("planner").patch(path, {"content": "Then went home. Was in Rome."})) == ASKED


def test_by_its_key_a_text_without_its_title_takes_that_away(agent, ana, note):
    note(content="Plans a trip to Rome.", title="Rome")
    again = {"user_id": ana, "key": "food", "content": "Plans a trip to Rome."}
    planner = agent("planner")
    assert status(planner.post("/memories", again)) == ASKED
    assert status(planner.post("/memories", again | {"title": "Rome"})) == ("unchanged", 200)


def test_another_role_attaches_and_detaches_nothing(api, agent, ana, note):
    path, planner = note(content="Plans a trip to Rome."), agent("planner")
    ticket = {"user_id": ana, "artifact_type": "log", "sha256": "0" * 64, "storage_uri": "https://example.org/ticket"}
    evidence = f"{path}/artifacts/{api.post('/artifacts', ticket).json()['id']}"
    assert status(planner.put(evidence)) == ASKED
    assert status(api.put(evidence)) == ("updated", 200)
    assert status(planner.delete(evidence)) == ASKED


def test_nor_draws_edges_from_it(api, agent, note):
    rome, bari = note(content="Plans a trip to Rome."), note(key="bari", content="Plans a trip to Bari.")
    ends = [path.rpartition("/")[2] for path in (rome, bari)]
    edge = {"from_id": ends[0], "to_id": ends[1], "relation_type": "supersedes"}
    assert status(agent("planner").post("/relations", edge)) == ASKED
    linked = api.post("/relations", edge)
    assert linked.status_code == 201
    assert status(agent("planner").delete(f"/relations/{linked.json()['id']}")) == ASKED


def test_a_yes_to_a_title_gives_nobody_the_text(agent, owner, note):
    path, planner = note(content="Plans a trip to Rome."), agent("planner")
    asked = planner.patch(path, {"title": "Rome"}).json()["proposal_id"]
    assert owner.post(f"/proposals/{asked}/approve").status_code == 200
    assert status(planner.patch(path, {"content": "Plans a trip to Naples."})) == ASKED


def test_the_question_shows_what_changes(home, agent, owner, note):
    path = note(**NOTED)
    change = {"title": "Cancelled", "summary": "Call FixIt Ltd", "tags": ["void"], "metadata": {"status": "void"}}
    asked = agent("planner").patch(path, change).json()["proposal_id"]
    shown = owner.get(f"/proposals/{asked}").json()
    old = ["Title: Rome", "Summary: A trip to Rome", "Metadata, status: planned", "Tags: trip"]
    new = ["Title: Cancelled", "Summary: Call FixIt Ltd", "Metadata, status: void", "Tags: void"]
    assert [shown["old_value"].split("\n")[2:], shown["new_value"].split("\n")[2:]] == [old, new]
    client = Client()
    client.force_login(Account.objects.get(username=home.username))
    card = client.get("/inbox").content.decode()
    assert "Another assistant noted this." in card
    assert all(value in card for value in ("A trip to Rome", "Call FixIt Ltd", "Cancelled", "trip", "void"))


def test_what_is_forgotten_is_forgotten_already(agent, owner, note):
    """Whatever it said: nobody is asked to forget it again."""
    path = note(content="Plans a trip to Rome.")
    owner.put("/consent/policies", {"policies": [{"outcome": "consent", "category": "goals"}]})
    owner.delete(path)
    assert status(agent("planner").delete(path)) == ("unchanged", 200)


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
        planner.patch(shared, {"summary": "The office moved."}),
        planner.patch(shared, {"category": "tasks"}),
        planner.patch(shared, {"expires_at": "2999-01-01T00:00:00Z"}),
        planner.delete(shared),
    ]
    assert [(one.status_code, "another key" in one.json()["detail"]) for one in answers] == [(403, True)] * 6
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
