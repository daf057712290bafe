"""Letting assistants ask again after a choice releases all that the choice refused."""

from dataclasses import replace
from html import unescape

import pytest
from django.utils import timezone

from consent.models import Proposal
from interfaces.pages.cards.competing_values import Choice
from workspaces.models import Agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def gardener(in_home, supervisor):
    """Another assistant than the one that `ask` speaks for."""
    with in_home():
        other = Agent.objects.create(role="supervisor", name="Garden helper")
    return replace(supervisor, id=other.id, name=other.name, key_id=None)


@pytest.fixture
def refused(owner, ask, gardener, in_home):
    """Olhão was kept; one assistant had asked for Sagres, another one for Sagres and for Setúbal."""
    first = ask("Olhão")
    with in_home():
        shown = Proposal.objects.get(id=first).shown_hash
    owner.post(f"/proposals/{first}/approve", {"shown_hash": shown})
    ask("Sagres", at=timezone.now())
    ask("Sagres", at=timezone.now(), actor=gardener)
    ask("Setúbal", at=timezone.now(), actor=gardener)
    choose(owner, choose="")
    return owner.get("/decisions").context["decisions"][0].card.proposal.id


def choose(client, **answer):
    (choice,) = [item for item in client.get("/inbox").context["items"] if isinstance(item, Choice)]
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    return client.post("/proposals/choice", {"field": choice.field, "shown": shown} | answer, follow=True)


def asked_now(client):
    (item,) = client.get("/inbox").context["items"]
    return {option.value for option in item.options} if isinstance(item, Choice) else {item.proposal.new_value}


def test_all_values_are_released_for_all_who_asked_and_named(owner, ask, gardener, refused):
    page = unescape(owner.post(f"/proposals/{refused}/allow-again", follow=True).content.decode())
    assert "Your assistants can ask for “Sagres” and “Setúbal” again." in page
    assert "Let assistants ask again" not in unescape(owner.get("/decisions").content.decode())
    ask("Sagres", at=timezone.now())
    assert asked_now(owner) == {"Sagres"}
    ask("Setúbal", at=timezone.now(), actor=gardener)
    assert asked_now(owner) == {"Sagres", "Setúbal"}


def test_over_rest_too(owner, ask, gardener, refused):
    answer = owner.post(f"/api/v1/proposals/{refused}/ask-again", {}, content_type="application/json")
    assert answer.status_code == 204
    for value in ("Sagres", "Setúbal"):
        ask(value, at=timezone.now(), actor=gardener)
        assert value in asked_now(owner)


def test_beside_a_value_that_was_chosen_only_the_others_are_named(owner, ask, gardener):
    ask("Sagres", at=timezone.now())
    ask("Setúbal", at=timezone.now(), actor=gardener)
    ask("Faro", at=timezone.now(), actor=replace(gardener, id=None, name="Import"))
    choose(owner, choose="identity.city=faro")
    others = owner.get("/decisions").context["decisions"][0].others
    let = next(card.proposal.id for card in others if card.may_be_allowed_again)
    page = unescape(owner.post(f"/proposals/{let}/allow-again", follow=True).content.decode())
    assert "Your assistants can ask for “Sagres” and “Setúbal” again." in page


def test_another_decision_of_the_same_field_stays_refused(owner, ask, refused, in_home):
    ask("Braga", at=timezone.now())
    (card,) = owner.get("/inbox").context["items"]
    owner.post(f"/proposals/{card.proposal.id}/refuse", {"shown_hash": card.proposal.shown_hash})
    owner.post(f"/proposals/{refused}/allow-again")
    with in_home():
        blocking = Proposal.objects.blocking().exclude(blocked_until=None)
        assert set(blocking.values_list("new_value", flat=True)) == {"Braga"}
