"""A sentence of which no words are known as the value is saved as a text, and is never offered as the field's value."""

from uuid import uuid4

import pytest

from consent.changes import SetFact
from consent.models import Policy, Proposal
from consent.proposals.decide import approve_proposal
from interfaces.competing_requests import Claimed, competing, stated_value
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import FactDraft
from memories.models import Fact, Memory

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


def test_the_card_says_under_which_subject_the_sentence_is_saved(owner, ask, notes, in_home):
    ask("Lisbon")
    notes("Ana lives in Faro.", MOVED)
    page = owner.get("/inbox").content.decode()
    assert "Saved with it: “Ana lives in Faro.” · <bdi>Subject: General</bdi></p>" in page
    assert "It is saved and marked as confirmed by you. Subject: General.</p>" in page
    (choice,) = [item for item in items(owner) if isinstance(item, Choice)]
    choose(owner, choice, "identity.city=faro")
    with in_home():
        assert Memory.objects.get(current__content="Ana lives in Faro.").category == "general"


def test_where_sentences_alone_are_asked_about_it_says_so_too(owner, notes):
    notes("Ana lives in Porto.", "Ana lives in Faro.")
    assert owner.get("/inbox").content.decode().count('<p class="fine">Subject: General</p>') == 2


def test_beside_other_sentences_it_is_a_request_of_its_own(owner, ask, notes, person, now, cities):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    notes("Ana lives in Porto.", "Ana lives in Faro.", MOVED)
    (choice,) = [item for item in items(owner) if isinstance(item, Choice)]
    page = owner.get("/inbox").content.decode()
    assert "Your city: which sentence should be saved?" in page and f"Choose “{MOVED}”" not in page
    assert "Choose “Ana lives in Porto.”" in page and "Saved with it:" not in page and len(items(owner)) == 2

    porto = next(option.key for option in choice.options if "Porto" in option.name)
    page = choose(owner, choice, porto).content.decode()

    assert cities() == ["Lisbon"] and "“Ana lives in Porto.” is saved as confirmed by you." in page and MOVED in page


def test_alone_it_offers_no_value_to_change_the_field_to(owner, ask, notes, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    notes(MOVED)
    (card,) = items(owner)
    assert STATED in card.proposal.claims and stated_value(MOVED, STATED) == ""
    assert "Approve, then edit my city" in owner.get("/inbox").content.decode()
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


WIFI = "Wifi at her place: user guest, pass sunflower22."
ILL = "A friend told me that Ana has leukaemia"


@pytest.mark.parametrize(("text", "claimed"), [(WIFI, "user"), (ILL, "a friend told me that ana has leukaemia")])
def test_what_is_no_city_is_no_candidate(owner, ask, notes, in_home, text, claimed):
    """Whoever read it as one."""
    ask("Lisbon")
    notes("Ana lives in Porto.", text)
    with in_home():
        Proposal.objects.filter(new_value__contains=text[:12]).update(claims=[f"identity.city={claimed}"])
    (choice,) = [item for item in items(owner) if isinstance(item, Choice)]

    assert {option.name for option in choice.options} == {"Lisbon", "Porto"} and len(items(owner)) == 2


def test_a_gate_code_is_no_rival_of_an_address(owner, notes):
    code = "The gate code at Rua das Flores 12 is 4471#."
    notes("Ana lives at 14 Larkspur Lane, Leeds.", "Ana lives at 3 Mill Road, Leeds.", code)
    (choice,) = [item for item in items(owner) if isinstance(item, Choice)]

    assert len(choice.options) == 2 and len(items(owner)) == 2
    assert "4471" not in "".join(option.value for option in choice.options)


BORN = "Ana was born on 14 May 1988."


@pytest.fixture
def born(home, send, person, in_home):
    """Ana gave her birthday herself; other values of it are asked about."""
    with in_home():
        Policy.objects.create(fact_category="identity", fact_key="birthday", outcome="consent")
    draft = FactDraft(person_id=home.user_id, category="identity", key="birthday", value="1988-05-14")
    send(SetFact(draft=draft), actor=person)


def test_a_birthday_is_one_value_in_each_spelling(owner, born, ask, notes, in_home):
    ask("1988-05-15", key="birthday")
    notes(BORN)
    (choice,) = items(owner)
    assert {(option.name, option.is_present) for option in choice.options} == {
        ("1988-05-15", False),
        ("1988-05-14", True),
    }

    (present,) = [option.key for option in choice.options if option.is_present]
    page = choose(owner, choice, present).content.decode()

    assert "is still" not in page and "ask for “1988-05-15” again" in page
    with in_home():
        assert Fact.objects.active().get(key="birthday").value == "1988-05-14"


def test_keeping_it_reports_the_true_day_in_no_spelling_as_refused(owner, born, ask, notes):
    ask("1988-05-15", key="birthday")
    notes(BORN)
    page = choose(owner, items(owner)[0], "").content.decode()

    assert "ask for “1988-05-15” again" in page and "born on" not in page


def test_equal_values_are_no_choice(owner, born, ask, notes):
    ask("14 May 1988", key="birthday")
    notes(BORN, "Ana was born on May 14th, 1988.")

    assert items(owner) and not any(isinstance(item, Choice) for item in items(owner))


JOBS = ["Ana works as a nurse.", "Ana works as a yoga teacher."]


def test_sentences_that_may_all_be_true_are_saved_together(owner, notes, in_home):
    with in_home():
        Policy.objects.create(outcome="consent", fact_key="occupation")
    notes(*JOBS)
    (choice,) = items(owner)
    assert ">Save both</button>" in owner.get("/inbox").content.decode()

    page = choose(owner, choice, "*").content.decode()
    assert "All of these are saved as confirmed by you." in page
    assert "2 requests approved." in owner.get("/inbox").content.decode()
    with in_home():
        assert {row.state for row in Proposal.objects.all()} == {"approved"}


def test_of_a_city_one_sentence_is_saved(owner, notes, in_home):
    notes("Ana lives in Porto.", "Ana lives in Faro.")
    (choice,) = items(owner)
    assert "Save both" not in owner.get("/inbox").content.decode()
    choose(owner, choice, "*")
    with in_home():
        assert {row.state for row in Proposal.objects.all()} == {"pending"}
