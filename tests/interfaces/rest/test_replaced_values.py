"""What the person replaced by another value, no assistant asks for again, whoever had asked."""

import html

import pytest

from interfaces.pages.cards.competing_values import Choice


@pytest.fixture
def put(ana):
    """An assistant asks for a value of a field; answers with what it is told."""
    return lambda client, value, key="city": client.put(f"/users/{ana}/facts/identity/{key}", {"value": value})


@pytest.fixture
def inbox(owner):
    return lambda: owner.client.get("/inbox").context["items"]


@pytest.fixture
def choose(owner, inbox):
    """The person answers the one choice in the inbox; answers with the page."""

    def _choose(**answer):
        (choice,) = [one for one in inbox() if isinstance(one, Choice)]
        shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
        page = owner.client.post("/proposals/choice", {"field": choice.field, "shown": shown} | answer, follow=True)
        return html.unescape(page.content.decode())

    return _choose


@pytest.fixture
def address_edited(api, owner, put):
    """The one request about the address, edited before saving; its path."""
    asked = f"/proposals/{put(api, '4 Green Lane, Porto', 'address').json()['proposal_id']}"
    owner.post(f"{asked}/amend", {"value": "9 Mill Road, Faro"})
    return asked


@pytest.fixture
def pronouns_replaced(api, other, ana, put, choose):
    put(api, "she/her", "pronouns")
    other.post("/memories", {"user_id": ana, "content": "Ana's pronouns are they/them."})
    return choose(own="1", value="she/they")


def test_pronouns_that_gave_way_to_other_ones_are_not_asked_for_by_another(other, put, inbox, pronouns_replaced):
    told = pronouns_replaced.partition("Assistants can't ask for")[2].partition("again before")[0]
    assert "“she/her”" in told
    assert put(other, "she/her", "pronouns").status_code == 202 and inbox() == []


def test_nor_in_a_sentence(other, ana, inbox, pronouns_replaced):
    assert other.post("/memories", {"user_id": ana, "content": "Ana's pronouns are she/her."}).status_code == 202
    assert inbox() == []


def test_who_had_asked_is_told(api, put, pronouns_replaced):
    answer = put(api, "she/her", "pronouns").json()
    assert (answer["status"], answer["type"]) == (409, "/problems/refused-by-person")


def test_each_value_that_the_page_names_is_held_back(api, other, agent, ana, put, choose, inbox):
    third = agent("planner")
    third.post("/memories", {"user_id": ana, "content": "Ana lives in Braga."})
    for client, city in [(api, "Évora"), (other, "Lisbon"), (api, "Coimbra")]:
        assert put(client, city).status_code == 202
    page = choose(choose="identity.city=braga")
    told = page.partition("Assistants can't ask for")[2].partition("again before")[0]
    assert all(f"“{city}”" in told for city in ("Évora", "Lisbon", "Coimbra"))
    for client in (api, other):
        for city in ("Évora", "Lisbon", "Coimbra"):
            assert put(client, city).status_code in (202, 409)
            assert inbox() == [], city
    assert put(other, "Faro").status_code == 202 and len(inbox()) == 1


def test_the_address_that_was_edited_before_saving(other, put, inbox, address_edited):
    assert put(other, "4 Green Lane, Porto", "address").status_code == 202 and inbox() == []
    assert put(other, "1 High Street, Porto", "address").status_code == 202 and len(inbox()) == 1


def test_its_link_leads_to_what_was_answered(other, owner, put, address_edited):
    asked = put(other, "4 Green Lane, Porto", "address").json()["proposal_id"]
    page = html.unescape(owner.client.get(f"/proposals/{asked}").content.decode())
    assert "You had already answered it." in page and "Let assistants ask again" in page


def test_letting_assistants_ask_again_asks_what_one_asked_meanwhile(other, owner, put, inbox, address_edited):
    put(other, "4 Green Lane, Porto", "address")
    page = owner.client.post(f"{address_edited}/allow-again", follow=True).content.decode()
    assert "One of them already did" in page and len(inbox()) == 1


def test_of_a_choice_too_each_value_can_be_let_again(api, other, owner, put, choose, inbox):
    first = put(api, "Évora").json()["proposal_id"]
    later = put(api, "Coimbra").json()["proposal_id"]
    choose(choose="identity.city=evora")
    assert put(other, "Coimbra").status_code == 202 and inbox() == []
    page = html.unescape(owner.client.get(f"/proposals/{later}").content.decode())
    assert "Let assistants ask again" in page
    owner.client.post(f"/proposals/{later}/allow-again")
    (waiting,) = inbox()
    assert waiting.proposal.new_value == "Coimbra" and first != later


def test_undoing_the_answer_opens_it(other, owner, put, inbox, address_edited):
    owner.client.post(f"{address_edited}/undo")
    assert put(other, "4 Green Lane, Porto", "address").status_code == 202 and len(inbox()) == 1


def test_nor_is_it_asked_for_in_the_spelling_that_the_person_replaced(api, other, owner, put, inbox):
    asked = put(api, "Lisbon").json()["proposal_id"]
    owner.post(f"/proposals/{asked}/amend", {"value": "Lisboa"})
    assert put(other, "Lisbon").status_code == 202 and inbox() == []


@pytest.fixture
def sentence_edited(api, owner, ana):
    """A sentence about the city that the person put into words with another city."""
    asked = api.post("/memories", {"user_id": ana, "content": "Ana lives in Setubal."}).json()["proposal_id"]
    owner.post(f"/proposals/{asked}/amend", {"value": "Ana lives in Faro."})


def test_so_is_a_value_that_gave_way_to_another_in_a_sentence(other, ana, put, inbox, sentence_edited):
    assert put(other, "Setubal").status_code == 202
    assert other.post("/memories", {"user_id": ana, "content": "Ana lives in Setubal."}).status_code == 202
    assert inbox() == []
    assert put(other, "Braga").status_code == 202 and len(inbox()) == 1
