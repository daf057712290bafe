"""A choice between several values, as its card shows who asks, and as its records tell it afterwards."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from consent.changes import SetFact
from consent.models import Proposal
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import FactDraft
from memories.models import Fact
from workspaces.models import Agent

pytestmark = pytest.mark.django_db
KITCHEN, TRAVEL = "Your Kitchen assistant", "Your Travel assistant"


@pytest.fixture
def by(ask, supervisor, in_home):
    """An assistant of this name asks for a value of a field."""

    def _by(name, value, key="city", **fields):
        with in_home():
            agent, _is_new = Agent.objects.get_or_create(role="supervisor", name=name)
        fields.setdefault("at", timezone.now())
        return ask(value, key=key, actor=replace(supervisor, id=agent.id, name=name), **fields)

    return _by


@pytest.fixture
def porto(send, home, person):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    send(SetFact(draft=draft), actor=person, at=timezone.now() - timedelta(days=3))


def the_choice(client) -> Choice:
    (found,) = [item for item in client.get("/inbox").context["items"] if isinstance(item, Choice)]
    return found


def choose(client, value):
    choice = the_choice(client)
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    answer = {"field": choice.field, "shown": shown, "choose": value}
    return unescape(client.post("/proposals/choice", answer, follow=True).content.decode())


def words_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", unescape(page)).split())


class TestCard:
    @pytest.fixture
    def asked(self, by, say):
        first, second = say("I moved to Braga last week.", "Tell the caterers that Braga is home now.")
        by(
            "Kitchen",
            "Braga",
            reason="It is on the order.",
            evidence_turn_id=first,
            at=timezone.now() - timedelta(days=2),
        )
        by("Travel", "Braga", reason="The ticket says so.", evidence_turn_id=second)
        by("Planner", "Lisbon")

    def test_each_author_has_their_own_quotation_and_reason(self, owner, asked):
        (braga,) = [one for one in the_choice(owner).options if one.value == "Braga"]
        assert {one.face.name: (one.quote, one.reason) for one in braga.requesters} == {
            KITCHEN: ("I moved to Braga last week.", "It is on the order."),
            TRAVEL: ("Tell the caterers that Braga is home now.", "The ticket says so."),
        }
        page = words_of(owner.get("/inbox").content.decode())
        kitchen = page.index(KITCHEN)
        assert kitchen < page.index("It is on the order.", kitchen) < page.index(TRAVEL, kitchen)

    def test_each_value_says_when_it_was_asked_for(self, owner, asked):
        page = words_of(owner.get("/inbox").content.decode())
        assert re.search(rf"{KITCHEN} · 2\s+days ago", page) and re.search(
            r"Planner assistant · (just now|\d+ sec)", page
        )
        assert "Asked" not in page.partition("which is right?")[2].partition("If you don't answer")[0]

    def test_and_which_expiry_is_the_first(self, owner, asked):
        assert "The first of these requests expires" in words_of(owner.get("/inbox").content.decode())


class TestRecords:
    @pytest.fixture
    def chosen(self, owner, by, porto, in_home):
        """Kitchen's Braga was chosen, which gave way to Coimbra of its own; the request's id."""
        by("Travel", "Lisbon", reason="A ticket.")
        by("Kitchen", "Braga", at=timezone.now() - timedelta(hours=5))
        by("Kitchen", "Coimbra", reason="From a letter.")
        choose(owner, "identity.city=braga")
        with in_home():
            return Proposal.objects.get(state="amended").id

    def test_the_receipt_has_no_reason_of_another_value(self, owner, chosen):
        page = words_of(owner.get(f"/proposals/{chosen}/receipt").content.decode())
        assert "Braga" in page and "From a letter." not in page and re.search(r"Asked 5\s+hours ago", page)

    def test_it_does_not_name_what_was_never_asked(self, owner, by, porto):
        """Braga was refused before, so another assistant's request for it is closed without a word."""
        by("Travel", "Braga")
        (card,) = owner.get("/inbox").context["items"]
        owner.post(f"/proposals/{card.proposal.id}/refuse", {"shown_hash": card.proposal.shown_hash})
        by("Kitchen", "Braga")
        coimbra = by("Travel", "Coimbra")
        by("Planner", "Faro")
        choose(owner, "identity.city=coimbra")
        page = words_of(owner.get(f"/proposals/{coimbra}/receipt").content.decode())
        assert "Asked for, but not saved: “Faro”" in page and "Braga" not in page

    def test_the_export_names_nobody_who_asked_only_later(self, owner, by, chosen):
        def told():
            page = owner.get("/my-data/export.html").content.decode()
            return re.findall(r"Asked for, but not saved: [^.]*", words_of(page.partition('id="history"')[2]))

        before = told()
        assert before and "“Coimbra” (Your Kitchen assistant)" in before[0]
        owner.post(f"/proposals/{chosen}/undo")
        by("Travel", "Coimbra")
        choose(owner, "")
        assert told() == before

    def test_the_page_of_the_field_tells_of_no_request_that_saved_nothing(self, owner, chosen, in_home):
        owner.post(f"/proposals/{chosen}/undo")
        choose(owner, "")
        with in_home():
            city = Fact.objects.active().get(key="city").memory_id
        page = owner.get(f"/memories/{city}")
        assert not page.context["story"].consents and "You added this." in page.content.decode()
