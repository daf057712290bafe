"""`as_of`: what stood then, of that what the caller may see now."""

from datetime import timedelta

import pytest
from django.utils import timezone

from memories.maintenance.purge import purge_chunks
from memories.models import Chunk
from workspaces import scope

QUESTION = {"query": "What does Ana eat and drink?", "return": "full"}


@pytest.fixture
def facts(ana):
    return f"/users/{ana}/facts"


@pytest.fixture
def remember(api, ana):
    def write(content, **fields):
        return api.post("/memories", {"user_id": ana, "content": content, **fields}).json()["memory_id"]

    return write


@pytest.fixture
def found(api, ana):
    """The contents that a question of then finds."""

    def ask(as_of, who=api, **fields):
        answer = who.post("/memory/query", {**QUESTION, "user_id": ana, "as_of": as_of, **fields})
        assert answer.status_code == 200, answer.json()
        return [item["content"] for item in answer.json()]

    return ask


@pytest.fixture
def listed(api, ana):
    def contents(as_of, who=api):
        answer = who.get("/memories", {"user_id": ana, "as_of": as_of})
        assert answer.status_code == 200, answer.json()
        return [memory["content"] for memory in answer.json()["results"]]

    return contents


def moment():
    return timezone.now().isoformat()


def test_a_question_is_answered_from_the_versions_of_then(api, ana, remember, found):
    tea = remember("Ana drinks green tea.", key="drink")
    then = moment()
    remember("Ana drinks coffee.", key="drink")
    remember("Ana eats walnuts.")
    answer = api.post("/memory/query", {**QUESTION, "user_id": ana, "as_of": then}).json()
    assert [(item["id"], item["content"], item["version"]) for item in answer] == [(tea, "Ana drinks green tea.", 1)]
    assert set(found(moment())) == {"Ana drinks coffee.", "Ana eats walnuts."}


def test_memories_are_listed_as_they_were(remember, listed):
    before = moment()
    remember("Ana drinks green tea.", key="drink")
    then = moment()
    remember("Ana drinks coffee.", key="drink")
    assert (listed(before), listed(then), listed(moment())) == ([], ["Ana drinks green tea."], ["Ana drinks coffee."])


def test_facts_have_the_values_of_then(api, facts, found):
    api.put(f"{facts}/constraint/diet", {"value": "vegetarian"})
    then = moment()
    api.put(f"{facts}/constraint/diet", {"value": "vegan"})
    assert [row["value"] for row in api.get(facts, {"as_of": then}).json()["results"]] == ["vegetarian"]
    assert api.get(f"{facts}/constraint/diet", {"as_of": then}).json()["value"] == "vegetarian"
    assert api.get(f"{facts}/constraint/diet").json()["value"] == "vegan"
    assert found(then, query="What is my diet?") == ["diet: vegetarian"]


def test_a_field_that_had_no_value_yet_is_not_found(api, facts):
    before = moment()
    api.put(f"{facts}/constraint/diet", {"value": "vegan"})
    assert api.get(f"{facts}/constraint/diet", {"as_of": before}).status_code == 404


def test_turns_are_found_from_when_they_were_stored(api, ana, found):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "I drink green tea."})
    then = moment()
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "I drink coffee."})
    assert found(then) == ["I drink green tea."]


def test_what_was_forgotten_since_stays_forgotten(api, remember, found, listed):
    tea = remember("Ana drinks green tea.")
    then = moment()
    api.delete(f"/memories/{tea}")
    assert (found(then), listed(then)) == ([], [])


def test_what_was_forgotten_then_did_not_stand(api, remember, listed):
    tea = remember("Ana drinks green tea.")
    stood = moment()
    api.delete(f"/memories/{tea}")
    forgotten = moment()
    api.post(f"/memories/{tea}/restore")
    assert (listed(stood), listed(forgotten)) == (["Ana drinks green tea."], [])


def test_what_the_person_called_wrong_is_no_longer_shown(api, owner, remember, found, listed):
    tea = remember("Ana drinks green tea.", key="drink")
    then = moment()
    assert owner.post(f"/memories/{tea}/reject").status_code == 200
    remember("Ana drinks coffee.", key="drink")
    assert (found(then), listed(then)) == ([], [])
    assert listed(moment()) == ["Ana drinks coffee."]


def test_a_yes_that_was_taken_back_no_longer_counts(api, owner, facts):
    owner.put(f"{facts}/identity/city", {"value": "Porto"})
    asked = api.put(f"{facts}/identity/city", {"value": "Lisbon"}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/approve")
    then = moment()
    assert api.get(f"{facts}/identity/city", {"as_of": then}).json()["value"] == "Lisbon"
    assert owner.post(f"/proposals/{asked}/withdraw").status_code == 200
    assert api.get(f"{facts}/identity/city").json()["value"] == "Porto"
    assert api.get(f"{facts}/identity/city", {"as_of": then}).status_code == 404


def test_allowlists_of_today_apply(agent, ana, remember, found, listed):
    remember("Ana drinks green tea.", category="relationship_dynamic")
    then = moment()
    assert found(then) == listed(then) == ["Ana drinks green tea."]
    researcher = agent("researcher")
    assert found(then, researcher) == listed(then, researcher) == []


def test_a_version_stays_hidden_from_whom_it_was_hidden_then(api, agent, remember, found, listed):
    """Filed elsewhere since, it does not show what it said before."""
    tea = remember("Ana drinks green tea.", category="relationship_dynamic")
    then = moment()
    api.patch(f"/memories/{tea}", {"content": "Ana drinks coffee.", "category": "goals"})
    planner = agent("planner")
    assert listed(moment(), planner) == ["Ana drinks coffee."]
    assert found(then, planner) == listed(then, planner) == []


def test_each_sees_their_own_past(owner, colleague, outsider, ana, remember, found, listed):
    remember("Ana drinks green tea.")
    then = moment()
    assert found(then, owner) == listed(then, owner) == ["Ana drinks green tea."]
    assert listed(then, colleague) == listed(then, outsider) == []
    for who, status in ((colleague, 403), (outsider, 404)):
        assert who.post("/memory/query", {**QUESTION, "user_id": ana, "as_of": then}).status_code == status
        assert who.get(f"/users/{ana}/facts", {"as_of": then}).status_code == 404


def test_a_person_who_left_shows_no_past(owner, api, ana, remember):
    """Ana has excluded herself from the agents' grant since."""
    remember("Ana drinks green tea.")
    then = moment()
    grants = owner.get("/grants").json()["results"]
    assert all(owner.delete(f"/grants/{grant['id']}").status_code < 300 for grant in grants)
    assert api.post("/memory/query", {**QUESTION, "user_id": ana, "as_of": then}).status_code == 403


def test_the_past_is_found_by_meaning(api, ana, remember, found):
    remember("The puppy was vaccinated.", key="pet")
    for number in range(15):
        remember(f"Invoice {number} was paid.")
    then = moment()
    remember("Nothing.", key="pet")
    assert found(then, query="dog doctor", top_k=1) == ["The puppy was vaccinated."]


def test_what_was_purged_from_the_index_is_found_again(home, remember, found, settings):
    remember("The puppy was vaccinated.", key="pet", title="Visit")
    then = moment()
    remember("Nothing.", key="pet")
    settings.SUPERSEDED_CHUNK_DAYS = 0
    assert purge_chunks(workspace_id=home.workspace_id) == 2
    assert found(then, query="dog doctor") == ["The puppy was vaccinated."]
    with scope.enter(home.workspace_id):
        assert Chunk.objects.current().count() == 1


def test_a_question_of_then_is_replayed(api, ana, remember):
    remember("Ana drinks green tea.", key="drink")
    then = moment()
    remember("Ana drinks coffee.", key="drink")
    asked = api.post("/memory/query", {**QUESTION, "user_id": ana, "as_of": then})
    again = api.post(f"/retrieval-events/{asked['X-Retrieval-Event']}/replay").json()
    assert [(place["content"], place["version"]) for place in again["now"]] == [("Ana drinks green tea.", 1)]
    assert (again["appeared"], again["disappeared"], again["changed"]) == ([], [], {})


@pytest.mark.parametrize("wrong", ["yesterday", 17, ["2026-01-01"]])
def test_a_wrong_moment_is_refused(api, ana, wrong):
    answer = api.post("/memory/query", {**QUESTION, "user_id": ana, "as_of": wrong})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "as_of")


def test_a_moment_to_come_is_now(remember, found):
    remember("Ana drinks green tea.")
    assert found((timezone.now() + timedelta(days=400)).isoformat()) == ["Ana drinks green tea."]


def test_the_past_and_another_state_are_not_asked_for_together(owner):
    answer = owner.get("/memories", {"as_of": moment(), "state": "soft_deleted"})
    assert answer.status_code == 422
