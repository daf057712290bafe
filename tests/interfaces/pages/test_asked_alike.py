"""One new sentence that several assistants ask for is one card, which names them all."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.models import Proposal
from consent.outcomes import Queued
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import MemoryDraft
from memories.models import Memory
from workspaces.models import Agent

pytestmark = pytest.mark.django_db
ROLES = ("supervisor", "planner", "stylist")


@pytest.fixture
def tell(home, send, supervisor, in_home):
    """An assistant asks to note a sentence under a key that was made up; answers with the proposal's id."""

    def _tell(role, content="Ana is gay.", minutes=0):
        with in_home():
            agent = Agent.objects.get(role=role)
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=f"{role}-{content}", content=content)
        actor = replace(supervisor, role=role, id=agent.id)
        outcome = send(
            WriteMemory(draft=draft, may_repeat=True), actor=actor, at=timezone.now() + timedelta(minutes=minutes)
        )
        assert isinstance(outcome, Queued)
        return outcome.proposal_id

    return _tell


@pytest.fixture
def of_all(tell):
    return [tell(role) for role in ROLES]


@pytest.fixture
def states(in_home):
    def _states():
        with in_home():
            return sorted(Proposal.objects.values_list("state", flat=True))

    return _states


def answer(client, card, verdict, **form):
    form["shown_hash"] = card.proposal.shown_hash
    return client.post(f"/proposals/{card.proposal.id}/{verdict}", form, follow=True)


def test_one_card_names_all_who_asked(owner, of_all):
    for address in ("/", "/inbox"):
        assert len(owner.get(address).context["items"]) == 1
    response = owner.get("/inbox")
    page, (card,) = response.content.decode(), response.context["cards"]
    assert response.context["pending_count"] == 1 and card.proposal.id == of_all[0]
    assert "Your supervisor assistant wants to remember" in page
    assert "Also asked by: Your planner assistant, Your stylist assistant" in page


def test_the_page_of_each_request_is_the_same_question(owner, of_all):
    page = owner.get(f"/proposals/{of_all[1]}").content.decode()
    assert "Your planner assistant wants to remember" in page
    assert "Also asked by: Your stylist assistant, Your supervisor assistant" in page


def test_a_filter_finds_it_by_each_who_asked(owner, of_all):
    (card,) = owner.get("/inbox?who=agent:planner").context["cards"]
    assert card.proposal.id == of_all[1]


@pytest.mark.parametrize(("verdict", "state"), [("approve", "approved"), ("refuse", "rejected")])
def test_one_answer_and_one_undo_settle_all(owner, of_all, states, in_home, verdict, state):
    (card,) = owner.get("/inbox").context["cards"]
    answer(owner, card, verdict)
    assert states() == [state] * 3 and owner.get("/inbox").context["items"] == []
    with in_home():
        assert Memory.objects.filter(state="active").count() == (verdict == "approve")
    page = owner.post(f"/proposals/{card.proposal.id}/undo", follow=True).content.decode()
    assert "Undone. The request is open again." in page
    assert states() == ["pending"] * 3 and len(owner.get("/inbox").context["cards"]) == 1


def test_an_edit_settles_all(owner, of_all, states):
    (card,) = owner.get("/inbox").context["cards"]
    answer(owner, card, "amend", value="Ana loves Eva.")
    assert states() == ["amended"] * 3


def test_earlier_decisions_and_the_memory_name_all(owner, of_all, in_home):
    (card,) = owner.get("/inbox").context["cards"]
    answer(owner, card, "approve")
    (decided,) = owner.get("/decisions").context["decisions"]
    assert decided.card.proposal.id == card.proposal.id and len(decided.others) == 2
    with in_home():
        memory = Memory.objects.get(state="active")
    assert (
        "Also asked by: Your planner assistant, Your stylist assistant"
        in owner.get(f"/memories/{memory.id}").content.decode()
    )


def test_beside_another_value_it_is_one_option(owner, tell, ask, states):
    ask("Lisbon")
    for role in ROLES:
        tell(role, "Ana lives in Braga.")
    (choice,) = owner.get("/inbox").context["items"]
    assert isinstance(choice, Choice) and owner.get("/inbox").context["pending_count"] == 1
    (braga,) = [one for one in choice.options if one.key == "identity.city=braga"]
    assert [face.name for face in braga.askers] == [f"Your {role} assistant" for role in ROLES]
    assert len(braga.cards) == 1

    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    owner.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": braga.key})

    assert states() == ["amended", "approved", "approved", "approved"]


def test_a_refused_option_refuses_all_who_asked_for_it(owner, tell, ask, states):
    ask("Lisbon")
    for role in ROLES:
        tell(role, "Ana lives in Braga.")
    (choice,) = owner.get("/inbox").context["items"]
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    owner.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": "identity.city=lisbon"})
    assert states() == ["approved", "rejected", "rejected", "rejected"]
