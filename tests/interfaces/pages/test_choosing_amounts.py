"""Two sentences about one income that name the same amount are one question, however it is written."""

import pytest

from consent.models import Proposal
from interfaces.pages.choices import Choice

pytestmark = pytest.mark.django_db


def items(client):
    return client.get("/inbox").context["items"]


def test_the_same_amount_is_one_card_of_which_one_is_saved(owner, notes, in_home):
    notes("Ana earns 85,000.", "Ana earns 85k a year.")
    (choice,) = items(owner)
    page = owner.get("/inbox").content.decode()
    assert isinstance(choice, Choice) and "Your money (income, debts): which sentence should be saved?" in page
    assert [str(option.value) for option in choice.options] == ["Ana earns 85k a year.", "Ana earns 85,000."]

    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    form = {"field": choice.field, "shown": shown, "choose": choice.options[1].key}
    owner.post("/proposals/choice", form)

    with in_home():
        states = dict(Proposal.objects.values_list("new_value", "state"))
    assert states == {"Ana earns 85,000.": "approved", "Ana earns 85k a year.": "rejected"}


def test_other_amounts_are_questions_of_their_own(owner, notes):
    notes("Ana earns 85,000.", "Ana earns 400 euros a month.")
    assert len(items(owner)) == 2 and not any(isinstance(item, Choice) for item in items(owner))
