"""Earlier decisions as a list: filters that say what the cards say, and answers that leave one where one was."""

import re
from dataclasses import replace
from html import unescape
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.proposals.decide import approve_proposal, reject_proposal
from interfaces.pages.cards.competing_values import Choice
from interfaces.pages.cards.request_status import FILTERS

pytestmark = pytest.mark.django_db
EXPLAINED = "“Let assistants ask again” leaves your answer as it is"


@pytest.fixture
def by(ask, supervisor):
    """One of two assistants asks for a value of a field."""
    ids = {"first": supervisor.id, "second": uuid4()}
    return lambda who, value, key="city": ask(value, key=key, at=timezone.now(), actor=replace(supervisor, id=ids[who]))


@pytest.fixture
def choose(owner):
    def _choose(value):
        (choice,) = [one for one in owner.get("/inbox").context["items"] if isinstance(one, Choice)]
        shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
        owner.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": value})

    return _choose


@pytest.fixture
def of_each_kind(owner, by, choose, person, now):
    """Values that were chosen, not chosen, refused, and undone so that a later question took them over."""
    by("first", "male", "gender")
    by("second", "female", "gender")
    choose("identity.gender=male")
    reject_proposal(proposal_id=by("first", "they/them", "pronouns"), actor=person, now=now)
    language = by("first", "Spanish", "language")
    approve_proposal(proposal_id=language, actor=person, now=now)
    owner.post(f"/proposals/{language}/take-back")
    evora, _lisbon = by("first", "Évora"), by("second", "Lisbon")
    choose("identity.city=evora")
    by("first", "Braga")
    owner.post(f"/proposals/{evora}/undo")
    choose("identity.city=braga")


def listed(client, state=""):
    """By value, the words on the cards of the list."""
    decisions = client.get(f"/decisions?state={state}").context["decisions"]
    cards = [card for one in decisions for card in (one.card, *one.others)]
    return {card.proposal.id: card.verdict for card in cards}


def test_each_filter_finds_what_its_cards_say(owner, of_each_kind):
    everything = listed(owner)
    found = {state: listed(owner, state) for state in FILTERS}
    assert set(found["rejected"].values()) <= {"Refused"}
    assert set(found["withdrawn"].values()) <= {"Undone"}
    assert set(found["superseded"].values()) <= {
        "Not chosen",
        "Chosen later",
        "Still open",
        "Replaced by a newer request",
    }
    assert {one for one, word in everything.items() if word == "Not chosen"} <= set(found["unchosen"])
    assert sum(map(len, found.values())) == len({one for own in found.values() for one in own})
    assert set(everything) <= {one for own in found.values() for one in own}


def test_what_was_undone_into_a_later_question_is_not_told_as_undone(owner, by, choose):
    evora, _lisbon = by("first", "Évora"), by("second", "Lisbon")
    choose("identity.city=evora")
    by("first", "Braga")
    owner.post(f"/proposals/{evora}/undo")
    assert listed(owner, "superseded")[evora] == "Still open" and evora not in listed(owner, "withdrawn")


def of_card(page, proposal_id):
    """The part of the page that is one card."""
    return page.partition(f'id="proposal-{proposal_id}"')[2].partition("</article>")[0]


def form_of(page, proposal_id, action):
    """What the form of one button sends."""
    form = page.partition(f'action="/proposals/{proposal_id}/{action}"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="(listed|card)" value="([^"]*)"', form))


@pytest.fixture
def refused(by, person, now):
    cities = ("Lisbon", "Porto", "Faro")
    ids = []
    for city in cities:
        ids.append(by("first", city))
        reject_proposal(proposal_id=ids[-1], actor=person, now=timezone.now())
    return ids


def test_letting_ask_again_leads_back_to_its_card(owner, refused):
    page = owner.get("/decisions?state=rejected").content.decode()
    sent = form_of(page, refused[1], "allow-again")
    answer = owner.post(f"/proposals/{refused[1]}/allow-again", sent)
    assert answer.url == f"/decisions?state=rejected#proposal-{refused[1]}"
    assert f'id="proposal-{refused[1]}"' in owner.get(answer.url).content.decode()


def test_undoing_leads_back_to_the_card_that_stood_next(owner, refused):
    page = owner.get("/decisions").content.decode()
    answer = owner.post(f"/proposals/{refused[1]}/undo", form_of(page, refused[1], "undo"))
    assert answer.url == f"/decisions#proposal-{refused[0]}"
    page = owner.get(answer.url).content.decode()
    assert "Undone. The request is open again." in page and f'href="/proposals/{refused[1]}"' in page


def test_where_what_it_was_stayed_undoing_asks_the_whole_choice_again(owner, by, choose, person, now):
    approve_proposal(proposal_id=by("first", "Porto"), actor=person, now=now)
    by("first", "Lisbon"), by("second", "Faro")
    choose("")
    (one,) = [one.card.proposal.id for one in owner.get("/decisions").context["decisions"] if one.others]
    sent = form_of(owner.get("/decisions").content.decode(), one, "undo")
    page = owner.post(f"/proposals/{one}/undo", sent, follow=True).content.decode()
    assert "Undone. One request with 2 values is open again." in page
    (choice,) = owner.get("/inbox").context["items"]
    assert {option.value for option in choice.options} >= {"Lisbon", "Faro"}


def test_on_its_own_page_undoing_stays_there(owner, refused):
    assert owner.post(f"/proposals/{refused[1]}/undo").url == f"/proposals/{refused[1]}"


@pytest.mark.parametrize("place", ["//elsewhere.example", "before=nonsense", "\x00"])
def test_no_other_address_is_led_to(owner, refused, place):
    answer = owner.post(f"/proposals/{refused[0]}/allow-again", {"listed": place, "card": "x"})
    assert answer.url.startswith("/decisions") and owner.get(answer.url).status_code == 200


def test_how_both_differ_is_said_once(owner, refused):
    page = unescape(owner.get("/decisions").content.decode())
    assert page.count(EXPLAINED) == 1 and len(owner.get("/decisions").context["decisions"]) == 3
    assert EXPLAINED in unescape(owner.get(f"/proposals/{refused[0]}").content.decode())


def test_where_nothing_was_refused_it_is_not_said(owner):
    assert EXPLAINED not in unescape(owner.get("/decisions").content.decode())
