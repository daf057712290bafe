"""What the person called wrong, forgot or refused does not come back unasked at another address or in another
category."""

import pytest

from interfaces.rest.consent.problems import RefusedByPerson
from workspaces import scope
from workspaces.models import Grant

TEXT = "Ana cooks risotto on Fridays."
PLACES = [{"key": "dinner"}, {}, {"key": "food", "category": "tasks"}]


@pytest.fixture
def write(api, ana):
    return lambda content=TEXT, **fields: api.post("/memories", {"user_id": ana, "content": content, **fields})


@pytest.fixture
def put(api, ana):
    return lambda value, field="preference/tempo": api.put(f"/users/{ana}/facts/{field}", {"value": value})


@pytest.fixture
def note(write):
    return write(key="food").json()["memory_id"]


@pytest.fixture
def fact(put):
    return put("slow").json()["memory_id"]


def is_refused(answer):
    return answer.status_code == 409 and answer.json()["type"].endswith(RefusedByPerson.slug)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("content", [TEXT, TEXT.upper(), f"  {TEXT}"])
def test_a_text_that_is_wrong_is_refused_wherever_it_is_written(owner, write, note, place, content):
    owner.post(f"/memories/{note}/reject")
    assert is_refused(write(content, **place))


def test_other_words_are_kept(owner, write, note):
    owner.post(f"/memories/{note}/reject")
    assert write("Ana cooks risotto on Mondays.", key="dinner").status_code == 201


@pytest.mark.parametrize("category", ["instruction", "constraint", "preference"])
def test_a_value_that_is_wrong_is_refused_in_whatever_category(owner, put, fact, category):
    owner.post(f"/memories/{fact}/reject")
    assert is_refused(put("Slow", f"{category}/tempo"))
    assert put("quick", f"{category}/tempo").status_code == 200


@pytest.mark.parametrize("field", ["instruction/tempo", "constraint/tempo"])
def test_a_value_that_was_forgotten_is_asked_about_in_another_category(owner, put, fact, field):
    owner.delete(f"/memories/{fact}")
    answer = put("slow", field)
    assert (answer.status_code, answer.json()["status"]) == (202, "pending_consent")
    assert put("quick", field).status_code == 200


@pytest.mark.parametrize("place", PLACES)
def test_a_text_that_was_forgotten_is_asked_about_wherever_it_is_written(owner, api, write, note, place):
    owner.delete(f"/memories/{note}")
    asked = write(**place)
    assert (asked.status_code, asked.json()["status"]) == (202, "pending_consent")
    assert owner.post(f"/proposals/{asked.json()['proposal_id']}/reject").status_code == 200
    assert is_refused(write(**place)) and is_refused(write(key="yet another"))


def test_what_an_agent_forgot_it_writes_again(api, write, note):
    api.delete(f"/memories/{note}")
    assert write(key="dinner").status_code == 201


@pytest.mark.parametrize("how", ["reject", "delete"])
def test_the_person_says_it_again_and_then_agents_may(owner, ana, write, note, how):
    owner.delete(f"/memories/{note}") if how == "delete" else owner.post(f"/memories/{note}/reject")
    assert owner.post("/memories", {"user_id": ana, "key": "mine", "content": TEXT}).status_code == 201
    assert write(key="dinner").status_code == 201


def test_once_it_is_right_or_restored_agents_may(owner, write, note):
    owner.post(f"/memories/{note}/reject")
    owner.post(f"/memories/{note}/verify")
    assert write(key="dinner").status_code == 201
    owner.delete(f"/memories/{note}")
    owner.post(f"/memories/{note}/restore")
    assert write(key="supper").status_code == 201


def test_whoever_may_not_know_what_is_wrong_learns_nothing_and_nobody_is_asked(home, owner, write, note):
    owner.post(f"/memories/{note}/reject")
    with scope.enter(home.workspace_id):
        Grant.objects.filter(agent__role="supervisor").update(can_read=False)
    answer = write(key="dinner")
    assert (answer.status_code, answer.json()["status"]) == (202, "pending_consent")
    assert owner.get("/proposals", {"state": "pending"}).json()["results"] == []


def test_of_another_person_it_is_kept(owner, api, write, note, colleague):
    owner.post(f"/memories/{note}/reject")
    other = api.post("/users", {"name": "Bruno"}).json()["id"]
    assert api.post("/memories", {"user_id": other, "key": "dinner", "content": TEXT}).status_code == 201


def test_refusing_a_question_refuses_the_values_that_it_had_replaced(owner, put):
    put("Lisbon", "identity/city")
    asked = put("Faro", "identity/city").json()["proposal_id"]
    owner.post(f"/proposals/{asked}/reject")
    assert is_refused(put("Faro", "identity/city")) and is_refused(put("lisbon", "identity/city"))
    assert put("Porto", "identity/city").status_code == 202
    owner.post(f"/proposals/{asked}/ask-again")
    assert put("Lisbon", "identity/city").status_code == 202


def test_not_the_one_that_the_person_chose_instead(owner, other, ana, put):
    """Lisbon was replaced by Faro; it is chosen on the card all the same, and Faro and Porto are refused."""
    put("Lisbon", "identity/city")
    asked = [put("Faro", "identity/city"), other.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"})]
    rows = [owner.get(f"/proposals/{answer.json()['proposal_id']}").json() for answer in asked]
    shown = [f"{row['id']}:{row['shown_hash']}" for row in rows]
    form = {"field": "identity.city", "shown": shown, "choose": "identity.city=lisbon"}
    assert owner.client.post("/proposals/choice", form).status_code == 302
    owner.put(f"/users/{ana}/facts/identity/city", {"value": "Coimbra"})
    assert is_refused(put("Faro", "identity/city"))
    assert put("Lisbon", "identity/city").status_code == 202


def test_a_refused_value_is_refused_in_another_category(owner, put):
    asked = put("42", "identity/shoe_size").json()["proposal_id"]
    owner.post(f"/proposals/{asked}/reject")
    assert is_refused(put("42", "preference/shoe_size"))


TOMAS = "Ana's neighbour Tomás is gay."


def contents(owner, ana):
    return [row["content"] for row in owner.get("/memories", {"user_id": ana}).json()["results"]]


@pytest.fixture
def asked_again(owner, ana, write):
    """The memory that Ana forgot, and the question for the same words."""
    made = owner.post("/memories", {"user_id": ana, "content": TOMAS}).json()["memory_id"]
    owner.delete(f"/memories/{made}")
    return made, write(TOMAS).json()["proposal_id"]


def test_the_card_says_that_its_words_were_forgotten(owner, asked_again):
    assert "You forgot this yourself on" in owner.client.get("/inbox").content.decode()


def test_restoring_closes_the_question_for_the_same_words(owner, ana, asked_again):
    made, question = asked_again
    owner.post(f"/memories/{made}/restore")
    closed = owner.get(f"/proposals/{question}").json()
    assert (closed["state"], closed["closed_because"]) == ("stale", "It is so already.")
    assert contents(owner, ana) == [TOMAS]


def test_another_text_closes_nothing(owner, ana, asked_again):
    _made, question = asked_again
    owner.post("/memories", {"user_id": ana, "content": "Ana's neighbour Rui is gay."})
    assert owner.get(f"/proposals/{question}").json()["state"] == "pending"


def test_what_the_person_says_again_themselves_closes_it_too(owner, ana, asked_again):
    _made, question = asked_again
    owner.post("/memories", {"user_id": ana, "content": TOMAS})
    assert owner.get(f"/proposals/{question}").json()["state"] == "stale"
    assert contents(owner, ana) == [TOMAS]
