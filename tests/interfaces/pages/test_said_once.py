"""One act is told once, with every value that it was about."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.changes import SetFact
from consent.models import Proposal
from consent.outcomes import Applied
from consent.proposals.decide import approve_proposal
from memories.drafts import FactDraft
from memories.models import Fact, Memory
from tests.interfaces.pages.test_choosing import choose, the_choice

pytestmark = pytest.mark.django_db


def section(page, name):
    return page.partition(f'id="{name}"')[2].partition("</section>")[0]


@pytest.fixture
def approve(ask, person):
    def _approve(value, **fields):
        approve_proposal(proposal_id=ask(value, at=timezone.now(), **fields), actor=person, now=timezone.now())

    return _approve


@pytest.fixture
def latest(in_home):
    def _latest():
        with in_home():
            return Memory.objects.latest("created_at").id

    return _latest


def test_an_approval_that_brought_a_memory_back_is_one_step_of_its_story(owner, approve, latest):
    asthma = {"key": "health_conditions", "item": "asthma"}
    approve("asthma", **asthma)
    owner.post(f"/memories/{latest()}/forget")
    with_answer = "asked to remember “asthma”. You approved it."
    before = owner.get(f"/memories/{latest()}").content.decode().count(with_answer)
    approve("asthma", confidence=0.9, **asthma)
    assert owner.get(f"/memories/{latest()}").content.decode().count(with_answer) == before + 1


@pytest.mark.parametrize(("path", "lists"), [("/memories/{}", 2), ("/timeline", 1), ("/my-data/export.html", 1)])
def test_a_forgotten_value_that_is_written_again_is_said_once(owner, home, fact, send, path, lists):
    """A memory's page has its story, and all that happened to it."""
    memory_id = fact("coding_style", "black")
    owner.post(f"/memories/{memory_id}/forget")
    owner.post("/my-data/rules", {"outcome": "apply", "field": "coding_style", "agent": ""})
    draft = FactDraft(person_id=home.user_id, category="preference", key="coding_style", value="ruff")
    assert isinstance(send(SetFact(draft=draft), at=timezone.now()), Applied)
    page = owner.get(path.format(memory_id)).content.decode()
    page = section(page, "history") or page
    assert page.count("saved this again.") == lists
    assert "restored this." not in page and "changed this." not in page


@pytest.fixture
def chosen(owner, ask, supervisor, in_home):
    """Two agents ask for cities, one of them for several; Sintra is chosen, and Braga given since. The request's id."""
    other, third = (replace(supervisor, id=uuid4()) for _number in range(2))
    for value in ("Lisbon", "Aveiro", "Faro", "Évora"):
        ask(value, actor=other, at=timezone.now())
    ask("Évora", actor=third, at=timezone.now())
    ask("Sintra", at=timezone.now())
    choose(owner, the_choice(owner), choose="identity.city=sintra")
    with in_home():
        chosen, memory_id = Proposal.objects.get(state="approved"), Fact.objects.active().get(key="city").memory_id
    form = owner.get(f"/memories/{memory_id}/edit").context["form"].initial
    owner.post(f"/memories/{memory_id}/edit", form | {"content": "Braga"})
    return chosen.id


def test_what_undoing_a_choice_asks_again_is_named_once_and_whole(owner, chosen):
    page = owner.get("/decisions").content.decode()
    told = page.partition("only what was not chosen is asked again: ")[2].partition("</p>")[0]
    assert told == "“Lisbon”, “Aveiro”, “Faro”, “Évora”."
    page = owner.post(f"/proposals/{chosen}/undo", follow=True).content.decode()
    assert "open again: “Lisbon”, “Aveiro”, “Faro”, “Évora”." in page
    assert {one.value for one in the_choice(owner).options} == {"Lisbon", "Aveiro", "Faro", "Évora"}


def test_a_choice_of_none_names_every_value(owner, ask):
    for value in ("she/her", "they/them"):
        ask(value, key="pronouns", at=timezone.now())
    choose(owner, the_choice(owner), choose="")
    told = "Also asked for, and not saved: “she/her”."
    assert told in owner.get("/decisions").content.decode()
    assert told in section(owner.get("/my-data/export.html").content.decode(), "decided")


def test_money_is_asked_about_as_one_would_say_it(owner, ask):
    ask("31,500 euros a year", key="income")
    page = owner.get("/inbox").content.decode()
    assert "wants to add “<strong><bdi>31,500 euros a year</bdi></strong>” to your money (income, debts)." in page
