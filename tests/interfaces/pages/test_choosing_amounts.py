"""Two sentences about one income that name the same amount are one question, however it is written."""

from uuid import uuid4

import pytest

from consent.changes import WriteMemory
from consent.models import Proposal
from consent.outcomes import Queued
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import MemoryDraft

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


@pytest.fixture
def say_of_ana(home, send):
    """Notes about Ana that an agent asks to keep, each at an address of its own."""

    def _say(*contents):
        for content in contents:
            draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=uuid4().hex, content=content)
            assert isinstance(send(WriteMemory(draft=draft)), Queued)

    return _say


@pytest.fixture
def approved(owner, say_of_ana):
    """A sentence about the income that the person agreed to."""
    say_of_ana("Ana earns 58,000 euros a year.")
    (card,) = items(owner)
    owner.post(f"/proposals/{card.proposal.id}/approve", {"shown_hash": card.proposal.shown_hash})


def test_a_choice_says_which_sentence_of_the_field_is_remembered_already(owner, approved, say_of_ana):
    say_of_ana("Ana has an income of 58k a year.", "Ana's salary is 58,000 euros.")
    (choice,) = items(owner)
    page = owner.get("/inbox").content.decode()
    assert isinstance(choice, Choice) and "Nothing is remembered yet" not in page
    assert "Remembered already, and it stays:" in page and ">“Ana earns 58,000 euros a year.”</a>" in page

    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    form = {"field": choice.field, "shown": shown, "choose": ""}
    page = owner.post("/proposals/choice", form, follow=True).content.decode()

    assert "Still remembered: <a href=" in page and ">“Ana earns 58,000 euros a year”</a>." in page


def test_so_does_a_card_of_its_own(owner, approved, say_of_ana):
    say_of_ana("Ana's salary is 61,000 euros.")
    assert ">“Ana earns 58,000 euros a year.”</a>" in owner.get("/inbox").content.decode()


def test_what_is_forgotten_or_about_another_field_is_none_of_it(owner, approved, say_of_ana, in_home):
    with in_home():
        memory_id = Proposal.objects.get().memory_id
    say_of_ana("Ana lives in Porto.")
    assert "Remembered already" not in owner.get("/inbox").content.decode()
    owner.post(f"/memories/{memory_id}/forget")
    say_of_ana("Ana has an income of 61k a year.", "Ana's salary is 61,000 euros.")
    page = owner.get("/inbox").content.decode()
    assert "Remembered already" not in page and "Nothing is remembered yet." in page
