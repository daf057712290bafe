"""What the person edited before saving is not asked again in the words of the agent that had asked for it."""

import html

import pytest

SENTENCE, OWN = "Ana lives in Setubal.", "Ana lives by the sea."


@pytest.fixture
def tell(ana):
    return lambda client, content, **more: client.post("/memories", {"user_id": ana, "content": content, **more})


@pytest.fixture
def edited(api, owner, tell):
    """The person saved other words in the place of the sentence; answers with the proposal's path."""

    def _edited(content=SENTENCE, value=OWN):
        proposal = f"/proposals/{tell(api, content).json()['proposal_id']}"
        assert owner.post(f"{proposal}/amend", {"value": value}).json()["state"] == "amended"
        return proposal

    return _edited


@pytest.mark.parametrize("again", [SENTENCE, "ana lives in setubal", "Ana  lives in Setubal."])
def test_the_same_words_are_answered_with_the_earlier_decision(api, owner, tell, edited, again):
    proposal = edited()
    answer = tell(api, again).json()
    assert (answer["status"], answer["type"]) == (409, "/problems/refused-by-person")
    assert proposal.rpartition("/")[2] in answer["detail"] and "Setubal" not in answer["detail"]
    blocked_until = owner.get(proposal).json()["blocked_until"]
    assert blocked_until[:10] in answer["detail"] and owner.get("/proposals?state=pending").json()["results"] == []


def test_another_agent_may_ask(other, tell, edited):
    edited()
    assert tell(other, SENTENCE).status_code == 202


@pytest.mark.parametrize("content", ["Ana lives in Faro.", "Ana has lived in Setubal since May."])
def test_so_may_the_same_agent_for_other_words(api, tell, edited, content):
    edited()
    assert tell(api, content).status_code == 202


def test_what_was_kept_blocks_nothing(api, ana, tell, edited):
    edited(value="Ana lives in Faro.")
    assert tell(api, "Ana lives in Faro.").status_code == 200
    assert api.put(f"/users/{ana}/facts/identity/city", {"value": "Faro"}).status_code == 202


def test_nor_does_an_edit_that_states_the_same(api, tell, edited):
    edited(value="Ana lives in Setubal, near the river.")
    assert tell(api, SENTENCE).status_code != 409


def test_a_value_of_a_field_is_held_back_in_that_field_alone(api, owner, ana):
    def ask(key, value="Lisbon"):
        return api.put(f"/users/{ana}/facts/identity/{key}", {"value": value})

    owner.post(f"/proposals/{ask('city').json()['proposal_id']}/amend", {"value": "Faro"})
    assert ask("city").status_code == 409
    assert ask("city", "Porto").status_code == 202
    assert ask("preferred_name").status_code == 202


def test_a_text_of_the_person_s_own(api, owner, ana, tell, edited):
    owner.post("/memories", {"user_id": ana, "key": "food", "content": "I cook risotto."})
    asked = tell(api, "Ana cooks paella.", key="food").json()["proposal_id"]
    owner.post(f"/proposals/{asked}/amend", {"value": "I seldom cook."})
    assert tell(api, "Ana cooks paella.", key="food").status_code == 409
    assert tell(api, "Ana cooks soup.", key="food").status_code == 202


def test_undoing_the_edit_or_letting_it_ask_again_ends_it(api, owner, tell, edited):
    first, second = edited(), edited("Ana lives in Braga.")
    owner.post(f"{first}/withdraw", {"reopen": True})
    assert tell(api, SENTENCE).json()["proposal_id"] == first.rpartition("/")[2]
    assert tell(api, "Ana lives in Braga.").status_code == 409
    assert owner.post(f"{second}/ask-again").status_code == 204
    assert tell(api, "Ana lives in Braga.").status_code == 202


def test_its_page_offers_to_let_it_ask_again(owner, edited):
    page = html.unescape(owner.client.get(edited()).content.decode())
    assert "Let assistants ask again" in page


def test_where_its_own_words_were_saved_there_is_nothing_to_let_again(owner, edited):
    page = html.unescape(owner.client.get(edited(value=SENTENCE.lower())).content.decode())
    assert "for its words again" not in page
