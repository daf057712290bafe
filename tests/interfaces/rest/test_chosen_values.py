"""A value that the person chose on their page because a text states it goes with that text over REST; one that they
typed stays."""

import pytest

from interfaces.pages.cards.competing_values import Choice

SENTENCE = "Ana lives in Setubal."


@pytest.fixture
def city(api, ana):
    return lambda: api.get(f"/users/{ana}/facts/identity/city").json().get("value")


@pytest.fixture
def tell(agent, ana):
    """The planner asks to remember a sentence; answers with its proposal."""

    def _tell(content=SENTENCE):
        made = agent("planner").post("/memories", {"user_id": ana, "content": content})
        assert made.status_code == 202, made.json()
        return f"/proposals/{made.json()['proposal_id']}"

    return _tell


@pytest.fixture
def choose(api, ana, owner):
    """The supervisor asks for Lisbon as well, and the person answers on their page."""

    def _choose(*, field="Lisbon", **answer):
        assert api.put(f"/users/{ana}/facts/identity/city", {"value": field}).status_code == 202
        (choice,) = [one for one in owner.client.get("/inbox").context["items"] if isinstance(one, Choice)]
        shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
        owner.client.post("/proposals/choice", {"field": choice.field, "shown": shown} | answer)
        return choice

    return _choose


SETUBAL = {"choose": "identity.city=setubal"}


def memory_of(owner, proposal):
    return f"/memories/{owner.get(proposal).json()['memory_id']}"


def test_withdrawing_the_sentence_takes_back_the_value_that_was_chosen_with_it(owner, tell, choose, city):
    sentence = tell()
    choose(**SETUBAL)
    assert city() == "Setubal"
    assert owner.post(f"{sentence}/withdraw").json()["state"] == "withdrawn"
    assert city() is None


def test_the_value_before_stands_again(owner, api, ana, tell, choose, city):
    first = api.put(f"/users/{ana}/facts/identity/city", {"value": "Porto"}).json()["proposal_id"]
    owner.post(f"/proposals/{first}/approve")
    sentence = tell()
    choose(**SETUBAL)
    owner.post(f"{sentence}/withdraw")
    assert city() == "Porto"


def test_a_value_that_was_changed_since_stays(owner, ana, tell, choose, city):
    sentence = tell()
    choose(**SETUBAL)
    assert owner.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}).status_code == 200
    owner.post(f"{sentence}/withdraw")
    assert city() == "Faro"


def test_forgetting_the_sentence_forgets_the_value_and_restoring_it_brings_it_back(owner, tell, choose, city):
    sentence = tell()
    choose(**SETUBAL)
    memory = memory_of(owner, sentence)
    assert owner.delete(memory).status_code in (200, 204)
    assert city() is None
    assert owner.post(f"{memory}/restore").status_code == 200
    assert city() == "Setubal"


def test_an_agent_that_asks_to_forget_it_has_both_shown_and_a_yes_forgets_both(owner, agent, tell, choose, city):
    sentence = tell()
    choose(**SETUBAL)
    asked = agent("planner").delete(memory_of(owner, sentence))
    assert asked.status_code == 202 and city() == "Setubal"
    proposal = f"/proposals/{asked.json()['proposal_id']}"
    assert "Chosen with it, identity.city: Setubal" in owner.get(proposal).json()["old_value"]
    owner.post(f"{proposal}/approve")
    assert city() is None
    owner.post(f"{proposal}/withdraw")
    assert city() == "Setubal"


def test_a_value_that_another_text_states_too_stays_until_that_goes(owner, tell, choose, city):
    first, second = tell(), tell("Ana lives in Setubal now.")
    choose(**SETUBAL)
    owner.delete(memory_of(owner, first))
    assert city() == "Setubal"
    owner.delete(memory_of(owner, second))
    assert city() is None


@pytest.mark.parametrize("verb", ["forget", "withdraw"])
def test_what_the_person_typed_or_an_agent_asked_for_itself_stays(owner, tell, choose, city, verb):
    sentence = tell()
    tell("Ana lives in Braga.")
    choose(field="Setubal", **SETUBAL)
    if verb == "forget":
        owner.delete(memory_of(owner, sentence))
    else:
        owner.post(f"{sentence}/withdraw")
    assert city() == "Setubal"


def test_a_value_of_ones_own_stays_whatever_becomes_of_a_sentence(owner, ana, tell, choose, city):
    tell()
    choose(own="1", value="Faro")
    later = tell("Ana lives in Faro.")
    if (approved := owner.post(f"{later}/approve")).status_code == 200:
        owner.delete(memory_of(owner, later))
    assert approved.status_code in (200, 409) and city() == "Faro"


def test_the_page_that_forgets_it_says_so(owner, tell, choose):
    sentence = tell()
    choose(**SETUBAL)
    page = owner.client.get(f"{memory_of(owner, sentence)}/forget").content.decode()
    assert "Your city “Setubal” is forgotten with it: you chose it from this memory." in page
