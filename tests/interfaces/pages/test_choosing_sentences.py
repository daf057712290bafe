"""A sentence of which no words are known as the value is saved as a text, and is never offered as the field's value."""

from uuid import uuid4

import pytest

from consent.proposals.decide import approve_proposal
from interfaces.competing import Claimed, competing, stated_value
from interfaces.pages.choices import Choice

pytestmark = pytest.mark.django_db
MOVED = "Анна переехала в Москву."
STATED = "identity.city=ahha nepeexaлa b mockby"


def items(client):
    return client.get("/inbox").context["items"]


def choose(client, choice, key):
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    return client.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": key}, follow=True)


def test_it_is_no_value_of_the_field_that_others_ask_for(owner, supervisor, ask, notes, cities):
    ask("Lisbon")
    notes("Ana lives in Porto.", MOVED)
    page = owner.get("/inbox").content.decode()
    (choice,) = [item for item in items(owner) if isinstance(item, Choice)]

    assert {option.name for option in choice.options} == {"Lisbon", "Porto"} and len(items(owner)) == 2
    assert f"Choose “{MOVED}”" not in page and MOVED in page


def test_beside_other_sentences_it_is_one_to_save(owner, ask, notes, person, now, cities):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    notes("Ana lives in Porto.", MOVED)
    (choice,) = items(owner)
    page = owner.get("/inbox").content.decode()
    assert "Your city: which sentence should be saved?" in page and f"Choose “{MOVED}”" in page
    assert "Choose “Ana lives in Porto.”" in page and "Saved with it:" not in page

    moved = next(option.key for option in choice.options if option.name == MOVED)
    page = choose(owner, choice, moved).content.decode()

    assert cities() == ["Lisbon"] and f"“{MOVED}” is saved as confirmed by you." in page


def test_alone_it_offers_no_value_to_change_the_field_to(owner, ask, notes, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    notes(MOVED)
    (card,) = items(owner)
    assert STATED in card.proposal.claims and stated_value(MOVED, STATED) == ""
    shown = {"shown_hash": card.proposal.shown_hash, "edit": "1"}
    page = owner.post(f"/proposals/{card.proposal.id}/approve", shown, follow=True).content.decode()
    assert ">\nLisbon</textarea>" in page


def test_two_sentences_without_a_blank_between_them_do_not_compete(now):
    """Refusing them would lose what the other one says."""
    lisbon = Claimed(uuid4(), now, "set_fact", ["identity.city=lisbon"], "", "Lisbon", ())
    shanghai = Claimed(uuid4(), now, "write_memory", ["identity.city=上海"], "", "我住在上海。", ())
    assert len(competing([lisbon, shanghai])) == 1
    assert not competing([lisbon, shanghai._replace(new="我住在上海。我养了一只猫。")])


def test_the_one_assistant_that_suggests_all_values_is_named(owner, ask, notes):
    ask("Lisbon")
    notes("Ana lives in Porto.")
    page = owner.get("/inbox").content.decode()
    assert "Your supervisor assistant suggests different values." in page and "Nothing is remembered yet." in page
    assert "Another value for your city</label>" in page
